import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue.js";

const owner = fc.constantFrom("a", "b", "c", "d");

describe("a fair queue", () => {
  it("gives all that was added, of each owner in order, and nobody twice while another waits", () => {
    fc.assert(
      fc.property(fc.array(owner), (owners) => {
        const queue = new FairQueue<{ owner: string; number: number }>();
        for (const [number, owner] of owners.entries()) queue.add(owner, { owner, number });
        const taken = owners.map(() => queue.take() as { owner: string; number: number });
        expect(queue.take()).toBeUndefined();
        expect(new Set(taken.map(({ number }) => number)).size).toBe(owners.length);
        for (const [index, { owner, number }] of taken.entries()) {
          const next = taken.slice(index + 1);
          const again = next.findIndex((item) => item.owner === owner);
          if (again >= 0) expect(next[again]?.number).toBeGreaterThan(number);
          const waited = new Set(next.map((item) => item.owner)).size - (again >= 0 ? 1 : 0);
          if (again >= 0) expect(new Set(next.slice(0, again).map((item) => item.owner)).size).toBe(waited);
        }
      }),
    );
  });
});
