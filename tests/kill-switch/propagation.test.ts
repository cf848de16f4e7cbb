// The specification's five seconds: from engaging to refused at every edge, with running calls aborted. The same when the
// ways on which the news travels are broken. The one timed assertion of the system tests.

import {
  eachDatabase,
  execute,
  type HeldCall,
  HOMES,
  isRefusedForLoad,
  type ManagedProcess,
  type Stack,
  startHeldCall,
  startTcpProxy,
  type TcpProxy,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

/** The specification's "within 5 seconds". */
const PROPAGATION_MS = 5000;

const echoAt = (stack: Stack, url: string) =>
  stack.callAt(url, "execution.execute", { as: stack.tenant.agent, body: { tool_name: "echo" } });

function switchOf(stack: () => Stack, url: () => string = () => stack().url) {
  const change = (id: "killSwitch.engage" | "killSwitch.disengage") =>
    stack().callAt(url(), id, {
      as: stack().tenant.users.SECURITY,
      params: { tenant_id: stack().tenant.id },
      body: { reason: "a test of propagation" },
    });
  return {
    engage: async () => {
      const answer = await change("killSwitch.engage");
      expect(answer.status, answer.text).toBe(200);
      return answer.data as { edges: { acknowledged: number; pending: string[] } };
    },
    disengage: async () => {
      expect((await change("killSwitch.disengage")).status).toBe(200);
    },
  };
}

/** A call runs again at the door: the edge is connected and knows that the switch is off. */
const untilServing = (stack: Stack, url: string) =>
  waitFor(async () => (await echoAt(stack, url)).status === 200, { what: `calls to run at ${url}` });

/** Held to the specification: each running call is over, and its tool's connection closed, before the time is up. */
async function expectAborted(running: readonly HeldCall[], engagedAt: number, error: string | RegExp): Promise<void> {
  for (const { entered, answer, answeredAt } of running) {
    expect((await answeredAt) - engagedAt).toBeLessThan(PROPAGATION_MS);
    const { status, body } = await answer;
    expect([403, 503]).toContain(status);
    expect(body.error).toMatch(error);
    await waitFor(entered.isAborted, { what: "the tool to see its connection closed" });
  }
}

eachDatabase("kill switch propagation", (database) => {
  const stack = useStack(database, { sidecars: 2, oneTenant: true, toolNames: ["echo", "hold"] });
  const { engage, disengage } = switchOf(stack);
  const doors = () => [stack().url, ...stack().sidecars.map(({ url }) => url)];
  let proxy: TcpProxy;
  let proxied: ManagedProcess;
  beforeAll(async () => {
    proxy = await startTcpProxy({ port: Number(new URL(stack().url).port) });
    proxied = await stack().startSidecar(stack().tenant, {
      PORTCULLIS_CONTROL_PLANE_URL: `http://127.0.0.1:${proxy.port}`,
    });
    for (const url of doors()) await untilServing(stack(), url);
  });
  afterEach(async () => {
    proxy.restore();
    await disengage();
    stack().tools.release();
    for (const url of doors()) await untilServing(stack(), url);
  });
  afterAll(() => proxy?.close());

  test("engaged, every edge refuses and running calls are aborted within 5 seconds", async () => {
    const running = await Promise.all(doors().map((url) => startHeldCall(stack(), url)));
    const engagedAt = performance.now();
    await engage();
    await expectAborted(running, engagedAt, "kill_switch_engaged");
    for (const url of doors()) {
      expect(await echoAt(stack(), url)).toMatchObject({ status: 403, error: "kill_switch_engaged" });
    }
    expect(performance.now() - engagedAt).toBeLessThan(PROPAGATION_MS);
  });

  test("engaging answers once every connected edge has acknowledged, and names none as pending", async () => {
    // It waits for edges only for a while, and may be asked again.
    const edges = await waitFor(
      async () => {
        const answer = await engage();
        return answer.edges.pending.length === 0 && answer.edges;
      },
      { what: "every edge to acknowledge" },
    );
    expect(edges.acknowledged).toBe(doors().length);
  });

  test("an edge whose stream is half open refuses at once, and aborts what runs within 5 seconds", async () => {
    const running = await startHeldCall(stack(), proxied.url);
    expect(proxy.swallow((sent) => sent.includes("/edge/sync"))).toBeGreaterThan(0);
    const engagedAt = performance.now();
    const { edges } = await engage();
    expect(edges.pending).not.toEqual([]);
    const refused = await echoAt(stack(), proxied.url);
    // Where a slow machine let the last heartbeat grow old meanwhile, for that.
    if (!isRefusedForLoad(refused)) expect(refused).toMatchObject({ status: 403, error: "kill_switch_engaged" });
    await expectAborted([running], engagedAt, /kill_switch_engaged|control_plane_unreachable/);
    expect(stack().tools.runsOf(String(refused.headers["x-request-id"]))).toEqual([]);
  });

  test("an edge from which every byte is swallowed permits nothing, and aborts what runs within 5 seconds", async () => {
    const running = await startHeldCall(stack(), proxied.url);
    expect(proxy.swallow()).toBeGreaterThan(0);
    const engagedAt = performance.now();
    const { edges } = await engage();
    expect(edges.pending).not.toEqual([]);
    const refused = await echoAt(stack(), proxied.url);
    expect([403, 503, 504]).toContain(refused.status);
    await expectAborted([running], engagedAt, /kill_switch_engaged|control_plane_unreachable/);
    expect(stack().tools.runsOf(String(refused.headers["x-request-id"]))).toEqual([]);
  });

  test("disengaged, calls run again at every edge within 5 seconds", async () => {
    await engage();
    const disengagedAt = performance.now();
    await disengage();
    await Promise.all(doors().map((url) => untilServing(stack(), url)));
    expect(performance.now() - disengagedAt).toBeLessThan(PROPAGATION_MS);
  });

  describe.each(HOMES)("at the %s", (home) => {
    test("neither the switch nor a quarantine lifts the other", async () => {
      const agent = await stack().tenant.createAgent({ grants: ["echo"] });
      const setStatus = (status: string) =>
        stack().call("agents.update", {
          as: stack().tenant.users.SECURITY,
          params: { agent_id: agent.id },
          body: { status },
        });
      const errorOf = async () => (await execute(stack(), home, "echo", { as: agent })).error;
      await setStatus("QUARANTINED");
      await engage();
      expect(await errorOf()).toBe("kill_switch_engaged");
      await disengage();
      await waitFor(async () => (await errorOf()) === "agent_quarantined", { what: "the quarantine to be named" });
      await engage();
      await setStatus("ACTIVE");
      expect(await errorOf()).toBe("kill_switch_engaged");
      await disengage();
      await waitFor(async () => (await errorOf()) === null, { what: "calls of the agent to run" });
    });
  });

  test("with the control plane stopped right after, every edge still refuses and aborts within 5 seconds", async () => {
    const sidecars = stack().sidecars.map(({ url }) => url);
    const running = await Promise.all(sidecars.map((url) => startHeldCall(stack(), url)));
    const [controlPlane] = stack().controlPlanes;
    const engagedAt = performance.now();
    await engage();
    await controlPlane?.kill("SIGKILL");
    await expectAborted(running, engagedAt, "kill_switch_engaged");
    for (const url of sidecars) {
      expect(await echoAt(stack(), url)).toMatchObject({ status: 403, error: "kill_switch_engaged" });
    }
    expect(performance.now() - engagedAt).toBeLessThan(PROPAGATION_MS);
    await controlPlane?.start();
  });

  test("after a crash, engaging waits for no edge that died, neither the control plane's own nor a sidecar started again", async () => {
    const [controlPlane] = stack().controlPlanes;
    await Promise.all(doors().map((url) => untilServing(stack(), url)));
    await Promise.all([controlPlane, ...stack().sidecars].map((one) => one?.kill("SIGKILL")));
    await controlPlane?.start();
    await Promise.all(stack().sidecars.map((one) => one.start()));
    await Promise.all(doors().map((url) => untilServing(stack(), url)));
    const waitedFor = async () => {
      const { edges } = await engage();
      return edges.acknowledged + edges.pending.length;
    };
    if (database.kind === "sqlite") expect(await waitedFor()).toBe(doors().length);
    // Replicas know a dead one by its silence.
    else await waitFor(async () => (await waitedFor()) === doors().length, { what: "the dead edge to be forgotten" });
  });
});
