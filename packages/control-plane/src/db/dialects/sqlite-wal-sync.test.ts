import fs, { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { migrateSqlite } from "./sqlite-migrator.js";
import { openSqliteStore } from "./sqlite-store.js";
import { SqliteWalSync } from "./sqlite-wal-sync.js";

const folder = mkdtempSync(join(tmpdir(), "portcullis-wal-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("is done at once when nothing was committed, and looks at no file for it", async () => {
  const log = new SqliteWalSync(join(folder, "nowhere.db"), () => {});
  await log.sync();
  await log.close();
});

it("refuses for good once the disk has refused, and says why once", async () => {
  const errors: unknown[] = [];
  const log = new SqliteWalSync(join(folder, "nowhere.db"), (error) => errors.push(error));
  log.noteCommit();
  await expect(log.sync()).rejects.toMatchObject({ code: "store_unavailable" });
  log.noteCommit();
  await expect(log.sync()).rejects.toMatchObject({ code: "store_unavailable" });
  expect(errors).toMatchObject([{ code: "ENOENT" }]);
});

it("answers a write after its commit, which the next transaction sees before", async () => {
  const path = join(folder, "store.db");
  await migrateSqlite(path);
  const store = openSqliteStore(path, (error) => expect.unreachable(String(error)));
  const order: string[] = [];
  const insert = (name: string) =>
    store.write(
      "t",
      async ({ query }) => {
        order.push(`${name} sees ${(await query.selectFrom("secrets").select("name").execute()).length}`);
        await query.insertInto("secrets").values({ name, sealed: "", created_at: 0 }).execute();
      },
      { onCommit: () => order.push(`${name} committed`) },
    );
  await Promise.all([
    insert("a").then(() => order.push("a answered")),
    insert("b").then(() => order.push("b answered")),
  ]);
  for (const name of ["a", "b"]) {
    expect(order.indexOf(`${name} answered`)).toBeGreaterThan(order.indexOf(`${name} committed`));
  }
  expect(order.filter((line) => line.includes("sees"))).toEqual(["a sees 0", "b sees 1"]);
  await store.close();
});

/** Syncs on the pool. */
let syncs: MockInstance<FileHandle["datasync"]>;
beforeEach(async () => {
  const handle = await open(import.meta.filename);
  syncs = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, "datasync");
  await handle.close();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function openLog(onError = (error: unknown): void => expect.unreachable(String(error))): SqliteWalSync {
  const path = join(folder, "own.db");
  writeFileSync(`${path}-wal`, "");
  return new SqliteWalSync(path, onError);
}

describe("where a sync runs", () => {
  /** Syncs in the loop. */
  let ownSyncs: MockInstance<typeof fs.fdatasyncSync>;
  beforeEach(() => {
    // Only what a test says takes time.
    vi.useFakeTimers({ toFake: ["performance"] });
    ownSyncs = vi.spyOn(fs, "fdatasyncSync");
    syncBuiltinESMExports();
  });
  afterEach(() => {
    ownSyncs.mockRestore();
    syncBuiltinESMExports();
  });
  const syncOnce = async (log: SqliteWalSync): Promise<void> => {
    log.noteCommit();
    await log.sync();
  };
  const countBoth = () => ({ pool: syncs.mock.calls.length, loop: ownSyncs.mock.calls.length });

  it("is the pool first, then the loop while the disk is quick", async () => {
    const log = openLog();
    await syncOnce(log);
    expect(countBoth()).toEqual({ pool: 1, loop: 0 });
    await syncOnce(log);
    await syncOnce(log);
    expect(countBoth()).toEqual({ pool: 1, loop: 2 });
    await log.close();
  });

  it("is the pool from the first slow sync on, until one there is quick", async () => {
    const log = openLog();
    await syncOnce(log);
    ownSyncs.mockImplementationOnce(() => void vi.advanceTimersByTime(1));
    await syncOnce(log);
    syncs.mockImplementationOnce(async () => void vi.advanceTimersByTime(1));
    await syncOnce(log);
    await syncOnce(log);
    expect(countBoth()).toEqual({ pool: 3, loop: 1 });
    await syncOnce(log);
    expect(countBoth()).toEqual({ pool: 3, loop: 2 });
    await log.close();
  });

  it("makes no difference when the disk refuses", async () => {
    const errors: unknown[] = [];
    const log = openLog((error) => errors.push(error));
    await syncOnce(log);
    ownSyncs.mockImplementationOnce(() => {
      throw Object.assign(new Error("i/o error"), { code: "EIO" });
    });
    await expect(syncOnce(log)).rejects.toMatchObject({ code: "store_unavailable" });
    await expect(syncOnce(log)).rejects.toMatchObject({ code: "store_unavailable" });
    expect(errors).toMatchObject([{ code: "EIO" }]);
    await log.close();
  });
});

describe("a commit that nobody waits for", () => {
  beforeEach(() => {
    // Time stands still: what waits does so until somebody needs a sync, or the test lets time pass.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });

  it("shares the next sync that somebody needs", async () => {
    const log = openLog();
    log.noteCommit();
    const shared = log.syncWithNext();
    log.noteCommit();
    await Promise.all([log.sync(), shared]);
    expect(syncs).toHaveBeenCalledTimes(1);
    await log.close();
  });

  it("shares one that has just started, and waits for no other", async () => {
    const log = openLog();
    log.noteCommit();
    await Promise.all([log.sync(), log.syncWithNext()]);
    expect(syncs).toHaveBeenCalledTimes(1);
    await log.close();
  });

  it("is synced by itself when nobody needs one", async () => {
    const log = openLog();
    log.noteCommit();
    const shared = log.syncWithNext();
    await nextTurn();
    expect(syncs).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10);
    await shared;
    expect(syncs).toHaveBeenCalledTimes(1);
    await log.close();
  });

  it("is synced before the log is closed", async () => {
    const log = openLog();
    log.noteCommit();
    await Promise.all([log.syncWithNext(), log.close()]);
    expect(syncs).toHaveBeenCalledTimes(1);
  });

  it("is refused when the disk refuses", async () => {
    const log = new SqliteWalSync(join(folder, "nowhere.db"), () => {});
    log.noteCommit();
    const shared = log.syncWithNext();
    log.noteCommit();
    const answers = await Promise.allSettled([shared, log.sync()]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("of a store is seen by the next transaction, whose sync it shares, and answered no sooner", async () => {
    const path = join(folder, "shared.db");
    await migrateSqlite(path);
    const store = openSqliteStore(path, (error) => expect.unreachable(String(error)));
    syncs.mockClear();
    const insert = (name: string, sharesSync: boolean) =>
      store.write(
        "t",
        async ({ query }) => {
          await query.insertInto("secrets").values({ name, sealed: "", created_at: 0 }).execute();
          return (await query.selectFrom("secrets").select("name").execute()).length;
        },
        { sharesSync },
      );
    let hasAnswered = false;
    const shared = insert("a", true).then((seen) => {
      hasAnswered = true;
      return seen;
    });
    await nextTurn();
    expect(hasAnswered).toBe(false);
    expect(await Promise.all([shared, insert("b", false)])).toEqual([1, 2]);
    expect(syncs).toHaveBeenCalledTimes(1);
    await store.close();
  });
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
