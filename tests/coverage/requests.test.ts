// One row per operation of the contract and fact about what is sent to it: another tenant's ids, wrong verbs, bodies that
// are not JSON, bodies and queries that do not match.

import { expandErrors, type OperationId, operationList } from "@portcullis/contract";
import {
  approvalKeyOf,
  type CallOptions,
  type Credentials,
  eachDatabase,
  execute,
  type ListedOperation,
  probe,
  rightfulCaller,
  type Stack,
  sampleBody,
  unknownParams,
  useStack,
} from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";

const VERBS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const withBody = operationList.filter(({ body }) => body !== undefined);
const withExample = operationList.filter(({ example }) => example !== undefined);
const withIds = operationList.filter(({ path }) => path.includes("{"));
const paged = operationList.filter(({ paged }) => paged === true);
/** Their answers do not tell what the path named: a user's own text is looked up as an id. */
const FREE_TEXT_PARAMETERS = new Set(["tool_name", "key"]);
/** Their queries are read by the edge, which takes none and minds none. */
const WITHOUT_QUERY_CHECK: ReadonlySet<OperationId> = new Set(["execution.execute", "execution.executeTool"]);

interface ForeignIds {
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly permission_id: string;
  readonly tool_name: string;
  readonly key_id: string;
  readonly contract: string;
  readonly key: string;
  readonly audit_id: string;
}

eachDatabase("requests to every operation", (database) => {
  const stack = useStack(database, { sidecars: 0 });
  const call = async (operation: ListedOperation, options: CallOptions, method?: string) => {
    const params = { ...unknownParams(operation.path), ...ownTenant(stack(), operation), ...options.params };
    return probe(stack(), operation, { as: await rightfulCaller(stack(), operation), ...options, params }, method);
  };

  describe("another tenant's ids", () => {
    let foreign: ForeignIds;
    beforeAll(async () => {
      foreign = await makeForeignThings(stack());
    });
    test.each(withIds.map((operation) => [operation.id, operation] as const))(
      "%s answers for them as for ids that never were",
      async (_, operation) => {
        const as = await rightfulCaller(stack(), operation);
        const params = foreignParams(operation, foreign);
        const ofForeign = await call(operation, { as, params });
        const ofNothing = await call(operation, { as, params: unknownParams(operation.path) });
        const told = ({ status, error, code, detail }: typeof ofForeign) => ({ status, error, code, detail });
        expect(told(ofForeign)).toEqual(told(ofNothing));
        expect(ofForeign.status, JSON.stringify(ofForeign.body)).toBeGreaterThanOrEqual(400);
        expect(ofForeign.status).toBeLessThan(500);
      },
    );
    test("and nothing of the other tenant was changed by them", async () => {
      const { otherTenant } = stack();
      const as = otherTenant.users.ADMIN;
      const agent = await stack().call("agents.get", { as, params: { agent_id: foreign.agent_id } });
      expect(agent.data.status).toBe("ACTIVE");
      const grants = await stack().call("agents.listPermissions", { as, params: { agent_id: foreign.agent_id } });
      expect(grants.data.items.map(({ id }) => id)).toContain(foreign.permission_id);
      const tools = await stack().call("registry.listTools", { as, query: { limit: 500 } });
      expect(tools.data.items.map(({ tool_name }) => tool_name)).toContain(foreign.tool_name);
      const contracts = await stack().call("autonomy.listContracts", { as });
      expect(contracts.data.items.find(({ id }) => id === foreign.contract)?.is_active).toBe(true);
      const keys = await stack().call("apiKeys.list", { as });
      expect(keys.data.items.find(({ id }) => id === foreign.key_id)?.revoked_at).toBeNull();
      const pending = await stack().call("autoResponse.listPending", { as });
      expect(pending.data.items.map(({ key }) => key)).toContain(foreign.key);
      const killSwitch = await stack().call("killSwitch.get", { as, params: { tenant_id: otherTenant.id } });
      expect(killSwitch.data.engaged).toBe(false);
    });
  });

  describe("wrong verbs", () => {
    test.each(operationList.map((operation) => [operation.id, operation] as const))(
      "%s: other verbs than its path's are 405 with Allow",
      async (_, operation) => {
        const allowed = verbsOf(operation.path);
        for (const verb of VERBS.filter((one) => !allowed.includes(one))) {
          const answer = await call(operation, {}, verb);
          expect(answer, verb).toMatchObject({ status: 405, error: "method_not_allowed" });
          const named = (answer.allow ?? "").split(/, */).filter((one) => one !== "HEAD" && one !== "OPTIONS");
          expect(named.sort(), verb).toEqual([...allowed].sort());
        }
      },
    );
  });

  describe("bodies that are not JSON", () => {
    test.each(withBody.map((operation) => [operation.id, operation] as const))(
      "%s refuses them with 400 or 415",
      async (_, operation) => {
        const rows: [string, CallOptions, number, string][] = [
          ["cut short", { raw: '{"a":' }, 400, "malformed_body"],
          ["two values", { raw: "{} {}" }, 400, "malformed_body"],
          ["invalid UTF-8", { raw: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, 400, "malformed_body"],
          ["the same key twice", { raw: '{"a":1,"a":2}' }, 400, "duplicate_json_key"],
          ["too deep", { raw: `${'{"a":'.repeat(600)}1${"}".repeat(600)}` }, 400, "json_too_deep"],
        ];
        for (const [what, options, status, error] of rows) {
          expect(await call(operation, options), what).toMatchObject({ status, error });
        }
      },
    );
  });

  describe("bodies that do not match", () => {
    test.each(withBody.map((operation) => [operation.id, operation] as const))(
      "%s refuses them with 422 and details",
      async (_, operation) => {
        for (const body of [[], "text", 7, { ...objectOf(sampleBody(operation.id)), no_such_member: 1 }]) {
          const answer = await call(operation, { body });
          expect(answer, JSON.stringify(body)).toMatchObject({ status: 422, error: "Validation failed" });
          const { details } = (answer.body as { meta: { details: unknown[] } }).meta;
          expect(details.length).toBeGreaterThan(0);
          for (const detail of details) {
            expect(detail).toEqual({
              type: expect.any(String),
              loc: expect.arrayContaining(["body"]),
              msg: expect.any(String),
              input: (detail as { input: unknown }).input,
            });
            expect(detail).toHaveProperty("input");
          }
        }
      },
    );
  });

  describe("paths and queries that do not match", () => {
    const byUuid = withIds.filter(({ path }) =>
      Object.keys(unknownParams(path)).some((name) => !FREE_TEXT_PARAMETERS.has(name)),
    );
    test.each(byUuid.map((operation) => [operation.id, operation] as const))(
      "%s: an id that is no UUID is 422",
      async (_, operation) => {
        const names = Object.keys(unknownParams(operation.path)).filter((name) => !FREE_TEXT_PARAMETERS.has(name));
        for (const name of names) {
          const answer = await call(operation, { params: { [name]: "not-a-uuid" } });
          expect(answer).toMatchObject({ status: 422, error: "Validation failed" });
          expect(answer.body).toMatchObject({ meta: { details: [expect.objectContaining({ loc: ["path", name] })] } });
        }
      },
    );
    const withQueryCheck = operationList.filter(({ id }) => !WITHOUT_QUERY_CHECK.has(id));
    test.each(withQueryCheck.map((operation) => [operation.id, operation] as const))(
      "%s: a query member that it does not have is 422",
      async (_, operation) => {
        const answer = await call(operation, { query: { no_such_member: "1" } });
        expect(answer).toMatchObject({ status: 422, error: "Validation failed" });
        expect(expandErrors(operation)).toContain(answer.code);
        expect(answer.body).toMatchObject({
          meta: { details: [expect.objectContaining({ type: "extra_forbidden", loc: ["query", "no_such_member"] })] },
        });
      },
    );
    test.each(paged.map((operation) => [operation.id, operation] as const))(
      "%s: limit is 1 to 500, a cursor is one of its own",
      async (_, operation) => {
        const params = operation.path.includes("{agent_id}") ? { agent_id: stack().tenant.agent.id } : {};
        for (const limit of ["0", "501", "-1", "ten", "1.5", "0x10", "1e2", "+5", " 5", "5.0", ""]) {
          const answer = await call(operation, { params, query: { limit } });
          expect(answer, limit).toMatchObject({ status: 422, error: "Validation failed" });
          expect(answer.body).toMatchObject({
            meta: { details: [expect.objectContaining({ loc: ["query", "limit"] })] },
          });
        }
        expect(await call(operation, { params, query: { cursor: "no cursor" } })).toMatchObject({
          status: 400,
          error: "invalid_cursor",
        });
        for (const limit of ["1", "500"]) {
          const answer = await call(operation, { params, query: { limit } });
          expect(answer.status).toBe(200);
          const { data } = answer.body as { data: { items: unknown[]; next_cursor: string | null } };
          expect(data.items.length).toBeLessThanOrEqual(Number(limit));
          expect(data).toHaveProperty("next_cursor");
        }
      },
    );
  });

  // Last, because they change the tenant.
  describe("the example with which its description begins", () => {
    test.each(withExample.map((operation) => [operation.id, operation] as const))(
      "%s: is understood, whatever comes of it",
      async (_, operation) => {
        const answer = await call(operation, { body: operation.example });
        expect([400, 413, 415, 422], JSON.stringify(answer.body)).not.toContain(answer.status);
        expect(answer.status).toBeLessThan(500);
      },
    );
  });
});

function ownTenant(stack: Stack, { path }: ListedOperation): Record<string, string> {
  return path.includes("{tenant_id}") ? { tenant_id: stack.tenant.id } : {};
}

function objectOf(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}

/** Verbs of all operations of a path. */
function verbsOf(path: string): string[] {
  return [...new Set(operationList.filter((other) => other.path === path).map(({ method }) => method as string))];
}

function foreignParams(operation: ListedOperation, foreign: ForeignIds): Record<string, string> {
  const names = Object.keys(unknownParams(operation.path));
  return Object.fromEntries(
    names.map((name) => {
      if (name === "id" && operation.id.startsWith("autonomy.")) return [name, foreign.contract];
      if (name === "execution_id") return [name, foreign.audit_id];
      const value = (foreign as unknown as Record<string, string>)[name];
      if (value === undefined) throw new Error(`${operation.id}: make a thing of another tenant for {${name}}`);
      return [name, value];
    }),
  );
}

async function makeForeignThings(stack: Stack): Promise<ForeignIds> {
  const { otherTenant } = stack;
  const as: Credentials = otherTenant.users.ADMIN;
  const agent = await otherTenant.createAgent({ grants: { echo: "ESCALATE" } });
  const grants = await stack.call("agents.listPermissions", { as, params: { agent_id: agent.id } });
  const toolName = "only-of-the-other-tenant";
  await stack.call("registry.createTool", { as, body: { tool_name: toolName } });
  const { id: keyId } = await otherTenant.createApiKey(["read"]);
  const contract = await stack.call("autonomy.createContract", {
    as,
    body: { name: "foreign", agent_scope: "none-*" },
  });
  const escalated = await execute(stack, "control plane", "echo", { as: agent });
  const { audit_id } = escalated.body.data as { readonly audit_id: string };
  return {
    tenant_id: otherTenant.id,
    agent_id: agent.id,
    permission_id: grants.data.items[0]?.id ?? "",
    tool_name: toolName,
    key_id: keyId,
    contract: contract.data.id,
    key: approvalKeyOf(escalated),
    audit_id,
  };
}
