/** Runs one of the project's built programs to its end: for commands that do a single job. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const WORKSPACE = fileURLToPath(new URL("../../../", import.meta.url));

export interface ProgramResult {
  readonly code: number | null;
  /** Both streams. */
  readonly output: string;
}

/** `main` is relative to the workspace: `packages/cli/dist/main.js`. Ends a program that hangs. */
export async function runProgram(
  main: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [`${WORKSPACE}${main}`, ...words], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", NODE_ENV: "test", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 300_000,
    killSignal: "SIGKILL",
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk.toString("utf8");
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
