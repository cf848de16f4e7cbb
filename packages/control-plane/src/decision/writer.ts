// Group commit: per tenant, everything that queued up while a transaction ran goes into the next one. Batches on what is
// there, never on a timer. A job that makes the batch fail fails alone: its neighbours are run again without it.

import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Does the jobs of one tenant in one transaction; gives one result per job, in order, when they are durable. `onCommit` is
 * called when the transaction has committed, from when on the next one may run.
 */
export type RunJobs<J, R> = (tenantId: string, jobs: readonly J[], onCommit: () => void) => Promise<readonly R[]>;

export interface WriterOptions<J> {
  /** How much of a batch a job takes; a batch holds at most `maxWeight`, but always one job. */
  readonly weightOf: (job: J) => number;
  readonly maxWeight: number;
}

interface Waiting<J, R> {
  readonly job: J;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export class TenantWriter<J, R> {
  readonly #run: RunJobs<J, R>;
  readonly #options: WriterOptions<J>;
  readonly #queues = new Map<string, Waiting<J, R>[]>();
  readonly #busy = new Map<string, Promise<void>>();
  /** Batches that have committed and wait for the disk. */
  readonly #ending = new Set<Promise<void>>();

  constructor(run: RunJobs<J, R>, options: WriterOptions<J>) {
    this.#run = run;
    this.#options = options;
  }

  /** Resolves with the job's result once its transaction has committed. */
  submit(tenantId: string, job: J): Promise<R> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(tenantId) ?? [];
      queue.push({ job, resolve, reject });
      this.#queues.set(tenantId, queue);
      if (!this.#busy.has(tenantId)) this.#busy.set(tenantId, this.#drain(tenantId));
    });
  }

  /** Resolves when nothing is queued or running. */
  async idle(): Promise<void> {
    while (this.#busy.size + this.#ending.size > 0) await Promise.all([...this.#busy.values(), ...this.#ending]);
  }

  async #drain(tenantId: string): Promise<void> {
    // Jobs that are submitted in the same turn of the loop go together, of whichever connections: a transaction that never
    // waits, as on SQLite, would end before the second of them was read.
    await nextTurn();
    const queue = this.#queues.get(tenantId) ?? [];
    while (queue.length > 0) await this.#runUntilCommitted(tenantId, this.#take(queue));
    this.#queues.delete(tenantId);
    this.#busy.delete(tenantId);
  }

  #take(queue: Waiting<J, R>[]): Waiting<J, R>[] {
    let weight = 0;
    let count = 0;
    for (const { job } of queue) {
      weight += this.#options.weightOf(job);
      if (count > 0 && weight > this.#options.maxWeight) break;
      count += 1;
    }
    return queue.splice(0, count);
  }

  #runUntilCommitted(tenantId: string, batch: readonly Waiting<J, R>[]): Promise<void> {
    return new Promise((resolve) => {
      const ending = this.#runTogether(tenantId, batch, resolve).finally(() => {
        this.#ending.delete(ending);
        resolve();
      });
      this.#ending.add(ending);
    });
  }

  async #runTogether(tenantId: string, batch: readonly Waiting<J, R>[], onCommit: () => void): Promise<void> {
    let isCommitted = false;
    const commit = (): void => {
      isCommitted = true;
      onCommit();
    };
    try {
      const results = await this.#run(
        tenantId,
        batch.map(({ job }) => job),
        commit,
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      // What has committed is not run again, though nobody knows whether the disk has it.
      if (batch.length === 1 || isCommitted) for (const { reject } of batch) reject(error);
      else for (const each of batch) await this.#runUntilCommitted(tenantId, [each]);
    }
  }
}
