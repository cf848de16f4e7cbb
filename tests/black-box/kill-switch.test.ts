// The specification's section Kill switch, at both homes: who may, what it refuses, what it aborts, what it leaves alone.

import { randomUUID } from "node:crypto";
import {
  auditRowOf,
  type Credentials,
  eachDatabase,
  execute,
  HOMES,
  startHeldCall,
  type TestTenant,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterEach, describe, expect, test } from "vitest";

eachDatabase("kill switch", (database) => {
  const stack = useStack(database);
  const params = (tenant: TestTenant = stack().tenant) => ({ tenant_id: tenant.id });
  const security = () => stack().tenant.users.SECURITY;
  const engage = (
    body: unknown = { reason: "an incident", engaged_by: "the night shift" },
    as: Credentials = security(),
  ) => stack().call("killSwitch.engage", { as, params: params(), body });
  const disengage = (
    body: unknown = { reason: "it is over", disengaged_by: "the night shift" },
    as: Credentials = security(),
  ) => stack().call("killSwitch.disengage", { as, params: params(), body });
  const read = (as: Credentials = security()) => stack().call("killSwitch.get", { as, params: params() });
  /** At no home a call is refused any more: releasing the switch does not wait for edges. */
  const release = async () => {
    await disengage();
    for (const home of HOMES) {
      await waitFor(async () => (await execute(stack(), home, "echo")).error !== "kill_switch_engaged", {
        what: `the ${home} to hear of the release`,
      });
    }
  };
  afterEach(release);

  test("is read by AUDITOR and above, and is disengaged at first", async () => {
    for (const role of ["ADMIN", "SECURITY", "AUDITOR"] as const) {
      expect((await read(stack().tenant.users[role])).data).toEqual({ engaged: false });
    }
    expect(await read(stack().tenant.users.VIEWER)).toMatchObject({ status: 403, error: "insufficient_role" });
  });
  test.each([
    ["no body", null],
    ["an empty object", {}],
    ["an empty reason", { reason: "" }],
    ["a blank reason", { reason: " \t\n" }],
    ["a reason of zero-width characters", { reason: "\u200b\u2060 \u3164" }],
  ])("engaging and disengaging with %s is 400 reason required", async (_, body) => {
    const options = { as: security(), params: params(), ...(body === null ? {} : { body }) };
    expect(await stack().call("killSwitch.engage", options)).toMatchObject({ status: 400, error: "reason required" });
    expect(await stack().call("killSwitch.disengage", options)).toMatchObject({
      status: 400,
      error: "reason required",
    });
    expect((await read()).data.engaged).toBe(false);
  });
  test("engaging answers 200 with the state, how many edges have acknowledged, and which have not", async () => {
    const answer = await engage();
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      engaged: true,
      engaged_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      engaged_by: security().id,
      reason: "an incident",
      edges: { acknowledged: expect.any(Number), pending: expect.any(Array) },
    });
    expect((await read(stack().tenant.users.AUDITOR)).data).toMatchObject({
      engaged: true,
      engaged_by: security().id,
      reason: "an incident",
    });
  });
  test("DELETE answers 200 and the switch is off", async () => {
    await engage();
    const answer = await disengage();
    expect(answer.status).toBe(200);
    expect(answer.data.engaged).toBe(false);
  });
  test.each(["AUDITOR", "VIEWER"] as const)("%s may neither engage nor disengage", async (role) => {
    const as = stack().tenant.users[role];
    const refused = { status: 403, error: "Write operations require ADMIN or SECURITY role" };
    expect(await engage({ reason: "x" }, as)).toMatchObject(refused);
    await engage();
    expect(await disengage({ reason: "x" }, as)).toMatchObject(refused);
    expect((await read()).data.engaged).toBe(true);
  });
  test("a path that names another tenant is 401 tenant_mismatch, for all three", async () => {
    const options = { as: security(), params: params(stack().otherTenant), body: { reason: "not mine" } };
    const refused = { status: 401, error: "tenant_mismatch" };
    expect(await stack().call("killSwitch.engage", options)).toMatchObject(refused);
    expect(await stack().call("killSwitch.disengage", options)).toMatchObject(refused);
    expect(await stack().call("killSwitch.get", { as: security(), params: params(stack().otherTenant) })).toMatchObject(
      refused,
    );
  });
  test("a path that names another tenant is a row of the caller's tenant, and of no other", async () => {
    const headers = { "x-request-id": randomUUID() };
    const options = { as: stack().tenant.users.ADMIN, params: params(stack().otherTenant), body: { reason: "x" } };
    await stack().call("killSwitch.engage", { ...options, headers });
    const found = { as: options.as, body: { request_id: headers["x-request-id"] } };
    const rows = (await stack().call("audit.search", found)).data.items;
    const fields = { operation: "killSwitch.engage", error: "tenant_mismatch" };
    expect(rows.map(({ content }) => JSON.parse(content) as unknown)).toMatchObject([
      { action: "role_gate_refused", decision: "deny", ...fields },
    ]);
    const theirs = await stack().call("audit.list", { as: stack().otherTenant.users.ADMIN });
    expect(theirs.data.items.filter(({ content }) => content.includes("tenant_mismatch"))).toEqual([]);
  });
  test("engage and disengage each write their audit row with who and why", async () => {
    await engage({ reason: "row of engage" });
    await disengage({ reason: "row of disengage" });
    for (const [action, by, reason] of [
      ["kill_switch_engaged", "engaged_by", "row of engage"],
      ["kill_switch_disengaged", "disengaged_by", "row of disengage"],
    ] as const) {
      const rows = await stack().call("audit.list", { as: security(), query: { action } });
      const content = JSON.parse(rows.data.items[0]?.content ?? "{}") as Record<string, unknown>;
      expect(content).toMatchObject({ action, [by]: security().id, reason });
    }
  });

  describe.each(HOMES)("engaged, at the %s", (home) => {
    const run = (options = {}) => execute(stack(), home, "echo", options);
    test("POST /execute is 403 kill_switch_engaged with engaged_at, engaged_by and reason, and runs nothing", async () => {
      await engage();
      const answer = await run();
      expect(answer).toMatchObject({ status: 403, error: "kill_switch_engaged" });
      expect(answer.body.data).toMatchObject({
        engaged_at: expect.any(String),
        engaged_by: security().id,
        reason: "an incident",
      });
      expect(stack().tools.runsOf(answer.requestId)).toEqual([]);
    });
    test("the refusal is an audit row", async () => {
      // Of an agent of its own: like refusals of one agent within a second share a row.
      const agent = await stack().tenant.createAgent({ grants: ["echo"] });
      await engage();
      const row = await auditRowOf(stack(), (await run({ as: agent })).requestId);
      expect(row.decision).toBe("deny");
      expect(row.content).toContain("kill_switch_engaged");
    });
    test("without a valid token the answer is the same 403, with data null", async () => {
      await engage();
      for (const headers of [{ authorization: "" }, { authorization: "Bearer x.y.z" }]) {
        const answer = await run({ headers });
        expect(answer).toMatchObject({ status: 403, error: "kill_switch_engaged" });
        expect(answer.body.data).toBeNull();
      }
    });
    test.each(["", "42"])(
      "a good token with the X-Tenant-ID '%s' is the same 403: stage 0 comes first",
      async (header) => {
        await engage();
        const answer = await run({ headers: { "x-tenant-id": header } });
        expect(answer).toMatchObject({ status: 403, error: "kill_switch_engaged" });
        expect(answer.body.data).toBeNull();
      },
    );
    test("a running call is aborted: 403 with its audit_id, outcome aborted, the tool's connection closed", async () => {
      const { requestId, entered, ...running } = await startHeldCall(stack(), stack().urlOf(home));
      await engage();
      const answer = await running.answer;
      expect(answer).toMatchObject({ status: 403, error: "kill_switch_engaged" });
      expect(answer.body.data).toMatchObject({ audit_id: expect.any(String), reason: "an incident" });
      await waitFor(entered.isAborted, { what: "the tool to see its connection closed" });
      await waitFor(
        async () => {
          const rows = await stack().call("audit.search", { as: security(), body: { request_id: requestId } });
          return rows.data.items.some(({ outcome }) => outcome === "aborted");
        },
        { what: "the row of the aborted call" },
      );
    });
    test("reads keep working, and an agent's quarantine is independent of it", async () => {
      const agent = await stack().tenant.createAgent({ grants: ["echo"] });
      const quarantine = (status: string) =>
        stack().call("agents.update", { as: security(), params: { agent_id: agent.id }, body: { status } });
      await quarantine("QUARANTINED");
      await engage();
      expect((await stack().call("audit.list", { as: security() })).status).toBe(200);
      expect((await stack().call("audit.verify", { as: security() })).data.valid).toBe(true);
      await release();
      expect(await run({ as: agent })).toMatchObject({ status: 403, error: "agent_quarantined" });
      await engage();
      await quarantine("ACTIVE");
      expect(await run({ as: agent })).toMatchObject({ status: 403, error: "kill_switch_engaged" });
    });
    test("another tenant is not stopped", async () => {
      await engage();
      const answer = await execute(stack(), "control plane", "echo", { as: stack().otherTenant.agent });
      expect(answer.status, answer.text).toBe(200);
    });
    test("disengaged, calls run again", async () => {
      await engage();
      await run();
      await disengage();
      await waitFor(async () => (await run()).status === 200, { what: "a call to run again" });
    });
  });
});
