import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
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
