// Finished records on disk, oldest first, until the control plane has acknowledged each. A record that was put survives
// kill -9 of this process; a power loss may take the last ones, which the control plane's begin records cover. A record is
// turned into text once: it is stored as that text, and sent as that text.

import type { EdgeRecord } from "@portcullis/contract";
import type { RecordSink } from "../ports.js";
import { openDatabase } from "./database.js";
import { PendingRecords, type StoredRecord, storedForm } from "./pending-records.js";
import { RecordTable } from "./record-table.js";

export { RecordBufferError, type RecordBufferErrorCode } from "./database.js";
export type { StoredRecord } from "./pending-records.js";

/** 1 GiB. */
export const DEFAULT_BUFFER_BYTES = 1024 * 1024 * 1024;
const REMOVED_AFTER_MS = 200;

export interface RecordBufferOptions {
  /** A folder of this process alone; made when it is missing. */
  readonly folder: string;
  /** This process's instance id, which its permits name. */
  readonly instance: string;
  /** Size from which new calls are refused with `buffer_full`; 1 GiB unless set. */
  readonly maxBytes?: number;
}

export interface BufferCounts {
  readonly pending: number;
  readonly pendingBytes: number;
  readonly setApart: number;
}

/** A sink that survives crashes, with what the uplink needs to empty it. */
export interface RecordBuffer extends RecordSink {
  /** Resolves when the record is committed; what is put in one turn of the event loop is committed together. */
  put(record: EdgeRecord): Promise<void>;
  /**
   * Earlier instances that had this folder, those with records in it first, then the newest. The session names them: this
   * process is the same edge and carries their records on, and they are dead, for the folder is locked.
   */
  readonly previousInstances: readonly string[];
  /** Kept in the folder, and by nobody else: proves to the control plane that they had it. */
  readonly folderSecret: string;
  /** The oldest records but some, at most `limit` and about `maxBytes`; they stay until acknowledged. */
  take(limit: number, maxBytes?: number, but?: Pick<ReadonlySet<string>, "has" | "size">): StoredRecord[];
  /** Forgets records that the control plane has. */
  acknowledge(recordIds: readonly string[]): void;
  /** Keeps a record that the control plane refused, for people to look at; it is not sent again. */
  setApart(recordId: string, reason: string): void;
  counts(): BufferCounts;
  /** Called with what was put, before anyone who put it goes on. */
  onPut(listener: (records: readonly EdgeRecord[]) => void): void;
  close(): void;
}

interface QueuedPut {
  readonly record: EdgeRecord;
  readonly stored: StoredRecord;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Opens the buffer of a folder and locks it. Throws RecordBufferError with what to do. */
export function openRecordBuffer({
  folder,
  instance,
  maxBytes = DEFAULT_BUFFER_BYTES,
}: RecordBufferOptions): RecordBuffer {
  return openDatabase(folder, (database) => new SqliteRecordBuffer(new RecordTable(database, instance), maxBytes));
}

class SqliteRecordBuffer implements RecordBuffer {
  readonly previousInstances: readonly string[];
  readonly folderSecret: string;
  readonly #table: RecordTable;
  readonly #maxBytes: number;
  readonly #pending: PendingRecords;
  #setApartCount: number;
  #queue: QueuedPut[] = [];
  /** Acknowledged, and removed from the disk with the next commit: a crash before it only sends them again. */
  #acknowledged: string[] = [];
  #removal: NodeJS.Timeout | undefined;
  #notify: (records: readonly EdgeRecord[]) => void = () => {};

  constructor(table: RecordTable, maxBytes: number) {
    this.#table = table;
    this.#maxBytes = maxBytes;
    const { count, bytes } = table.sum();
    this.#pending = new PendingRecords(count, bytes);
    this.#setApartCount = table.countSetApart();
    this.previousInstances = table.enter();
    this.folderSecret = table.folderSecret();
  }

  put(record: EdgeRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#queue.length === 0) setImmediate(() => this.#commitPuts());
      this.#queue.push({ record, stored: storedForm(record), resolve, reject });
    });
  }

  hasRoom(): boolean {
    return this.#pending.bytes < this.#maxBytes;
  }

  take(
    limit: number,
    maxBytes = Number.POSITIVE_INFINITY,
    but: Pick<ReadonlySet<string>, "has" | "size"> = new Set(),
  ): StoredRecord[] {
    this.#commitPuts();
    const records: StoredRecord[] = [];
    let taken = 0;
    for (const stored of this.#pending.all() ?? this.#readOldest(limit + but.size)) {
      if (but.has(stored.recordId)) continue;
      taken += stored.bytes;
      if (records.length === limit || (records.length > 0 && taken > maxBytes)) break;
      records.push(stored);
    }
    return records;
  }

  acknowledge(recordIds: readonly string[]): void {
    this.#commitPuts();
    const older: string[] = [];
    for (const recordId of recordIds) {
      const known = this.#pending.find(recordId);
      if (known !== undefined) {
        this.#pending.remove(recordId, known.bytes);
        this.#acknowledged.push(recordId);
      } else if (!this.#acknowledged.includes(recordId)) {
        // One that is acknowledged twice is counted off once.
        older.push(recordId);
      }
    }
    if (older.length > 0) for (const removed of this.#table.remove(older)) this.#noteRemoved(removed);
    if (this.#acknowledged.length > 0) {
      this.#removal ??= setTimeout(() => this.#removeAcknowledged(), REMOVED_AFTER_MS).unref();
    }
  }

  setApart(recordId: string, reason: string): void {
    this.#commitPuts();
    const { isNew, removed } = this.#table.setApart(recordId, reason);
    if (isNew) this.#setApartCount += 1;
    if (removed !== undefined) this.#noteRemoved(removed);
  }

  counts(): BufferCounts {
    this.#commitPuts();
    return { pending: this.#pending.count, pendingBytes: this.#pending.bytes, setApart: this.#setApartCount };
  }

  onPut(listener: (records: readonly EdgeRecord[]) => void): void {
    this.#notify = listener;
  }

  close(): void {
    clearTimeout(this.#removal);
    this.#commit();
    this.#table.close();
  }

  #noteRemoved({ recordId, bytes }: Pick<StoredRecord, "recordId" | "bytes">): void {
    this.#pending.remove(recordId, bytes);
  }

  #readOldest(limit: number): Iterable<StoredRecord> {
    this.#commit();
    return this.#table.oldest(limit);
  }

  #removeAcknowledged(): void {
    this.#removal = undefined;
    this.#commit();
  }

  /** Removals alone wait for company. */
  #commitPuts(): void {
    if (this.#queue.length > 0) this.#commit();
  }

  /** Committing many at once costs a quarter of committing each; nobody waits for company longer than this turn. */
  #commit(): void {
    const puts = this.#queue;
    if (puts.length + this.#acknowledged.length === 0) return;
    this.#queue = [];
    const records = puts.map(({ stored }) => stored);
    try {
      for (const stored of this.#table.commit(records, this.#acknowledged)) this.#pending.add(stored);
      this.#acknowledged = [];
    } catch (error) {
      for (const { reject } of puts) reject(error);
      return;
    }
    for (const { resolve } of puts) resolve();
    if (puts.length > 0) this.#notify(puts.map(({ record }) => record));
  }
}
