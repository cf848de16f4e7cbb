import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture } from "../cli-fixture.js";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

describe("scan and redact", () => {
  const lines = [
    '{"id":1,"text":"DROP TABLE users"}',
    '{"id":"b","payload":{"note":"hello"}}',
    "no json",
    '{"id":4}',
    '{"id":5,"text":"write to ada@example.com"}',
  ].join("\n");

  it("scan --jsonl answers each line in order, with an object for a bad one, and ends with 1", async () => {
    const { code, out } = await cli.run(["scan", "--jsonl"], { stdin: lines });
    const answers = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(5);
    expect(answers[0]).toMatchObject({ id: 1, findings: [{ code: "destructive_sql", path: "", start: 0, end: 16 }] });
    expect(Object.keys(answers[0].findings[0]).sort()).toEqual(
      ["code", "end", "path", "rule_id", "score", "severity", "start", "view"].sort(),
    );
    expect(answers[1]).toEqual({ id: "b", findings: [], risk: 0 });
    expect(answers[2]).toMatchObject({ line: 3, error: expect.any(String) });
    expect(answers[3]).toMatchObject({ line: 4, id: 4, error: expect.any(String) });
    expect(answers[4]).toMatchObject({ id: 5 });
    expect(code).toBe(1);
  });

  it("scan shows line ends of Windows as line ends, and other control characters by their numbers", async () => {
    const { out } = await cli.run(["scan"], { stdin: "one\r\nDROP TABLE users\r\ntwo\rthree\r\n" });
    expect(out).toMatch(/^ {2}one\n»DROP TABLE users«\ntwo\\u000dthree\n/);
  });

  const tuning = (settings: object): string => {
    const path = join(folder.path, "tuning.json");
    writeFileSync(path, JSON.stringify(settings));
    return path;
  };

  it("scan and redact take a file of a tenant's settings, for one tool", async () => {
    const settings = tuning({
      scan: {
        phrases: [{ id: "dawn", phrase: "Project Dawn" }],
        allowed_contexts: [{ rules: ["sql"], tools: ["crm.*"] }],
      },
      redaction: { kinds: { email: "token" }, overrides: [{ tools: ["crm.*"], kinds: { email: "allow" } }] },
      approval_minutes: 15,
    });
    const stdin = '{"id":1,"text":"DROP TABLE users; about project dawn"}';
    const rulesWith = async (...args: string[]) => {
      const { out } = await cli.run(["scan", "--jsonl", "--settings", settings, ...args], { stdin });
      return (JSON.parse(out) as { findings: { rule_id: string }[] }).findings.map(({ rule_id }) => rule_id);
    };
    expect(await rulesWith()).toEqual(["sql/drop-table", "tenant/dawn"]);
    expect(await rulesWith("--tool", "crm.query")).toEqual(["tenant/dawn"]);
    const mail = (...args: string[]) =>
      cli.run(["redact", "--settings", settings, ...args], { stdin: "to ann@example.com" });
    expect((await mail()).out).toMatch(/^to \[REDACTED:EMAIL:[a-p]{16}\]$/);
    expect((await mail("--tool", "crm.query")).out).toBe("to ann@example.com");
  });

  it.each(["scan", "redact", "scan dry-run"])("%s says everything that is wrong with such a file", async (command) => {
    const args = command.split(" ");
    const settings = tuning({
      scan: { rules_off: ["sql/drop-tabel"], thresholds: { persna: 0.5 } },
      redaction: { patterns: [{ id: "a", pattern: "##", action: "mask" }] },
    });
    const { code, err } = await cli.run([...args, "--settings", settings], { stdin: "text" });
    expect(code).toBe(2);
    expect(err).toContain(
      'scan.rules_off.0: no rule or family is called "sql/drop-tabel"; did you mean sql/drop-table?',
    );
    expect(err).toContain("did you mean persona?");
    expect(err).toContain("redaction.patterns.0.pattern");
    const misshapen = tuning({ scan: { rules: [] }, redaction: { kinds: { email: "hide" } } });
    const other = await cli.run([...args, "--settings", misshapen], { stdin: "text" });
    expect(other.code).toBe(2);
    expect(other.err).toMatch(/scan\.rules: /);
    expect(other.err).toMatch(/redaction\.kinds\.email: /);
  });

  it("rules shows one rule with its examples, a family, or the name that was meant", async () => {
    const one = await cli.run(["rules", "sql/drop-table"]);
    expect(one.out).toMatch(/DROP TABLE users[\s\S]*docs\/detection\/rules\.md#rule-sql-drop-table/);
    const family = JSON.parse((await cli.run(["rules", "sql", "--json"])).out) as { items: { family: string }[] };
    expect(family.items.length).toBeGreaterThan(5);
    expect(new Set(family.items.map((rule) => rule.family))).toEqual(new Set(["sql"]));
    const unknown = await cli.run(["rules", "sql/drop-tabel"]);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toContain("Did you mean sql/drop-table?");
  });

  it("scan --linear adds the learned layer's score and changes neither findings nor risk", async () => {
    const plain = JSON.parse((await cli.run(["scan", "--jsonl"], { stdin: '{"id":7,"text":"DROP TABLE users"}' })).out);
    const { out } = await cli.run(["scan", "--jsonl", "--linear"], { stdin: '{"id":7,"text":"DROP TABLE users"}' });
    expect(JSON.parse(out)).toEqual({ ...plain, linear_score: expect.any(Number) });
  });

  it("redact --jsonl keeps the line's shape and says where it redacted", async () => {
    const stdin = '{"id":1,"text":"write to ada@example.com"}\n{"id":2,"payload":{"to":["ada@example.com"]}}\n';
    const { code, out } = await cli.run(["redact", "--jsonl"], { stdin });
    const [text, payload] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(text).toMatchObject({ id: 1, redactions: [{ kind: "email", path: "", start: 9, end: 24 }] });
    expect(text.text).not.toContain("ada@");
    expect(payload).toMatchObject({ id: 2, redactions: [{ kind: "email", path: "/to/0" }] });
    expect(code).toBe(0);
  });

  it.each([
    { form: [], found: "DROP TABLE users; write to ada@example.com", clean: "good morning" },
    { form: ["--json"], found: '["DROP TABLE users", "ada@example.com"]', clean: "[]" },
    {
      form: ["--jsonl"],
      found: '{"text":"DROP TABLE users; to ada@example.com"}\n{"text":"ok"}',
      clean: '{"text":"ok"}',
    },
  ])("--exit-code ends with 1 where $form finds something, and 0 where nothing", async ({ form, found, clean }) => {
    for (const command of ["scan", "redact"]) {
      const run = async (stdin: string, ...args: string[]) =>
        (await cli.run([command, ...form, ...args], { stdin })).code;
      expect(await run(found, "--exit-code")).toBe(1);
      expect(await run(found)).toBe(0);
      expect(await run(clean, "--exit-code")).toBe(0);
    }
    expect((await cli.run(["redact", "--stream", "--exit-code"], { stdin: "ada@example.com" })).code).toBe(1);
  });

  it.each([
    ["text", "write to ada@example.com\nand go\n", "write to [REDACTED:EMAIL]\nand go\n"],
    ["json", '[ {"ssn": 123456789} ]\n', '[ {"ssn": 0} ]\n'],
    [
      "lines",
      '{"response":"ada@exam"}\n{"response":"ple.com"}\n',
      '{"response":"[REDACTED:EMAIL]"}\n{"response":""}\n',
    ],
    ["events", 'data: {"to":"ada@example.com"}\n\n', 'data: {"to":"[REDACTED:EMAIL]"}\n\n'],
  ])("redact --stream %s redacts what arrives and leaves the rest as it came", async (form, stdin, expected) => {
    const { code, out } = await cli.run(["redact", "--stream", form], { stdin });
    expect([code, out]).toEqual([0, expected]);
  });

  it("redact --stream ends with an error where it cannot promise its result, and shows nothing of it", async () => {
    const { code, out, err } = await cli.run(["redact", "--stream", "json"], { stdin: '{"a":"ada@example.com" oops' });
    expect(code).toBe(1);
    expect(out + err).not.toContain("ada@");
  });

  it.each(["scan", "redact"])(
    "%s --jsonl answers each line, however deep one nests, wherever that is",
    async (command) => {
      const nested = (depth: number) => `${"[".repeat(depth)}"ada@example.com"${"]".repeat(depth)}`;
      const depths = [1, 60, 2000, 9000, 30_000, 200_000];
      const deep = depths.flatMap((depth) => [
        `{"id":1,"payload":${nested(depth)}}`,
        `{"id":${nested(depth)},"text":"x"}`,
      ]);
      const { out } = await cli.run([command, "--jsonl"], { stdin: [...deep, '{"id":"last","text":"y"}'].join("\n") });
      const answers = out.trimEnd().split("\n");
      expect(answers).toHaveLength(deep.length + 1);
      expect(out).not.toContain("call stack");
      expect(JSON.parse(answers.at(-1) as string)).toMatchObject({ id: "last" });
    },
  );

  it("--jsonl answers a line that is too long as a bad one, and goes on", async () => {
    const stdin = `{"id":1,"text":"${"x".repeat(64 * 1024 * 1024)}"}\n{"id":2,"text":"ok"}\n`;
    const { code, out } = await cli.run(["redact", "--jsonl"], { stdin });
    const [bad, good] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(bad).toMatchObject({ line: 1, error: expect.any(String) });
    expect(good).toMatchObject({ id: 2, text: "ok" });
    expect(code).toBe(1);
  });

  it("without --jsonl marks what was found in the text, without colours where nobody looks", async () => {
    const { out } = await cli.run(["scan"], { stdin: "DROP TABLE users; -- tidy up" });
    expect(out).toMatch(/»DROP TABLE users[^«]*«/);
    expect(out).not.toContain("\u001b");
  });
});
