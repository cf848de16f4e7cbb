// Tag api-keys: keys that an SDK or an edge exchanges for a token, once per session.

import { z } from "zod";
import { operation } from "../operation.js";
import { API_KEY_SCOPES, CREDENTIAL_SCOPES } from "../roles.js";
import { instant, name, pageOf, pageQuery, uuid, uuidInput } from "../schemas/common.js";
import { tokenData } from "./auth.js";

const tag = "api-keys";
const scopes = z.array(z.enum(API_KEY_SCOPES)).min(1).max(API_KEY_SCOPES.length);
const apiKeyData = z.object({
  id: uuid,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  created_by: uuid,
  created_at: instant,
  revoked_at: instant.nullable(),
});

export const apiKeys = {
  "apiKeys.validate": operation({
    method: "POST",
    path: "/api-keys/validate",
    tag,
    who: "anonymous",
    status: 200,
    summary: "Exchange an API key for a token",
    description: "The token has the role of the key's creator, cut by the key's scopes.",
    body: z.strictObject({ api_key: z.string().max(200) }),
    example: { api_key: "acp_" },
    data: tokenData.extend({ user_id: uuid, scopes: z.array(z.string()) }),
    errors: ["invalid_api_key", "ip_blocked"],
    idempotent: true,
  }),
  "apiKeys.create": operation({
    method: "POST",
    path: "/api-keys",
    tag,
    who: "ADMIN",
    status: 201,
    summary: "Create an API key",
    description: "`key` is shown here and never again.",
    body: z.strictObject({ name, scopes }),
    example: { name: "sidecar-eu-1", scopes: ["edge"] },
    data: apiKeyData.extend({ key: z.string() }),
    scopes: CREDENTIAL_SCOPES,
    audit: "api_key_created",
  }),
  "apiKeys.list": operation({
    method: "GET",
    path: "/api-keys",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "List API keys: prefixes and metadata",
    query: pageQuery,
    data: pageOf(apiKeyData),
    paged: true,
  }),
  "apiKeys.revoke": operation({
    method: "DELETE",
    path: "/api-keys/{key_id}",
    tag,
    who: "ADMIN",
    status: 204,
    summary: "Revoke an API key and the tokens that it minted",
    params: z.object({ key_id: uuidInput }),
    errors: ["not_found"],
    audit: "api_key_revoked",
  }),
};
