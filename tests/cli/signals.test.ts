// What a signal does to a command: it ends those that wait for an answer at once, and tells those that follow something to end.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const CLI = fileURLToPath(new URL("../../packages/cli/bin/portcullis.js", import.meta.url));
const SOME_ID = "6f1f1f0e-8f0e-4a53-9d9d-111111111111";
let server: Server;
/** Answers event streams with their beginning, `/audit/logs` with an empty page where it may, and nothing else at all. */
let answersLists: boolean;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/events/stream") openStream(response);
    else if (request.url?.startsWith("/audit/logs") && answersLists) {
      const data = { items: [], next_cursor: null };
      response.setHeader("content-type", "application/json").end(JSON.stringify({ success: true, data }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" }).write(": here\n\n");
}

/** Sends the command the signal once its request for this path has come; how it ended. */
async function stop(words: readonly string[], path: string, signal: NodeJS.Signals) {
  const { port } = server.address() as AddressInfo;
  const where = ["--url", `http://127.0.0.1:${port}`, "--token", "t", "--tenant", SOME_ID];
  const child = spawn(process.execPath, [CLI, ...words, ...where], { stdio: "ignore" });
  const ended = once(child, "close");
  const asked = new Promise<void>((resolve) => {
    server.on("request", function onRequest(request) {
      if (!request.url?.startsWith(path)) return;
      server.off("request", onRequest);
      resolve();
    });
  });
  await asked;
  child.kill(signal);
  const [code, by] = await ended;
  return { code, by };
}

describe("a command that waits for an answer is ended by the first signal", () => {
  it.each([
    [["agents", "list"], "/agents", "SIGINT"],
    [["agents", "list"], "/agents", "SIGTERM"],
    [["audit", "tail", "--follow"], "/audit/logs", "SIGINT"],
    [["execute", "any.tool", "--agent", SOME_ID], "/execute", "SIGINT"],
    [["status"], "/status", "SIGTERM"],
  ] as const)("%j at %s, by %s", async (words, path, signal) => {
    answersLists = false;
    expect(await stop(words, path, signal)).toEqual({ code: null, by: signal });
  });
});

describe("a command that follows something ends with 0 at the first signal", () => {
  it.each([
    [["events", "stream"], "SIGINT"],
    [["audit", "tail", "--follow"], "SIGTERM"],
  ] as const)("%j, by %s", async (words, signal) => {
    answersLists = true;
    expect(await stop(words, "/events/stream", signal)).toEqual({ code: 0, by: null });
  });
});
