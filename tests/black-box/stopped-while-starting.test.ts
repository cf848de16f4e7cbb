// A sidecar that is told to end while it starts ends in order: with 0, without a word of an error, and with what it started.

import { createHook } from "node:async_hooks";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { readSidecarConfig, startSidecar } from "@portcullis/sidecar";
import {
  findFreePort,
  isAlive,
  makeTempFolder,
  type TempFolder,
  useDatabase,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../../packages/sidecar/dist/main.js", import.meta.url));
const SIGNALS = ["SIGTERM", "SIGINT"] as const;

const stack = useStack(useDatabase("sqlite"), { oneTenant: true, sidecars: 0 });
let folder: TempFolder;
let sidecar: ChildProcess | undefined;
beforeEach(async () => {
  folder = await makeTempFolder("starting");
});
afterEach(async () => {
  sidecar?.kill("SIGKILL");
  await folder.remove();
});

/** Starts one with this MCP server; gives how it ended, and what it wrote. */
async function start(controlPlaneUrl: string, mcpServer?: object) {
  const toolsFile = join(folder.path, "tools.json");
  writeFileSync(
    toolsFile,
    JSON.stringify({ tools: [], mcp_servers: mcpServer === undefined ? {} : { mute: mcpServer } }),
  );
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: folder.path,
      NODE_ENV: "test",
      PORTCULLIS_CONTROL_PLANE_URL: controlPlaneUrl,
      PORTCULLIS_API_KEY: (await stack().tenant.createApiKey(["edge"])).key,
      PORTCULLIS_SIDECAR_PORT: String(await findFreePort()),
      PORTCULLIS_TOOLS_FILE: toolsFile,
      PORTCULLIS_BUFFER_DIR: join(folder.path, "buffer"),
      PORTCULLIS_LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  sidecar = child;
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
    ([said, complained, [code, signal]]) => ({ said, complained, code, signal }),
  );
  return { child, ended };
}

const IN_ORDER = { said: "", complained: "", code: 0, signal: null };

test.each(SIGNALS)("%s while an MCP server that it started says nothing: both end", async (signal) => {
  const pidFile = join(folder.path, "pid");
  const source = `require("fs").writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); process.stdin.resume();`;
  const { child, ended } = await start(stack().url, { command: process.execPath, args: ["-e", source] });
  const pid = await waitFor(() => existsSync(pidFile) && Number(readFileSync(pidFile, "utf8")), {
    what: "the MCP server to run",
  });
  child.kill(signal);
  expect(await ended).toEqual(IN_ORDER);
  await waitFor(() => !isAlive(pid), { what: "the MCP server to end" });
});

test.each(SIGNALS)("%s while the control plane has not answered yet", async (signal) => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const asked = once(silent, "connection");
  const { child, ended } = await start(`http://127.0.0.1:${port}`);
  const [socket] = await asked;
  child.kill(signal);
  expect(await ended).toEqual(IN_ORDER);
  socket.destroy();
  silent.close();
});

test("one that a program gives up between asking for its port and having it leaves the port and the buffer free", async () => {
  const port = await findFreePort();
  const config = readSidecarConfig({
    PORTCULLIS_CONTROL_PLANE_URL: stack().url,
    PORTCULLIS_API_KEY: (await stack().tenant.createApiKey(["edge"])).key,
    PORTCULLIS_SIDECAR_PORT: String(port),
    PORTCULLIS_BUFFER_DIR: join(folder.path, "buffer"),
    PORTCULLIS_LOG_LEVEL: "silent",
  });
  const stop = new AbortController();
  const hook = createHook({
    init: (_, kind) => {
      if (kind === "TCPSERVERWRAP") stop.abort(new Error("given up"));
    },
  }).enable();
  await expect(startSidecar(config, stop.signal)).rejects.toThrow("given up");
  hook.disable();
  // Another has both.
  const sidecar = await startSidecar(config, new AbortController().signal);
  expect(sidecar.url).toBe(`http://127.0.0.1:${port}`);
  await sidecar.close();
});
