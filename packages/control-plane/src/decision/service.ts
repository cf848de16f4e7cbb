// The decision service: `decide` permits, and only it does; `record` ends what was permitted. Both are group commits of one
// tenant, durable before they answer.

import { type DecideAnswer, type DecideCall, type EdgeRecord, type RecordAck, Refusal } from "@portcullis/contract";
import { auditIdOf } from "@portcullis/core";
import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { Store } from "../db/tx.js";
import type { Ledger } from "../ledger/ledger.js";
import { endAll, mustStoreFirst, permittedOf } from "./answer-order.js";
import { timeoutData } from "./calls/earlier-answer.js";
import { type PreparationPorts, prepareCalls } from "./calls/prepare-calls.js";
import { takeBack } from "./calls/take-back.js";
import { CarriedRecordsStore } from "./carried-records.js";
import { CallerFactsCache } from "./facts/caller-facts.js";
import { StateGate } from "./facts/state-gate.js";
import type { TenantFactsCache } from "./facts/tenant-facts.js";
import { TokenReuse } from "./facts/token-reuse.js";
import { JobRunner } from "./job-runner.js";
import { type AskingSession, type Attempt, type HeldRecords, isLate, type Job, type JobResult } from "./jobs.js";
import { ReadingsReader } from "./judging/readings.js";
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

const MAX_BATCH_CALLS = 512;

export class DecisionService {
  readonly #options: DecisionServiceOptions;
  readonly #preparation: PreparationPorts;
  readonly #writer: TenantWriter<Job, JobResult>;
  readonly #gate = new StateGate();
  readonly #carried = new CarriedRecordsStore((session, records) =>
    this.record(session.tenantId, session.instance, records, session),
  );
  /** By session: the requests that its last exchange permitted. */
  readonly #permitted = new WeakMap<AskingSession, readonly string[]>();

  constructor(options: DecisionServiceOptions) {
    this.#options = options;
    const callers = new CallerFactsCache(options.store);
    const readings = new ReadingsReader(options.store, options.config.minAgentsForCorrelation, options.log);
    this.#preparation = { callers, readings, tokenReuse: new TokenReuse(options.store) };
    const runner = new JobRunner({ ...options, callers, readings });
    this.#writer = new TenantWriter((tenantId, jobs, onCommit) => runner.run(tenantId, jobs, onCommit), {
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
}
