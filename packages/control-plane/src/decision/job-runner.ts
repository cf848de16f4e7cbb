// The transactions of the decision service: the jobs of one tenant that are committed together.

import { type DecideAnswer, type RecordAck, Refusal } from "@portcullis/contract";
import { utcDay } from "@portcullis/core";
import type { Config } from "../config.js";
import type { Store, TenantTx } from "../db/tx.js";
import { instantAfter } from "../ledger/append.js";
import type { Ledger } from "../ledger/ledger.js";
import { TenantBatch } from "./batch/batch.js";
import { type BatchRows, readBatch } from "./batch/read-batch.js";
import { BatchMemory, sendCheck } from "./batch-memory.js";
import { decideCall, refuseLate } from "./calls/decide-call.js";
import { type RecordPorts, recordCalls } from "./calls/record-call.js";
import type { CallerFactsCache } from "./facts/caller-facts.js";
import { RateTables } from "./facts/rate-tables.js";
import type { TenantFactsCache } from "./facts/tenant-facts.js";
import {
  type AskingSession,
  agentsOf,
  type DecideJob,
  instanceOf,
  isLate,
  type Job,
  type JobResult,
  needsOf,
  needsOfHeld,
  recordsOf,
} from "./jobs.js";
import type { ReadingsReader } from "./judging/readings.js";

export interface JobPorts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly facts: TenantFactsCache;
  readonly callers: CallerFactsCache;
  readonly readings: ReadingsReader;
  readonly config: Pick<Config, "decisionTimeoutMs" | "closeAfterMs">;
  /** Told after a commit that used up a limit, so that edges hear of it. */
  readonly onStateMoved?: (tenantId: string) => void;
}

/** Runs jobs in a transaction over what was read for them. */
type RunBatch = (tx: TenantTx, rows: BatchRows) => Promise<DoneBatch>;
interface DoneBatch {
  readonly batch: TenantBatch;
  readonly results: JobResult[];
}

export class JobRunner {
  readonly #ports: JobPorts;
  readonly #memory = new BatchMemory();
  readonly #rates = new RateTables();

  constructor(ports: JobPorts) {
    this.#ports = ports;
  }

  /** One result per job, in order, all of one transaction. `onCommit` is called once it is durable. */
  async run(tenantId: string, jobs: readonly Job[], onCommit: () => void): Promise<JobResult[]> {
    const { store, ledger, onStateMoved } = this.#ports;
    const facts = await this.#ports.facts.get(tenantId, 0);
    const jtis = jobs.flatMap(recordsOf).flatMap((each) => (each.kind === "refusal" ? [each.jti] : []));
    const callers = jtis.length === 0 ? new Map() : await this.#ports.callers.get(facts, new Set(jtis));
    const work: RunBatch = async (tx, rows) => {
      const batch = await TenantBatch.open(tx, rows);
      const ports = { facts, callers, ratesOf: (revision: string) => this.#rates.of(tx, facts, revision) };
      const done: JobResult[] = [];
      for (const job of jobs) {
        if (isBehind(job.session, batch)) {
          done.push({ kind: "stale", stateVersion: batch.state.state_version });
          continue;
        }
        if (job.kind === "decide") {
          done.push(await this.#runDecide(batch, job, ports));
        } else {
          done.push({ kind: "recorded", acks: await recordCalls(batch, instanceOf(job), recordsOf(job), ports) });
        }
      }
      await batch.flush(ledger);
      this.#noteSpend(batch, jobs);
      return { batch, results: done };
    };
    const unread = await this.#runUnread(tenantId, jobs, work);
    const read = (): Promise<DoneBatch> =>
      store.write(tenantId, work, {
        open: (db) => readBatch(db, needsOf(jobs)),
        keepsPlans: true,
        onCommit,
        // Records that came with a question are acknowledged with the next one, whose own sync covers them.
        sharesSync: jobs.every((job) => job.kind === "record" && job.session !== undefined),
      });
    const { batch, results } = unread?.result ?? (await read());
    if (store.writeUnread !== undefined) this.#memory.keep(batch, unread?.clock);
    if (batch.drafts.length > 0) ledger.notifyAppended(tenantId);
    if (batch.limits.hasMoved) {
      onStateMoved?.(tenantId);
      await store.announce(tenantId);
    }
    return results;
  }

  /** Runs the jobs without reading first. Undefined, with nothing done, where something must be read or was remembered wrongly. */
  async #runUnread(tenantId: string, jobs: readonly Job[], work: RunBatch) {
    const { writeUnread } = this.#ports.store;
    const recalled = this.#memory.recall(tenantId, jobs);
    if (writeUnread === undefined || recalled === undefined) return undefined;
    try {
      const { result, nowMs } = await writeUnread(tenantId, recalled.nowMs, async (tx) => {
        await sendCheck(tx, recalled.rows);
        return work(tx, recalled.rows);
      });
      return { result, clock: { nowMs, atMs: performance.now() } };
    } catch (error) {
      this.#memory.doubt(tenantId);
      if (error instanceof Refusal && error.code === "store_unavailable") throw error;
      // Whatever went wrong shows again in the transaction that reads.
      return undefined;
    }
  }

  async #runDecide(batch: TenantBatch, job: DecideJob, ports: RecordPorts): Promise<JobResult> {
    const { prepared, attempt } = job;
    // A permit writes no row: it must not be given out where the call's row could not be appended.
    instantAfter(batch.state, batch.tx);
    const late = isLate(attempt);
    if (prepared[0]?.facts.stateVersion !== batch.state.state_version && !late) {
      return { kind: "stale", stateVersion: batch.state.state_version };
    }
    const before = batch.drafts.length;
    const answers: DecideAnswer[] = [];
    for (const each of prepared) {
      const { config } = this.#ports;
      answers.push(await (late ? refuseLate(batch, each, config) : decideCall(batch, each, config)));
    }
    const refusals = batch.drafts.splice(before);
    // The chain tells of a refusal after it tells of the calls that ended before it was asked.
    const acks = refusals.length > 0 && job.held.length > 0 ? await recordHeld(batch, job, ports) : undefined;
    batch.drafts.push(...refusals);
    return { kind: "decided", answers, acks };
  }

  /** Keeps what the transaction saw of the agents' spending today: their next calls need not read it. */
  #noteSpend(batch: TenantBatch, jobs: readonly Job[]): void {
    const day = utcDay(batch.nowMs);
    for (const agentId of new Set(jobs.flatMap((job) => agentsOf(batch, job, day)))) {
      const { spentNano, reservedNano } = batch.limits.cost(agentId, day);
      this.#ports.readings.noteSpend(batch.tenantId, agentId, day, spentNano + reservedNano, Date.now());
    }
  }
}

async function recordHeld(batch: TenantBatch, job: DecideJob, ports: RecordPorts): Promise<RecordAck[]> {
  await batch.readMore(needsOfHeld(job));
  return recordCalls(batch, instanceOf(job), job.held, ports);
}

function isBehind(session: AskingSession | undefined, batch: TenantBatch): boolean {
  return session !== undefined && session.stateVersion !== batch.state.state_version;
}
