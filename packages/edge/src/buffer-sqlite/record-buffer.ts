// Finished records on disk, oldest first, until the control plane has acknowledged each. A record that was put survives
// kill -9 of this process; a power loss may take the last ones, which the control plane's begin records cover. A record is
// turned into text once: it is stored as that text, and sent as that text.

import type { EdgeRecord } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import type Database from "better-sqlite3";
import type { RecordSink } from "../ports.js";
import { openDatabase } from "./database.js";

export { RecordBufferError, type RecordBufferErrorCode } from "./database.js";

/** 1 GiB. */
export const DEFAULT_BUFFER_BYTES = 1024 * 1024 * 1024;
/** As many as a session may name. */
const MAX_PREVIOUS_INSTANCES = 100;
const MAX_FRESH_BYTES = 16 * 1024 * 1024;
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

/** A record as it is stored: the JSON of an {@link EdgeRecord}, and its length in bytes. */
export interface StoredRecord {
  readonly recordId: string;
  readonly text: string;
  readonly bytes: number;
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
export function openRecordBuffer(options: RecordBufferOptions): RecordBuffer {
  const { folder, instance, maxBytes = DEFAULT_BUFFER_BYTES } = options;
  const database = openDatabase(folder);
  const insert = database.prepare<[string, string, number, string]>(
    "insert into records (record_id, instance, bytes, record) values (?, ?, ?, ?) on conflict (record_id) do nothing",
  );
  const oldest = database.prepare<[number], StoredRecord>(
    "select record_id as recordId, record as text, bytes from records order by position limit ?",
  );
  const remove = database.prepare<[string], { bytes: number }>(
    "delete from records where record_id = ? returning bytes",
  );
  const copyApart = database.prepare<[string, number, string]>(
    "insert or ignore into set_apart select record_id, instance, ?, ?, record from records where record_id = ?",
  );
  const sum = database
    .prepare<[], { pending: number; bytes: number }>(
      "select count(*) as pending, coalesce(sum(bytes), 0) as bytes from records",
    )
    .get();
  const apart = database.prepare<[], { count: number }>("select count(*) as count from set_apart").get();
  const previousInstances = enterInstance(database, instance);
  let pending = sum?.pending ?? 0;
  let pendingBytes = sum?.bytes ?? 0;
  let setApartCount = apart?.count ?? 0;
  let queue: QueuedPut[] = [];
  /**
   * What is pending as it was put, oldest first, so that sending it reads nothing back; not whole beyond its bound. A list: the
   * tables that a map outgrows hold on to what was in them, past many a minor collection.
   */
  const fresh: StoredRecord[] = [];
  let freshBytes = 0;
  /** Acknowledged, and removed from the disk with the next commit: a crash before it only sends them again. */
  let acknowledged: string[] = [];
  let removal: NodeJS.Timeout | undefined;
  let notify: (records: readonly EdgeRecord[]) => void = () => {};

  const noteAdded = (stored: StoredRecord): void => {
    const isWhole = fresh.length === pending;
    pending += 1;
    pendingBytes += stored.bytes;
    if (!isWhole || freshBytes + stored.bytes > MAX_FRESH_BYTES) return;
    fresh.push(stored);
    freshBytes += stored.bytes;
  };
  /** Records are acknowledged in their order: the one looked for is the first. */
  const placeInFresh = (recordId: string): number => fresh.findIndex((stored) => stored.recordId === recordId);
  const noteRemoved = (recordId: string, bytes: number): void => {
    pending -= 1;
    pendingBytes -= bytes;
    const at = placeInFresh(recordId);
    if (at === -1) return;
    fresh.splice(at, 1);
    freshBytes -= bytes;
  };
  const forget = (recordId: string): void => {
    const removed = remove.get(recordId);
    if (removed !== undefined) noteRemoved(recordId, removed.bytes);
  };

  const forgetAll = database.transaction((recordIds: readonly string[]) => {
    for (const recordId of recordIds) forget(recordId);
  });
  const moveApart = database.transaction((recordId: string, reason: string) => {
    setApartCount += copyApart.run(reason.slice(0, 2000), Date.now(), recordId).changes;
    forget(recordId);
  });
  /** Answers those records that were not there before. */
  const commitAll = database.transaction((puts: readonly QueuedPut[], removed: readonly string[]) => {
    for (const recordId of removed) remove.run(recordId);
    const insertNew = ({ recordId, bytes, text }: StoredRecord) =>
      insert.run(recordId, instance, bytes, text).changes === 1;
    return puts.map(({ stored }) => stored).filter(insertNew);
  });

  /** Committing many at once costs a quarter of committing each; nobody waits for company longer than this turn. */
  const commitQueue = (): void => {
    const puts = queue;
    if (puts.length + acknowledged.length === 0) return;
    queue = [];
    try {
      for (const stored of commitAll(puts, acknowledged)) noteAdded(stored);
      acknowledged = [];
    } catch (error) {
      for (const { reject } of puts) reject(error);
      return;
    }
    for (const { resolve } of puts) resolve();
    if (puts.length > 0) notify(puts.map(({ record }) => record));
  };
  const removeAcknowledged = (): void => {
    removal = undefined;
    commitQueue();
  };
  /** Removals alone wait for company. */
  const commitPuts = (): void => {
    if (queue.length > 0) commitQueue();
  };

  function* readOldest(limit: number): Generator<StoredRecord> {
    commitQueue();
    yield* oldest.iterate(limit);
  }

  return {
    previousInstances,
    put: (record) =>
      new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(commitPuts);
        queue.push({ record, stored: storedForm(record), resolve, reject });
      }),
    hasRoom: () => pendingBytes < maxBytes,
    take: (limit, maxTakenBytes = Number.POSITIVE_INFINITY, but = new Set()) => {
      commitPuts();
      const records: StoredRecord[] = [];
      let taken = 0;
      for (const stored of fresh.length === pending ? fresh : readOldest(limit + but.size)) {
        if (but.has(stored.recordId)) continue;
        taken += stored.bytes;
        if (records.length === limit || (records.length > 0 && taken > maxTakenBytes)) break;
        records.push(stored);
      }
      return records;
    },
    acknowledge: (recordIds) => {
      commitPuts();
      const older: string[] = [];
      for (const recordId of recordIds) {
        const bytes = fresh[placeInFresh(recordId)]?.bytes;
        if (bytes === undefined) {
          // One that is acknowledged twice is counted off once.
          if (!acknowledged.includes(recordId)) older.push(recordId);
          continue;
        }
        noteRemoved(recordId, bytes);
        acknowledged.push(recordId);
      }
      if (older.length > 0) forgetAll(older);
      if (acknowledged.length > 0) removal ??= setTimeout(removeAcknowledged, REMOVED_AFTER_MS).unref();
    },
    setApart: (recordId, reason) => {
      commitPuts();
      moveApart(recordId, reason);
    },
    counts: () => {
      commitPuts();
      return { pending, pendingBytes, setApart: setApartCount };
    },
    onPut: (listener) => {
      notify = listener;
    },
    close: () => {
      clearTimeout(removal);
      commitQueue();
      database.close();
    },
  };
}

function storedForm(record: EdgeRecord): StoredRecord {
  const text = formatJson(record);
  return { recordId: record.record_id, text, bytes: Buffer.byteLength(text) };
}

/** Notes that an instance has the folder now, on disk before anyone hears of it; gives those that had it before. */
function enterInstance(database: Database.Database, instance: string): string[] {
  const enter = database.transaction(() => {
    // Those of a file that has no list yet, or whose records outlived their place in it.
    database.exec(
      "insert or ignore into instances (instance) select instance from records group by instance order by min(position)",
    );
    const previous = database
      .prepare<[string, number], { instance: string }>(
        `select instance from instances where instance <> ?
         order by instance in (select instance from records) desc, opening desc limit ?`,
      )
      .all(instance, MAX_PREVIOUS_INSTANCES);
    database.prepare("insert or ignore into instances (instance) values (?)").run(instance);
    database
      .prepare(
        "delete from instances where opening not in (select opening from instances order by opening desc limit ?)",
      )
      .run(MAX_PREVIOUS_INSTANCES + 1);
    return previous.map((row) => row.instance);
  });
  database.pragma("synchronous = FULL");
  const previous = enter();
  database.pragma("synchronous = NORMAL");
  return previous;
}
