// The tables of the buffer: records that wait, records that were set apart, and the instances that had the folder.

import type Database from "better-sqlite3";
import type { StoredRecord } from "./pending-records.js";

/** As many as a session may name. */
const MAX_PREVIOUS_INSTANCES = 100;

export interface RemovedRecord {
  readonly recordId: string;
  readonly bytes: number;
}

export class RecordTable {
  readonly #database: Database.Database;
  readonly #instance: string;
  readonly #insert: Database.Statement<[string, string, number, string]>;
  readonly #oldest: Database.Statement<[number], StoredRecord>;
  readonly #remove: Database.Statement<[string], RemovedRecord>;
  readonly #commit: Database.Transaction<RecordTable["commit"]>;
  readonly #removeAll: Database.Transaction<RecordTable["remove"]>;
  readonly #setApart: Database.Transaction<RecordTable["setApart"]>;

  constructor(database: Database.Database, instance: string) {
    this.#database = database;
    this.#instance = instance;
    this.#insert = database.prepare(
      "insert into records (record_id, instance, bytes, record) values (?, ?, ?, ?) on conflict (record_id) do nothing",
    );
    this.#oldest = database.prepare(
      "select record_id as recordId, record as text, bytes from records order by position limit ?",
    );
    this.#remove = database.prepare("delete from records where record_id = ? returning record_id as recordId, bytes");
    const copyApart = database.prepare<[string, number, string]>(
      "insert or ignore into set_apart select record_id, instance, ?, ?, record from records where record_id = ?",
    );
    const isInserted = ({ recordId, bytes, text }: StoredRecord) =>
      this.#insert.run(recordId, instance, bytes, text).changes === 1;
    this.#commit = database.transaction((records, removed) => {
      for (const recordId of removed) this.#remove.run(recordId);
      return records.filter(isInserted);
    });
    this.#removeAll = database.transaction((recordIds) =>
      recordIds.flatMap((recordId) => this.#remove.get(recordId) ?? []),
    );
    this.#setApart = database.transaction((recordId, reason) => {
      const isNew = copyApart.run(reason, Date.now(), recordId).changes === 1;
      return { isNew, removed: this.#remove.get(recordId) };
    });
  }

  /** How many wait, and the sum of their bytes. */
  sum(): { readonly count: number; readonly bytes: number } {
    const statement = this.#database.prepare<[], { count: number; bytes: number }>(
      "select count(*) as count, coalesce(sum(bytes), 0) as bytes from records",
    );
    return statement.get() ?? { count: 0, bytes: 0 };
  }

  countSetApart(): number {
    return this.#database.prepare<[], { count: number }>("select count(*) as count from set_apart").get()?.count ?? 0;
  }

  folderSecret(): string {
    return this.#database.prepare<[], string>("select secret from folder").pluck().get() as string;
  }

  oldest(limit: number): Iterable<StoredRecord> {
    return this.#oldest.iterate(limit);
  }

  /** In one commit; answers those records that were not there before. */
  commit(records: readonly StoredRecord[], removed: readonly string[]): StoredRecord[] {
    return this.#commit(records, removed);
  }

  /** In one commit; answers those that were there. */
  remove(recordIds: readonly string[]): RemovedRecord[] {
    return this.#removeAll(recordIds);
  }

  /** In one commit; `isNew` unless it was set apart before. */
  setApart(recordId: string, reason: string): { readonly isNew: boolean; readonly removed: RemovedRecord | undefined } {
    return this.#setApart(recordId, reason.slice(0, 2000));
  }

  /** Notes that the instance has the folder now, on disk before anyone hears of it; gives those that had it before. */
  enter(): string[] {
    const database = this.#database;
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
        .all(this.#instance, MAX_PREVIOUS_INSTANCES);
      database.prepare("insert or ignore into instances (instance) values (?)").run(this.#instance);
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

  close(): void {
    this.#database.close();
  }
}
