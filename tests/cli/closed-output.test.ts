// A reader that goes away, as in `portcullis … | head -1`, and a file that takes nothing.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const CLI = fileURLToPath(new URL("../../packages/cli/bin/portcullis.js", import.meta.url));
const start = (args: readonly string[]) =>
  spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "pipe", "pipe"] });

describe("whose output nobody reads any more ends quietly with 141", () => {
  it("stdout", async () => {
    const child = start(["rules"]);
    child.stdout.destroy();
    const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect({ said, code, signal }).toEqual({ said: "", code: 141, signal: null });
  });

  it("stderr", async () => {
    const child = start(["nonsense"]);
    child.stderr.destroy();
    const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
    expect({ said, code, signal }).toEqual({ said: "", code: 141, signal: null });
  });
});

describe("what cannot be written", () => {
  it.each([["rules"], ["nonsense"]])("%s: ends with 1 and is told where there is still room to", async (command) => {
    const [stdout, stderr] = [openSync(CLI, "r"), openSync(CLI, "r")];
    const isError = command === "nonsense";
    const stdio = isError ? (["ignore", "pipe", stderr] as const) : (["ignore", stdout, "pipe"] as const);
    const child = spawn(process.execPath, [CLI, command], { stdio: [...stdio] });
    const said = text((isError ? child.stdout : child.stderr) as NodeJS.ReadableStream);
    const [code, signal] = await once(child, "close");
    closeSync(stdout);
    closeSync(stderr);
    const words = isError ? "" : "✗ The output cannot be written whole: EBADF.\n";
    expect({ said: await said, code, signal }).toEqual({ said: words, code: 1, signal: null });
  });
});
