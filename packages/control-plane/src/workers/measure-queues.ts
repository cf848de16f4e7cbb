// Depths of the queues that live in the database, for `/metrics`. Sums over every tenant, so that they tell of none.

import type { Store } from "../db/tx.js";
import type { Metrics } from "../http/metrics.js";
import type { Worker } from "./worker.js";

export function measureQueues(store: Store, metrics: Metrics): Worker {
  return {
    name: "measure-queues",
    everyMs: 10_000,
    run: async () => {
      const depths = await store.platform("tenants with work for workers", async ({ query }) => {
        const outbox = query.selectFrom("pending_usage_events").select((is) => is.fn.countAll<number>().as("n"));
        const dead = query.selectFrom("pending_billing_events").select((is) => is.fn.countAll<number>().as("n"));
        const permits = query
          .selectFrom("requests")
          .select((is) => is.fn.countAll<number>().as("n"))
          .where("status", "=", "open");
        return {
          usage_outbox: (await outbox.executeTakeFirstOrThrow()).n,
          dead_letters: (await dead.executeTakeFirstOrThrow()).n,
          open_permits: (await permits.executeTakeFirstOrThrow()).n,
        };
      });
      metrics.setQueueDepth("usage_outbox", Number(depths.usage_outbox));
      metrics.setQueueDepth("dead_letters", Number(depths.dead_letters));
      metrics.setQueueDepth("open_permits", Number(depths.open_permits));
      return false;
    },
  };
}
