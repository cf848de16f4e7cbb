import { eachDatabase } from "@portcullis/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DecisionFixture, openDecisionFixture } from "../decision-fixture.js";
import type { DecisionService } from "../service.js";

const CALLS = 8;

eachDatabase("a daily cap of dollars", (database) => {
  let fixture: DecisionFixture;
  let services: readonly DecisionService[];
  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
    services = [fixture.openService(), fixture.openService()];
  });
  afterAll(async () => {
    for (const service of services) await service.close();
    await fixture.store.close();
  });

  it("lets through exactly the calls whose prices fit into it, to the nano-dollar, over two replicas at once", () =>
    fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: 50_000_000_000n }),
        fc.integer({ min: 0, max: CALLS }),
        fc.constantFrom(-1n, 0n, 1n),
        async (price, fitting, off) => {
          const cap = price * BigInt(fitting) + off;
          fc.pre(cap >= 0n);
          const world = await fixture.createWorld({
            tenant: { daily_cost_cap_nano: cap },
            tools: [{ tool_name: "search", price_nano: price }],
          });
          const answers = await Promise.all(
            Array.from({ length: CALLS }, (_, index) =>
              (services[index % 2] as DecisionService).decide(world.tenantId, world.instance, [world.call()]),
            ),
          );
          const permits = answers.flat().filter(({ verdict }) => verdict === "permit");
          expect(permits).toHaveLength(Math.min(CALLS, Number(cap / price)));
        },
      ),
      {
        numRuns: 6,
        examples: [
          [10_000_000n, 5, 0n],
          [10_000_000n, 5, -1n],
          [1n, 1, 0n],
        ],
      },
    ));

  it.each([null, 9_000_000_000_000_000_000n])(
    "ends at 10^9 dollars where it is %s, so that the sums stay readable",
    async (cap) => {
      const world = await fixture.createWorld({
        tenant: { daily_cost_cap_nano: cap },
        tools: [{ tool_name: "search", price_nano: 400_000_000_000_000_000n }],
      });
      const verdicts: string[] = [];
      for (let index = 0; index < 30; index++) {
        const [answer] = await (services[index % 2] as DecisionService).decide(world.tenantId, world.instance, [
          world.call(),
        ]);
        verdicts.push(answer?.verdict === "refuse" ? answer.code : String(answer?.verdict));
      }
      expect(verdicts).toEqual(["permit", "permit", ...Array(28).fill("rate_limited")]);
      const costs = await fixture.store.read(world.tenantId, (db) =>
        db.query.selectFrom("cost_counters").select("reserved_nano").where("tenant_id", "=", world.tenantId).execute(),
      );
      expect(costs.map(({ reserved_nano }) => reserved_nano)).toEqual(Array(2).fill(800_000_000_000_000_000n));
    },
  );
});
