// What a shell offers after `portcullis`, once it has read the script: in a real bash, with the program itself.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const CLI = fileURLToPath(new URL("../../packages/cli/bin/portcullis.js", import.meta.url));

/** What bash offers for a line, word by word as it splits it; a function stands in for the program's place on PATH. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const script = `
    portcullis() { "$NODE" "$CLI" "$@"; }
    eval "$(portcullis completion bash)"
    COMP_WORDS=(portcullis "$@")
    COMP_CWORD=$#
    _portcullis
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, NODE: process.execPath, CLI };
  const { stdout } = await run("bash", ["-c", script, "bash", ...words], { env });
  return stdout.split("\n").filter(Boolean);
}

describe("bash with the script of `completion`", () => {
  it.each([
    { typed: ["kil"], words: ["kill", "kill-switch"] },
    { typed: ["kill", "o"], words: ["on", "off"] },
    { typed: ["audit", "list", "--decision", "=", "esc"], words: ["escalate"] },
    { typed: ["scan", "--exit"], words: ["--exit-code"] },
  ])("offers $words for $typed", async ({ typed, words }) => {
    expect((await offered(...typed)).sort()).toEqual([...words].sort());
  });

  it("offers no word of its own for a file, so that bash offers files", async () => {
    expect(await offered("scan", "pa")).toEqual([]);
  });
});
