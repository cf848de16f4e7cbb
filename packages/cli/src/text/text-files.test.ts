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

describe("text from files", () => {
  const TEXT = '{"note":"DROP TABLE users; mail ada@example.com"}';
  const bigEndian = Buffer.from(TEXT, "utf16le").swap16();
  const WRONG: readonly (readonly [string, Buffer])[] = [
    ["UTF-16 text", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(TEXT, "utf16le")])],
    ["UTF-16 text", Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian])],
    ["not UTF-8 text", Buffer.from(TEXT.replace("mail", "caf\u00e9"), "latin1")],
    ["not UTF-8 text", Buffer.concat([Buffer.from(TEXT), Buffer.from([0xc3])])],
    ["not UTF-8 text", Buffer.concat([Buffer.from('{"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(TEXT.slice(2))])],
  ];
  const COMMANDS = [
    "scan",
    "redact",
    "redact --stream text",
    "redact --stream json",
    "redact --stream lines",
    "redact --stream events",
  ];

  it.each(COMMANDS.flatMap((command) => WRONG.map(([what, bytes], index) => [command, what, index, bytes] as const)))(
    "%s refuses %s (%i), in a file and byte by byte, shows nothing of it and says what to do",
    async (command, what, _index, bytes) => {
      const words = command.split(" ");
      const bytewise = [...bytes].map((byte) => Buffer.from([byte]));
      for (const result of [
        await cli.run([...words, cli.writeFile("wrong.txt", bytes)]),
        await cli.run(words, { stdin: bytewise }),
      ]) {
        expect(result.code).toBe(2);
        expect(result.out).not.toContain("ada@");
        expect(result.err).toMatch(
          new RegExp(`The input is ${what}\\.\n +Convert it to UTF-8 first, .*iconv -f \\S+ -t UTF-8`),
        );
      }
    },
  );

  it.each(["scan", "redact"])(
    "%s --jsonl refuses UTF-16 too, and answers a line that is no UTF-8 as a bad one",
    async (command) => {
      const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"id":1,"text":"x"}\n', "utf16le")]);
      expect(await cli.run([command, "--jsonl"], { stdin: utf16 })).toMatchObject({ code: 2, out: "" });
      const line = (id: number, text: string) => `{"id":${id},"text":"${text}"}\n`;
      const mixed = Buffer.concat([
        Buffer.from(`\ufeff${line(1, "caf\u00e9")}`),
        Buffer.from(line(2, "caf\u00e9"), "latin1"),
        Buffer.from(line(3, "caf\u00e9")),
      ]);
      for (const stdin of [mixed, [...mixed].map((byte) => Buffer.from([byte]))]) {
        const { code, out } = await cli.run([command, "--jsonl"], { stdin });
        const answers = out
          .trim()
          .split("\n")
          .map((each) => JSON.parse(each));
        expect(answers).toMatchObject([{ id: 1 }, { line: 2, error: "The line is not UTF-8." }, { id: 3 }]);
        expect(code).toBe(1);
      }
    },
  );

  it.each(["scan", "scan --jsonl", "redact", "redact --jsonl", "redact --stream"])(
    "%s says in words that a folder, nothing, or what is below a file cannot be read",
    async (command) => {
      const file = cli.writeFile("a-file", "");
      for (const [path, why] of [
        [folder.path, "it is a folder"],
        [join(folder.path, "no-such-file"), "there is no such file"],
        [join(file, "below"), "a part of its path is a file"],
      ] as const) {
        const { code, err, out } = await cli.run([
          ...command.split(" "),
          ...(command === "redact --stream" ? ["text"] : []),
          path,
        ]);
        expect([code, out]).toEqual([2, ""]);
        expect(err).toContain(`The file ${path} cannot be read: ${why}`);
        expect(err).not.toMatch(/\bE[A-Z]{4,}\b/);
      }
    },
  );

  it("redact --stream passes characters whose bytes arrive apart", async () => {
    const stdin = [...Buffer.from("\ufeffça va 👋 ada@example.com\n")].map((byte) => Buffer.from([byte]));
    expect(await cli.run(["redact", "--stream"], { stdin })).toMatchObject({
      code: 0,
      out: "\ufeffça va 👋 [REDACTED:EMAIL]\n",
    });
  });

  it("may begin with a byte order mark of UTF-8", async () => {
    const file = cli.writeFile("marked.json", '\ufeff{"to":"ada@example.com"}');
    const { code, out } = await cli.run(["redact", "--json", file]);
    expect(code).toBe(0);
    expect(JSON.parse(out).payload).toEqual({ to: "[REDACTED:EMAIL]" });
  });

  it.each(['{"tols":[]}', '{"tools":[{"nam":"x"}]}', '{"mcp_servers":[]}'])(
    "a tools file like %s is refused with what is wrong and how one looks",
    async (text) => {
      const dataDir = join(folder.path, "never-made");
      const { code, err } = await cli.run(["dev", "--data-dir", dataDir, "--tools", cli.writeFile("tools.json", text)]);
      expect(code).toBe(2);
      expect(err).toMatch(/tools\.json is wrong:\n(?: {2}.+\n)+ {2}It looks like this:\n.*"mcp_servers"/);
    },
  );

  it("an argument that is a file is asked for as one when it is no JSON", async () => {
    const { code, err } = await cli.run([
      "receipt",
      "verify",
      cli.writeFile("no-receipt.txt", "no JSON"),
      "--token",
      "t",
    ]);
    expect(code).toBe(2);
    expect(err).toContain("Give the path of a file with JSON, or - for standard input.");
  });
});
