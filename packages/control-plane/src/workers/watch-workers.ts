// Watches workers from outside: counts their runs, and says when one has not succeeded for too long.

import type { HealthCheck } from "../domains/service/index.js";
import type { Metrics } from "../http/metrics.js";
import type { Worker } from "./worker.js";

/** A worker may miss a few looks before it counts as behind. */
const SLACK_MS = 60_000;

/** The same workers, observed, and the check of readiness that speaks for them. */
export function watchWorkers(
  workers: readonly Worker[],
  metrics: Metrics,
): { readonly workers: readonly Worker[]; readonly check: HealthCheck } {
  const lastDoneAtMs = new Map(workers.map(({ name }) => [name, performance.now()]));
  const watched = workers.map((worker) => ({
    ...worker,
    run: async () => {
      const startedAtMs = performance.now();
      try {
        const hasMore = await worker.run();
        lastDoneAtMs.set(worker.name, performance.now());
        metrics.observeWorker(worker.name, "done", performance.now() - startedAtMs);
        return hasMore;
      } catch (error) {
        metrics.observeWorker(worker.name, "failed", performance.now() - startedAtMs);
        throw error;
      }
    },
  }));
  const check: HealthCheck = {
    name: "workers",
    check: async () => {
      const behind = workers.filter(
        ({ name, everyMs }) => performance.now() - (lastDoneAtMs.get(name) ?? 0) > SLACK_MS + 3 * everyMs,
      );
      return behind.length === 0 ? null : `behind: ${behind.map(({ name }) => name).join(", ")}`;
    },
  };
  return { workers: watched, check };
}
