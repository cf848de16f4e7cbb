// Questions that repeat a call that has ended at this edge, against records of that call in every place that they may be in.

import { type DecideAnswer, type DecideCall, Refusal } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import { anyDecideCall } from "@portcullis/testkit";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EdgeServer } from "../testing/edge-server.js";
import { AGENT, permitFor } from "../testing/local-control-plane.js";
import { testRecord } from "../testing/records.js";
import { openTestUplink, type TestUplink, turnsUntil } from "../testing/test-uplink.js";

const cleanups: (() => unknown)[] = [];
const cleanUp = async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
};
afterEach(cleanUp);

/** A control plane that claims keys and approvals as the real one does: from the permit until the call's record has come. */
async function setUp(): Promise<TestUplink> {
  const opened = await openTestUplink();
  cleanups.push(opened.close);
  const holders = new Map<string, string>();
  const permits = new Map<string, { readonly callId: string; readonly answer: DecideAnswer }>();
  opened.server.answerDecide = (calls) => {
    const ended = new Set(opened.server.records.map(({ request_id }) => request_id));
    return calls.map((call): DecideAnswer => {
      const { request_id, call_id } = call;
      const names = [call.idempotency_key, call.approval_key].filter((name) => name !== undefined);
      const permit = permits.get(request_id);
      if (permit?.callId === call_id) return permit.answer;
      const holder = permit !== undefined ? request_id : holders.get(names.find((name) => holders.has(name)) ?? "");
      if (holder !== undefined && ended.has(holder))
        return { verdict: "replay", status: 200, code: null, text: holder };
      if (holder !== undefined) return { verdict: "again", reason: "idempotent_call_running", after_ms: 5 };
      const answer = permitFor(call);
      permits.set(request_id, { callId: call_id, answer });
      for (const name of names) holders.set(name, request_id);
      return answer;
    });
  };
  return opened;
}

const ask = async ({ uplink }: TestUplink, call: DecideCall) => (await uplink.decide(call, () => false)).answer;

/** A call from its question to the moment in which its caller has the answer. */
async function runCall(stack: TestUplink, call: DecideCall): Promise<DecideAnswer> {
  const answer = await ask(stack, call);
  if (answer.verdict === "permit") {
    await stack.buffer.put(testRecord(newId(), { request_id: call.request_id, permit_id: answer.permit_id }));
  }
  return answer;
}

const keyed = (idempotency_key: string) => anyDecideCall({ agent_id: AGENT, idempotency_key });

/** Holds what comes to a path until it is opened. */
function holdAt(server: EdgeServer, path: string): () => void {
  let open: () => void = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  server.travel = (taken) => (taken === path ? isOpen : Promise.resolve());
  return open;
}

describe("a question that repeats a call which has ended here", () => {
  it.each([
    ["key", (call: DecideCall) => keyed(call.idempotency_key ?? "")],
    ["approval", ({ approval_key = "" }: DecideCall) => anyDecideCall({ agent_id: AGENT, approval_key })],
    ["request id", ({ request_id }: DecideCall) => anyDecideCall({ request_id })],
  ])("waits for that call's record on its way, by its %s, and no other question does", async (_, repeat) => {
    const stack = await setUp();
    const seen: string[] = [];
    const { travel } = stack.server;
    const open = holdAt(stack.server, "/edge/records");
    const hold = stack.server.travel;
    stack.server.travel = (path) => {
      seen.push(path);
      return hold(path);
    };
    const call = { ...keyed("k"), approval_key: "a" };
    await runCall(stack, call);
    await vi.waitFor(() => expect(seen).toContain("/edge/records"), 20_000);
    const repeated = ask(stack, repeat(call));
    expect((await ask(stack, keyed("other"))).verdict).toBe("permit");
    expect((await ask(stack, anyDecideCall())).verdict).toBe("permit");
    expect(stack.server.batches.flat()).toHaveLength(3);
    stack.server.travel = travel;
    open();
    expect(await repeated).toMatchObject({ verdict: "replay", text: call.request_id });
  });

  it("takes the record along where it waits, or has arrived and is not acknowledged", async () => {
    const stack = await setUp();
    // However slow the machine, what waits for a question does not go alone.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    cleanups.push(() => vi.useRealTimers());
    stack.server.acknowledgesLater = true;
    const call = keyed("k");
    await runCall(stack, call);
    await ask(stack, anyDecideCall());
    expect((await ask(stack, keyed("k"))).verdict).toBe("replay");
    expect(stack.server.carried).toEqual([0, 1, 1]);
  });

  it("waits for the record also where others stand before it, more than travel with a question", async () => {
    const stack = await setUp();
    const call = keyed("k");
    const permit = await ask(stack, call);
    if (permit.verdict !== "permit") throw new Error(permit.verdict);
    for (let index = 0; index < 450; index++) void stack.buffer.put(testRecord());
    await stack.buffer.put(testRecord(newId(), { request_id: call.request_id, permit_id: permit.permit_id }));
    expect((await ask(stack, keyed("k"))).verdict).toBe("replay");
    expect(stack.server.batches).toHaveLength(2);
  });

  it("is refused once the uplink is closed, also where that call's record was put in the meantime", async () => {
    const stack = await setUp();
    const call = keyed("k");
    const permit = await ask(stack, call);
    if (permit.verdict !== "permit") throw new Error(permit.verdict);
    const FAILURES = 9;
    stack.server.failNext = Array.from({ length: FAILURES }, () => new Refusal("store_unavailable"));
    const refused = expect(ask(stack, keyed("k"))).rejects.toMatchObject({ code: "control_plane_unreachable" });
    // By then the pauses before it is asked again are long, and it is in one of them.
    await turnsUntil(() => stack.server.failNext.length < FAILURES / 2);
    await passTurns(100);
    const closed = stack.uplink.close(0);
    await passTurns(100);
    await stack.buffer.put(testRecord(newId(), { request_id: call.request_id, permit_id: permit.permit_id }));
    await Promise.all([refused, closed]);
  });

  it("is asked without the record that cannot be read, which the control plane will never have", async () => {
    const stack = await setUp();
    stack.server.answerRecord = () => {
      throw new Refusal("validation_failed");
    };
    await runCall(stack, keyed("k"));
    expect((await ask(stack, keyed("k"))).verdict).toBe("again");
    expect(stack.buffer.counts()).toMatchObject({ pending: 0, setApart: 1 });
  });

  it("never meets that call running, however requests travel and get lost", async () => {
    // Turns of the event loop that a request takes each way; none: it is lost.
    const way = fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 0, max: 40 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
    const step = fc.record({
      key: fc.integer({ min: 0, max: 4 }),
      byRequestId: fc.boolean(),
      pause: fc.integer({ min: 0, max: 60 }),
    });
    const callers = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(callers, fc.array(way, { maxLength: 60 }), fc.boolean(), async (callers, ways, isLate) => {
        const stack = await setUp();
        stack.server.acknowledgesLater = isLate;
        const left = [...ways];
        stack.server.travel = async (path) => {
          const turns = path === "/edge/decide" || path === "/edge/records" ? left.shift() : 0;
          if (turns === null) throw new Refusal("store_unavailable");
          await passTurns(turns ?? 0);
        };
        const ends = await Promise.all(
          callers.map(async (steps, caller) => {
            const verdicts: string[] = [];
            for (const { key, byRequestId, pause } of steps) {
              const call = keyed(`${caller} ${key}`);
              await runCall(stack, call);
              await passTurns(pause);
              const repeat = byRequestId
                ? { ...keyed(call.idempotency_key ?? ""), request_id: call.request_id }
                : keyed(`${caller} ${key}`);
              verdicts.push((await ask(stack, repeat)).verdict);
            }
            return verdicts;
          }),
        );
        await cleanUp();
        expect(new Set(ends.flat())).toEqual(new Set(["replay"]));
      }),
      { numRuns: 60 },
    );
  });
});

async function passTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
