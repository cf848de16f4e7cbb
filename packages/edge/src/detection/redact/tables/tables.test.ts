// Tables in JSON, whose columns name what stands in their rows, and values whose label stands behind them: alike in whole values,
// in documents in strings and in streams that are split anywhere.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy } from "../policy.js";
import { redact } from "../redact.js";
import { createJsonRedactor } from "../streams/json-redactor.js";

const PASSWORD = "[REDACTED:PASSWORD]";
const API_KEY = "[REDACTED:API_KEY]";
const SECRET = "k3y-Value-99xZ";
const POLICY: RedactionPolicy = { ...DEFAULT_REDACTION_POLICY, keys: ["nickname"] };

function streamed(text: string, at: number): string {
  const json = createJsonRedactor(POLICY);
  return json.push(text.slice(0, at)) + json.push(text.slice(at)) + json.end();
}

/** The value redacted, after a look that a document in a string and a stream that is split anywhere give the same. */
function redacted(value: unknown): unknown {
  const whole = redact(value, POLICY).value;
  const text = JSON.stringify(value);
  expect(redact(whole, POLICY).value).toEqual(whole);
  for (let at = 0; at <= text.length; at += 1) expect(streamed(text, at)).toBe(JSON.stringify(whole));
  return whole;
}

describe("a column of a table", () => {
  it.each(["columns", "fields", "header", "headers", "column_names", "columnNames", "cols"])(
    "is named by %s, and its name is the key of what stands in it",
    (header) => {
      for (const rows of ["rows", "data", "values", "records"]) {
        const value = {
          [header]: ["id", "password", "api_key"],
          [rows]: [
            [1, "hunter", SECRET],
            [2, "correct horse", "x"],
          ],
        };
        expect(redacted(value)).toEqual({
          [header]: ["id", "password", "api_key"],
          [rows]: [
            [1, PASSWORD, API_KEY],
            [2, PASSWORD, "x"],
          ],
        });
      }
    },
  );

  it.each<[string, unknown, unknown]>([
    [
      "columns that are objects",
      {
        fields: [
          { name: "id", type: "int" },
          { type: "text", name: "password" },
        ],
        rows: [[1, "hunter"]],
      },
      {
        fields: [
          { name: "id", type: "int" },
          { type: "text", name: "password" },
        ],
        rows: [[1, PASSWORD]],
      },
    ],
    [
      "columns with a key and a title",
      {
        columns: [
          { key: "c1", title: "Password" },
          { key: "c2", title: "Note" },
        ],
        data: [["hunter", "hunter"]],
      },
      {
        columns: [
          { key: "c1", title: "Password" },
          { key: "c2", title: "Note" },
        ],
        data: [[PASSWORD, "hunter"]],
      },
    ],
    [
      "numbers under their column",
      { columns: ["ssn", "order_id"], rows: [[123_456_789, 4_111_111_111_111_111]] },
      { columns: ["ssn", "order_id"], rows: [[0, 4_111_111_111_111_111]] },
    ],
    [
      "a tenant's key",
      { columns: ["nickname"], rows: [["bo"]] },
      { columns: ["nickname"], rows: [["[REDACTED:KEY]"]] },
    ],
    [
      "a header as the first row",
      {
        values: [
          ["id", "password", "nickname"],
          [1, "hunter2", "bo"],
        ],
      },
      {
        values: [
          ["id", "password", "nickname"],
          [1, PASSWORD, "[REDACTED:KEY]"],
        ],
      },
    ],
    [
      "a list of lists alone",
      [
        ["user", "pwd"],
        ["a", "s3cr3t!"],
      ],
      [
        ["user", "pwd"],
        ["a", PASSWORD],
      ],
    ],
    [
      "an object in a cell",
      { columns: ["password"], rows: [[{ value: "hunter" }]] },
      { columns: ["password"], rows: [[{ value: PASSWORD }]] },
    ],
    [
      "a table in another's place",
      { a: { columns: ["password"], rows: [["hunter"]] }, rows: [["hunter"]] },
      { a: { columns: ["password"], rows: [[PASSWORD]] }, rows: [["hunter"]] },
    ],
  ])("may be of %s", (_, value, expected) => {
    expect(redacted(value)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    [
      "numbers and words",
      {
        columns: ["id", "name", "count"],
        rows: [
          [1, "passport", 3],
          [2, "secret garden", 4],
        ],
      },
    ],
    [
      "words about passwords",
      [
        ["action", "password"],
        ["reset", "required"],
        ["forgot", "optional"],
      ],
    ],
    [
      "points and series",
      {
        series: [
          ["mobile", 1_234_567],
          ["desktop", 7_654_321],
        ],
        points: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      "a header of a chart",
      [
        ["date", "mobile"],
        ["2024", 7_654_321],
      ],
    ],
    [
      "a header of identifiers",
      [
        ["order", "note"],
        ["A-1", "passes"],
      ],
    ],
    ["fields of a form", { fields: ["email", "password"], required: ["email"] }],
  ])("changes nothing of %s", (_, value) => {
    expect(redacted(value)).toEqual(value);
  });
});

describe("a value before its label", () => {
  it.each<[string, unknown, unknown]>([
    ["a password", { value: "hunter2", name: "password" }, { value: PASSWORD, name: "password" }],
    ["a key", [{ Value: SECRET, Key: "API_KEY" }], [{ Value: API_KEY, Key: "API_KEY" }]],
    [
      "a label behind others",
      { value: "hunter2", id: 7, on: true, type: "string", at: null, name: "DB_PASSWORD" },
      { value: PASSWORD, id: 7, on: true, type: "string", at: null, name: "DB_PASSWORD" },
    ],
    [
      "a type between name and value",
      { name: "DB_PASSWORD", type: "string", value: "hunter2" },
      { name: "DB_PASSWORD", type: "string", value: PASSWORD },
    ],
    ["a phone", { value: "5551234", system: "phone" }, { value: "[REDACTED:PHONE]", system: "phone" }],
    ["an e-mail in it", { value: "anna@example.com", name: "to" }, { value: "[REDACTED:EMAIL]", name: "to" }],
  ])("is what it says: %s", (_, value, expected) => {
    expect(redacted(value)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ["a word", { value: "Password", name: "password" }],
    ["no label", { value: "hunter2", id: 1 }],
    ["an object between", { value: "hunter2", a: {}, name: "password" }],
    ["a label of another object", { a: { value: "hunter2" }, name: "password" }],
    ["a setting", [{ value: "Dark-2024", name: "theme" }]],
  ])("is left where there is %s", (_, value) => {
    expect(redacted(value)).toEqual(value);
  });

  it("is not waited for beyond a few short members", () => {
    const json = createJsonRedactor(POLICY);
    expect(json.push('{"value":"hunter2","a":')).toBe('{"value":');
    expect(json.push("1,")).toBe("");
    expect(json.push(`"b":"${"x".repeat(1100)}",`)).toContain('"hunter2","a":1,"b":"xx');
    const blank = createJsonRedactor(POLICY);
    blank.push('{"value":"hunter2",');
    expect(() => blank.push(" ".repeat(70_000))).toThrow("white space");
  });
});

const names = fc.constantFrom(
  ..."columns fields rows data value Value name key type password api_key ssn id nickname".split(" "),
  "n".repeat(90),
);
const strings = fc.constantFrom(
  "password",
  "id",
  "api_key",
  "phone",
  "hunter2",
  SECRET,
  "anna@example.com",
  "correct horse",
  "x",
  "y".repeat(1100),
  "[REDACTED:EMAIL]",
);
const trees = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    strings,
    fc.constantFrom<unknown>(1, true, null, 123_456_789, 4_111_111_111_111_111),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.array(strings, { maxLength: 3 }), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 5 }),
  ),
})).value;

describe("any value with tables and labels", () => {
  it("comes out of a stream and a document as out of the whole, and twice is once", () => {
    fc.assert(
      fc.property(trees, fc.array(fc.nat(3000), { maxLength: 5 }), (value, cuts) => {
        const text = JSON.stringify(value);
        const whole = JSON.stringify(redact(value, POLICY).value);
        expect(JSON.stringify(redact(JSON.parse(whole), POLICY).value)).toBe(whole);
        for (const at of cuts) expect(streamed(text, at % (text.length + 1))).toBe(whole);
        expect(JSON.stringify(redact({ t: text }, POLICY).value)).toBe(
          JSON.stringify({ t: redact(text, POLICY).value }),
        );
      }),
      { numRuns: 4000 },
    );
  });
});
