// What bounds agents: delegation, autonomy contracts, limits and caps, through real HTTP.

import { randomUUID } from "node:crypto";
import {
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

eachDatabase("limits and contracts", (database) => {
  const stack = useStack(database);
  const admin = (tenant: TestTenant = stack().tenant) => tenant.users.ADMIN;

  describe.each(HOMES)("at the %s", (home) => {
    const run = (tool: string, options: ExecuteOptions = {}) => execute(stack(), home, tool, options);

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
      test.each([
        ["in capitals", (agent: TestAgent) => agent.name.toUpperCase()],
        ["with its accents apart", (agent: TestAgent) => agent.name.normalize("NFD")],
        ["with spaces around it", (agent: TestAgent) => ` ${agent.name} `],
        ["by its id, in capitals", (agent: TestAgent) => agent.id.toUpperCase()],
      ])("its scope names the agent %s: its cap holds all the same", async (_how, scopeOf) => {
        const agent = await stack().tenant.createAgent({ name: `müller-${randomUUID()}`, grants: ["priced"] });
        const made = await stack().call("autonomy.createContract", {
          as: admin(),
          body: {
            name: `written ${randomUUID()}`,
            agent_scope: scopeOf(agent),
            cost_cap_usd: "0.25",
            cost_cap_window_seconds: 3600,
          },
        });
        expect(made.status).toBe(201);
        expect((await run("priced", { as: agent })).status).toBe(200);
        expect((await run("priced", { as: agent })).body).toMatchObject({
          error: "policy_denied",
          data: { rule_id: "autonomy.deny.contract_cost_cap_exceeded" },
        });
      });
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
        expect(answer.body.data).toMatchObject({ limit_type: expect.stringMatching(/^tenant_(?:rps|burst)$/) });
        expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
      }
      await waitFor(async () => (await fire(tenant, 1))[0]?.status === 200, {
        what: "a token in the bucket",
        everyMs: 300,
      });
    });
    test("what the tenant's limit has used up is not taken from an agent's own, whose burst then holds", async () => {
      const tenant = await limited({ requests_per_second: 0.001, burst: 3 });
      expect((await fire(tenant, 8)).at(-1)).toMatchObject({ status: 429, error: "Rate limit exceeded" });
      await stack().call("tenant.updateSettings", {
        as: admin(tenant),
        body: { requests_per_second: null, burst: null },
      });
      await stack().call("agents.update", {
        as: admin(tenant),
        params: { agent_id: tenant.agent.id },
        body: { metadata: { requests_per_second: 0.001, burst: 4 } },
      });
      // Its edge hears of it a moment later.
      await waitFor(async () => (await fire(tenant, 1))[0]?.status === 200, { what: "the agent's own limit" });
      expect((await fire(tenant, 4)).at(-1)).toMatchObject({ status: 429, body: { data: { scope: "agent" } } });
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
});
