// Two edges and two control planes on one PostgreSQL: what must be exact however many calls come at once, wherever.

import { randomUUID } from "node:crypto";
import {
  approvalKeyOf,
  type Executed,
  isRefusedForLoad,
  type ManagedProcess,
  openOwnerConnection,
  readChain,
  readMoneyBalance,
  rehashChain,
  repeatWhileBusy,
  startHeldCall,
  startTcpProxy,
  type TestTenant,
  useDatabase,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";

describe("two edges and two control planes (postgres)", () => {
  const database = useDatabase("postgres");
  const stack = useStack(database, {
    controlPlanes: 2,
    sidecars: 0,
    oneTenant: true,
    toolNames: ["echo", "priced", "hold"],
    // Waiting for a turn is no reason to refuse here: these tests count, they do not time.
    env: { DECISION_GATHER_TOTAL_TIMEOUT: "20" },
    sidecarEnv: { DECISION_GATHER_TOTAL_TIMEOUT: "20" },
  });

  /** A tenant of its own with a sidecar at each control plane: four doors. */
  const openWorld = async () => {
    const tenant = await stack().createTenant();
    const sidecars: ManagedProcess[] = await Promise.all(
      stack().controlPlanes.map(({ url }) => stack().startSidecar(tenant, { PORTCULLIS_CONTROL_PLANE_URL: url })),
    );
    const doors = [...sidecars.map(({ url }) => url), ...stack().controlPlanes.map(({ url }) => url)];
    const callAt = async (
      url: string,
      { tool = "echo", headers = {}, body = {}, as = tenant.agent }: CallShape = {},
    ): Promise<Executed> => {
      const requestId = headers["x-request-id"] ?? randomUUID();
      const answer = await stack().callAt(url, "execution.execute", {
        as,
        headers: { "x-request-id": requestId, ...headers },
        body: { tool_name: tool, ...body },
      });
      return Object.assign(answer, { requestId });
    };
    // Every door knows the token before the race, so that the race is about deciding.
    for (const url of doors) {
      await waitFor(async () => (await callAt(url)).status === 200, { what: `a call at ${url}` });
    }
    /** `count` calls at once, spread over the doors. */
    const callAll = (count: number, shape: (index: number) => CallShape = () => ({}), over = doors) =>
      Promise.all(Array.from({ length: count }, (_, index) => callAt(over[index % over.length] ?? "", shape(index))));
    return { tenant, sidecars, doors, callAt, callAll };
  };
  type CallShape = {
    readonly tool?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly as?: TestTenant["agent"];
  };
  /** The answers of a race that is run again for as long as the machine is too busy to decide all of its calls. */
  const raceInTime = (race: () => Promise<readonly Executed[]>) =>
    waitFor(
      async () => {
        const answers = await race();
        return answers.some(isRefusedForLoad) ? undefined : answers;
      },
      { what: "every call of a race to be decided in time" },
    );
  const runsOf = (answers: readonly Executed[]) =>
    answers.map(({ requestId }) => stack().tools.runsOf(requestId).length);
  const settle = (tenant: TestTenant, body: Record<string, unknown>) =>
    stack().call("tenant.updateSettings", { as: tenant.users.ADMIN, body });

  let world: Awaited<ReturnType<typeof openWorld>>;
  beforeAll(async () => {
    world = await openWorld();
  });

  test("100 parallel calls at a daily limit of 40 let exactly 40 through", async () => {
    const { tenant, callAll } = await openWorld();
    const { data } = await stack().call("tenant.quota", { as: tenant.users.ADMIN });
    const used = data.daily_requests.used;
    await settle(tenant, { daily_request_cap: used + 40 });
    const answers = await callAll(100);
    const passed = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200 && !isRefusedForLoad(answer))) {
      expect(status).toBe(429);
      expect(body.error).toBe("Rate limit exceeded");
      expect(body.data).toMatchObject({ limit_type: "tenant_daily_request" });
    }
    expect(runsOf(passed)).toEqual(passed.map(() => 1));
    expect(sumOf(runsOf(answers))).toBeLessThanOrEqual(40);
    // On a busy machine a permit may lapse, or a call be ended for want of heartbeats: it stays counted.
    const asked = new Set(answers.map(({ requestId }) => requestId));
    const counted = async () => {
      const rows = (await readChain(stack(), tenant)).filter(({ request_id }) => asked.has(request_id));
      return rows.filter(({ outcome }) => outcome !== "denied").length;
    };
    await waitFor(async () => (await counted()) >= 40, { what: "the rows of the calls that were let through" });
    expect(await counted()).toBe(40);
    const { data: after } = await stack().call("tenant.quota", { as: tenant.users.ADMIN });
    expect(after.daily_requests.used).toBe(used + 40);
  });

  test("50 parallel calls with a declared maximum of $0.25 never pass a cap of $5", async () => {
    const { tenant, callAll } = await openWorld();
    await settle(tenant, { daily_inference_cost_cap_usd: "5" });
    const answers = await callAll(50, () => ({ tool: "priced" }));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).not.toEqual([]);
    for (const answer of answers.filter((one) => one.status !== 200 && !isRefusedForLoad(one))) {
      expect(answer.status).toBe(429);
      expect(answer.body.data).toMatchObject({ limit_type: "agent_cost", scope: "tenant" });
    }
    // What was reserved for permits that lapsed comes free again; the cap is filled, and never passed.
    const committed = async () => {
      const { data } = await stack().call("tenant.quota", { as: tenant.users.ADMIN });
      expect(Number(data.daily_cost.spent_usd)).toBeLessThanOrEqual(5);
      return Number(data.daily_cost.spent_usd) + Number(data.daily_cost.reserved_usd);
    };
    const ran = sumOf(runsOf(answers));
    expect(ran).toBeLessThanOrEqual(20);
    await waitFor(async () => (await committed()) === ran * 0.25, { what: "what is committed to be what ran" });
    expect(runsOf(passed)).toEqual(passed.map(() => 1));
  });

  test("500 parallel calls leave one unforked chain, which a second reading hashes to the same end", async () => {
    const { tenant, callAll } = await openWorld();
    const answers = await callAll(500, () => ({ tool: "priced" }));
    // Nothing else may become of a call; its row says which of the two it was.
    const ran = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter((answer) => !isRefusedForLoad(answer))).toEqual([]);
    // An edge that lacks heartbeats refuses first of all, without a row, and ends what was permitted, with one.
    const lapsed = refused.filter(({ error }) => error === "decision_timeout");
    const ended = refused.filter(({ error, body }) => error !== "decision_timeout" && body.data !== null);
    expect(ran.length).toBeGreaterThan(0);
    expect(runsOf(ran)).toEqual(ran.map(() => 1));
    expect(runsOf(lapsed)).toEqual(lapsed.map(() => 0));
    for (const { status, error, body, requestId } of lapsed) {
      expect({ status, error, data: body.data }).toEqual({
        status: 504,
        error: "decision_timeout",
        data: { deadline_seconds: 20, request_id: requestId },
      });
    }
    const expected = new Set([...ran, ...lapsed, ...ended].map(({ requestId }) => requestId));
    const rows = await waitFor(
      async () => {
        const read = await readChain(stack(), tenant);
        return read.filter(({ request_id }) => expected.has(request_id)).length >= expected.size ? read : undefined;
      },
      { what: "the rows of all calls", everyMs: 200 },
    );
    expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, index) => index + 1));
    expect(new Set(rows.map(({ prev_hash }) => prev_hash)).size).toBe(rows.length);
    const rowOf = new Map(
      rows.filter(({ request_id }) => expected.has(request_id)).map((row) => [row.request_id, row]),
    );
    expect(rows.filter(({ request_id }) => expected.has(request_id))).toHaveLength(expected.size);
    for (const { requestId } of ran) {
      expect(rowOf.get(requestId)).toMatchObject({ outcome: "allowed" });
      expect(JSON.parse(rowOf.get(requestId)?.content ?? "{}")).toMatchObject({ billable: true, amount_usd: "0.25" });
    }
    for (const { requestId } of lapsed) {
      const row = rowOf.get(requestId);
      expect(["not_started", "denied"]).toContain(row?.outcome);
      expect(JSON.parse(row?.content ?? "{}")).toMatchObject({ code: "decision_timeout", billable: false });
    }
    for (const { requestId } of ended) {
      const { outcome, content = "{}" } = rowOf.get(requestId) ?? {};
      expect(["not_started", "aborted"]).toContain(outcome);
      expect(JSON.parse(content)).toMatchObject({ billable: outcome === "aborted" });
      expect(stack().tools.runsOf(requestId).length).toBeLessThanOrEqual(outcome === "aborted" ? 1 : 0);
    }
    const owner = await openOwnerConnection(database.url);
    const money = await readMoneyBalance(owner, tenant.id);
    await owner.close();
    const billed = rows.filter(({ content }) => JSON.parse(content).billable === true).length;
    const aborted = ended.filter(({ requestId }) => rowOf.get(requestId)?.outcome === "aborted").length;
    const nano = (ran.length + aborted) * 250_000_000;
    expect(money).toMatchObject({
      billable: { count: billed, nano },
      usage: { count: billed, nano },
      open: { count: 0 },
      reservedNano: 0,
    });
    expect(await rehashChain(stack(), rows)).toEqual([]);
    const { data } = await stack().call("audit.verify", { as: tenant.users.AUDITOR });
    expect(data).toMatchObject({ valid: true, violations: [], head_hash: rows.at(-1)?.event_hash });
  });

  test("one idempotency key used by 50 parallel calls at two edges runs the tool once, and all get that answer", async () => {
    const { sidecars, callAll } = world;
    let key = "";
    const answers = await raceInTime(() => {
      key = randomUUID();
      return callAll(
        50,
        () => ({ headers: { "x-idempotency-key": key }, body: { payload: { question: key } } }),
        sidecars.map(({ url }) => url),
      );
    });
    const runs = stack().tools.runs.filter(({ headers }) => headers["x-idempotency-key"] === key);
    expect(runs).toHaveLength(1);
    const [first] = answers;
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(200);
      expect(answer.data).toEqual(first?.data);
    }
  });

  test("a constant X-Request-ID never hides a second call: one runs, every other is 409", async () => {
    const { callAll } = world;
    let requestId = "";
    const answers = await raceInTime(() => {
      requestId = `constant-${randomUUID()}`;
      return callAll(20, (index) => ({ headers: { "x-request-id": requestId }, body: { payload: { index } } }));
    });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 409, error: "request_id_reused" });
    }
    expect(stack().tools.runsOf(requestId)).toHaveLength(1);
  });

  test("an approval is used once, by whichever of 20 parallel calls comes first", async () => {
    const { tenant, doors, callAt, callAll } = world;
    const agent = await tenant.createAgent({ grants: { echo: "ESCALATE" } });
    const answers = await raceInTime(async () => {
      const body = { payload: { transfer: randomUUID() } };
      const asked = await repeatWhileBusy(() => callAt(doors[0] ?? "", { as: agent, body }));
      expect(asked).toMatchObject({ status: 403, error: "approval_required" });
      const key = approvalKeyOf(asked);
      await stack().call("autoResponse.approvePending", { as: tenant.users.ADMIN, params: { key }, body: {} });
      return callAll(20, () => ({ as: agent, body, headers: { "x-approval-key": key } }));
    });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 403, error: "approval_required" });
    }
    expect(sumOf(runsOf(answers))).toBe(1);
  });

  test("a permit that reaches its edge after the kill runs nothing, and is recorded as not started", async () => {
    const { tenant, callAt } = world;
    const security = tenant.users.SECURITY;
    const params = { tenant_id: tenant.id };
    const proxy = await startTcpProxy({ port: Number(new URL(stack().url).port) });
    const owner = await openOwnerConnection(database.url);
    try {
      const { url } = await stack().startSidecar(tenant, {
        PORTCULLIS_CONTROL_PLANE_URL: `http://127.0.0.1:${proxy.port}`,
      });
      expect((await repeatWhileBusy(() => callAt(url))).status).toBe(200);
      // The permit is committed, and its answer is on its way while the switch overtakes it on the stream.
      expect(proxy.hold((sent) => !sent.includes("/edge/sync"))).toBeGreaterThan(0);
      const ask = async () => {
        const requestId = randomUUID();
        let early: Executed | undefined;
        const late = callAt(url, { headers: { "x-request-id": requestId } }).then((answer) => (early = answer));
        const isPermitted = async () => {
          if (early !== undefined) return { early };
          const [row] = await owner.all<{ status: string }>(
            `select status from requests where tenant_id = '${tenant.id}' and request_id = '${requestId}'`,
          );
          return row?.status === "open" && { early };
        };
        const { early: refused } = await waitFor(isPermitted, { what: "the permit to be committed" });
        if (refused === undefined) return { requestId, late };
        if (!isRefusedForLoad(refused)) throw new Error(`The call ended before the switch: ${refused.text}`);
        return undefined;
      };
      const { requestId, late } = await waitFor(ask, { what: "a permit in time" });
      // It waits for edges only for a while, and may be asked again.
      const engage = async () => {
        const engaged = await stack().call("killSwitch.engage", {
          as: security,
          params,
          body: { reason: "overtakes" },
        });
        return engaged.data.edges.pending.length === 0;
      };
      await waitFor(engage, { what: "the edge to acknowledge" });
      proxy.release();
      expect(await late).toMatchObject({ status: 403, error: "kill_switch_engaged" });
      expect(stack().tools.runsOf(requestId)).toEqual([]);
      const rows = await waitFor(
        async () => {
          const found = await stack().call("audit.search", { as: security, body: { request_id: requestId } });
          return found.data.items.length > 0 ? found.data.items : undefined;
        },
        { what: "the row of the call" },
      );
      expect(rows).toMatchObject([{ outcome: "not_started" }]);
    } finally {
      await stack().call("killSwitch.disengage", { as: security, params, body: { reason: "over" } });
      await owner.close();
      await proxy.close();
    }
  });

  test("decisions and the kill queued on one lock: what is permitted runs once, what comes after runs nothing", async () => {
    const { tenant, sidecars, callAt } = world;
    const owner = await openOwnerConnection(database.url);
    const toggle = (id: "killSwitch.engage" | "killSwitch.disengage") =>
      stack().call(id, {
        as: tenant.users.SECURITY,
        params: { tenant_id: tenant.id },
        body: { reason: "a permit on its way" },
      });
    try {
      // The tenant's own lock holds every decision; the switch is queued before or behind them, and they come out at once.
      await owner.run("begin", `select * from tenant_states where tenant_id = '${tenant.id}' for update`);
      const early = sidecars.flatMap(({ url }) => Array.from({ length: 5 }, () => callAt(url)));
      await waitFor(async () => (await waitingFor(owner)) >= 1, { what: "decisions to wait for the tenant's lock" });
      const engaging = toggle("killSwitch.engage");
      const late = sidecars.flatMap(({ url }) => Array.from({ length: 5 }, () => callAt(url)));
      await owner.run("rollback");
      expect((await engaging).status).toBe(200);
      const answers = await Promise.all([...early, ...late]);
      for (const answer of answers) {
        if (isRefusedForLoad(answer)) continue;
        expect(stack().tools.runsOf(answer.requestId)).toHaveLength(answer.status === 200 ? 1 : 0);
        if (answer.status !== 200) expect(answer).toMatchObject({ status: 403, error: "kill_switch_engaged" });
      }
      const runsBefore = stack().tools.runs.length;
      const after = await Promise.all(sidecars.map(({ url }) => callAt(url)));
      for (const answer of after) expect(answer).toMatchObject({ status: 403, error: "kill_switch_engaged" });
      expect(stack().tools.runs.length).toBe(runsBefore);
    } finally {
      await owner.run("rollback").catch(() => undefined);
      await owner.close();
      await toggle("killSwitch.disengage");
    }
  });

  test("a call whose tool is entered when the switch is engaged ends as aborted at both replicas' doors", async () => {
    const running = await Promise.all(stack().controlPlanes.map(({ url }) => startHeldCall(stack(), url)));
    const params = { tenant_id: stack().tenant.id };
    const as = stack().tenant.users.SECURITY;
    await stack().call("killSwitch.engage", { as, params, body: { reason: "both replicas" } });
    for (const { answer, requestId } of running) {
      expect(await answer).toMatchObject({ status: 403, error: "kill_switch_engaged" });
      const rows = await waitFor(
        async () => {
          const found = await stack().call("audit.search", { as, body: { request_id: requestId } });
          return found.data.items.length > 0 ? found.data.items : undefined;
        },
        { what: "the row of the aborted call" },
      );
      expect(rows).toMatchObject([{ outcome: "aborted", decision: "allow" }]);
    }
    await stack().call("killSwitch.disengage", { as, params, body: { reason: "over" } });
  });
});

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

async function waitingFor(owner: Awaited<ReturnType<typeof openOwnerConnection>>): Promise<number> {
  const [row] = await owner.all<{ n: number }>(
    "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return row?.n ?? 0;
}
