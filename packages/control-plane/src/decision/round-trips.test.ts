import type { DecideAnswer } from "@portcullis/contract";
import { useDatabase } from "@portcullis/testkit";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { recordOf } from "./decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "./service-fixture.js";

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

it("an allowed call takes two round trips to be decided, and two to be recorded, commits included", async () => {
  const world = await fixture.createWorld();
  await fixture.store.write(world.tenantId, ({ query }) =>
    query.updateTable("tokens").set({ first_used_edge: world.instance }).where("jti", "=", world.jti).execute(),
  );
  // Not the first call of its token, and the readings of the second in which it comes have been read.
  vi.spyOn(Date, "now").mockReturnValue(Date.now());
  await fixture.decideOne(world);
  const call = world.call();
  let answer: DecideAnswer | undefined;
  const deciding = async () => {
    [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
  };
  expect(await roundsOf(deciding)).toBe(2);
  const record = recordOf(call, permitted(answer as DecideAnswer));
  expect(await roundsOf(() => fixture.service.record(world.tenantId, world.instance, [record]))).toBe(2);
});
