import { useDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../open.js";
import type { Store } from "../tx.js";

const TENANTS = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"] as const;
const TRANSACTIONS = 20;
/** Longer than transactions of one turn go on. */
const WORK_MS = 10;

const database = useDatabase("sqlite");
let store: Store;
beforeAll(async () => {
  store = await openStore({ databaseUrl: database.url, poolSize: 1, migrate: false });
});
afterAll(() => store.close());

/** Beside how many of the kind begin at once, each on a connection of its own. */
it.each<[string, number, (tenantId: string, work: () => Promise<void>) => Promise<unknown>]>([
  ["reads", 4, (tenantId, work) => store.read(tenantId, work)],
  ["writes", 1, (tenantId, work) => store.write(tenantId, work)],
  ["platform transactions", 1, (_tenantId, work) => store.platform("readiness", work)],
])("%s that queue up and never wait leave the loop a turn between those that are long", async (_what, atOnce, run) => {
  let turn = 0;
  let isWatching = true;
  const watch = () => {
    turn += 1;
    if (isWatching) setImmediate(watch);
  };
  watch();
  const turns: number[] = [];
  const work = async () => {
    turns.push(turn);
    const endAtMs = performance.now() + WORK_MS;
    while (performance.now() < endAtMs);
  };
  await Promise.all(Array.from({ length: TRANSACTIONS }, (_, index) => run(TENANTS[index % 2 === 0 ? 0 : 1], work)));
  isWatching = false;
  expect(new Set(turns).size).toBeGreaterThanOrEqual(TRANSACTIONS - (atOnce - 1));
});
