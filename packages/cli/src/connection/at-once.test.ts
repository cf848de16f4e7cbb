import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { mapAtOnce } from "./at-once.js";

const items = Array.from({ length: 100 }, (_, index) => index);

describe("work at once", () => {
  it("is done for every item once, several at a time, and given back in their order", async () => {
    let running = 0;
    let most = 0;
    const results = await mapAtOnce(items, async (item) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < item % 7; turn += 1) await nextTurn();
      running -= 1;
      return item * 2;
    });
    expect(results).toEqual(items.map((item) => item * 2));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(16);
  });

  it("begins nothing after a failure, and has ended when it is told", async () => {
    let running = 0;
    const begun: number[] = [];
    const work = mapAtOnce(items, async (item) => {
      begun.push(item);
      running += 1;
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
      running -= 1;
      if (item === 3) throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(running).toBe(0);
    expect(begun.length).toBeLessThan(items.length);
  });

  it("of nothing is nothing", async () => {
    expect(await mapAtOnce([], () => Promise.reject(new Error("no")))).toEqual([]);
  });
});
