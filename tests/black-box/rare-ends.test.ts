// Ends of calls that are rare: an answer that is withheld, an end that nobody knows, approvals and keys that ran out, caps of
// calls without a maximum, refusals by the dozen, a buffer that is full. Tables are touched only to let time pass.

import { randomUUID } from "node:crypto";
import {
  approvalKeyOf,
  auditRowOf,
  callPath,
  type ExecuteOptions,
  eachDatabase,
  execute,
  HOMES,
  type HomeName,
  type OwnerConnection,
  openEventStream,
  openOwnerConnection,
  repeatWhileBusy,
  startHeldCall,
  startTcpProxy,
  type TestTenant,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

eachDatabase("rare ends", (database) => {
  const stack = useStack(database, {
    oneTenant: true,
    sidecarEnv: { PORTCULLIS_BUFFER_MAX_BYTES: "1048576" },
  });
  let owner: OwnerConnection;
  beforeAll(async () => {
    owner = await openOwnerConnection(database.url);
  });
  afterAll(() => owner?.close());
  const admin = (tenant: TestTenant = stack().tenant) => tenant.users.ADMIN;
  const change = (settings: Record<string, unknown>, tenant?: TestTenant) =>
    stack().call("tenant.updateSettings", { as: admin(tenant), body: settings });
  const at = (home: HomeName) => (tool: string, options?: ExecuteOptions) => execute(stack(), home, tool, options);

  describe.each(HOMES)("at the %s", (home) => {
    const run = at(home);

    test("an answer that cannot be made safe is 502 response_withheld: the call ran, is billed, and nothing of it is shown", async () => {
      // Such a policy cannot be saved; it may come from a restored or edited database.
      const { id } = stack().tenant;
      await owner.run(
        `update tenants set settings = '{"redaction":{"kinds":{"no_such_kind":"mask"}}}' where id = '${id}'`,
        `update tenant_states set state_version = state_version + 1 where tenant_id = '${id}'`,
      );
      try {
        const answer = await waitFor(
          async () => {
            const tried = await run("emails");
            return tried.status === 200 ? undefined : tried;
          },
          { what: "the edge to hear of the policy" },
        );
        expect(answer).toMatchObject({ status: 502, error: "response_withheld" });
        expect(answer.body.data).toMatchObject({ action: "allow", audit_id: expect.any(String), tool_status: 200 });
        expect(answer.text).not.toMatch(/jane|example/);
        expect(stack().tools.runsOf(answer.requestId)).toHaveLength(1);
        const row = await auditRowOf(stack(), answer.requestId);
        expect(row).toMatchObject({ decision: "allow", outcome: "failed" });
        expect(JSON.parse(row.content)).toMatchObject({ code: "response_withheld", billable: true });
      } finally {
        await change({ redaction: {} });
        await waitFor(async () => (await run("emails")).status === 200, { what: "the policy to be in order again" });
      }
    });

    test("an approval ends at its time: it is listed as expired, cannot be given any more, and lets nothing run", async () => {
      const as = await stack().tenant.createAgent({ grants: { echo: "ESCALATE" } });
      const ask = async (n: number, headers: Record<string, string> = {}) => {
        const answer = await run("echo", { as, payload: { n }, headers });
        expect(answer).toMatchObject({ status: 403, error: "approval_required" });
        return approvalKeyOf(answer);
      };
      const decide = (key: string) =>
        stack().call("autoResponse.approvePending", { as: admin(), params: { key }, body: {} });
      const [approved, pending] = [await ask(1), await ask(2)];
      const given = await decide(approved);
      expect(given.status).toBe(200);
      // 15 minutes unless the tenant says otherwise.
      expect(Date.parse(given.data.expires_at) - Date.parse(given.data.created_at)).toBe(15 * 60_000);
      await owner.run(`update approvals set expires_at = 1 where key in ('${approved}', '${pending}')`);
      expect(await ask(1, { "x-approval-key": approved })).not.toBe(approved);
      expect(await decide(pending)).toMatchObject({ status: 409, body: { data: { status: "expired" } } });
      const listed = await stack().call("autoResponse.listPending", {
        as: admin(),
        query: { status: "expired", limit: 500 },
      });
      expect(listed.data.items.map(({ key }) => key)).toEqual(expect.arrayContaining([approved, pending]));
    });

    test("60 seconds after its end a call's idempotency key is free again", async () => {
      const headers = { "x-idempotency-key": randomUUID() };
      const first = await run("echo", { headers });
      expect((await run("echo", { headers })).body).toEqual(first.body);
      const [kept] = await owner.all<{ left: number }>(
        `select expires_at as left from idempotency_keys where request_id = '${first.requestId}'`,
      );
      expect(kept?.left).toBeGreaterThan(Date.now());
      expect(kept?.left).toBeLessThanOrEqual(Date.now() + 60_000);
      await owner.run(`update idempotency_keys set expires_at = 1 where request_id = '${first.requestId}'`);
      const fresh = await run("echo", { headers });
      expect(fresh.status, fresh.text).toBe(200);
      expect(stack().tools.runsOf(fresh.requestId)).toHaveLength(1);
    });

    test("with strict_caps one call without a declared maximum runs at a time; one with a maximum beside it", async () => {
      const tenant = home === "sidecar" ? stack().tenant : await stack().createTenant();
      await change({ strict_caps: true, daily_inference_cost_cap_usd: "1000" }, tenant);
      const as = tenant.agent;
      const first = await startHeldCall(stack(), stack().urlOf(home), { as });
      const second = await run("echo", { as });
      expect(second).toMatchObject({ status: 429, error: "Rate limit exceeded" });
      expect(second.body.data).toMatchObject({ limit_type: "agent_cost", scope: "tenant" });
      expect(second.headers["retry-after"]).toBe("1");
      expect((await run("priced", { as })).status).toBe(200);
      stack().tools.release();
      expect((await first.answer).status).toBe(200);
      await waitFor(async () => (await run("echo", { as })).status === 200, {
        what: "the next call to be let through",
      });
      await change({ strict_caps: false, daily_inference_cost_cap_usd: null }, tenant);
    });

    test("identical refusals of an agent within a second are rows with their count, none of them lost", async () => {
      const as = await stack().tenant.createAgent({ grants: ["echo"] });
      expect((await run("echo", { as })).status).toBe(200);
      await stack().call("agents.update", {
        as: admin(),
        params: { agent_id: as.id },
        body: { status: "QUARANTINED" },
      });
      await waitFor(async () => (await run("echo", { as })).error === "agent_quarantined", { what: "the quarantine" });
      const refused = async () => {
        const found = await stack().call("audit.search", { as: admin(), body: { agent_id: as.id, limit: 500 } });
        const contents = found.data.items.map(({ content }) => JSON.parse(content));
        const counts = contents
          .filter(({ code }) => code === "agent_quarantined")
          .map(({ edge_statement }) => Number(edge_statement?.count ?? 1));
        return { rows: counts.length, sum: counts.reduce((sum, count) => sum + count, 0) };
      };
      const answers = await Promise.all(Array.from({ length: 30 }, () => run("echo", { as })));
      expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(["agent_quarantined"]));
      const after = await waitFor(
        async () => {
          const now = await refused();
          return now.sum >= 31 ? now : undefined;
        },
        { what: "every refusal to be counted" },
      );
      // With the one that was waited for.
      expect(after.sum).toBe(31);
      expect(after.rows).toBeLessThan(31);
    });

    test("token counts that cannot be taken are a finding of the row, and the call is priced without them", async () => {
      const answer = await run("overcounted");
      expect(answer.status, answer.text).toBe(200);
      const row = await auditRowOf(stack(), answer.requestId);
      expect(row.findings).toContain("usage_unreadable");
      expect(JSON.parse(row.content)).toMatchObject({ billable: true, amount_usd: answer.data.cost_usd });
    });
  });

  test("refusals of the role gate are counted the same way", async () => {
    const { tenant } = stack();
    const viewer = tenant.users.VIEWER;
    const rowsOf = async () => {
      const found = await stack().call("audit.list", {
        as: admin(),
        query: { action: "role_gate_refused", limit: 500 },
      });
      const own = found.data.items.map(({ content }) => JSON.parse(content));
      return own.filter(({ actor, operation }) => actor === `user:${viewer.id}` && operation === "registry.createTool");
    };
    const body = { tool_name: "never" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callPath(stack().url, "POST", "/registry/tools", { as: viewer, body })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    const rows = await waitFor(
      async () => {
        const found = await rowsOf();
        return found.reduce((sum, { count }) => sum + Number(count), 0) >= 20 ? found : undefined;
      },
      { what: "every refusal to be counted" },
    );
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(20);
    expect(rows.length).toBeLessThan(20);
  });

  test("an idle event stream has a comment every 15 seconds, at both doors", async () => {
    const tenant = await stack().createTenant();
    const readers = await Promise.all([
      openEventStream(`${stack().url}/events/stream`, tenant.users.AUDITOR.headers),
      openEventStream(`${stack().sidecarUrl}/events/stream`, tenant.users.AUDITOR.headers),
    ]);
    for (const reader of readers) {
      await waitFor(() => reader.comments.length >= 2, { what: "the comment of an idle stream", withinMs: 30_000 });
      expect(reader.isEnded()).toBe(false);
      reader.close();
    }
  });

  test("a buffer that is full refuses new calls with 503 buffer_full, and serves again when it has drained", async () => {
    const proxy = await startTcpProxy({ port: Number(new URL(stack().url).port) });
    try {
      const { url } = await stack().startSidecar(stack().tenant, {
        PORTCULLIS_CONTROL_PLANE_URL: `http://127.0.0.1:${proxy.port}`,
      });
      const run = () =>
        repeatWhileBusy(() =>
          stack().callAt(url, "execution.execute", { as: stack().tenant.agent, body: { tool_name: "echo" } }),
        );
      // With a key, so that its answer is kept.
      const headers = { "x-idempotency-key": randomUUID() };
      const large = await startHeldCall(stack(), url, { headers, payload: { answer_bytes: 1_200_000 } });
      // Heartbeats still come; records do not arrive.
      proxy.swallow((sent) => sent.includes("POST /edge/records"));
      stack().tools.release();
      expect((await large.answer).status).toBe(200);
      const refused = await run();
      expect(refused).toMatchObject({ status: 503, error: "buffer_full" });
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect(stack().tools.runsOf(String(refused.headers["x-request-id"]))).toEqual([]);
      proxy.restore();
      await waitFor(async () => (await run()).status === 200, { what: "the buffer to drain" });
      expect(await auditRowOf(stack(), large.requestId)).toMatchObject({ outcome: "allowed" });
    } finally {
      await proxy.close();
    }
  });

  // Last: the sidecar is killed.
  test("a call whose edge died is closed as unknown, unbilled; repeats of its key are 409 outcome_unknown and run nothing", async () => {
    const headers = { "x-idempotency-key": randomUUID() };
    const { requestId } = await startHeldCall(stack(), stack().sidecarUrl, { headers });
    await stack().sidecars[0]?.kill("SIGKILL");
    const asked = at("control plane")("hold", { headers });
    // The tool's time and the minutes for its record are over.
    await owner.run(`update requests set close_at = 1 where request_id = '${requestId}'`);
    const early = await asked;
    expect(early).toMatchObject({ status: 409, error: "outcome_unknown" });
    const row = await waitFor(
      async () => {
        const found = await stack().call("audit.search", { as: admin(), body: { request_id: requestId } });
        return found.data.items[0];
      },
      { what: "the call to be closed" },
    );
    expect(row).toMatchObject({ decision: "allow", outcome: "unknown" });
    expect(JSON.parse(row.content)).toMatchObject({ billable: false });
    const repeat = await at("control plane")("hold", { headers });
    expect(repeat).toMatchObject({ status: 409, error: "outcome_unknown" });
    for (const answer of [early, repeat]) expect(stack().tools.runsOf(answer.requestId)).toEqual([]);
  });
});
