import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue.js";

const TENANTS = ["s", "t", "u"];
const AGENTS = ["a", "b", "c"];
const item = fc.record({ tenant: fc.constantFrom(...TENANTS), agent: fc.constantFrom(...AGENTS) });

/** Whether each of a list stands there once more only after all others that are still to come. */
function expectTurns(owners: readonly string[]): void {
  for (const [index, owner] of owners.entries()) {
    const later = owners.slice(index + 1);
    const again = later.indexOf(owner);
    if (again < 0) continue;
    const others = (list: readonly string[]) => new Set(list.filter((other) => other !== owner));
    expect(others(later.slice(0, again))).toEqual(others(later));
  }
}

describe("a fair queue", () => {
  it("gives all that was added, of each owner in order; tenants take turns, and agents those of their tenant", () => {
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const queue = new FairQueue<(typeof items)[number] & { readonly number: number }>();
        for (const [number, { tenant, agent }] of items.entries())
          queue.add([tenant, agent], { tenant, agent, number });
        const taken = items.map(() => queue.take()).filter((each) => each !== undefined);
        expect(queue.take()).toBeUndefined();
        expect(new Set(taken.map(({ number }) => number)).size).toBe(items.length);
        expectTurns(taken.map(({ tenant }) => tenant));
        for (const tenant of TENANTS) {
          const own = taken.filter((each) => each.tenant === tenant);
          expectTurns(own.map(({ agent }) => agent));
          for (const agent of AGENTS) {
            const numbers = own.filter((each) => each.agent === agent).map(({ number }) => number);
            expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
          }
        }
      }),
    );
  });
});
