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
  it.each(["scan", "redact"])(
    "%s refuses UTF-16, in which nothing would be found, and says what to do",
    async (command) => {
      for (const mark of [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]) {
        const text = Buffer.from("DROP TABLE users; mail ada@example.com", "utf16le");
        const { code, out, err } = await cli.run([command, cli.writeFile("utf-16.txt", Buffer.concat([mark, text]))]);
        expect([code, out]).toEqual([2, ""]);
        expect(err).toContain("Convert it to UTF-8");
      }
    },
  );

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
