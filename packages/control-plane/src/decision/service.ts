// The decision service: `decide` permits, and only it does; `record` ends what was permitted. Both are group commits of one
// tenant, durable before they answer.

import { type DecideAnswer, type DecideCall, type EdgeRecord, type RecordAck, Refusal } from "@portcullis/contract";
import { auditIdOf, utcDay } from "@portcullis/core";
import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { Store, TenantTx } from "../db/tx.js";
import { instantAfter } from "../ledger/append.js";
import type { Ledger } from "../ledger/ledger.js";
import { endAll, mustStoreFirst, permittedOf } from "./answer-order.js";
import { TenantBatch } from "./batch.js";
import { BatchMemory, sendCheck } from "./batch-memory.js";
import { CallerFactsCache } from "./caller-facts.js";
import { CarriedRecordsStore } from "./carried-records.js";
import { decideCall, refuseLate } from "./decide-call.js";
import { timeoutData } from "./earlier-answer.js";
import {
  type AskingSession,
  type Attempt,
  agentsOf,
  type DecideJob,
  type HeldRecords,
  instanceOf,
  type Job,
  type JobResult,
  needsOf,
  needsOfHeld,
  recordsOf,
} from "./jobs.js";
import { type PreparationPorts, prepareCalls } from "./prepare-calls.js";
import { RateTables } from "./rate-tables.js";
import { type BatchRows, readBatch } from "./read-batch.js";
import { ReadingsReader } from "./readings.js";
import { type RecordPorts, recordCalls } from "./record-call.js";
import { StateGate } from "./state-gate.js";
import { takeBack } from "./take-back.js";
import type { TenantFactsCache } from "./tenant-facts.js";
import { TokenReuse } from "./token-reuse.js";
import type { TenantFacts } from "./types.js";
import { TenantWriter } from "./writer.js";

export interface DecisionServiceOptions {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly facts: TenantFactsCache;
  readonly config: Pick<Config, "decisionTimeoutMs" | "closeAfterMs" | "minAgentsForCorrelation">;
  /** Told of errors of which callers and rows show no more than that there was one. */
  readonly log?: Pick<Logger, "error">;
  /** Told after a commit that used up a limit, so that edges hear of it. */
  readonly onStateMoved?: (tenantId: string) => void;
}

interface Asker {
  readonly tenantId: string;
  readonly instance: string;
  readonly session: AskingSession | undefined;
  /** The records that came with the calls. */
  readonly held: HeldRecords | undefined;
  /** Queues the records that must be stored before the calls are decided; false when the held ones may wait for the answers. */
  readonly storeFirst: (facts: TenantFacts) => boolean;
}

/** Runs jobs in a transaction over what was read for them. */
type RunBatch = (tx: TenantTx, rows: BatchRows) => Promise<DoneBatch>;
interface DoneBatch {
  readonly batch: TenantBatch;
  readonly results: JobResult[];
}

const MAX_BATCH_CALLS = 512;

export class DecisionService {
  readonly #options: DecisionServiceOptions;
  readonly #callers: CallerFactsCache;
  readonly #readings: ReadingsReader;
  readonly #preparation: PreparationPorts;
  readonly #writer: TenantWriter<Job, JobResult>;
  readonly #memory = new BatchMemory();
  readonly #rates = new RateTables();
  readonly #gate = new StateGate();
  readonly #carried = new CarriedRecordsStore((session, records) =>
    this.record(session.tenantId, session.instance, records, session),
  );
  /** By session: the requests that its last exchange permitted. */
  readonly #permitted = new WeakMap<AskingSession, readonly string[]>();

  constructor(options: DecisionServiceOptions) {
    this.#options = options;
    this.#callers = new CallerFactsCache(options.store);
    this.#readings = new ReadingsReader(options.store, options.config.minAgentsForCorrelation, options.log);
    this.#preparation = {
      callers: this.#callers,
      readings: this.#readings,
      tokenReuse: new TokenReuse(options.store),
    };
    this.#writer = new TenantWriter((tenantId, jobs, onCommit) => this.#runJobs(tenantId, jobs, onCommit), {
      maxWeight: MAX_BATCH_CALLS,
      weightOf: (job) => (job.kind === "decide" ? job.prepared.length : job.records.length),
    });
  }

  /**
   * Stages 4 to 7 of calls of one edge instance; one answer per call, in order. What takes longer than the deadline is
   * refused with `decision_timeout`, and a permit that commits later is taken back. Throws when the store fails.
   */
  decide(tenantId: string, instance: string, calls: readonly DecideCall[]): Promise<DecideAnswer[]> {
    return this.#decideInTime(
      { tenantId, instance, session: undefined, held: undefined, storeFirst: () => true },
      calls,
    );
  }

  /**
   * {@link decide} and {@link record} of an edge in one exchange. The records are stored first, in the transaction that decides,
   * where an answer may depend on them, where a refusal gets a row of its own, and where the edge leaves no pause to store them
   * in; otherwise after the answers. Acknowledges what is stored by the time of the answer, of these records and of earlier ones.
   */
  async exchange(
    session: AskingSession,
    calls: readonly DecideCall[],
    records: readonly EdgeRecord[],
  ): Promise<{ answers: DecideAnswer[]; acks: RecordAck[] }> {
    const { tenantId, instance } = session;
    const own = this.#carried.recordsOf(session, records);
    // On PostgreSQL a transaction of their own takes two round trips, for which the edge's other calls would wait.
    const hasPause = this.#options.store.dialect === "sqlite" || endAll(records, this.#permitted.get(session) ?? []);
    const held: HeldRecords = { records, acks: undefined };
    const storeFirst = (facts: TenantFacts): boolean => {
      this.#carried.storePostponed(tenantId);
      if (hasPause && !mustStoreFirst(facts, calls, records)) return false;
      own.store();
      return true;
    };
    try {
      const answers = await this.#decideInTime({ tenantId, instance, session, held, storeFirst }, calls);
      this.#permitted.set(session, permittedOf(calls, answers));
      // Those of the same transaction are there within this turn.
      await own.storedWithinTurn();
      return { answers, acks: [...(held.acks ?? []), ...this.#carried.takeAcks(session)] };
    } finally {
      if (held.acks === undefined) own.postpone();
    }
  }

  /** {@link record} for records that may have come with a question before: what is stored already is not looked at again. */
  async recordRest(session: AskingSession, records: readonly EdgeRecord[]): Promise<RecordAck[]> {
    const known = this.#carried.takeAcks(session);
    const acknowledged = new Set(known.map((ack) => ack.record_id));
    const rest = records.filter((record) => !acknowledged.has(record.record_id));
    return [...known, ...(await this.record(session.tenantId, session.instance, rest))];
  }

  #decideInTime(asker: Asker, calls: readonly DecideCall[]): Promise<DecideAnswer[]> {
    const { decisionTimeoutMs } = this.#options.config;
    const attempt: Attempt = { deadlineMs: performance.now() + decisionTimeoutMs, isLate: false };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        attempt.isLate = true;
        resolve(calls.map((call) => this.#lateAnswer(asker.tenantId, call)));
      }, decisionTimeoutMs);
      this.#decideApart(asker, calls, attempt)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  /**
   * Ends permitted calls, and takes refusals that an edge made itself; one acknowledgement per record, in order. Throws when
   * the store fails; a record that can never be stored is refused.
   */
  async record(
    tenantId: string,
    instance: string,
    records: readonly EdgeRecord[],
    session?: AskingSession,
  ): Promise<RecordAck[]> {
    if (records.length === 0) return [];
    try {
      for (;;) {
        const result = await this.#writer.submit(tenantId, { kind: "record", session, instance, records });
        if (result.kind === "recorded") return [...result.acks];
        if (result.kind !== "stale") throw new Error("A record job was answered as something else.");
        await session?.renew();
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const [only] = records;
      if (only !== undefined && records.length === 1) {
        this.#options.log?.error({ err: error, tenant_id: tenantId }, "a record could not be stored and was refused");
        return [{ record_id: only.record_id, status: "refused", reason: "not_storable" }];
      }
      // One of them does harm: alone, it harms no other.
      return (await Promise.all(records.map((record) => this.record(tenantId, instance, [record], session)))).flat();
    }
  }

  /** To be awaited before a tenant's state is changed: decisions that earlier changes have held up go first. */
  giveWay(tenantId: string): Promise<void> {
    return this.#gate.pass(tenantId);
  }

  /** Resolves when everything that was asked has been committed or has failed. */
  async close(): Promise<void> {
    this.#carried.storePostponed();
    await this.#writer.idle();
  }

  /** An unknown error refuses the call that causes it, and no other that came with it. */
  async #decideApart(asker: Asker, calls: readonly DecideCall[], attempt: Attempt): Promise<DecideAnswer[]> {
    try {
      return await this.#decide(asker, calls, attempt);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (calls.length === 1 && asker.held === undefined) {
        const { tenantId: tenant_id } = asker;
        this.#options.log?.error({ err: error, tenant_id }, "a call could not be decided and was refused");
        return [{ verdict: "refuse", code: "internal", data: null, audit_id: null }];
      }
      // Without the records too, which may do the harm: alone, they harm no call.
      const alone = { ...asker, held: undefined };
      const answers = calls.map((call) => this.#decideApart(alone, [call], attempt));
      return (await Promise.all(answers)).flat();
    }
  }

  async #decide(asker: Asker, calls: readonly DecideCall[], attempt: Attempt): Promise<DecideAnswer[]> {
    let goOn: (() => void) | undefined;
    try {
      return await this.#decideAnew(asker, calls, attempt, () => {
        goOn ??= this.#gate.holdUp(asker.tenantId);
      });
    } finally {
      goOn?.();
    }
  }

  /** `onStale` is called each time that the state has moved before the transaction. */
  async #decideAnew(
    asker: Asker,
    calls: readonly DecideCall[],
    attempt: Attempt,
    onStale: () => void,
  ): Promise<DecideAnswer[]> {
    const { tenantId, instance, session, held } = asker;
    let minVersion = 0;
    for (;;) {
      const facts = await this.#options.facts.get(tenantId, minVersion);
      const prepared = await prepareCalls(this.#preparation, facts, instance, calls);
      const mayStore = !asker.storeFirst(facts) && held !== undefined ? held.records : [];
      const result = await this.#writer.submit(tenantId, {
        kind: "decide",
        session,
        prepared,
        attempt,
        held: mayStore,
      });
      if (result.kind === "stale") {
        onStale();
        minVersion = result.stateVersion;
        if (session !== undefined && session.stateVersion < minVersion) await session.renew();
        // Records that were to be stored first met the same, and are queued again; they still come first.
        await this.#carried.settled(tenantId);
        continue;
      }
      if (result.kind !== "decided") throw new Error("A decide job was answered as something else.");
      if (held !== undefined) held.acks ??= result.acks;
      if (!isLate(attempt)) return [...result.answers];
      await this.record(tenantId, instance, takeBack(calls, result.answers));
      return calls.map((call) => this.#lateAnswer(tenantId, call));
    }
  }

  #lateAnswer(tenantId: string, call: DecideCall): DecideAnswer {
    return {
      verdict: "refuse",
      code: "decision_timeout",
      data: timeoutData(call, this.#options.config.decisionTimeoutMs),
      audit_id: auditIdOf(tenantId, call.request_id),
    };
  }

  async #runJobs(tenantId: string, jobs: readonly Job[], onCommit: () => void): Promise<JobResult[]> {
    const { store, ledger, onStateMoved } = this.#options;
    const facts = await this.#options.facts.get(tenantId, 0);
    const jtis = jobs.flatMap(recordsOf).flatMap((each) => (each.kind === "refusal" ? [each.jti] : []));
    const callers = jtis.length === 0 ? new Map() : await this.#callers.get(facts, new Set(jtis));
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
    if (batch.limitsMoved) {
      onStateMoved?.(tenantId);
      await store.announce(tenantId);
    }
    return results;
  }

  /** Runs the jobs without reading first. Undefined, with nothing done, where something must be read or was remembered wrongly. */
  async #runUnread(tenantId: string, jobs: readonly Job[], work: RunBatch) {
    const { writeUnread } = this.#options.store;
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
      const { config } = this.#options;
      answers.push(late ? refuseLate(batch, each, config) : await decideCall(batch, each, config));
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
      const { spentNano, reservedNano } = batch.cost(agentId, day);
      this.#readings.noteSpend(batch.tenantId, agentId, day, spentNano + reservedNano, Date.now());
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

function isLate({ isLate, deadlineMs }: Attempt): boolean {
  return isLate || performance.now() >= deadlineMs;
}
