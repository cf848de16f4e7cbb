// Empties the buffer into the control plane: batches, acknowledged record by record, one request at a time, again and again
// until it is done. Records travel with the next question to `decide`; without one they go alone, a moment later. Those that
// have arrived with a question may be acknowledged with a later one, and do not travel again until then, unless it takes too
// long or a question must not be judged before them. What is refused is set apart and told; nothing is dropped. A buffer whose
// disk fails is as good as a control plane that does not answer: its records are tried again, and no question is refused for them.

import { type DecideCall, type EdgeRecord, parseValid, type RecordAck, recordsData } from "@portcullis/contract";
import { parseJson } from "@portcullis/core";
import { storedForm } from "../buffer-sqlite/pending-records.js";
import type { RecordBuffer, StoredRecord } from "../buffer-sqlite/record-buffer.js";
import type { AuthorizedClient } from "./authorized-client.js";
import { EndedCalls } from "./ended-calls.js";
import { isAboutContent } from "./http-client.js";

export interface UplinkCounts {
  readonly sent: number;
  readonly refused: number;
  readonly failedAttempts: number;
}

/** A record that the control plane does not take. */
export type OnSetApart = (recordId: string, reason: string) => void;

/** Records on their way with a question, none or more. Exactly one of `settle` and `giveBack` is called, once. */
export interface CarriedRecords {
  readonly records: readonly StoredRecord[];
  /** Whether a question may leave now, with these: it must not be judged before earlier calls of its own have ended. */
  mayLeave(call: DecideCall): boolean;
  /** They have arrived. The acknowledgements may be of some of them, and of earlier ones. */
  settle(acks: readonly RecordAck[]): void;
  /** They did not arrive, or nobody knows. */
  giveBack(): void;
}

const MAX_RECORDS_PER_REQUEST = 200;
/** How long a record waits for company; nobody waits for the record meanwhile. */
const WAIT_FOR_COMPANY_MS = 10;
/** Larger loads would hold up the question that carries them. */
const MAX_CARRIED_BYTES = 1024 * 1024;
const MAX_BATCH_BYTES = 32 * 1024 * 1024;
/** From then on what has arrived and is not acknowledged is sent again: the control plane may have ended before it was stored. */
const ACKNOWLEDGED_WITHIN_MS = 1000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;

export class RecordFlusher {
  readonly endedCalls = new EndedCalls();
  #running: Promise<void> | undefined;
  #waiting: NodeJS.Timeout | undefined;
  /** Settles when records that travel with a question have arrived or have been given back. */
  #carried: Promise<void> | undefined;
  /** What has arrived with a question and is not acknowledged yet, oldest first. */
  readonly #arrived = new Map<string, { readonly record: StoredRecord; readonly atMs: number }>();
  #isClosing = false;
  #stopped = false;
  /** Set while it pauses between two attempts: nothing of its own is on its way then. */
  #wakeEarly: (() => void) | undefined;
  #tell: () => void = () => {};
  #sent = 0;
  #refused = 0;
  #failedAttempts = 0;

  constructor(
    private readonly client: AuthorizedClient,
    private readonly buffer: RecordBuffer,
    private readonly stateVersion: () => number,
    private readonly onSetApart: OnSetApart,
  ) {
    buffer.onPut((records) => {
      for (const record of records) this.endedCalls.end(record);
      this.#wakeSoon();
    });
  }

  /** Called whenever records are no longer on their way: they have arrived, or nobody knows. */
  onArrival(listener: () => void): void {
    this.#tell = listener;
  }

  /** Starts to send what is there, unless it is being sent already. */
  wake(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    if (this.#stopped || this.#isOnItsWay) return;
    // Taking records commits what was just put, which would wake this once more: by then they must be known to be on their way.
    const run = Promise.resolve().then(() => this.#run());
    this.#running = run.finally(() => {
      this.#running = undefined;
      this.#goOn(true);
      this.#tell();
    });
  }

  /** Gives what waits to questions that are about to leave, unless it is on its way already. */
  carry(calls: readonly DecideCall[]): CarriedRecords {
    const isPausing = this.#wakeEarly !== undefined && this.#carried === undefined;
    const mayTravel = (this.#waiting !== undefined || isPausing) && !this.#isClosing;
    const records = mayTravel ? this.#takeAlong(calls) : [];
    if (records.length === 0) return this.carryNothing();
    const mayLeave = (call: DecideCall) => this.endedCalls.recordsBefore(call).every((id) => isAmong(id, records));
    if (!calls.some(mayLeave)) {
      // What they wait for is behind these.
      this.wake();
      return this.carryNothing();
    }
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    let arrive: () => void = () => {};
    this.#carried = new Promise((resolve) => {
      arrive = resolve;
    });
    const end = (): void => {
      this.#carried = undefined;
      arrive();
    };
    return {
      records,
      mayLeave,
      settle: (acks) => {
        end();
        const atMs = performance.now();
        for (const record of records) this.#arrived.set(record.recordId, { record, atMs });
        this.#settleCarried(records, acks);
        this.#goOn(!this.#isOverdue(atMs));
        this.#tell();
      },
      giveBack: () => {
        end();
        this.wake();
        this.#tell();
      },
    };
  }

  /** For questions that leave with no records. */
  carryNothing(): CarriedRecords {
    return {
      records: [],
      mayLeave: (call) => this.endedCalls.recordsBefore(call).length === 0,
      settle: (acks) => this.#settleEarlier(acks),
      giveBack: () => {},
    };
  }

  counts(): UplinkCounts {
    return { sent: this.#sent, refused: this.#refused, failedAttempts: this.#failedAttempts };
  }

  /** Sends what is left, for at most this long, and begins nothing more. What is on its way then, {@link ended} waits for. */
  async close(withinMs: number): Promise<void> {
    this.#isClosing = true;
    this.wake();
    const isOver = AbortSignal.timeout(withinMs);
    this.#wakeEarly?.();
    while (this.#isOnItsWay && !isOver.aborted) {
      await Promise.race([
        this.#running ?? this.#carried,
        new Promise((resolve) => isOver.addEventListener("abort", resolve, { once: true })),
      ]);
    }
    this.#stopped = true;
    this.#wakeEarly?.();
    // What is left is the next process's to send.
    this.endedCalls.clear();
    this.#tell();
  }

  /** Resolves when nothing of it is on its way any more. */
  async ended(): Promise<void> {
    await this.#running;
  }

  get #isOnItsWay(): boolean {
    return this.#running !== undefined || this.#carried !== undefined;
  }

  /** Whether something has arrived long ago, as far as the edge knows, and is not stored. */
  #isOverdue(nowMs: number): boolean {
    const [oldest] = this.#arrived.values();
    return oldest !== undefined && nowMs - oldest.atMs > ACKNOWLEDGED_WITHIN_MS;
  }

  /** What need not travel again, for all that these questions depend on. */
  #arrivedBut(calls: readonly DecideCall[]): Pick<ReadonlySet<string>, "has" | "size"> {
    if (this.#arrived.size === 0) return this.#arrived;
    const own = calls.flatMap((call) => this.endedCalls.recordsBefore(call)).filter((id) => this.#arrived.has(id));
    return own.length === 0 ? this.#arrived : new Set([...this.#arrived.keys()].filter((id) => !own.includes(id)));
  }

  /** With what has come meanwhile; it may wait for company again, but for a close. */
  #goOn(mayWait: boolean): void {
    if (this.buffer.counts().pending === 0) return;
    if (mayWait && !this.#isClosing) this.#wakeSoon();
    else this.wake();
  }

  #wakeSoon(): void {
    if (this.#stopped || this.#isOnItsWay) return;
    this.#waiting ??= setTimeout(() => this.wake(), this.#isClosing ? 0 : WAIT_FOR_COMPANY_MS);
  }

  async #run(): Promise<void> {
    let delayMs = FIRST_RETRY_MS;
    while (!this.#stopped) {
      const hasProgress = await this.#sendOldest().catch(() => false);
      if (hasProgress === undefined) return;
      if (hasProgress) {
        if (this.buffer.counts().pending < MAX_RECORDS_PER_REQUEST) return;
        delayMs = FIRST_RETRY_MS;
        this.#tell();
        continue;
      }
      this.#failedAttempts += 1;
      this.#tell();
      if (this.#stopped) return;
      await this.#pause(delayMs * (0.5 + Math.random()));
      await this.#carried;
      delayMs = Math.min(MAX_RETRY_MS, delayMs * 2);
    }
  }

  /** Whether something was settled, so that going on is worth while; undefined when there is nothing. */
  async #sendOldest(): Promise<boolean | undefined> {
    const records = this.buffer.take(MAX_RECORDS_PER_REQUEST, MAX_BATCH_BYTES);
    return records.length === 0 ? undefined : this.#sendAll(records);
  }

  /** True when something of it was settled. */
  async #sendAll(records: readonly StoredRecord[]): Promise<boolean> {
    try {
      const body = `{"records":${jsonOfRecords(records)},"state_version":${this.stateVersion()}}`;
      const data = await this.client.post("/edge/records", body);
      return this.#settle(records, parseValid(recordsData, data).acks);
    } catch (error) {
      if (!isAboutContent(error)) return false;
      const [only] = records;
      if (records.length === 1 && only !== undefined) {
        // What became of the call must arrive, also where the answer that is kept for repeats cannot.
        const bare = withoutAnswer(only);
        if (bare !== undefined) return this.#sendAll([bare]);
        this.#refuse(only, error.code);
        return true;
      }
      // One record that cannot be read must not hold up the others.
      let hasProgress = false;
      for (const record of records) hasProgress = (await this.#sendAll([record])) || hasProgress;
      return hasProgress;
    }
  }

  #settle(records: readonly StoredRecord[], acks: readonly RecordAck[]): boolean {
    const byId = new Map(records.map((record) => [record.recordId, record]));
    const stored: string[] = [];
    for (const ack of acks) {
      const record = byId.get(ack.record_id) ?? this.#arrived.get(ack.record_id)?.record;
      if (record === undefined) continue;
      if (ack.status === "refused") this.#refuse(record, ack.reason ?? "no reason given");
      else stored.push(ack.record_id);
      byId.delete(ack.record_id);
      this.endedCalls.forget(ack.record_id);
      this.#arrived.delete(ack.record_id);
    }
    this.buffer.acknowledge(stored);
    this.#sent += stored.length;
    return byId.size < records.length;
  }

  /** Of records that travelled before; while they are being sent again, that request's own answer counts. */
  #settleEarlier(acks: readonly RecordAck[]): void {
    if (this.#running === undefined) this.#settleCarried([], acks);
  }

  #takeAlong(calls: readonly DecideCall[]): StoredRecord[] {
    try {
      const records = this.buffer.take(MAX_RECORDS_PER_REQUEST, MAX_CARRIED_BYTES, this.#arrivedBut(calls));
      // One that is larger by itself is given, too.
      return records.some(({ bytes }) => bytes > MAX_CARRIED_BYTES) ? [] : records;
    } catch {
      return [];
    }
  }

  #settleCarried(records: readonly StoredRecord[], acks: readonly RecordAck[]): void {
    try {
      this.#settle(records, acks);
    } catch {
      this.#failedAttempts += 1;
    }
  }

  #refuse({ recordId }: StoredRecord, reason: string): void {
    this.#arrived.delete(recordId);
    this.endedCalls.forget(recordId);
    this.buffer.setApart(recordId, reason);
    this.#refused += 1;
    this.onSetApart(recordId, reason);
  }

  #pause(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wakeEarly?.(), durationMs);
      this.#wakeEarly = () => {
        clearTimeout(timer);
        this.#wakeEarly = undefined;
        resolve();
      };
    });
  }
}

function isAmong(recordId: string, records: readonly StoredRecord[]): boolean {
  return records.some((record) => record.recordId === recordId);
}

/** The same record, without an answer; undefined where it has none, or its disk has changed it to what nobody can read. */
function withoutAnswer({ text }: StoredRecord): StoredRecord | undefined {
  try {
    const record = parseJson(text) as unknown as EdgeRecord;
    if (record.kind !== "execution" || record.answer === undefined) return undefined;
    const { answer: _, answer_result: __, ...bare } = record;
    return storedForm(bare);
  } catch {
    return undefined;
  }
}

/** The JSON of a list of records, of the text that each is stored as. */
export function jsonOfRecords(records: readonly StoredRecord[]): string {
  return `[${records.map(({ text }) => text).join(",")}]`;
}
