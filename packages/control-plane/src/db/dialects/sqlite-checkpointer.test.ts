import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import { build } from "tsup";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startCheckpointer } from "./sqlite-checkpointer.js";

const folder = mkdtempSync(join(tmpdir(), "portcullis-checkpoints-"));
const built = fileURLToPath(new URL("../../../node_modules/.cache/checkpointer", import.meta.url));
const workerFile = pathToFileURL(join(built, "sqlite-checkpoint-worker.js"));

// A thread needs its own file, which only a build has.
beforeAll(async () => {
  mkdirSync(built, { recursive: true });
  writeFileSync(join(built, "package.json"), '{"type":"module"}');
  await build({
    config: false,
    entry: [fileURLToPath(new URL("./sqlite-checkpoint-worker.ts", import.meta.url))],
    format: "esm",
    platform: "node",
    outDir: built,
    silent: true,
    noExternal: [/^@portcullis\//],
    tsconfig: fileURLToPath(new URL("../../../tsconfig.json", import.meta.url)),
    esbuildOptions: (options) => {
      options.conditions = ["portcullis-source", "node"];
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

it("tells of every checkpoint that fails, and makes it as soon as the disk lets it", async () => {
  const path = join(folder, "store.db");
  const database = new (loadSqliteDriver())(path);
  database.pragma("journal_mode = WAL");
  database.pragma("wal_autocheckpoint = 0");
  database.exec("create table t (x); insert into t values (randomblob(100000))");
  const errors = tellErrors();
  const checkpointer = startCheckpointer(path, { ...errors, onLost: () => expect.unreachable("lost") }, workerFile);
  checkpointer?.noteCommit();
  await expect.poll(() => statSync(path).size).toBeGreaterThan(100_000);

  database.exec("insert into t values (randomblob(100000))");
  const log = readFileSync(`${path}-wal`);
  truncateSync(`${path}-wal`);
  for (const _ of ["first", "second"]) {
    const next = errors.next();
    checkpointer?.noteCommit();
    expect(String(await next)).toContain("SQLITE_IOERR");
  }

  writeFileSync(`${path}-wal`, log);
  checkpointer?.noteCommit();
  await expect.poll(() => statSync(path).size).toBeGreaterThan(200_000);
  await checkpointer?.close();
  database.close();
});

it("makes one more checkpoint for what was committed after the last, of whose end it has not heard", async () => {
  const path = join(folder, "busy.db");
  const database = new (loadSqliteDriver())(path);
  database.pragma("journal_mode = WAL");
  database.pragma("wal_autocheckpoint = 0");
  database.exec("create table t (x); insert into t values (randomblob(100000))");
  const told = tellErrors();
  const checkpointer = startCheckpointer(path, { ...told, onLost: () => expect.unreachable("lost") }, workerFile);
  checkpointer?.noteCommit();
  // The loop stands still until the thread has made it.
  const signal = new Int32Array(new SharedArrayBuffer(4));
  while (statSync(path).size < 100_000) Atomics.wait(signal, 0, 0, 5);
  database.exec("insert into t values (randomblob(100000))");
  checkpointer?.noteCommit();
  await expect.poll(() => statSync(path).size).toBeGreaterThan(200_000);
  await checkpointer?.close();
  database.close();
});

it("hands its work back when its thread ends before its time, and can be closed all the same", async () => {
  const errors = tellErrors();
  const why = errors.next();
  let onLost = (): void => {};
  const lost = new Promise<void>((resolve) => {
    onLost = resolve;
  });
  const folderIsNoFile = folder;
  const checkpointer = startCheckpointer(folderIsNoFile, { ...errors, onLost }, workerFile);
  await lost;
  expect(await why).toMatchObject({ code: "SQLITE_CANTOPEN" });
  checkpointer?.noteCommit();
  await checkpointer?.close();
});

function tellErrors() {
  let tell: (error: unknown) => void = () => {};
  return {
    onError: (error: unknown): void => tell(error),
    next: () =>
      new Promise<unknown>((resolve) => {
        tell = resolve;
      }),
  };
}
