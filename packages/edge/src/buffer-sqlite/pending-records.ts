// What waits in the buffer, as far as it is known without reading the disk: how much it is, and the records themselves up to a bound.

import type { EdgeRecord } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";

/** A record as it is stored: the JSON of an `EdgeRecord`, and its length in bytes. */
export interface StoredRecord {
  readonly recordId: string;
  readonly text: string;
  readonly bytes: number;
}

export function storedForm(record: EdgeRecord): StoredRecord {
  const text = formatJson(record);
  return { recordId: record.record_id, text, bytes: Buffer.byteLength(text) };
}

const MAX_FRESH_BYTES = 16 * 1024 * 1024;

export class PendingRecords {
  /**
   * As they were put, oldest first, so that sending them reads nothing back; not whole beyond its bound. A list: the tables that
   * a map outgrows hold on to what was in them, past many a minor collection.
   */
  readonly #fresh: StoredRecord[] = [];
  #freshBytes = 0;

  constructor(
    public count: number,
    public bytes: number,
  ) {}

  /** All of them, oldest first; undefined when some are known by the disk alone. */
  all(): readonly StoredRecord[] | undefined {
    return this.#fresh.length === this.count ? this.#fresh : undefined;
  }

  find(recordId: string): StoredRecord | undefined {
    return this.#fresh[this.#placeOf(recordId)];
  }

  add(stored: StoredRecord): void {
    const isWhole = this.all() !== undefined;
    this.count += 1;
    this.bytes += stored.bytes;
    if (!isWhole || this.#freshBytes + stored.bytes > MAX_FRESH_BYTES) return;
    this.#fresh.push(stored);
    this.#freshBytes += stored.bytes;
  }

  remove(recordId: string, bytes: number): void {
    this.count -= 1;
    this.bytes -= bytes;
    const at = this.#placeOf(recordId);
    if (at === -1) return;
    this.#fresh.splice(at, 1);
    this.#freshBytes -= bytes;
  }

  /** Records are acknowledged in their order: the one looked for is the first. */
  #placeOf(recordId: string): number {
    return this.#fresh.findIndex((stored) => stored.recordId === recordId);
  }
}
