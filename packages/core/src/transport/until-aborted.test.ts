import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { untilAborted } from "./until-aborted.js";

const never = new Promise<never>(() => undefined);

describe("waiting until a signal aborts", () => {
  it("gives what the work comes to, and lets go of the signal", async () => {
    const { signal } = new AbortController();
    const failure = new Error("failed");
    await expect(untilAborted(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(untilAborted(Promise.reject(failure), signal)).rejects.toBe(failure);
    await expect(untilAborted(Promise.resolve(2), undefined)).resolves.toBe(2);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("ends with the signal's reason, also where that came before", async () => {
    const stop = new AbortController();
    const reason = new Error("stopped");
    const waiting = untilAborted(never, stop.signal);
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(untilAborted(never, stop.signal)).rejects.toBe(reason);
    await expect(untilAborted(Promise.resolve(1), stop.signal)).rejects.toBe(reason);
  });

  it("does not leave the work's failure behind unhandled", async () => {
    const reason = new Error("stopped");
    await expect(untilAborted(Promise.reject(new Error("late")), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
