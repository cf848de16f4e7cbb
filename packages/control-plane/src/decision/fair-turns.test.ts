// One tenant's rules may take long over large values; meanwhile the process serves everyone else.

import { setImmediate as nextTurn } from "node:timers/promises";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion } from "../db/state.js";
import { openServiceFixture, type ServiceFixture } from "./service-fixture.js";

const CALLS = 48;
/** With the longest pattern that a rule may have, about as much as rules may be asked about. */
const VALUE = "a".repeat(40_000);
const SLOW_RULE = `@id("slow") forbid (principal, action == Action::"search", resource)
  when { context.args has q && context.args.q like "${"*a".repeat(490)}*b" };`;

/** The longest stretch of the work between two turns of the loop, as a share of all of it: by processor time, whoever else runs. */
async function longestStretchOf(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  const stretches: number[] = [];
  for (let before = process.cpuUsage(); !isDone; before = process.cpuUsage()) {
    await nextTurn();
    stretches.push(process.cpuUsage(before).user);
  }
  return Math.max(...stretches) / stretches.reduce((sum, each) => sum + each);
}

eachDatabase("a batch of slow decisions", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  it("leaves the loop its turns in between", async () => {
    const schema = JSON.stringify({ type: "object", properties: { q: { type: "string" } } });
    const world = await fixture.createWorld({ tools: [{ tool_name: "search", input_schema: schema }] });
    await fixture.store.write(world.tenantId, async (tx) => {
      await bumpStateVersion(tx);
      await tx.query
        .insertInto("policies")
        .values({
          tenant_id: world.tenantId,
          name: "main",
          revision: "r1",
          source: SLOW_RULE,
          compiled: "{}",
          is_active: 1,
          uploaded_by: "test",
          uploaded_at: tx.nowMs,
        })
        .execute();
    });
    // The first one has the facts read and the rules compiled.
    await fixture.decideOne(world, { arguments: { "/q": "a" } });
    const calls = Array.from({ length: CALLS }, () => world.call({ arguments: { "/q": VALUE } }));
    const answers = fixture.service.decide(world.tenantId, world.instance, calls);
    const longest = await longestStretchOf(answers);
    expect((await answers).map(({ verdict }) => verdict)).toEqual(calls.map(() => "permit"));
    expect(longest).toBeLessThan(0.5);
  });
});
