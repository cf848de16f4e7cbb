/** Starts commands for the other scripts: shown as they go, or kept silent and told only when they fail. */
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const running = new Set();
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
]) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(code);
  });
}

/**
 * Runs `words` in the workspace and resolves to `{ code, output, elapsedMs }`; never rejects.
 * `show` passes the output on to the terminal instead of keeping it; `onOutput` is told each piece of it as it comes.
 */
export function runCommand(words, { show = false, cwd = ROOT, env = process.env, onOutput = () => {} } = {}) {
  const startedAt = performance.now();
  const [command, ...args] = words;
  return new Promise((resolve) => {
    const chunks = [];
    const finish = (code) => {
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks).toString("utf8"), elapsedMs: performance.now() - startedAt });
    };
    const child = spawn(command, args, { cwd, env, stdio: show ? "inherit" : ["ignore", "pipe", "pipe"] });
    running.add(child);
    const keep = (chunk) => {
      chunks.push(chunk);
      onOutput(chunk.toString("utf8"));
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.once("error", (error) => {
      chunks.push(Buffer.from(String(error)));
      finish(127);
    });
    child.once("close", (code, signal) => finish(code ?? (signal === null ? 1 : 128)));
  });
}

/** Runs `task` over `items`, at most `limit` at a time; resolves to the results in the order of the items. */
export async function mapLimited(items, limit, task) {
  const results = new Array(items.length);
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await task(items[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}

export const formatSeconds = (elapsedMs) => `${(elapsedMs / 1000).toFixed(1)} s`;
