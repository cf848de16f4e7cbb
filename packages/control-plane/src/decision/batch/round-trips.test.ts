import type { DecideAnswer } from "@portcullis/contract";
import { useDatabase } from "@portcullis/testkit";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { recordOf } from "../decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";

const database = useDatabase("postgres");
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await openServiceFixture(database.url);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => fixture.close());

/** How many rounds `work` sends to PostgreSQL: each ends with a Sync. */
async function roundsOf(work: () => Promise<unknown>): Promise<number> {
  const sync = vi.spyOn(pg.Connection.prototype, "sync");
  await work();
  const rounds = sync.mock.calls.length;
  sync.mockRestore();
  return rounds;
}

it("an allowed call takes one round trip to be decided and one to be recorded while nobody else writes, and two otherwise", async () => {
  const world = await fixture.createWorld();
  await fixture.store.write(world.tenantId, ({ query }) =>
    query.updateTable("tokens").set({ first_used_edge: world.instance }).where("jti", "=", world.jti).execute(),
  );
  // The readings of the second in which the calls come have been read, by the first of them.
  vi.spyOn(Date, "now").mockReturnValue(Date.now());
  const roundsOfCall = async (): Promise<number[]> => {
    const call = world.call();
    let answer: DecideAnswer | undefined;
    const deciding = await roundsOf(async () => {
      [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
    });
    const record = recordOf(call, permitted(answer as DecideAnswer));
    return [deciding, await roundsOf(() => fixture.service.record(world.tenantId, world.instance, [record]))];
  };
  // A process that was held up misjudges the database's clock, and reads.
  const untilAlone = () => expect.poll(roundsOfCall, { timeout: 60_000 }).toEqual([1, 1]);
  await untilAlone();
  await fixture.decideOne(world, {}, fixture.other);
  // In vain, taken back, and read.
  expect(await roundsOfCall()).toEqual([4, 2]);
  await untilAlone();
});
