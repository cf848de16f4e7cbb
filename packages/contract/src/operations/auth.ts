// Tags auth and users: tokens, their renewal and end, users, agents' credentials, tenants.

import { z } from "zod";
import { grant } from "../edge-protocol/admit.js";
import { operation } from "../operation.js";
import { CREDENTIAL_SCOPES, USER_ROLES } from "../roles.js";
import { EXAMPLE_UUID, instant, name, pageOf, pageQuery, usd, usdInput, uuid, uuidInput } from "../schemas/common.js";

const tag = "auth";
const email = z
  .email()
  .max(254)
  .transform((value) => value.toLowerCase());
const password = z.string().min(12).max(72).meta({ description: "12 to 72 bytes" });
const role = z.enum(USER_ROLES);
export const tier = z.enum(["free", "pro", "enterprise"]);

export const tokenData = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.number().int().positive(),
  tenant_id: uuid,
  role: z.string(),
});
const userData = z.object({
  id: uuid,
  email: z.string(),
  role,
  tenant_id: uuid,
  org_id: uuid.nullable(),
  is_active: z.boolean(),
  is_platform_admin: z.boolean(),
  created_at: instant,
});
const tenantData = z.object({
  id: uuid,
  name: z.string(),
  tier,
  daily_inference_cost_cap_usd: usd.nullable(),
  monthly_request_cap: z.number().int().nullable(),
  behavior_cross_tenant_enabled: z.boolean(),
  created_at: instant,
});

export const auth = {
  "auth.token": operation({
    method: "POST",
    path: "/auth/token",
    tag,
    who: "anonymous",
    status: 200,
    summary: "Sign in as a user",
    description: "Needs X-Tenant-ID. Also sets the HTTP-only cookie `acp_token`.",
    body: z.strictObject({ email: z.string().max(254), password: z.string().max(200) }),
    example: { email: "admin@portcullis.local", password: "" },
    data: tokenData,
    errors: [
      "tenant_header_required",
      "invalid_tenant_uuid",
      "invalid_credentials",
      "tenant_mismatch",
      "inconsistent_account",
      "ip_blocked",
      "request_id_reused",
      "chain_halted",
    ],
    setsCookie: true,
  }),
  "auth.agentToken": operation({
    method: "POST",
    path: "/auth/agent/token",
    tag,
    who: "internal",
    status: 200,
    summary: "Sign in as an agent",
    description:
      "Needs X-Internal-Secret, or an edge session of the agent's tenant as bearer token. `subject_token` is the delegating agent's valid token.",
    body: z.strictObject({
      agent_id: uuidInput,
      secret: z.string().max(200),
      subject_token: z.string().max(8192).optional(),
    }),
    example: { agent_id: EXAMPLE_UUID, secret: "acs_" },
    data: tokenData,
    errors: [
      "tenant_header_required",
      "invalid_tenant_uuid",
      "invalid_credentials",
      "tenant_mismatch",
      "agent_quarantined",
      "invalid_token",
      "ip_blocked",
    ],
  }),
  "auth.me": operation({
    method: "GET",
    path: "/auth/me",
    tag,
    who: "authenticated",
    agents: true,
    status: 200,
    summary: "Who the caller is",
    description:
      "`permissions` are those of a user's role, the scopes of an API key, or the grants of an agent's token.",
    data: z.object({
      kind: z.enum(["user", "agent"]),
      id: uuid,
      tenant_id: uuid,
      role: z.string(),
      permissions: z.array(z.union([z.string(), grant])),
      email: z.string().nullable(),
      name: z.string().nullable(),
      is_platform_admin: z.boolean(),
      expires_at: instant,
    }),
  }),
  "auth.introspect": operation({
    method: "POST",
    path: "/auth/introspect",
    tag,
    who: "authenticated",
    agents: true,
    status: 200,
    summary: "Whether a token of this tenant is valid",
    description:
      "Shape of RFC 7662. A token of another tenant, or one that is not valid, is only `active: false`. An agent may ask about its own tokens.",
    body: z.strictObject({ token: z.string().max(8192) }),
    example: { token: "eyJ" },
    idempotent: true,
    data: z.object({
      active: z.boolean(),
      sub: uuid.optional(),
      jti: uuid.optional(),
      role: z.string().optional(),
      tenant_id: uuid.optional(),
      exp: z.number().int().optional(),
      iat: z.number().int().optional(),
    }),
  }),
  "auth.refresh": operation({
    method: "POST",
    path: "/auth/refresh",
    tag,
    who: "authenticated",
    agents: true,
    status: 200,
    summary: "A new token for the caller",
    description:
      "Fresh jti and expiry; the old token stays valid until its own expiry. A delegated token never outlives a hop.",
    data: tokenData,
    errors: ["agent_quarantined"],
    setsCookie: true,
  }),
  "auth.logout": operation({
    method: "POST",
    path: "/auth/logout",
    tag,
    who: "authenticated",
    agents: true,
    status: 204,
    summary: "Revoke the caller's token",
    audit: "token_revoked",
    setsCookie: true,
  }),
  "auth.revoke": operation({
    method: "POST",
    path: "/auth/revoke",
    tag,
    who: "SECURITY+",
    status: 204,
    summary: "Revoke a token by id or by value",
    body: z.union([z.strictObject({ jti: uuidInput }), z.strictObject({ token: z.string().max(8192) })], {
      error: "name either `jti` or `token`",
    }),
    example: { jti: EXAMPLE_UUID },
    errors: ["not_found"],
    audit: "token_revoked",
  }),
  "auth.createUser": operation({
    method: "POST",
    path: "/auth/users",
    tag,
    who: "ADMIN",
    status: 201,
    summary: "Create a user of the tenant",
    body: z.strictObject({ email, password, role }),
    example: { email: "ada@example.com", password: "at least 12 bytes", role: "AUDITOR" },
    data: userData,
    scopes: CREDENTIAL_SCOPES,
    errors: ["conflict"],
    audit: "user_created",
  }),
  "auth.createCredentials": operation({
    method: "POST",
    path: "/auth/credentials",
    tag,
    who: "ADMIN",
    status: 201,
    summary: "Provision an agent's secret",
    description:
      "The secret is generated and returned once. Earlier secrets of the agent end at once, or after `overlap_seconds`.",
    body: z.strictObject({ agent_id: uuidInput, overlap_seconds: z.number().int().min(0).max(604_800).default(0) }),
    example: { agent_id: EXAMPLE_UUID, overlap_seconds: 3600 },
    data: z.object({ id: uuid, agent_id: uuid, secret: z.string(), created_at: instant }),
    scopes: CREDENTIAL_SCOPES,
    errors: ["agent_not_found"],
    audit: "credentials_created",
  }),
  "auth.saveTenant": operation({
    method: "POST",
    path: "/auth/tenants",
    tag,
    who: "platform",
    status: 201,
    summary: "Create a tenant, or change one",
    description:
      "With an `id` that exists, the tenant is changed, and keeps what is not named; a new one is of tier `free` then. `admin` makes its first ADMIN.",
    body: z.strictObject({
      id: uuidInput.optional(),
      name,
      tier: tier.optional(),
      daily_inference_cost_cap_usd: usdInput.nullable().optional(),
      monthly_request_cap: z.number().int().positive().nullable().optional(),
      admin: z.strictObject({ email, password }).optional(),
    }),
    example: {
      name: "Payments",
      tier: "pro",
      admin: { email: "admin@payments.example.com", password: "at least 12 bytes" },
    },
    data: tenantData,
    scopes: CREDENTIAL_SCOPES,
    errors: ["conflict"],
    audit: "tenant_saved",
  }),
  "auth.getTenant": operation({
    method: "GET",
    path: "/auth/tenants/{tenant_id}",
    tag,
    who: "authenticated",
    agents: true,
    status: 200,
    summary: "The caller's tenant",
    params: z.object({ tenant_id: uuidInput }),
    data: tenantData,
    errors: ["not_found"],
  }),
};

export const users = {
  "users.list": operation({
    method: "GET",
    path: "/users",
    tag: "users",
    who: "AUDITOR+",
    status: 200,
    summary: "List the users of the tenant",
    description: "Newest first. Other answers name users by `id`.",
    query: pageQuery,
    data: pageOf(userData),
    paged: true,
  }),
};
