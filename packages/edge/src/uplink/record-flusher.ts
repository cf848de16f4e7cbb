// Empties the buffer into the control plane: batches, acknowledged record by record, one request at a time, again and again
// until it is done. What is refused is set apart and told; nothing is dropped.
import { type EdgeRecord, Refusal, recordsData } from "@portcullis/contract";
import type { RecordBuffer } from "../buffer-sqlite/record-buffer.js";
import type { AuthorizedClient } from "./authorized-client.js";

export interface UplinkCounts {
  readonly sent: number;
  readonly refused: number;
  readonly failedAttempts: number;
}

/** A record that the control plane does not take. */
export type OnSetApart = (record: EdgeRecord, reason: string) => void;

export const MAX_RECORDS_PER_REQUEST = 200;
const MAX_BATCH_BYTES = 32 * 1024 * 1024;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;

export class RecordFlusher {
  #running: Promise<void> | undefined;
  #stopped = false;
  #wakeEarly: (() => void) | undefined;
  #sent = 0;
  #refused = 0;
  #failedAttempts = 0;

  constructor(
    private readonly client: AuthorizedClient,
    private readonly buffer: RecordBuffer,
    private readonly stateVersion: () => number,
    private readonly onSetApart: OnSetApart,
  ) {
    buffer.onPut(() => this.wake());
  }

  /** Starts to send what is there, unless it is being sent already. */
  wake(): void {
    if (this.#stopped || this.#running !== undefined) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (!this.#stopped && this.buffer.counts().pending > 0) this.wake();
    });
  }

  counts(): UplinkCounts {
    return { sent: this.#sent, refused: this.#refused, failedAttempts: this.#failedAttempts };
  }

  /** Sends what is left, for at most this long, then stops. True when the buffer is empty. */
  async close(withinMs: number): Promise<boolean> {
    this.wake();
    const isOver = AbortSignal.timeout(withinMs);
    this.#wakeEarly?.();
    while (this.#running !== undefined && !isOver.aborted) {
      await Promise.race([
        this.#running,
        new Promise((resolve) => isOver.addEventListener("abort", resolve, { once: true })),
      ]);
    }
    this.#stopped = true;
    this.#wakeEarly?.();
    await this.#running;
    return this.buffer.counts().pending === 0;
  }

  async #run(): Promise<void> {
    // What is put in the same tick goes together.
    await new Promise((resolve) => setImmediate(resolve));
    let delayMs = FIRST_RETRY_MS;
    while (!this.#stopped) {
      const records = this.buffer.take(MAX_RECORDS_PER_REQUEST, MAX_BATCH_BYTES);
      if (records.length === 0) return;
      if (await this.#sendAll(records)) {
        delayMs = FIRST_RETRY_MS;
        continue;
      }
      this.#failedAttempts += 1;
      await this.#pause(delayMs * (0.5 + Math.random()));
      delayMs = Math.min(MAX_RETRY_MS, delayMs * 2);
    }
  }

  /** True when something of it was settled, so that going on is worth while. */
  async #sendAll(records: EdgeRecord[]): Promise<boolean> {
    try {
      return this.#settle(
        records,
        await this.client.post("/edge/records", { records, state_version: this.stateVersion() }),
      );
    } catch (error) {
      const isAboutContent = error instanceof Refusal && [400, 413, 422].includes(error.status);
      if (!isAboutContent) return false;
      const [only] = records;
      if (records.length === 1 && only !== undefined) {
        this.#refuse(only, error.code);
        return true;
      }
      // One record that cannot be read must not hold up the others.
      let hasProgress = false;
      for (const record of records) hasProgress = (await this.#sendAll([record])) || hasProgress;
      return hasProgress;
    }
  }

  #settle(records: readonly EdgeRecord[], data: unknown): boolean {
    const byId = new Map(records.map((record) => [record.record_id, record]));
    const stored: string[] = [];
    for (const ack of recordsData.parse(data).acks) {
      const record = byId.get(ack.record_id);
      if (record === undefined) continue;
      if (ack.status === "refused") this.#refuse(record, ack.reason ?? "no reason given");
      else stored.push(ack.record_id);
      byId.delete(ack.record_id);
    }
    this.buffer.acknowledge(stored);
    this.#sent += stored.length;
    return byId.size < records.length;
  }

  #refuse(record: EdgeRecord, reason: string): void {
    this.buffer.setApart(record.record_id, reason);
    this.#refused += 1;
    this.onSetApart(record, reason);
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
