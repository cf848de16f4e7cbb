import { describe, expect, it } from "vitest";
import { CallStop } from "./call-stop.js";

describe("the stop of a call", () => {
  it("keeps the first reason and calls each listener once, those that come later at once", () => {
    const stop = new CallStop();
    const called: string[] = [];
    stop.onStop(() => called.push("early"));
    stop.onStop(() => called.push("taken back"))();
    expect([stop.isStopped, stop.reason]).toEqual([false, undefined]);
    stop.stop("first");
    stop.stop("second");
    stop.onStop(() => called.push("late"));
    expect([stop.isStopped, stop.reason]).toEqual([true, "first"]);
    expect(called).toEqual(["early", "late"]);
  });

  it.each(["before", "after"])("aborts a signal that was asked for %s it, with its reason", (when) => {
    const stop = new CallStop();
    const early = when === "before" ? stop.signal : undefined;
    expect(early?.aborted ?? false).toBe(false);
    stop.stop("why");
    expect(stop.signal).toBe(early ?? stop.signal);
    expect([stop.signal.aborted, stop.signal.reason]).toEqual([true, "why"]);
  });
});
