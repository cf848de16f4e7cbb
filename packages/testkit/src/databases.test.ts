import { existsSync } from "node:fs";
import { listMigrations } from "@portcullis/control-plane";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { createDatabase } from "./databases.js";
import { eachDatabase } from "./use-database.js";

eachDatabase("each database of a suite", (database) => {
  it("is migrated already", async () => {
    const list = await listMigrations(database.url);
    expect(list.filter(({ appliedAtMs }) => appliedAtMs === null)).toEqual([]);
  });

  it("comes with others, which are empty and take tables", async () => {
    const url = await database.createAnother();
    if (database.kind === "sqlite") {
      const file = new (loadSqliteDriver())(url.slice("sqlite:".length));
      expect(file.prepare("select count(*) as n from sqlite_master").get()).toEqual({ n: 0 });
      file.exec("create table t (id text primary key)");
      file.close();
      return;
    }
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const tables = await client.query("select 1 from information_schema.tables where table_schema = 'public'");
    expect(tables.rows).toEqual([]);
    await client.query("create table t (id text primary key)");
    await client.end();
  });
});

describe("databases for tests", () => {
  it("run on a PostgreSQL that commits durably", async () => {
    const database = await createDatabase("postgres");
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const settings = await client.query("select current_setting('fsync') f, current_setting('synchronous_commit') c");
    expect(settings.rows).toEqual([{ f: "on", c: "on" }]);
    await client.end();
    await database.drop();
    const dropped = new pg.Client({ connectionString: database.url });
    await expect(dropped.connect()).rejects.toThrow("does not exist");
  });

  it("leave no SQLite file behind once dropped", async () => {
    const database = await createDatabase("sqlite");
    const path = database.url.slice("sqlite:".length);
    new (loadSqliteDriver())(path).close();
    expect(existsSync(path)).toBe(true);
    await database.drop();
    expect(existsSync(path)).toBe(false);
  });
});
