// `portcullis migrate`: brings an empty database to the newest schema, and does nothing when it is run again.

import { existsSync, writeFileSync } from "node:fs";
import { eachDatabase, openOwnerConnection, runProgram } from "@portcullis/testkit";
import { beforeAll, expect, test } from "vitest";

const SCHEMA = {
  sqlite: "select type || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_master order by 1",
  postgres: `select table_name || ' ' || column_name || ' ' || data_type as line from information_schema.columns
    where table_schema = 'public' union all select tablename || ' ' || indexdef from pg_indexes where schemaname = 'public'
    union all select tablename || ' ' || policyname || ' ' || coalesce(qual, '') from pg_policies order by 1`,
} as const;

eachDatabase("portcullis migrate", (database) => {
  let empty = "";
  beforeAll(async () => {
    empty = await database.createAnother();
  });
  const migrate = () => runProgram("packages/cli/dist/main.js", ["migrate", "--database-url", empty]);
  const read = async (statement: string) => {
    const owner = await openOwnerConnection(empty);
    try {
      return await owner.all<{ line: string }>(statement);
    } finally {
      await owner.close();
    }
  };

  test("run again, it changes neither the schema nor what is known as applied", async () => {
    const first = await migrate();
    expect(first.code, first.output).toBe(0);
    const schema = await read(SCHEMA[database.kind]);
    const applied = await read("select name || ' ' || applied_at as line from schema_migrations order by name");
    expect(schema.length).toBeGreaterThan(30);
    expect(applied.length).toBeGreaterThan(0);

    const second = await migrate();
    expect(second.code, second.output).toBe(0);
    expect(await read(SCHEMA[database.kind])).toEqual(schema);
    expect(await read("select name || ' ' || applied_at as line from schema_migrations order by name")).toEqual(
      applied,
    );
  });

  if (database.kind === "sqlite") {
    test("--status of a file that is not there says so and makes none", async () => {
      const path = `${database.url.slice("sqlite:".length)}.mistyped`;
      const run = await runProgram("packages/cli/dist/main.js", [
        "migrate",
        "--status",
        "--database-url",
        `sqlite:${path}`,
      ]);
      expect(run.code).toBe(2);
      expect(run.output).toContain(`There is no SQLite file ${path}.`);
      expect(existsSync(path)).toBe(false);
    });
  }

  test("--status lists what is pending, and changes nothing", async () => {
    const url = await database.createAnother();
    if (database.kind === "sqlite") writeFileSync(url.slice("sqlite:".length), "");
    const status = () =>
      runProgram("packages/cli/dist/main.js", ["migrate", "--status", "--json", "--database-url", url]);
    for (let n = 0; n < 2; n++) {
      const { code, output } = await status();
      expect(code, output).toBe(1);
      expect(output).toContain('"applied_at":null');
    }
    const { code } = await runProgram("packages/cli/dist/main.js", ["migrate", "--database-url", url]);
    expect(code).toBe(0);
    expect(await status()).toMatchObject({ code: 0, output: expect.not.stringContaining("null") });
  });

  test("two that start together on an empty database both succeed", async () => {
    const url = await database.createAnother();
    const run = () => runProgram("packages/cli/dist/main.js", ["migrate", "--database-url", url]);
    const both = await Promise.all([run(), run()]);
    expect(
      both.map(({ code }) => code),
      both.map(({ output }) => output).join("\n"),
    ).toEqual([0, 0]);
  });
});
