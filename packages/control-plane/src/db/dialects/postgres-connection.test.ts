import { useDatabase } from "@portcullis/testkit";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PostgresConnection, StatementNames } from "./postgres-connection.js";
import type { Answer } from "./postgres-round.js";

const database = useDatabase("postgres");
let client: pg.Client;
let connection: PostgresConnection;

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  connection = new PostgresConnection(client, new StatementNames());
});
afterAll(() => client.end());

/** Statements by how far the server gets with them, and what it then says: all but one have the same text. */
const STATEMENTS = {
  answered: { text: "select 100 / $1::int as value", value: "20", code: undefined },
  "not parsed": { text: "select 100 / $1::int as value from", value: "20", code: "42601" },
  "not bound": { text: "select 100 / $1::int as value", value: "x", code: "22P02" },
  "not run": { text: "select 100 / $1::int as value", value: "0", code: "22012" },
} as const;
type Kind = keyof typeof STATEMENTS;

it("sends what is run in one turn with one Sync, also what continuations of that turn run", async () => {
  const sync = vi.spyOn(pg.Connection.prototype, "sync");
  const later = async () => {
    for (let index = 0; index < 5; index++) await Promise.resolve();
    return connection.run("select 2");
  };
  await Promise.all([connection.run("select 1"), later(), connection.run("select 3")]);
  expect(sync).toHaveBeenCalledTimes(1);
  await connection.run("select 4");
  expect(sync).toHaveBeenCalledTimes(2);
  sync.mockRestore();
});

it("answers statements in their order, fails the first that fails with its own error, and those behind it for that", async () => {
  const kind = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Kind>("answered") },
    fc.constantFrom(...(Object.keys(STATEMENTS) as Kind[])),
  );
  // A text comes without a name first, then with one that the server may have parsed or not.
  const statement = fc.tuple(kind, fc.integer({ min: 1, max: 9 })).map(([kind, variant]) => {
    const { text, ...rest } = STATEMENTS[kind];
    return { ...rest, text: `${text} -- ${variant}` };
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(statement)), async (rounds) => {
      for (const round of rounds) {
        const results = await Promise.allSettled(round.map(({ text, value }) => connection.run(text, [value])));
        const failing = round.findIndex(({ code }) => code !== undefined);
        for (const [index, result] of results.entries()) {
          if (failing === -1 || index < failing) {
            expect(result).toMatchObject({ value: { command: "SELECT", rows: [{ value: 5 }], rowCount: 1 } });
          } else if (index === failing) {
            expect(result).toMatchObject({ reason: { code: round[index]?.code } });
          } else {
            const { reason: cause } = results[failing] as PromiseRejectedResult;
            expect(result).toMatchObject({ reason: { code: "25P02", cause } });
          }
        }
      }
    }),
  );
});

it("runs what comes while a round is under way with the next one, and says when nothing is", async () => {
  const order: string[] = [];
  const note = (name: string) => (answer: Answer) => order.push(`${name} ${answer.command}`);
  const first = connection.run("select pg_sleep(0.01)").then(note("first"));
  await new Promise(setImmediate);
  const second = connection.run("select 2").then(note("second"));
  await connection.idle();
  await Promise.all([first, second]);
  expect(order).toEqual(["first SELECT", "second SELECT"]);
  await connection.idle();
});

it("fails what is under way and what comes after when the connection ends", async () => {
  const own = new pg.Client({ connectionString: database.url });
  own.on("error", () => {});
  await own.connect();
  const dying = new PostgresConnection(own, new StatementNames());
  const results = await Promise.allSettled([
    dying.run("select pg_terminate_backend(pg_backend_pid())"),
    dying.run("select 2"),
  ]);
  expect(results).toMatchObject([
    { status: "rejected", reason: { code: "57P01" } },
    { status: "rejected", reason: { code: "25P02", cause: { code: "57P01" } } },
  ]);
  await expect(dying.run("select 3")).rejects.toThrow();
  await dying.idle();
});

it("gives back every value as it was given, alone and in a list", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }).map((value) => value.replaceAll("\0", "")),
    fc.constantFrom("NULL", "null", "", " ", "{}", '"', "\\", "a,b", "'"),
  );
  const value = fc.option(text);
  await fc.assert(
    fc.asyncProperty(
      value,
      fc.array(value),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.integer(),
      fc.double({ noNaN: true }).map((each) => each + 0),
      async (alone, list, nano, integer, double) => {
        const { rows } = await connection.run(
          "select $1::text as alone, $2::text[] as list, $3::bigint as a_nano, $4::bigint as integer, $5::float8 as double, $6::bigint[] as list_of_nano",
          [alone, list, nano, integer, double, [nano, null]],
        );
        expect(rows).toEqual([{ alone, list, a_nano: nano, integer, double, list_of_nano: [String(nano), null] }]);
      },
    ),
  );
});
