// What a condition is said to keep, against what SQLite keeps of tables full of NULLs and odd values.
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { loadSqliteDriver } from "../../sqlite-driver.js";
import { type Coverage, judgeCondition } from "./condition.js";
import { lexSql } from "./lexer.js";

const NUMBERS = ["-3", "-1", "0", "1", "2", "5", "1.5"];
const TEXTS = ["''", "'a'", "'A'", "'ab'", "'0'", "'5'", "'b '"];
/** What columns hold: of the kind that their name says in one table, of any kind in the other. */
const HELD = {
  x: [null, -3, -1, 0, 1, 2, 3, 5, 6],
  y: [null, -3, -1, 0, 0.5, 1, 1.5, 2, 5, 7],
  name: [null, "", "a", "A", "ab", "b ", "0", "5", "zz"],
} as const;
const ODD = [null, -1, 0, 1.5, 5, "", "a", "A", "5", "5.0", "ab", Buffer.from("a")];

const CASTS = [
  "CAST(x AS INTEGER)",
  "CAST(y AS REAL)",
  "CAST('5' AS INT)",
  "CAST(1 AS numeric(10, 2))",
  "CAST(NULL AS INT)",
];
const TEXT_CASTS = ["CAST(name AS TEXT)", "CAST(x AS varchar(20))", "CAST('ab' AS TEXT)", "CAST(5 AS TEXT)"];
const BITS = [
  "x & 1",
  "x & 5",
  "x | 2",
  "(x << 1)",
  "x >> 0",
  "~x",
  "x % 2",
  "sign(x)",
  "instr(name, 'a')",
  "x + 1 & 3",
];
const numeric = fc.constantFrom("x", "y", "length(name)", "abs(x)", "coalesce(x, 1)", ...NUMBERS, ...CASTS, ...BITS);
const textual = fc.constantFrom("name", "upper(name)", "coalesce(name, 'a')", ...TEXTS, ...TEXT_CASTS);
const sign = fc.constantFrom("=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT");
const number = fc.constantFrom(...NUMBERS);

const { condition } = fc.letrec<{ condition: string; atom: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("atom"),
    fc.tuple(tie("condition"), tie("condition")).map(([one, other]) => `(${one} OR ${other})`),
    fc.tuple(tie("condition"), tie("condition")).map(([one, other]) => `${one} AND ${other}`),
    tie("condition").map((inner) => `NOT (${inner})`),
    // The two halves of one question, which are what tautologies are made of.
    tie("atom").map((atom) => `(${atom} OR NOT (${atom}))`),
    fc
      .tuple(tie("condition"), fc.constantFrom("TRUE", "NOT TRUE", "NULL", "NOT FALSE"))
      .map(([inner, what]) => `(${inner}) IS ${what}`),
    fc
      .tuple(tie("condition"), tie("condition"), tie("condition"))
      .map((parts) => `CASE WHEN ${parts[0]} THEN ${parts[1]} ELSE ${parts[2]} END`),
  ),
  atom: fc.oneof(
    fc.tuple(numeric, sign, numeric).map((parts) => parts.join(" ")),
    fc.tuple(textual, sign, textual).map((parts) => parts.join(" ")),
    fc
      .tuple(fc.constantFrom("x", "y", "name"), fc.constantFrom("IS NULL", "IS NOT NULL", "ISNULL", "NOTNULL"))
      .map((parts) => parts.join(" ")),
    fc
      .tuple(fc.constantFrom("x", "y"), number, number)
      .map(([column, low, high]) => `${column} BETWEEN ${low} AND ${high}`),
    fc
      .tuple(fc.constantFrom("x", "y"), fc.constantFrom("IN", "NOT IN"), number, number)
      .map(([column, word, ...list]) => `${column} ${word} (${list.join(", ")})`),
    fc
      .tuple(
        fc.constantFrom("name", "'ab'"),
        fc.constantFrom("LIKE", "NOT LIKE", "GLOB"),
        fc.constantFrom("'%'", "'a%'", "'%b'", "''", "'ab'"),
      )
      .map((parts) => parts.join(" ")),
    fc.constantFrom(
      "1",
      "0",
      "NULL",
      "TRUE",
      "FALSE",
      "x",
      "1 + 1 = 2",
      "EXISTS (SELECT 1)",
      "x IN (SELECT x FROM t)",
      "(SELECT count(*) FROM t) >= 0",
      "nullif(1, 2) = 1",
    ),
  ),
}));

const database = new (loadSqliteDriver())(":memory:");
database.exec("CREATE TABLE typed (x INTEGER, y REAL, name TEXT); CREATE TABLE odd (x, y, name)");
const insert = {
  typed: database.prepare("INSERT INTO typed VALUES (?, ?, ?)"),
  odd: database.prepare("INSERT INTO odd VALUES (?, ?, ?)"),
};
database.transaction(() => {
  for (const x of HELD.x) for (const y of HELD.y) for (const name of HELD.name) insert.typed.run(x, y, name);
  for (const x of ODD) for (const y of ODD) for (const name of ODD) insert.odd.run(x, y, name);
})();
afterAll(() => database.close());

/** Rows of a table for which the condition is true, false, or neither. */
function countRows(table: "typed" | "odd", text: string, filter = "1"): { held: number; left: number; open: number } {
  const written = text.replaceAll("FROM t)", `FROM ${table})`);
  const row = database
    .prepare(
      `SELECT count(*) FILTER (WHERE (${written})) AS held, count(*) FILTER (WHERE NOT (${written})) AS left, count(*) FILTER (WHERE (${written}) IS NULL) AS open FROM ${table} AS t WHERE ${filter}`,
    )
    .get() as { held: number; left: number; open: number };
  return row;
}

const coverageOf = (text: string): Coverage | undefined => judgeCondition(lexSql(text, false), new Set(["t"])).coverage;
const ALL_FILLED = "x IS NOT NULL AND y IS NOT NULL AND name IS NOT NULL";

describe("a condition that is said to keep", () => {
  it("every row keeps every row of SQLite, whatever its columns hold", () => {
    fc.assert(
      fc.property(condition, (text) => {
        if (coverageOf(text) !== "every") return;
        expect([text, countRows("typed", text)]).toMatchObject([text, { left: 0, open: 0 }]);
        expect([text, countRows("odd", text)]).toMatchObject([text, { left: 0, open: 0 }]);
      }),
      { numRuns: 1000 },
    );
  });

  it("all but rows with NULL is false for no row, and true for each that is filled", () => {
    fc.assert(
      fc.property(condition, (text) => {
        const coverage = coverageOf(text);
        if (coverage === undefined || coverage === "likely") return;
        expect([text, countRows("typed", text)]).toMatchObject([text, { left: 0 }]);
        expect([text, countRows("typed", text, ALL_FILLED)]).toMatchObject([text, { left: 0, open: 0 }]);
      }),
      { numRuns: 1000 },
    );
  });

  it("every row on trust is any that reads no column and is true, and none that a column or a parameter is asked for as well", () => {
    const fixed = fc.constantFrom(
      "sqlite_version() <> ''",
      "unixepoch() > 0",
      "date('now') > '2020'",
      "json_valid('{}')",
      "char(65) = 'A'",
      "(SELECT 1)",
      "(SELECT 2) IN (1, 2)",
      "(1, 2) IS NOT NULL",
      "~0",
      "instr('ab', 'b') > 3",
      "round(1.4) = 2",
      "typeof(1) = 'text'",
      "0",
    );
    const { constant } = fc.letrec<{ constant: string }>((tie) => ({
      constant: fc.oneof(
        { maxDepth: 2 },
        fixed,
        fc
          .tuple(tie("constant"), fc.constantFrom("AND", "OR"), tie("constant"))
          .map(([one, word, other]) => `(${one} ${word} ${other})`),
        tie("constant").map((inner) => `NOT (${inner})`),
      ),
    }));
    fc.assert(
      fc.property(constant, (text) => {
        const { held } = database
          .prepare(`SELECT count(*) AS held FROM (SELECT 1) WHERE ${text.replaceAll("(1, 2) IS NOT NULL", "1")}`)
          .get() as { held: number };
        if (held === 1) expect([text, coverageOf(text)]).not.toEqual([text, undefined]);
        for (const asked of ["x = 5", "name = ?", "x = $1", "f(x)", "x = :x", "{{filter}}", "owner = current_user"])
          expect([text, asked, coverageOf(`${text} AND ${asked}`)]).toEqual([text, asked, undefined]);
      }),
      { numRuns: 300 },
    );
  });

  it("nothing of the kind is seldom one that keeps every row after all", () => {
    let kept = 0;
    let found = 0;
    fc.assert(
      fc.property(condition, (text) => {
        const { left, open } = countRows("odd", text);
        const { left: typedLeft, open: typedOpen } = countRows("typed", text);
        if (left + open + typedLeft + typedOpen > 0) return;
        kept += 1;
        if (coverageOf(text) !== undefined) found += 1;
      }),
      { numRuns: 800 },
    );
    expect(kept).toBeGreaterThan(50);
    expect(found / kept).toBeGreaterThan(0.85);
  });
});
