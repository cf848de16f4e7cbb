import { afterEach, describe, expect, it, vi } from "vitest";
import { testRecord } from "../testing/records.js";
import { RecordKeeper } from "./record-keeper.js";

afterEach(() => void vi.useRealTimers());

describe("records that the sink does not take", () => {
  it("are offered once more at the close and then never again, so that no timer keeps the process", async () => {
    vi.useFakeTimers();
    const offered: string[] = [];
    const keeper = new RecordKeeper({
      hasRoom: () => true,
      put: (record) => {
        offered.push(record.record_id);
        throw new Error("disk is full");
      },
    });
    const [early, late] = [testRecord(), testRecord()];
    await expect(keeper.put(early)).rejects.toThrow("disk is full");
    expect(vi.getTimerCount()).toBe(1);
    await keeper.close();
    await expect(keeper.put(late)).rejects.toThrow("disk is full");
    expect(vi.getTimerCount()).toBe(0);
    expect(offered).toEqual([early.record_id, early.record_id, late.record_id]);
    expect(keeper.keptInMemory).toBe(2);
  });

  it("are all with the sink when the close resolves, those too that were just being offered", async () => {
    vi.useFakeTimers();
    const taken: string[] = [];
    let isBroken = true;
    const keeper = new RecordKeeper({
      hasRoom: () => true,
      put: async (record) => {
        if (isBroken) throw new Error("disk is full");
        for (let turn = 0; turn < 10; turn++) await Promise.resolve();
        taken.push(record.record_id);
      },
    });
    const records = [testRecord(), testRecord(), testRecord()];
    for (const record of records) await expect(keeper.put(record)).rejects.toThrow("disk is full");
    isBroken = false;
    // The first of them is on its way to the sink now.
    vi.advanceTimersToNextTimer();
    await keeper.close();
    expect(taken).toEqual(records.map((record) => record.record_id));
    expect(keeper.keptInMemory).toBe(0);
  });
});
