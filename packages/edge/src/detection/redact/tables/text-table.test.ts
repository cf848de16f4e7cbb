// Tables in texts: what stands in a column that is named like a secret is one, whatever form the table has; tables about
// passwords, prose and code stay.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "../policy.js";
import { redact } from "../redact.js";
import { createTextRedactor } from "../streams/text-redactor.js";

const PASSWORD = "[REDACTED:PASSWORD]";
const API_KEY = "[REDACTED:API_KEY]";

function streamed(text: string, cuts: readonly number[]): string {
  const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
  const places = [...new Set(cuts.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, at) => redactor.push(text.slice(from, places[at]))).join("") + redactor.end();
}

function redacted(text: string): string {
  const out = redact(text).value as string;
  expect(redact(out).value).toBe(out);
  for (let at = 0; at <= text.length; at += 1) expect(streamed(text, [at])).toBe(out);
  return out;
}

describe("a column of a table in a text", () => {
  it.each<[string, string, string]>([
    ["CSV", "id,email,password\n1,a,hunter\n2,b,lemon\n", `id,email,password\n1,a,${PASSWORD}\n2,b,${PASSWORD}\n`],
    ["CSV with CRLF", "user,DB_PASSWORD\r\nbob,hunter\r\n", `user,DB_PASSWORD\r\nbob,${PASSWORD}\r\n`],
    [
      "CSV with quotes",
      '"user","password","note"\n"bob","hun,ter7","a ""b"", c"\n',
      `"user","password","note"\n"bob","${PASSWORD}","a ""b"", c"\n`,
    ],
    ["CSV without a last line end", "user,password\nbob,hunter", `user,password\nbob,${PASSWORD}`],
    ["lists with semicolons", "user;passwort\nbob;hunter\n", `user;passwort\nbob;${PASSWORD}\n`],
    [
      "TSV",
      "user\tpassword\tapi_key\nbob\thunter\tk3yV4lue9\n",
      `user\tpassword\tapi_key\nbob\t${PASSWORD}\t${API_KEY}\n`,
    ],
    [
      "psql",
      " id | password | note\n----+----------+------\n  1 | hunter   | x y\n(1 row)\n",
      ` id | password | note\n----+----------+------\n  1 | ${PASSWORD}   | x y\n(1 row)\n`,
    ],
    [
      "MySQL",
      "+----+----------+\n| id | password |\n+----+----------+\n|  1 | hunter   |\n+----+----------+\n",
      `+----+----------+\n| id | password |\n+----+----------+\n|  1 | ${PASSWORD}   |\n+----+----------+\n`,
    ],
    [
      "Markdown",
      "Users:\n\n| User | Password |\n|:-----|---------:|\n| bob | hunter2 |\n| al | secret garden path walk |\n",
      `Users:\n\n| User | Password |\n|:-----|---------:|\n| bob | ${PASSWORD} |\n| al | secret garden path walk |\n`,
    ],
    [
      "psql, a record at a time",
      "Rows:\n-[ RECORD 1 ]------\nid       | 1\npassword | hun|ter\n-[ RECORD 2 ]------\npassword | lemon\n\npassword | plain\n",
      `Rows:\n-[ RECORD 1 ]------\nid       | 1\npassword | ${PASSWORD}\n-[ RECORD 2 ]------\npassword | ${PASSWORD}\n\npassword | plain\n`,
    ],
    [
      "Markdown with bars in its cells",
      "| User | Password |\n|---|---|\n| a\\|b | hunter2 |\n| al | x\\|9Zx!q7 |\n| di | hunter3 |\n",
      `| User | Password |\n|---|---|\n| a\\|b | ${PASSWORD} |\n| al | ${PASSWORD} |\n| di | ${PASSWORD} |\n`,
    ],
    ...["│─┼├┤", "┃━╋┣┫", "║═╬╠╣", "┆┄┼├┤"].flatMap(([bar, line, cross, left, right]): [string, string, string][] => {
      const rule = (from: string, to: string) => `${from}${line?.repeat(4)}${cross}${line?.repeat(10)}${to}\n`;
      const row = (...cells: string[]) => `${bar} ${cells.join(` ${bar} `)} ${bar}\n`;
      const inner = (...cells: string[]) => ` ${cells.join(` ${bar} `)}\n`;
      const drawn = (secret: string) =>
        `${rule("┌", "┐")}${row("id", "password")}${rule(left ?? "", right ?? "")}${row("7 ", secret)}${rule("└", "┘")}`;
      const bare = (secret: string) => `${inner("id", "password")}${rule("", "")}${inner("7 ", secret)}(1 row)\n`;
      const record = (secret: string) =>
        `${rule("┌", "┐")}${rule("─[ RECORD 1 ]", "")}${inner("id", "7").slice(1)}password ${bar} ${secret}\n`;
      const framed = (secret: string) => `┌─[ RECORD 1 ]${line}${cross}┐\n${row("id", "7")}${row("password", secret)}`;
      return [drawn, bare, record, framed].map((table, at) => [
        `lines that are drawn, ${bar} ${at}`,
        table("hunter"),
        table(PASSWORD),
      ]);
    }),
    [
      "a framed record of hyphens",
      "+-[ RECORD 1 ]-+\n| id | 7 |\n| password | hunter |\n+---+---+\n",
      `+-[ RECORD 1 ]-+\n| id | 7 |\n| password | ${PASSWORD} |\n+---+---+\n`,
    ],
    ...[",", ";", "\t"].flatMap((sign): [string, string, string][] =>
      ['"one\ntwo"', '"a ""b""\nc"', '"x\r\ny\r\n"', '"\n"', '"\n\n"', `"a${sign}b\n${sign}"`].map((cell) => {
        const table = (one: string, two: string) =>
          [
            ["id", "note", "password"],
            ["1", cell, one],
            ["2", "n", two],
            ["3", cell, one],
          ]
            .map((row) => row.join(sign))
            .join("\n");
        return [
          `rows with line ends in a cell, ${JSON.stringify(cell)}`,
          table("hunter", "lemon"),
          table(PASSWORD, PASSWORD),
        ];
      }),
    ),
    ["a secret over two lines", 'id,password\n1,"hun\nter"\n', `id,password\n1,"${PASSWORD}"\n`],
    ["a passphrase", "user,password\nbob,correct horse battery staple\n", `user,password\nbob,${PASSWORD}\n`],
    ["another kind beside", "email,password\na@b.com,hunter\n", `email,password\n[REDACTED:EMAIL],${PASSWORD}\n`],
  ])("holds secrets in %s", (_, text, expected) => {
    expect(redacted(text)).toBe(expected);
    expect(redacted(`Here you are.\n${text}`)).toBe(`Here you are.\n${expected}`);
    expect(redact({ text }).value).toEqual({ text: expected });
  });

  it.each<[string, string]>([
    [
      "a table about passwords",
      "| Field | Password | Token |\n|---|---|---|\n| type | string | opaque |\n| need | required | optional |\n",
    ],
    ["a comparison", "| Plan | Password reset | Price |\n|---|---|---|\n| Free | manual | none |\n"],
    ["prose", "Enter your name, password and mail.\nThen go on, wait, and see.\n"],
    ["code", "const { user, password } = body;\nsend(user, password, now);\nreturn a, b\n"],
    ["names of code", "import {\n  Token,\n  Whitespace,\n  AccessKey2Here,\n};\nreturn token;\nledger.notifyAll8;\n"],
    ["settings", "| Secret | What to do |\n|---|---|\n| `INTERNAL_SECRET` | set the new one |\n"],
    ["a query", "SELECT id, password\nFROM users, logins\n"],
    ["a list of names", "user,password\n\nlogin,logout\n"],
    ["bars without a line", "cat password | grep x\nls files | wc\n"],
    ["states", "user,password\nbob,expired\nal,none\n"],
    ["a schema", "column,type,password\nid,int,false\n"],
    ...[",", ";", "\t"].flatMap((sign): [string, string][] => [
      [
        "a list of columns",
        `column_name${sign}type\nid${sign}int8\npassword${sign}varchar\nemail2${sign}varchar\nx9!${sign}text\n`,
      ],
      [
        "rows without a header",
        `apt${sign}base-passwd${sign}3.6.1\napt${sign}bash5${sign}5.2\napt${sign}bc1.07${sign}1.0\n`,
      ],
      ["subjects", `no${sign}subject\n1${sign}password\n2${sign}printer2\n`],
    ]),
    ["drawn lines without a secret", "┌───┬───┐\n│ id │ note │\n├───┼───┤\n│ 7 │ hunter2 │\n└───┴───┘\n"],
    ["a tree of files", "├── src\n│   ├── password.ts\n│   └── token.ts\n└── README.md\n"],
    ["a panel", "╭─ password rules ─╮\n│ password │ long │\n│ tips │ hunter2 │\n╰──╯\n"],
    ["a mark that is not closed", 'id,password\n"bob,hunter\nal,hunter2\n'],
    ["cells with line ends and no secret", 'id,note\n1,"a\nb"\n2,hunter2\n'],
    ["stars", "user,password\nbob,********\n"],
  ])("stays where it is one of %s", (_, text) => {
    expect(redacted(text)).toBe(text);
  });

  it("is left at the first line with other cells, or too long a one", () => {
    expect(redact("user,password\nbob,hunter\nWell, this, is it\nmeet,lemon\n").value).toBe(
      `user,password\nbob,${PASSWORD}\nWell, this, is it\nmeet,lemon\n`,
    );
    const long = `user,password\n${"x".repeat(9000)},lemon\nbob,hunter\n`;
    expect(redact(long).value).toBe(long);
    for (const at of [5, 14, 20, 8200, 8210, 9020]) expect(streamed(long, [at])).toBe(long);
  });

  it("is left where a cell with line ends goes on too long", () => {
    const rows = (lines: number) => `id,note,password\n1,"${"a\n".repeat(lines)}",hunter\n2,n,lemon\n`;
    expect(redact(rows(60)).value).toBe(rows(60).replace(/hunter|lemon/g, PASSWORD));
    for (const text of [rows(64), rows(5000)]) {
      expect(redact(text).value).toBe(text);
      for (const at of [20, 100, 160, 400]) expect(streamed(text, [at, at + 31])).toBe(text);
    }
  });

  it("holds back one row at most, and no line that is none", () => {
    const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
    let out = redactor.push("user,password\nbob,hunter\nthis is no row.\n");
    out += redactor.push("and on as prose does; ".repeat(20));
    expect(out).toContain(`user,password\nbob,${PASSWORD}\nthis is no row.\nand on as prose does; and on`);
  });
});

const PARTS = [
  "user,password\n",
  "id\tapi_key\n",
  "| a | password |\n",
  "---+---\n",
  "|---|---|\n",
  "bob,hunter\n",
  "1\tk3yV4lue9\n",
  "| x | hunter2 |\n",
  "anna@example.com",
  "4111 1111 1111 1111",
  "pa%73sword",
  "[REDACTED:EMAIL]",
  "password",
  "word ",
  "x",
  ",",
  "\t",
  "|",
  ";",
  '"',
  'bob,"hun\nter"\n',
  '1\t"k3yV\n',
  "│ a │ password │\n",
  "├───┼───┤\n",
  "│ x │ hunter2 │\n",
  "-[ RECORD 1 ]\n",
  "password | hunter2\n",
  " ",
  "\n",
  "\r\n",
];
const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 14 }).map((parts) => parts.join(""));

describe("any text with tables", () => {
  it("comes out of a stream as out of the whole, wherever it is split, and twice is once", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(400), { maxLength: 5 }), (text, cuts) => {
        const out = redact(text).value as string;
        expect(redact(out).value).toBe(out);
        expect(streamed(text, cuts)).toBe(out);
      }),
      { numRuns: 4000 },
    );
  });
});
