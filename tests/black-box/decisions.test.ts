// What decides: policies, grants, approvals, weights, through real HTTP.

import { randomUUID } from "node:crypto";
import {
  approvalKeyOf,
  auditRowOf,
  bearer,
  type Credentials,
  type ExecuteOptions,
  eachDatabase,
  execute,
  HOMES,
  type TestTenant,
  useStack,
} from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

const POLICY = `
@id("limits.forbid-large")
forbid(principal, action, resource) when { context.args has amount && context.args.amount > 100 };
`;

eachDatabase("decisions", (database) => {
  const stack = useStack(database, { oneTenant: true });
  const admin = (tenant: TestTenant = stack().tenant) => tenant.users.ADMIN;

  describe.each(HOMES)("at the %s", (home) => {
    const run = (tool: string, options: ExecuteOptions = {}) => execute(stack(), home, tool, options);

    describe("escalation and approval", () => {
      const escalating = () => stack().tenant.createAgent({ grants: { echo: "ESCALATE" } });
      const approve = (key: string, as = admin()) =>
        stack().call("autoResponse.approvePending", { as, params: { key }, body: { reason: "seen" } });

      test("escalate is 403 approval_required with the envelope, approval_key and reason, and runs nothing", async () => {
        const answer = await run("echo", { as: await escalating() });
        expect(answer).toMatchObject({ status: 403, error: "approval_required" });
        expect(answer.body.data).toMatchObject({
          action: "escalate",
          findings: expect.any(Array),
          score: expect.any(Number),
          signals_evaluated: { inference: expect.anything(), policy: expect.anything(), behavior: expect.anything() },
          audit_id: expect.any(String),
          receipt_url: expect.stringContaining("/receipt"),
          approval_key: expect.any(String),
          reason: expect.any(String),
        });
        expect(stack().tools.runsOf(answer.requestId)).toEqual([]);
        expect(await auditRowOf(stack(), answer.requestId)).toMatchObject({ decision: "escalate", outcome: "denied" });
      });
      test("an approval outlasts a call that found no connection, and a tool of which no rule speaks", async () => {
        const as = await stack().tenant.createAgent({ grants: { dead: "ESCALATE" } });
        const name = `outlasts-${randomUUID()}`;
        const upload = (policy: string) => stack().call("policy.upload", { as: admin(), body: { name, policy } });
        await upload(
          `@id("${name}") forbid (principal, action == Action::"text", resource) when { context.role == "none" };`,
        );
        const key = approvalKeyOf(await run("dead", { as }));
        await approve(key);
        const use = () => run("dead", { as, headers: { "x-approval-key": key } });
        expect(await use()).toMatchObject({ status: 502, error: "upstream_unreachable" });
        await stack().call("registry.createTool", { as: admin(), body: { tool_name: `new-${randomUUID()}` } });
        expect(await use()).toMatchObject({ status: 502, error: "upstream_unreachable" });
        await upload("");
        expect(await use()).toMatchObject({
          status: 403,
          error: "approval_required",
          body: { data: { reason: expect.stringContaining("policies changed") } },
        });
      });
      test("approved, the retry with X-Approval-Key runs once; the next one needs another approval", async () => {
        const as = await escalating();
        const payload = { n: randomUUID() };
        const key = approvalKeyOf(await run("echo", { as, payload }));
        const listed = await stack().call("autoResponse.listPending", {
          as: stack().tenant.users.AUDITOR,
          query: { limit: 500 },
        });
        expect(listed.data.items.find((item) => item.key === key)).toMatchObject({
          status: "pending",
          agent_id: as.id,
          tool_name: "echo",
        });
        const approved = await approve(key);
        expect(approved.data).toMatchObject({ status: "approved", decided_by: admin().id, decision_reason: "seen" });
        const headers = { "x-approval-key": key };
        const allowed = await run("echo", { as, payload, headers });
        expect(allowed.status, allowed.text).toBe(200);
        expect(stack().tools.runsOf(allowed.requestId)).toHaveLength(1);
        const again = await run("echo", { as, payload, headers });
        expect(again).toMatchObject({ status: 403, error: "approval_required" });
        expect(approvalKeyOf(again)).not.toBe(key);
        expect(again.body.meta?.hint).toContain(`was used by the call ${allowed.data.audit_id}`);
        const overrides = await stack().call("autonomy.overrides", {
          as: stack().tenant.users.AUDITOR,
          query: { minutes: 60, limit: 500 },
        });
        expect(overrides.data.items).toContainEqual(
          expect.objectContaining({ audit_id: allowed.data.audit_id, overridden_by: admin().id, reason: "seen" }),
        );
      });
      test("an approval that is pending, rejected or of another payload lets nothing run", async () => {
        const as = await escalating();
        const payload = { n: randomUUID() };
        const key = approvalKeyOf(await run("echo", { as, payload }));
        expect((await run("echo", { as, payload, headers: { "x-approval-key": key } })).error).toBe(
          "approval_required",
        );
        await approve(key);
        expect((await run("echo", { as, payload: { n: "other" }, headers: { "x-approval-key": key } })).error).toBe(
          "approval_required",
        );
        const other = await escalating();
        expect((await run("echo", { as: other, payload, headers: { "x-approval-key": key } })).error).toBe(
          "approval_required",
        );
        const second = approvalKeyOf(await run("echo", { as, payload: { n: 2 } }));
        const rejected = await stack().call("autoResponse.rejectPending", {
          as: admin(),
          params: { key: second },
          body: {},
        });
        expect(rejected.data.status).toBe("rejected");
        const denied = await run("echo", { as, payload: { n: 2 }, headers: { "x-approval-key": second } });
        expect(denied).toMatchObject({ status: 403, error: "approval_required" });
        expect(denied.body.meta?.hint).toContain("was denied by an administrator");
      });
      test("an approval covers the cost that the approver saw, and no higher one", async () => {
        const as = await escalating();
        const payload = { n: randomUUID() };
        const declaring = (completion_tokens: number, headers = {}) =>
          run("echo", { as, payload, headers, body: { usage: { prompt_tokens: 0, completion_tokens } } });
        const key = approvalKeyOf(await declaring(1000));
        const approved = await approve(key);
        expect(approved.data.declared_cost_usd).toMatch(/^0\.\d+$/);
        const headers = { "x-approval-key": key };
        const refused = await declaring(100_000, headers);
        expect(refused).toMatchObject({ status: 403, error: "approval_required" });
        expect(refused.body.meta?.hint).toContain(`declared a cost of ${approved.data.declared_cost_usd} USD`);
        expect(approvalKeyOf(refused)).not.toBe(key);
        const allowed = await declaring(999, headers);
        expect(allowed.status, allowed.text).toBe(200);
      });
      test("only an ADMIN approves, a decided one is 409, an unknown one 404", async () => {
        const key = approvalKeyOf(await run("echo", { as: await escalating() }));
        expect(await approve(key, stack().tenant.users.SECURITY)).toMatchObject({ status: 403 });
        await approve(key);
        expect(await approve(key)).toMatchObject({ status: 409, error: "conflict" });
        expect(await approve(randomUUID())).toMatchObject({ status: 404, error: "not_found" });
      });
      test("an approval never overrides a deny", async () => {
        const as = await escalating();
        const key = approvalKeyOf(await run("echo", { as }));
        await approve(key);
        await stack().call("agents.grantPermission", {
          as: admin(),
          params: { agent_id: as.id },
          body: { tool_name: "echo", action: "DENY" },
        });
        const denied = await run("echo", { as, headers: { "x-approval-key": key } });
        expect(denied).toMatchObject({ status: 403, error: "policy_denied" });
      });
    });

    test("deny wins over allow and escalate on the same tool", async () => {
      const agent = await stack().tenant.createAgent({ grants: ["echo"] });
      expect((await run("echo", { as: agent })).status).toBe(200);
      await stack().call("agents.grantPermission", {
        as: admin(),
        params: { agent_id: agent.id },
        body: { tool_name: "echo", action: "DENY" },
      });
      expect(await run("echo", { as: agent })).toMatchObject({ status: 403, error: "policy_denied" });
    });
  });

  describe("policies, in a tenant of their own", () => {
    test("who may approve a call sees what policies read of its payload, and nobody else sees any of it", async () => {
      const tenant = await stack().createTenant();
      const schema = { type: "object", properties: { amount: { type: "integer" }, note: { type: "string" } } };
      await stack().call("registry.updateTool", {
        as: admin(tenant),
        params: { tool_name: "echo" },
        body: { input_schema: schema },
      });
      await stack().call("policy.upload", {
        as: tenant.users.SECURITY,
        body: { name: "main", policy: policyFor("echo") },
      });
      const as = await tenant.createAgent({ grants: { echo: "ESCALATE" } });
      const asked = await execute(stack(), "control plane", "echo", { as, payload: { amount: 7, note: "unread" } });
      const key = approvalKeyOf(asked);
      const seenBy = async (caller: Credentials) => {
        const listed = await stack().call("autoResponse.listPending", { as: caller });
        return listed.data.items.find((item) => item.key === key)?.arguments;
      };
      expect(await seenBy(tenant.users.ADMIN)).toEqual({ "/amount": 7 });
      expect([await seenBy(tenant.users.SECURITY), await seenBy(tenant.users.AUDITOR)]).toEqual([null, null]);
      for (const scopes of [["read"], ["read", "execute", "audit:read"], ["read", "write"], ["admin"]] as const) {
        const made = await tenant.createApiKey(scopes);
        const { data } = await stack().call("apiKeys.validate", { body: { api_key: made.key } });
        const withKey = bearer(data.access_token, tenant.id);
        const mayApprove = await stack().call("autoResponse.approvePending", {
          as: withKey,
          params: { key: randomUUID() },
        });
        expect(await seenBy(withKey), scopes.join()).toEqual(mayApprove.status === 404 ? { "/amount": 7 } : null);
        expect(mayApprove.status).toBe(scopes.some((scope) => scope === "write" || scope === "admin") ? 404 : 403);
      }
      const approved = await stack().call("autoResponse.approvePending", { as: admin(tenant), params: { key } });
      expect(approved.data.arguments).toEqual({ "/amount": 7 });
    });
    test("an uploaded policy decides by arguments, with its @id as rule_id, and writes policy_uploaded", async () => {
      const tenant = await stack().createTenant();
      const schema = { type: "object", properties: { amount: { type: "integer" } } };
      await stack().call("registry.updateTool", {
        as: admin(tenant),
        params: { tool_name: "echo" },
        body: { input_schema: schema },
      });
      const uploaded = await stack().call("policy.upload", {
        as: tenant.users.SECURITY,
        body: { name: "main", policy: policyFor("echo") },
      });
      expect(uploaded.status, uploaded.text).toBe(200);
      expect(uploaded.data.rules.map(({ id }) => id)).toContain("limits.forbid-large");
      const run = (amount: number) =>
        execute(stack(), "control plane", "echo", { as: tenant.agent, payload: { amount } });
      expect((await run(100)).status).toBe(200);
      expect((await run(101)).body).toMatchObject({
        error: "policy_denied",
        data: { action: "deny", rule_id: "limits.forbid-large" },
      });
      const rows = await stack().call("audit.list", { as: admin(tenant), query: { action: "policy_uploaded" } });
      expect(JSON.parse(rows.data.items[0]?.content ?? "{}")).toMatchObject({
        name: "main",
        uploaded_by: tenant.users.SECURITY.id,
        bundle_revision: uploaded.data.bundle_revision,
      });
      const simulated = await stack().call("policy.simulate", {
        as: tenant.users.SECURITY,
        body: { name: "main", policy: policyFor("echo").replace("100", "50") },
      });
      expect(simulated.status, simulated.text).toBe(200);
      expect(simulated.data.changed).toContainEqual(
        expect.objectContaining({
          was: { decision: "allow", rule_id: null },
          now: { decision: "deny", rule_id: "limits.forbid-large" },
        }),
      );
      const tested = await stack().call("policy.test", {
        as: tenant.users.SECURITY,
        body: {
          name: "main",
          tests: [
            {
              name: "large",
              tool_name: "echo",
              payload: { amount: 101 },
              expect: { decision: "deny", rule_id: "limits.forbid-large" },
            },
            { name: "small", tool_name: "echo", payload: { amount: 1 }, expect: { decision: "deny" } },
          ],
        },
      });
      expect(tested.data).toMatchObject({ passed: 1, failed: 1 });
    });
    test("a policy that does not parse, has no @id, or names an unknown attribute is 422 policy_invalid with errors", async () => {
      for (const policy of [
        "forbid(",
        "forbid(principal, action, resource);",
        `@id("x.y")\nforbid(principal, action, resource) when { context.no_such_attribute };`,
      ]) {
        const answer = await stack().call("policy.upload", { as: admin(), body: { name: "bad", policy } });
        expect(answer, policy).toMatchObject({ status: 422, error: "policy_invalid" });
        expect((answer.body.data as unknown as { errors: unknown[] }).errors.length).toBeGreaterThan(0);
      }
      const listed = await stack().call("policy.list", { as: stack().tenant.users.AUDITOR });
      expect(listed.data.items.map(({ name }) => name)).not.toContain("bad");
    });
  });

  test("signal weights are read, set by SECURITY, and refused when all are 0", async () => {
    const { users } = stack().tenant;
    const weights = { inference: 0.5, policy: 0.3, behavior: 0.2 };
    expect((await stack().call("risk.getSignalWeights", { as: users.VIEWER })).data.is_default).toBe(true);
    expect((await stack().call("risk.setSignalWeights", { as: users.SECURITY, body: weights })).data).toMatchObject({
      weights,
      is_default: false,
    });
    expect((await stack().call("risk.getSignalWeights", { as: users.VIEWER })).data.weights).toEqual(weights);
    const none = { inference: 0, policy: 0, behavior: 0 };
    expect(await stack().call("risk.setSignalWeights", { as: users.SECURITY, body: none })).toMatchObject({
      status: 422,
    });
  });
  test("decision history and summary tell of the calls, newest first", async () => {
    const { users, agent } = stack().tenant;
    const { requestId } = await execute(stack(), "control plane", "db.query", { payload: { sql: "DROP TABLE users" } });
    await auditRowOf(stack(), requestId);
    const history = await stack().call("decision.history", { as: users.SECURITY, query: { agent_id: agent.id } });
    expect(history.data.items[0]).toMatchObject({
      request_id: requestId,
      decision: "deny",
      rule_id: "agent.deny.destructive_sql",
    });
    const summary = await stack().call("decision.summary", { as: users.SECURITY });
    expect(summary.data.by_rule.map(({ rule_id }) => rule_id)).toContain("agent.deny.destructive_sql");
    expect(summary.data.allow + summary.data.deny + summary.data.escalate).toBe(summary.data.total);
  });
});

/** Argument conditions are checked against the tool's schema, so the rule names its tool. */
function policyFor(tool: string): string {
  return POLICY.replace("action,", `action == Action::"${tool}",`);
}
