// One row per operation of the contract and fact about its callers: without a token, with each role, with each scope of an
// API key, with another tenant's token. A new operation is covered by being in the contract.

import { API_KEY_SCOPES, type ApiKeyScope, type OperationId, operationList, roleMayCall } from "@portcullis/contract";
import {
  type Credentials,
  ERRORS_FOR_LOAD,
  eachDatabase,
  type ListedOperation,
  NOBODY,
  probe,
  rightfulCaller,
  type Stack,
  type TestTenant,
  unknownParams,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";

/** Answers of the gate; anything else means that the caller passed it. */
const GATE_ERRORS = new Set([
  "X-Tenant-ID header required",
  "Invalid Tenant UUID",
  "Invalid or expired token",
  "tenant_mismatch",
  "invalid_internal_secret",
  "invalid_edge_session",
  "Write operations require ADMIN or SECURITY role",
  "insufficient_role",
  "insufficient_scope",
  "platform_admin_required",
]);
/** Ends the token that it is called with, so that it needs one of its own. */
const ENDS_ITS_TOKEN: ReadonlySet<OperationId> = new Set(["auth.logout"]);
const ROLES = ["ADMIN", "SECURITY", "AUDITOR", "VIEWER", "agent"] as const;

eachDatabase("callers of every operation", (database) => {
  const stack = useStack(database, { sidecars: 0 });
  const keys = new Map<ApiKeyScope, { key: string; as: Credentials }>();
  beforeAll(async () => {
    for (const scope of API_KEY_SCOPES) {
      const made = await stack().tenant.createApiKey([scope]);
      keys.set(scope, { key: made.key, as: made });
    }
  });

  /** What a call with nothing that exists in its path came to: the gate's error, or "passed". */
  const gateOf = async (operation: ListedOperation, as: Credentials, more: Record<string, string> = {}) => {
    const params = { ...unknownParams(operation.path), ...ownTenant(operation, stack().tenant) };
    const answer = await waitFor(
      async () => {
        const given = await probe(stack(), operation, { as, params, headers: more });
        return ERRORS_FOR_LOAD.has(given.error) ? undefined : given;
      },
      { what: `${operation.id} to be answered in time` },
    );
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    return answer.error !== null && GATE_ERRORS.has(answer.error) ? `${answer.status} ${answer.error}` : "passed";
  };

  describe("without a token", () => {
    test.each(operationList.map((operation) => [operation.id, operation] as const))(
      "%s asks for tenant, then for what its callers must have",
      async (_, operation) => {
        const tenant = { "x-tenant-id": stack().tenant.id };
        const rows = {
          nothing: await gateOf(operation, NOBODY),
          "no UUID": await gateOf(operation, NOBODY, { "x-tenant-id": "not-a-uuid" }),
          "tenant alone": await gateOf(operation, NOBODY, tenant),
          "a token that is none": await gateOf(operation, NOBODY, { ...tenant, authorization: "Bearer not.a.token" }),
        };
        expect(rows).toEqual(withoutToken(operation));
      },
    );
  });

  describe("roles", () => {
    test.each(operationList.map((operation) => [operation.id, operation] as const))(
      "%s lets exactly the roles of its `who` through",
      async (_, operation) => {
        const seen: Record<string, string> = {};
        for (const role of ROLES) seen[role] = await gateOf(operation, await caller(stack(), role, operation.id));
        seen.platform = await gateOf(
          operation,
          ENDS_ITS_TOKEN.has(operation.id) ? await platformAgain(stack()) : stack().platformAdmin,
        );
        expect(seen).toEqual(byRole(operation));
      },
    );
  });

  describe("scopes", () => {
    const withUsers = operationList.filter(({ who }) => !["anonymous", "internal", "edge", "platform"].includes(who));
    test.each(withUsers.map((operation) => [operation.id, operation] as const))(
      "%s opens to an ADMIN's API key only with a scope that names it",
      async (_, operation) => {
        const open: string[] = [];
        for (const scope of API_KEY_SCOPES) {
          const known = keys.get(scope);
          if (known === undefined) throw new Error(`no key for ${scope}`);
          const as = ENDS_ITS_TOKEN.has(operation.id) ? await stack().tenant.createApiKey([scope]) : known.as;
          const answer = await gateOf(operation, withAgent(as, stack().tenant));
          if (answer === "passed") open.push(scope);
          else expect(answer).toBe("403 insufficient_scope");
        }
        expect(open.sort()).toEqual(openScopes(operation).sort());
      },
    );
  });

  describe("another tenant's token", () => {
    test.each(
      operationList.filter(({ who }) => who !== "anonymous").map((operation) => [operation.id, operation] as const),
    )("%s refuses it with 401 tenant_mismatch", async (_, operation) => {
      const { tenant, otherTenant } = stack();
      // Platform and internal callers are nobody's tenant's: a tenant's own credentials stand for them.
      const foreign =
        operation.who === "platform" || operation.who === "internal"
          ? otherTenant.users.ADMIN
          : await rightfulCaller(stack(), operation, otherTenant);
      const expected = operation.who === "internal" ? "401 invalid_edge_session" : "401 tenant_mismatch";
      expect(await gateOf(operation, foreign, { "x-tenant-id": tenant.id })).toBe(expected);
    });
  });
});

function ownTenant(operation: ListedOperation, tenant: TestTenant): Record<string, string> {
  return operation.path.includes("{tenant_id}") ? { tenant_id: tenant.id } : {};
}

async function caller(stack: Stack, role: (typeof ROLES)[number], id: OperationId): Promise<Credentials> {
  const { tenant } = stack;
  if (role === "agent") return ENDS_ITS_TOKEN.has(id) ? tenant.signInAgent(tenant.agent) : tenant.agent;
  const as = ENDS_ITS_TOKEN.has(id) ? await tenant.signIn(tenant.users[role]) : tenant.users[role];
  return withAgent(as, tenant);
}

async function platformAgain(stack: Stack): Promise<Credentials> {
  const { email, password, tenantId } = stack.platformAdmin;
  const answer = await stack.call("auth.token", { headers: { "x-tenant-id": tenantId }, body: { email, password } });
  return { headers: { authorization: `Bearer ${answer.data.access_token}`, "x-tenant-id": tenantId } };
}

/** Users who execute name the agent. */
function withAgent(as: Credentials, tenant: TestTenant): Credentials {
  return { headers: { ...as.headers, "x-agent-id": tenant.agent.id } };
}

function withoutToken(operation: ListedOperation): Record<string, string> {
  const noTenant = "400 X-Tenant-ID header required";
  const noUuid = "400 Invalid Tenant UUID";
  const rows = (nothing: string, invalid: string, none: string, garbage: string) => ({
    nothing,
    "no UUID": invalid,
    "tenant alone": none,
    "a token that is none": garbage,
  });
  switch (operation.who) {
    case "anonymous":
      // Of the anonymous operations, those that sign in within a tenant look at the header; the others do not.
      return operation.errors?.includes("tenant_header_required") === true
        ? rows(noTenant, noUuid, "passed", "passed")
        : rows("passed", "passed", "passed", "passed");
    case "internal":
      return rows(noTenant, noUuid, "401 invalid_internal_secret", "401 invalid_edge_session");
    case "edge":
      return rows("401 invalid_edge_session", noUuid, "401 invalid_edge_session", "401 invalid_edge_session");
    default:
      return rows(noTenant, noUuid, "401 Invalid or expired token", "401 Invalid or expired token");
  }
}

function byRole(operation: ListedOperation): Record<string, string> {
  const { who } = operation;
  const names = [...ROLES, "platform"] as const;
  const all = (answer: string) => Object.fromEntries(names.map((role) => [role, answer]));
  if (who === "anonymous") return all("passed");
  if (who === "internal" || who === "edge") return all("401 invalid_edge_session");
  // A POST that only reads or computes is refused like a read.
  const isWrite = operation.method !== "GET" && (operation.audit !== undefined || operation.idempotent !== true);
  const refused = isWrite ? "403 Write operations require ADMIN or SECURITY role" : "403 insufficient_role";
  const rows = Object.fromEntries(
    ROLES.map((role) => {
      const mayCall = roleMayCall(who, role) || (role === "agent" && operation.agents === true);
      if (!mayCall) return [role, refused];
      return [role, who === "platform" ? "403 platform_admin_required" : "passed"];
    }),
  );
  // The platform's ADMIN is an ADMIN of its own tenant; the kill switch's path names another.
  const ofOther =
    operation.errors?.includes("tenant_mismatch") === true && operation.path.includes("{tenant_id}")
      ? "401 tenant_mismatch"
      : "passed";
  return { ...rows, platform: ofOther };
}

function openScopes(operation: ListedOperation): string[] {
  // What a caller does with its own token needs no scope.
  if (operation.tag === "auth" && operation.who === "authenticated") return [...API_KEY_SCOPES];
  return [...new Set(["admin", ...(operation.scopes ?? [operation.method === "GET" ? "read" : "write"])])];
}
