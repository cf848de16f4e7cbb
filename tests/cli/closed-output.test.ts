// A reader that goes away, as in `portcullis … | head -1`.

import { spawn } from "node:child_process";
import { once } from "node:events";
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
