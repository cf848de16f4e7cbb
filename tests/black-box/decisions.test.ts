// What decides: policies, grants, approvals, delegation, autonomy contracts, limits and caps, through real HTTP.

import { randomUUID } from "node:crypto";
import {
  approvalKeyOf,
  auditRowOf,
  bearer,
  claimsOf,
  type Executed,
  type ExecuteOptions,
  eachDatabase,
  execute,
  HOMES,
  type TestAgent,
  type TestTenant,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

const POLICY = `
@id("limits.forbid-large")
forbid(principal, action, resource) when { context.args has amount && context.args.amount > 100 };
`;

eachDatabase("decisions", (database) => {
  const stack = useStack(database);
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

    describe("delegation", () => {
      test("a token minted with subject_token has the nested act claim, and no grant that a hop lacks", async () => {
        const { tenant } = stack();
        const first = await tenant.createAgent({ grants: ["echo"] });
        const second = await tenant.createAgent({ grants: ["echo", "text"] });
        const delegated = await tenant.signInAgent(second, first.token);
        expect(claimsOf(delegated.token).act).toMatchObject({ sub: first.id });
        expect((await run("echo", { as: delegated })).status).toBe(200);
        expect((await run("text", { as: delegated })).body).toMatchObject({
          error: "policy_denied",
          data: { rule_id: "agent.deny.tool_not_granted" },
        });
        expect((await run("text", { as: second })).status).toBe(200);
      });
      test("it ends no later than any hop, after refresh too, and with the revocation of a hop", async () => {
        const { tenant } = stack();
        const first = await tenant.createAgent({ grants: ["echo"] });
        const second = await tenant.createAgent({ grants: ["echo"] });
        const delegated = await tenant.signInAgent(second, first.token);
        const ends = (token: string) => Number(claimsOf(token).exp);
        expect(ends(delegated.token)).toBeLessThanOrEqual(ends(first.token));
        const fresh = await stack().call("auth.refresh", { as: bearer(delegated.token, tenant.id) });
        expect(ends(fresh.data.access_token)).toBeLessThanOrEqual(ends(first.token));
        expect((await run("echo", { as: delegated })).status).toBe(200);
        await stack().call("auth.revoke", { as: admin(), body: { token: first.token } });
        expect(await run("echo", { as: delegated })).toMatchObject({ status: 401, error: "Invalid or expired token" });
      });
      test("a contract's delegation_max_depth counts the hops: 1 passes, 2 does not", async () => {
        const { tenant } = stack();
        const mark = randomUUID().slice(0, 8);
        const agents: TestAgent[] = [];
        for (const hop of [0, 1, 2])
          agents.push(await tenant.createAgent({ name: `chain-${mark}-${hop}`, grants: ["echo"] }));
        const [a, b, c] = agents as [TestAgent, TestAgent, TestAgent];
        await stack().call("autonomy.createContract", {
          as: admin(),
          body: { name: `depth ${mark}`, agent_scope: `chain-${mark}-*`, delegation_max_depth: 1 },
        });
        const second = await tenant.signInAgent(b, a.token);
        const third = await tenant.signInAgent(c, second.token);
        expect((await run("echo", { as: second })).status).toBe(200);
        const refused = await run("echo", { as: third });
        expect(refused).toMatchObject({ status: 403, error: "policy_denied" });
        expect(refused.body.data).toMatchObject({
          findings: expect.arrayContaining(["delegation_too_deep"]),
          rule_id: expect.stringMatching(/^autonomy\.deny\./),
        });
      });
    });

    describe("autonomy contracts", () => {
      const closedNow = () => {
        const hour = new Date().getUTCHours();
        const at = (shift: number) => `${String((hour + shift) % 24).padStart(2, "0")}:00`;
        return { days: [1, 2, 3, 4, 5, 6, 7], from: at(4), to: at(6) };
      };
      test.each([
        ["kill", "policy_denied"],
        ["escalate", "approval_required"],
      ] as const)(
        "outside its time window, on_violation %s is 403 %s, listed as a violation; DELETE disables it",
        async (onViolation, error) => {
          const agent = await stack().tenant.createAgent({ name: `clock-${randomUUID()}`, grants: ["echo"] });
          const made = await stack().call("autonomy.createContract", {
            as: stack().tenant.users.SECURITY,
            body: {
              name: `window ${agent.name}`,
              agent_scope: agent.name,
              time_window: closedNow(),
              on_violation: onViolation,
            },
          });
          expect(made.status).toBe(201);
          const refused = await run("echo", { as: agent });
          expect(refused).toMatchObject({ status: 403, error });
          expect(refused.body.data).toMatchObject({ findings: expect.arrayContaining(["outside_time_window"]) });
          const violations = await stack().call("autonomy.violations", {
            as: stack().tenant.users.AUDITOR,
            query: { minutes: 10, limit: 500 },
          });
          expect(violations.data.items).toContainEqual(
            expect.objectContaining({ agent: agent.id, contract: `window ${agent.name}` }),
          );
          const disabled = await stack().call("autonomy.disableContract", {
            as: admin(),
            params: { id: made.data.id },
          });
          expect(disabled.status).toBe(204);
          expect((await run("echo", { as: agent })).status).toBe(200);
          const kept = await stack().call("autonomy.listContracts", { as: admin(), query: { limit: 500 } });
          expect(kept.data.items.find(({ id }) => id === made.data.id)).toMatchObject({ is_active: false });
        },
      );
      test("a deny of stage 4 is not changed by a contract", async () => {
        const agent = await stack().tenant.createAgent({ name: `deny-${randomUUID()}`, grants: ["db.query"] });
        await stack().call("autonomy.createContract", {
          as: admin(),
          body: { name: agent.name, agent_scope: agent.name, time_window: closedNow(), on_violation: "escalate" },
        });
        const refused = await run("db.query", { as: agent, payload: { sql: "DROP TABLE users" } });
        expect(refused.body).toMatchObject({ error: "policy_denied", data: { rule_id: "agent.deny.destructive_sql" } });
      });
      test("a call to another tenant is refused unless a contract allows it and the other tenant consents", async () => {
        const { tenant, otherTenant } = stack();
        const agent = await tenant.createAgent({ name: `cross-${randomUUID()}`, grants: ["echo"] });
        const call = () => run("echo", { as: agent, body: { target_tenant_id: otherTenant.id } });
        const refused = await call();
        expect(refused).toMatchObject({ status: 403, error: "policy_denied" });
        expect(refused.body.data?.findings).toContain("cross_tenant_access");
        await stack().call("autonomy.createContract", {
          as: admin(),
          body: {
            name: agent.name,
            agent_scope: agent.name,
            cross_tenant_rules: [{ tenant_id: otherTenant.id, tools: ["echo"] }],
          },
        });
        expect((await call()).body).toMatchObject({ error: "policy_denied" });
        const consent = (tenants: string[]) =>
          stack().call("registry.updateTool", {
            as: admin(otherTenant),
            params: { tool_name: "echo" },
            body: { consent_tenants: tenants },
          });
        await consent([tenant.id]);
        const allowed = await call();
        expect(allowed.status, allowed.text).toBe(200);
        await consent([]);
        expect((await call()).body).toMatchObject({ error: "policy_denied" });
      });
    });

    describe("per-agent cost cap", () => {
      test("warns once at 80 %, blocks at 100 % with 429 agent_cost, and each is an audit row", async () => {
        const agent = await stack().tenant.createAgent({
          grants: ["priced", "echo"],
          metadata: { daily_cost_cap_usd: "1.25" },
        });
        const rowsOf = async (action: string) => {
          const rows = await stack().call("audit.list", { as: admin(), query: { action, agent_id: agent.id } });
          return rows.data.items;
        };
        for (let call = 1; call <= 3; call++)
          expect((await run("priced", { as: agent })).data.cost_usd).toMatch(/^0\.250*$/);
        expect(await rowsOf("agent_cost_warning")).toHaveLength(0);
        for (let call = 4; call <= 5; call++) expect((await run("priced", { as: agent })).status).toBe(200);
        await waitFor(async () => (await rowsOf("agent_cost_warning")).length === 1, { what: "the warning at 80 %" });
        const blocked = await waitFor(
          async () => {
            const answer = await run("priced", { as: agent });
            return answer.status === 200 ? undefined : answer;
          },
          { what: "the block" },
        );
        expect(blocked).toMatchObject({ status: 429, error: "Rate limit exceeded" });
        expect(blocked.body.data).toMatchObject({
          limit_type: "agent_cost",
          scope: "agent",
          reset_at: expect.stringMatching(/T00:00:00\.000Z$/),
        });
        expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(0);
        expect(stack().tools.runs.filter(({ headers }) => headers["x-agent-id"] === agent.id)).toHaveLength(5);
        await waitFor(async () => (await rowsOf("agent_cost_blocked")).length === 1, { what: "the row of the block" });
        expect(await rowsOf("agent_cost_warning")).toHaveLength(1);
        expect(
          (await stack().call("agents.profile", { as: admin(), params: { agent_id: agent.id } })).data.today.cost_usd,
        ).toMatch(/^1\.250*$/);
      });
    });

    test("token counts in the tool's answer are priced at the model's rate", async () => {
      await stack().call("billing.setRates", {
        as: admin(),
        body: {
          default: { prompt_usd_per_million: "1", completion_usd_per_million: "2" },
          rates: { "test-model": { prompt_usd_per_million: "10", completion_usd_per_million: "20" } },
        },
      });
      const answer = await waitFor(
        async () => {
          const tried = await run("costly");
          return Number(tried.data.cost_usd) > 0 ? tried : undefined;
        },
        { what: "a call at the new rate" },
      );
      // 1000 prompt tokens at 10 and 500 completion tokens at 20 dollars a million.
      expect(Number(answer.data.cost_usd)).toBe(0.02);
      expect(answer.data.cost_usd).toEqual(expect.any(String));
    });
  });

  describe("limits, in tenants of their own", () => {
    const limited = async (settings: Record<string, unknown>, tier: "free" | "enterprise" = "enterprise") => {
      const tenant = await stack().createTenant({ tier });
      await stack().call("tenant.updateSettings", { as: admin(tenant), body: settings });
      return tenant;
    };
    const fire = async (tenant: TestTenant, count: number) => {
      const answers: Executed[] = [];
      for (let call = 0; call < count; call++)
        answers.push(await execute(stack(), "control plane", "echo", { as: tenant.agent }));
      return answers;
    };
    test.each([
      ["daily_request_cap", "tenant_daily_request", /T00:00:00\.000Z$/],
      ["monthly_request_cap", "tenant_monthly_request", /-01T00:00:00\.000Z$/],
    ])(
      "a %s of 3 lets exactly 3 through, then 429 %s with reset_at and Retry-After",
      async (setting, limitType, reset) => {
        const tenant = await limited({ [setting]: 3 });
        const answers = await fire(tenant, 5);
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
        const last = answers.at(-1);
        expect(last?.error).toBe("Rate limit exceeded");
        expect(last?.body.data).toMatchObject({ limit_type: limitType, reset_at: expect.stringMatching(reset) });
        expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
        const quota = await stack().call("tenant.quota", { as: tenant.users.AUDITOR });
        expect(quota.data[setting === "daily_request_cap" ? "daily_requests" : "monthly_requests"]).toMatchObject({
          used: 3,
          limit: 3,
        });
      },
    );
    test("requests per second above the burst are 429 tenant_rps or tenant_burst, and pass again later", async () => {
      const tenant = await limited({ requests_per_second: 1, burst: 2 });
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => execute(stack(), "control plane", "echo", { as: tenant.agent })),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(3);
      expect(refused.length).toBeGreaterThanOrEqual(3);
      for (const answer of refused) {
        expect(["tenant_rps", "tenant_burst"]).toContain(
          (answer.body.data as unknown as { limit_type: string }).limit_type,
        );
        expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
      }
      await waitFor(async () => (await fire(tenant, 1))[0]?.status === 200, {
        what: "a token in the bucket",
        everyMs: 300,
      });
    });
    test("a tenant's daily_inference_cost_cap_usd blocks all of its agents with scope tenant, reads continue", async () => {
      const tenant = await limited({ daily_inference_cost_cap_usd: "0.5" });
      const run = () => execute(stack(), "control plane", "priced", { as: tenant.agent });
      expect([(await run()).status, (await run()).status]).toEqual([200, 200]);
      const blocked = await run();
      expect(blocked).toMatchObject({ status: 429, error: "Rate limit exceeded" });
      expect(blocked.body.data).toMatchObject({ limit_type: "agent_cost", scope: "tenant" });
      expect((await stack().call("audit.list", { as: tenant.users.AUDITOR })).status).toBe(200);
      const summary = await stack().call("billing.summary", { as: tenant.users.AUDITOR, query: { days: 1 } });
      expect(summary.data.today).toMatchObject({ cap_usd: expect.stringMatching(/^0\.50*$/), percent_of_cap: 100 });
    });
    test("the tiers' defaults show in the quota: free 10 a second, burst 20, 10,000 a day, 100,000 a month", async () => {
      const tenant = await stack().createTenant({ tier: "free" });
      const quota = await stack().call("tenant.quota", { as: tenant.users.AUDITOR });
      expect(quota.data).toMatchObject({
        tier: "free",
        requests_per_second: 10,
        burst: 20,
        daily_requests: { limit: 10_000 },
        monthly_requests: { limit: 100_000 },
      });
    });
  });

  describe("policies, in a tenant of their own", () => {
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
