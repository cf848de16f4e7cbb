// Tag policy over HTTP: what is refused, what becomes active, and what drafts would have decided.

import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";

const LIMIT = `// payments
@id("limit") forbid (principal, action == Action::"pay", resource)
  when { context.args has amount && context.args.amount > 100 };`;
const ASK =
  '@id("ask") @action("escalate") forbid (principal, action == Action::"pay", resource) when { context.args has amount && context.args.amount > 10 };';
const schema = {
  type: "object",
  properties: { amount: { type: "integer" }, to: { type: "string" } },
};

eachDatabase("policy", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
    const body = { tool_name: "pay", input_schema: schema };
    expect((await fixture.call("SECURITY", "POST", "/registry/tools", { body })).status).toBe(201);
  });
  afterAll(() => fixture.close());

  const upload = (policy: string, name?: string) =>
    fixture.call("SECURITY", "POST", "/policy/upload", { body: name === undefined ? { policy } : { name, policy } });
  const list = async () => {
    const answer = await fixture.call("AUDITOR", "GET", "/policy");
    return (answer.body.data as { items: { name: string; source: string; bundle_revision: string }[] }).items;
  };
  const stateVersion = async () => (await fixture.app.services.facts.get(fixture.made.tenantId)).stateVersion;

  it("simulate says of a tenant without calls that there is nothing to replay, and what to do", async () => {
    const noteOf = async () => {
      const answer = await fixture.call("SECURITY", "POST", "/policy/simulate", { body: { policy: LIMIT } });
      expect(answer.body.data).toMatchObject({ replayed: 0, unreplayable: 0 });
      return (answer.body.data as { note: string }).note;
    };
    const keep = (days: number) =>
      fixture.call("ADMIN", "PATCH", "/tenant/settings", { body: { decision_inputs_days: days } });
    expect(await noteOf()).toMatch(/^There is nothing to replay yet: .*Make some calls/);
    await keep(0);
    expect(await noteOf()).toMatch(/keeps no inputs.*Set decision_inputs_days/);
    await keep(30);
  });

  describe("upload", () => {
    it("makes a file active, bumps the state and appends policy_uploaded", async () => {
      const { store } = fixture.app.services;
      const versionOf = () =>
        store.read(fixture.made.tenantId, ({ query, tenantId }) =>
          query
            .selectFrom("tenant_states")
            .select("state_version")
            .where("tenant_id", "=", tenantId)
            .executeTakeFirstOrThrow(),
        );
      const before = await versionOf();
      const answer = await upload(LIMIT);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({
        name: "main",
        rules: [{ id: "limit", effect: "forbid", tools: ["pay"] }],
        argument_paths: { pay: ["/amount"] },
      });
      expect((await versionOf()).state_version).toBeGreaterThan(before.state_version);
      const rows = await fixture.call("AUDITOR", "GET", "/audit/logs?action=policy_uploaded&limit=1");
      const [row] = (rows.body.data as { items: { content: string }[] }).items;
      const { bundle_revision } = answer.body.data as { bundle_revision: string };
      const uploaded_by = fixture.made.users.SECURITY.id;
      expect(row?.content).toContain(`"bundle_revision":"${bundle_revision}"`);
      expect(row?.content).toContain(`"uploaded_by":"${uploaded_by}"`);
      expect(row?.content).toContain('"name":"main"');
    });

    it("answers the revision that decisions then use", async () => {
      const answer = await upload(LIMIT);
      const facts = await fixture.app.services.facts.get(fixture.made.tenantId, (await stateVersion()) + 1);
      expect(facts.policy.revision).toBe((answer.body.data as { bundle_revision: string }).bundle_revision);
      expect(facts.policy.argumentPaths).toEqual({ pay: ["/amount"] });
    });

    it("replaces the file of its name, and leaves others", async () => {
      await upload(LIMIT);
      await upload(ASK, "second");
      await upload(`${LIMIT}\n// changed`);
      expect((await list()).map(({ name, source }) => [name, source.includes("// changed")])).toEqual([
        ["main", true],
        ["second", false],
      ]);
    });

    it("removes the file when the text is empty", async () => {
      await upload(ASK, "second");
      expect((await upload("  \n", "second")).status).toBe(200);
      expect((await list()).map(({ name }) => name)).toEqual(["main"]);
    });

    it.each(["", " \n", "// nothing"])(
      "finds no file to remove under another name, and writes no row of it: %j",
      async (text) => {
        const before = await stateVersion();
        const answer = await upload(text, "secnod");
        expect([answer.status, answer.body.error]).toEqual([404, "not_found"]);
        expect(answer.body.detail).toContain("'secnod'");
        expect(await stateVersion()).toEqual(before);
        const rows = await fixture.call("AUDITOR", "GET", "/audit/logs?action=policy_uploaded&limit=500");
        expect(JSON.stringify(rows.body.data)).not.toContain("secnod");
      },
    );

    it("refuses a file with a fault whole, with rule, place and hint", async () => {
      const before = await list();
      const answer = await upload(LIMIT.replace("args.amount", "args.amuont"));
      expect([answer.status, answer.body.error]).toEqual([422, "policy_invalid"]);
      const [fault] = (answer.body.data as { errors: object[] }).errors;
      expect(fault).toMatchObject({ rule_id: "limit", line: 3, column: expect.any(Number), hint: expect.any(String) });
      expect(await list()).toEqual(before);
    });

    it("refuses a rule id that another file has", async () => {
      const answer = await upload(LIMIT, "copy");
      expect([answer.status, answer.body.error]).toEqual([422, "policy_invalid"]);
      const [fault] = (answer.body.data as { errors: { message: string; hint: string }[] }).errors;
      expect(fault?.message).toBe('the policy file "main" has a rule with the id "limit" too');
      expect(fault?.hint).toContain('name "main"');
    });

    it("refuses a rule whose arguments have other types in another rule of its tools, of this file or another", async () => {
      const rule = (id: string, type: string) =>
        `@id("${id}") @args("n: ${type}") forbid (principal, action, resource) when { context.args has n };`;
      const refused = async (policy: string, name: string) => {
        const answer = await upload(policy, name);
        expect([answer.status, answer.body.error]).toEqual([422, "policy_invalid"]);
        return (answer.body.data as { errors: { rule_id: string; line: number; message: string }[] }).errors;
      };
      const both = await refused(`${rule("n-long", "Long")}\n${rule("n-text", "String")}`, "numbers");
      expect(both.map(({ rule_id, line }) => [rule_id, line])).toEqual([
        ["n-long", 1],
        ["n-text", 2],
      ]);
      expect((await upload(rule("n-long", "Long"), "numbers")).status).toBe(200);
      const [fault, ...others] = await refused(rule("n-text", "String"), "texts");
      expect(fault).toMatchObject({ rule_id: "n-text", message: expect.stringContaining('declares "n"') });
      expect(others).toEqual([]);
      expect((await upload(rule("n-other", "Long"), "texts")).status).toBe(200);
      await upload("", "numbers");
      await upload("", "texts");
    });

    it("refuses a file name that is none", async () => {
      expect((await upload(LIMIT, "../x")).status).toBe(422);
    });

    it("of two files at once keeps both, or refuses one, and never both with one id", async () => {
      const same = (name: string) => upload(ASK, name);
      const answers = await Promise.all([same("one"), same("two")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      for (const name of ["one", "two"]) await upload("", name);
    });
  });

  describe("test", () => {
    const run = async (body: object) => fixture.call("SECURITY", "POST", "/policy/test", { body });
    const test = (payload: object, expected: object, more: object = {}) => ({
      name: "case",
      tool_name: "Pay",
      payload,
      expect: expected,
      ...more,
    });

    it("runs cases against the active files", async () => {
      await upload(LIMIT);
      const answer = await run({
        tests: [
          test({ amount: 100 }, { decision: "allow", rule_id: null }),
          test({ amount: 101 }, { decision: "deny", rule_id: "limit" }),
          test({ amount: 101 }, { decision: "deny" }),
          test({ amount: "101" }, { decision: "deny", rule_id: "agent.deny.policy_error" }),
          test({}, { decision: "deny", rule_id: "agent.deny.tool_not_granted" }, { granted: false }),
          test({}, { decision: "deny", rule_id: "agent.deny.destructive_sql" }, { findings: ["destructive_sql"] }),
          test({ amount: 5 }, { decision: "deny" }),
        ],
      });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({ passed: 6, failed: 1 });
      const { results } = answer.body.data as { results: object[] };
      expect(results[6]).toMatchObject({ passed: false, actual: { decision: "allow", rule_id: null } });
    });

    it("runs cases against a draft in place of its file, and makes nothing active", async () => {
      await upload(LIMIT);
      const before = await list();
      const answer = await run({
        policy: ASK,
        tests: [test({ amount: 500 }, { decision: "escalate", rule_id: "ask" })],
      });
      expect(answer.body.data).toMatchObject({ passed: 1, failed: 0 });
      expect(await list()).toEqual(before);
    });

    it("takes a draft without a name for the active file with rules of its ids, here and in a simulation", async () => {
      await upload(LIMIT);
      await upload(ASK, "asking");
      const tests = [test({ amount: 500 }, { decision: "allow" })];
      const tried = [
        await run({ policy: ASK.replace("forbid", "permit").replace('@action("escalate")', ""), tests }),
        await fixture.call("SECURITY", "POST", "/policy/simulate", { body: { policy: ASK } }),
      ];
      expect(tried.map(({ status }) => status)).toEqual([200, 200]);
      // A name that is given holds, and ids of two files are no file's draft.
      expect((await run({ name: "main", policy: ASK, tests })).status).toBe(422);
      expect((await run({ policy: `${LIMIT}\n${ASK}`, tests })).status).toBe(422);
      await upload("", "asking");
    });

    it("names the tools that the registry does not have, each once", async () => {
      const named = ["Pay", "paid", "PAID", "other"];
      const answer = await run({
        tests: named.map((tool_name) => test({}, { decision: "allow" }, { tool_name })),
      });
      expect(answer.body.data).toMatchObject({ unknown_tools: ["paid", "other"] });
    });

    it("refuses a draft with a fault, and a cost that is none", async () => {
      const broken = await run({ policy: "permit (", tests: [test({}, { decision: "allow" })] });
      expect([broken.status, broken.body.error]).toEqual([422, "policy_invalid"]);
      const wrong = await run({ tests: [test({}, { decision: "allow" }, { cost_usd: "much" })] });
      expect([wrong.status, wrong.body.error]).toEqual([422, "Validation failed"]);
    });
  });

  describe("simulate", () => {
    const agentId = randomUUID();
    const atMs = Date.parse("2026-02-01T00:00:00.000Z");
    const inputs = (amount: number | null, paths: string[]) =>
      JSON.stringify({
        v: 1,
        request: {
          agent: { id: agentId, name: "n", riskLevel: "low" },
          toolName: "pay",
          grants: [{ tool_name: "pay", action: "ALLOW" }],
          arguments: amount === null ? {} : { "/amount": amount },
          findings: [],
          risk: 0,
          behavior: 0,
          costNano: "0",
          spentTodayNano: "0",
          atMs,
          targetTenantId: null,
          role: "agent",
        },
        paths,
      });
    beforeAll(async () => {
      await fixture.app.services.store.write(fixture.made.tenantId, async ({ query, tenantId }) => {
        const kept = [
          ...Array.from({ length: 530 }, (_, at) => inputs(at, ["/amount"])),
          inputs(null, ["/amount"]),
          inputs(50, []),
          "not json",
        ];
        for (const [at, text] of kept.entries()) {
          await query
            .insertInto("requests")
            .values({
              tenant_id: tenantId,
              request_id: `r-${at}`,
              audit_id: randomUUID(),
              status: "closed",
              instance: randomUUID(),
              agent_id: agentId,
              tool_name: "pay",
              permit_id: null,
              answer: null,
              decided: null,
              idempotency_key: null,
              counter_day: "2026-02-01",
              minute: 0,
              reservation_nano: 0n,
              price_nano: null,
              rate_revision: "r",
              created_at: atMs + at,
              close_at: null,
              closed_at: null,
            })
            .execute();
          await query
            .insertInto("decision_inputs")
            .values({ tenant_id: tenantId, created_at: atMs + at, request_id: `r-${at}`, inputs: text })
            .execute();
        }
      });
    });
    // After the calls: it denies what was let through when they were decided.
    beforeAll(async () => {
      const body = { name: "main", policy: LIMIT };
      expect((await fixture.call("SECURITY", "POST", "/policy/upload", { body })).status).toBe(200);
    });
    const simulate = (body: object) =>
      fixture.call("SECURITY", "POST", "/policy/simulate", { body: { agent_id: agentId, ...body } });

    it("counts what changes, what stays, and what cannot be replayed", async () => {
      const answer = await simulate({ policy: LIMIT.replace("100", "50") });
      expect(answer.status).toBe(200);
      const data = answer.body.data as { changed: { was: object; now: object }[] } & Record<string, number>;
      expect(data).toMatchObject({ replayed: 531, unreplayable: 2, unchanged: 481, note: null });
      expect(data.changed).toHaveLength(50);
      expect(data.changed[0]).toMatchObject({
        was: { decision: "allow", rule_id: null },
        now: { decision: "deny", rule_id: "limit" },
      });
    });

    it("looks at the newest calls first, within the given times", async () => {
      const newest = await simulate({ policy: LIMIT, limit: 3 });
      expect(newest.body.data).toMatchObject({ replayed: 1, unreplayable: 2 });
      const until = new Date(atMs + 100).toISOString();
      const since = new Date(atMs + 1).toISOString();
      expect((await simulate({ policy: LIMIT, since, until })).body.data).toMatchObject({
        replayed: 100,
        unchanged: 100,
      });
      expect((await simulate({ policy: LIMIT, since: until, until: since })).status).toBe(422);
    });

    it("another agent's calls are not looked at", async () => {
      const { data } = (await simulate({ policy: LIMIT, agent_id: randomUUID() })).body;
      const note =
        "There is nothing to replay: no call with kept inputs is within since, until and agent_id. Widen them.";
      expect(data).toEqual({ replayed: 0, unreplayable: 0, unchanged: 0, changed: [], findings: null, note });
    });

    it("where nothing can be replayed it says why, and what to do", async () => {
      expect((await simulate({ policy: LIMIT, limit: 2 })).body.data).toMatchObject({
        replayed: 0,
        unreplayable: 2,
        note: expect.stringMatching(/values of their arguments that were not kept.*POST \/policy\/test/),
      });
    });

    it("settings of the scan say of how many calls no findings were kept", async () => {
      const { findings } = (await simulate({ scan: { rules_off: ["sql"] } })).body.data as {
        findings: Record<string, unknown>;
      };
      expect(findings).toEqual({
        from_findings: 0,
        from_payloads: 0,
        unknown: 532,
        newly_flagged: 0,
        no_longer_flagged: 0,
        rules: [],
        changed: [],
      });
    });

    it("a draft that reads another value says how many calls it cannot be judged on", async () => {
      const policy = '@id("to") forbid (principal, action == Action::"pay", resource) when { context.args has to };';
      expect((await simulate({ policy })).body.data).toMatchObject({ replayed: 0, unreplayable: 533 });
    });

    it("compares with the policies that are active now, whatever was active when the calls were decided", async () => {
      expect((await simulate({ policy: LIMIT })).body.data).toMatchObject({
        replayed: 531,
        unchanged: 531,
        changed: [],
      });
      const wider = (await simulate({ policy: LIMIT.replace("100", "200") })).body.data as { changed: object[] };
      expect(wider.changed).toHaveLength(100);
      expect(wider.changed[0]).toMatchObject({
        was: { decision: "deny", rule_id: "limit" },
        now: { decision: "allow", rule_id: null },
      });
    });

    it("cannot judge a draft on calls that the active policies cannot be replayed on", async () => {
      const policy = '@id("to") forbid (principal, action == Action::"pay", resource) when { context.args has to };';
      await fixture.call("SECURITY", "POST", "/policy/upload", { body: { name: "other", policy } });
      expect((await simulate({ policy: LIMIT })).body.data).toMatchObject({ replayed: 0, unreplayable: 533 });
    });
  });
});
