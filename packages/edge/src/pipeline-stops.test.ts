import { auditIdOf } from "@portcullis/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AGENT, functionTools, permitFor, TENANT } from "./testing/local-control-plane.js";
import { call, createTestEdges, executions, refusals } from "./testing/test-edges.js";

const { setUp, close } = createTestEdges();
afterEach(async () => {
  vi.useRealTimers();
  await close();
});

describe("the kill switch and the heartbeat", () => {
  const engaged = { engaged: true, engaged_at: "2026-01-01T00:00:00.000Z", engaged_by: "u-1", reason: "drill" };
  const hangingTool = (started: () => void) => functionTools({ echo: () => new Promise(() => started()) });

  it("aborts a running call in the tick in which it is seen, then acknowledges", async () => {
    let started: () => void = () => {};
    const isRunning = new Promise<void>((resolve) => (started = resolve));
    const { send, plane, records } = await setUp({ tools: hangingTool(() => started()) });
    const running = send(call, { "x-request-id": "k-1" });
    await isRunning;
    plane.change({ kill_switch: engaged });
    expect(plane.acknowledged.at(-1)).toBe(2);
    expect(await running).toMatchObject({
      status: 403,
      body: {
        error: "kill_switch_engaged",
        data: { engaged_by: "u-1", reason: "drill", audit_id: auditIdOf(TENANT, "k-1") },
      },
    });
    expect(executions(records)).toMatchObject([{ outcome: "aborted", dispatched: true, code: "kill_switch_engaged" }]);
  });

  it.each([
    ["the kill switch", { kill_switch: engaged }, "kill_switch_engaged"],
    ["the end of the edge", null, "control_plane_unreachable"],
  ])(
    "says of a call whose tool it stopped that it may have run, and is not to be repeated: %s",
    async (_, change, error) => {
      let started: () => void = () => {};
      const isRunning = new Promise<void>((resolve) => (started = resolve));
      const { send, plane, edge } = await setUp({ tools: hangingTool(() => started()) });
      const running = send(call);
      await isRunning;
      if (change === null) void edge.close();
      else plane.change(change);
      const hint = expect.stringContaining("while the tool ran, which was stopped and may have done its work");
      expect((await running).body).toMatchObject({ error, meta: { retryable: false, hint } });
    },
  );

  it("refuses with a row for a good token, and with null data and no row for a bad one", async () => {
    const { send, plane, records } = await setUp();
    plane.change({ kill_switch: engaged });
    expect(await send(call, { "x-request-id": "k-2" })).toMatchObject({
      status: 403,
      body: {
        data: {
          engaged_at: engaged.engaged_at,
          engaged_by: "u-1",
          reason: "drill",
          audit_id: auditIdOf(TENANT, "k-2"),
        },
      },
    });
    expect(refusals(records)).toMatchObject([{ code: "kill_switch_engaged", agent_id: AGENT }]);
    expect(await send(call, { authorization: "Bearer bad" })).toMatchObject({
      status: 403,
      body: { error: "kill_switch_engaged", data: null },
    });
    expect(refusals(records)).toHaveLength(1);
  });

  it("refuses and aborts at exactly four seconds without a heartbeat, well within the kill switch's five, and serves again after one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] });
    const { send, plane, records } = await setUp({
      tools: functionTools({ echo: ({ payload }) => (payload.wait ? new Promise(() => {}) : 1) }),
    });
    await vi.advanceTimersByTimeAsync(1000);
    plane.push({ event: "heartbeat", data: { state_version: 1, at: "2026-01-01T00:00:00.000Z" } });
    plane.decideWith = (question) => permitFor(question, { tool_timeout_ms: 60_000 });
    const running = send({ tool_name: "echo", payload: { wait: true } });
    await vi.advanceTimersByTimeAsync(3999);
    expect((await send(call)).status).toBe(200);
    await vi.advanceTimersByTimeAsync(1);
    const lost = { error: "control_plane_unreachable", meta: { retryable: false } };
    expect(await running).toMatchObject({ status: 503, body: lost });
    expect(await send(call)).toMatchObject({ status: 503, body: { ...lost, meta: { retryable: true } } });
    expect(executions(records).at(-1)).toMatchObject({ outcome: "aborted", dispatched: true });
    plane.push({ event: "heartbeat", data: { state_version: 1, at: "2026-01-01T00:00:00.000Z" } });
    expect((await send(call)).status).toBe(200);
  });

  it.each([
    ["the kill switch", { kill_switch: engaged }, 403, "kill_switch_engaged"],
    ["the end of the edge", null, 503, "control_plane_unreachable"],
  ])("ends the wait for an idempotent twin at once: %s", async (_, change, status, error) => {
    const { send, plane, records, edge } = await setUp();
    const isAsked = new Promise<void>((resolve) => {
      plane.decideWith = () => {
        resolve();
        return { verdict: "again", reason: "idempotent_call_running", after_ms: 60_000 };
      };
    });
    const waiting = send(call, { "x-idempotency-key": "k", "x-request-id": "w-1" });
    await isAsked;
    await vi.waitFor(() => expect(edge.status().running).toBe(1), 20_000);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    if (change === null) void edge.close();
    else plane.change(change);
    const answer = await waiting;
    expect(answer).toMatchObject({ status, body: { error } });
    if (change !== null) {
      const data = { engaged_by: "u-1", reason: "drill", audit_id: auditIdOf(TENANT, "w-1") };
      expect(answer.body.data).toMatchObject(data);
    }
    expect(refusals(records)).toMatchObject([{ code: error, agent_id: AGENT }]);
  });

  it("starts nothing on a permit that comes while the edge closes, and closes the permit", async () => {
    const ran = vi.fn();
    const { send, plane, records, edge } = await setUp({ tools: functionTools({ echo: ran }) });
    let permit: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      plane.decideWith = (question) => {
        resolve();
        return new Promise((answer) => (permit = () => answer(permitFor(question))));
      };
    });
    const deciding = send(call);
    await isAsked;
    const closed = edge.close();
    permit();
    expect(await deciding).toMatchObject({ status: 503, body: { error: "control_plane_unreachable" } });
    await closed;
    expect(ran).not.toHaveBeenCalled();
    expect(executions(records)).toMatchObject([{ outcome: "not_started", code: "control_plane_unreachable" }]);
  });

  it("opens the stream anew when heartbeats name a state that never came", async () => {
    const { plane } = await setUp();
    const before = plane.acknowledged.length;
    for (let beat = 0; beat < 2; beat++)
      plane.push({ event: "heartbeat", data: { state_version: 7, at: "2026-01-01T00:00:00.000Z" } });
    await vi.waitFor(() => expect(plane.acknowledged.length).toBeGreaterThan(before), 20_000);
  });
});
