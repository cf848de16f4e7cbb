// Starts the workers of a process and stops them again. Each runs alone, waits its interval between two looks, goes on at
// once while there is more to do, and waits longer after errors. Any number of replicas may run them.

import type { Config } from "../config.js";
import { guardHeads } from "../ledger/guard-heads.js";
import { closeAbandoned } from "./close-abandoned.js";
import { settleUnknown } from "./settle-unknown.js";
import { sweep } from "./sweep.js";
import { drainUsage } from "./usage-drain.js";
import type { Worker, WorkerContext } from "./worker.js";

const LONGEST_BACKOFF_MS = 60_000;

export interface RunningWorkers {
  /** Resolves when what was running has ended. */
  stop(): Promise<void>;
}

/** The ledger's own workers. Other parts of the control plane bring theirs. */
export function ledgerWorkers(
  { store, ledger, keys, log }: WorkerContext,
  config: Pick<Config, "usageDrainBatchSize" | "usageDrainIntervalMs" | "settleAfterMs">,
): Worker[] {
  return [
    {
      name: "guard-heads",
      everyMs: 60_000,
      run: async () => {
        await guardHeads(store, log);
        return false;
      },
    },
    {
      name: "usage-drain",
      everyMs: config.usageDrainIntervalMs,
      run: async () => {
        const { recorded, failed, dead } = await drainUsage(store, config.usageDrainBatchSize);
        if (failed > 0) log.warn({ failed }, "usage events could not be recorded and will be tried again");
        if (dead > 0) log.error({ dead }, "usage events became dead letters");
        return recorded >= config.usageDrainBatchSize;
      },
    },
    {
      name: "close-abandoned",
      everyMs: 5_000,
      run: async () => {
        const closed = await closeAbandoned(store, ledger);
        if (closed > 0) log.warn({ closed }, "calls without an end were closed as unknown");
        return closed > 0;
      },
    },
    {
      name: "settle-unknown",
      everyMs: 60_000,
      run: async () => {
        const settled = await settleUnknown(store, ledger, config.settleAfterMs);
        if (settled > 0) log.warn({ settled }, "reservations of unknown calls were billed");
        return settled > 0;
      },
    },
    { name: "sweep", everyMs: 30_000, run: () => sweep(store) },
    {
      name: "refresh-keys",
      everyMs: 5000,
      run: async () => {
        await keys.refresh();
        return false;
      },
    },
  ];
}

/** Starts them all; the first look comes at once. */
export function runWorkers(workers: readonly Worker[], log: WorkerContext["log"]): RunningWorkers {
  const loops = workers.map((worker) => startLoop(worker, log));
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function startLoop(worker: Worker, log: WorkerContext["log"]): RunningWorkers {
  let isStopped = false;
  let errors = 0;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const look = async (): Promise<void> => {
    let delayMs = worker.everyMs;
    try {
      if (await worker.run()) delayMs = 0;
      errors = 0;
    } catch (error) {
      errors++;
      delayMs = Math.max(worker.everyMs, Math.min(LONGEST_BACKOFF_MS, 500 * 2 ** Math.min(errors, 10)));
      log.error({ err: error, worker: worker.name, errors }, "a worker failed and will try again");
    }
    schedule(delayMs);
  };
  const schedule = (delayMs: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = look();
    }, delayMs);
    timer.unref();
  };

  schedule(0);
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
