// What the two programs say of themselves, and that they start nothing on an option that they do not know.

import { readFileSync } from "node:fs";
import { SERVER_FLAGS } from "@portcullis/edge/server-flags";
import { runProgram } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

const OPERATING = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
const MANIFEST = JSON.parse(readFileSync(new URL("../../packages/edge/package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Variables that the first column of a section's table names. */
function variablesOf(heading: string): string[] {
  const section = OPERATING.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const firstColumn = section.split("\n").flatMap((line) => /^\| (`[A-Z].*?) \|/.exec(line)?.[1] ?? []);
  return firstColumn.flatMap((cell) => cell.match(/[A-Z][A-Z_]+/g) ?? []).sort();
}

describe.each([
  ["control-plane", "Control plane", /The Portcullis control plane: /],
  ["sidecar", "Sidecar", /The Portcullis sidecar: /],
])("the program of the %s", (name, heading, what) => {
  const program = `packages/${name}/dist/main.js`;

  test.each(["--help", "-h"])(
    "says by %s what it is, the settings that its documentation has, and an example",
    async (option) => {
      const { code, output } = await runProgram(program, [option]);
      expect(code).toBe(0);
      expect(output).toMatch(what);
      expect(output).toContain("docs/operating.md");
      expect(output).toContain(`node ${program}\n`);
      const [, settings = ""] = /^Settings.*:\n((?: {2}.*\n)+)/m.exec(output) ?? [];
      expect((settings.match(/^ {2}[A-Z][A-Z_]+/gm) ?? []).map((line) => line.trim()).sort()).toEqual(
        variablesOf(heading),
      );
    },
  );

  test("is started in its documentation with the flags that servers have", () => {
    expect(OPERATING).toContain(`\n\`node ${SERVER_FLAGS.join(" ")} ${program}\``);
  });

  test("says its version", async () => {
    expect(await runProgram(program, ["--version"])).toEqual({ code: 0, output: `${MANIFEST.version}\n` });
  });

  test.each([["--port=1"], ["--help", "me"], ["__proto__"]])(
    "ends with 2 on %j, and says where its options are",
    async (...words) => {
      const { code, output } = await runProgram(program, words);
      expect(output).toContain(`Unknown option ${words.join(" ")}: give none to serve, or see --help.`);
      expect(code).toBe(2);
    },
  );
});

test("each job that the control plane's help lists is one, and reads the settings first", async () => {
  const { output } = await runProgram("packages/control-plane/dist/main.js", ["--help"]);
  const jobs = (output.match(/^ {2}--[a-z-]+/gm) ?? []).map((line) => line.trim());
  expect(jobs).toEqual(expect.arrayContaining(["--bootstrap", "--confirm-chain", "--replay-usage"]));
  for (const job of jobs.filter((each) => !["--help", "--version"].includes(each))) {
    const { code, output: words } = await runProgram("packages/control-plane/dist/main.js", [job], {
      PORTCULLIS_PORT: "no",
    });
    expect(words, job).toContain("PORTCULLIS_PORT: must be a port");
    expect(code, job).toBe(2);
  }
});
