import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CallStop } from "../calls/call-stop.js";
import { MAX_ANSWER_BYTES } from "../inspection/answer-size.js";
import type { ToolRequest } from "../ports.js";
import { runTool } from "../testing/run-tool.js";
import { createMcpTools, type McpTools } from "./mcp-tools.js";
import { StdioTransport } from "./stdio-transport.js";

/**
 * Each call is a line of the file it is given. `deaf` answers and takes no messages any more; `die` ends without an answer; `batch`
 * answers in an array, behind what is no message and a notice.
 */
const SERVER = `
import { appendFileSync, closeSync } from "node:fs";
import { createInterface } from "node:readline";
const tools = ["run", "deaf", "die", "big", "batch"].map((name) => ({ name, inputSchema: { type: "object" } }));
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }),
  "tools/list": () => ({ tools }),
  "tools/call": ({ name, arguments: { bytes } }) => {
    appendFileSync(process.argv[2], name + "\\n");
    if (name === "die") process.exit(1);
    if (name === "deaf") {
      setInterval(() => {}, 1000);
      process.stdin.destroy();
      closeSync(0);
    }
    return { content: [{ type: "text", text: String(process.pid).padEnd(bytes ?? 0) }] };
  },
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = { jsonrpc: "2.0", id, result: results[method](params) };
  const notice = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } };
  process.stdout.write(JSON.stringify(params.name === "batch" ? ["none", notice, answer] : answer) + "\\n");
});
`;

/** A guard against a hang, no measure of speed: two answers of the largest go through a pipe on a machine that does much else. */
const HANG_MS = 100_000;

let folder: TempFolder;
let tools: McpTools;
let runs: () => Promise<string[]>;
beforeEach(async () => {
  folder = await makeTempFolder("mcp-tools");
  const script = join(folder.path, "server.mjs");
  const log = join(folder.path, "runs.txt");
  await writeFile(script, SERVER);
  await writeFile(log, "");
  tools = createMcpTools({ own: { command: process.execPath, args: [script, log] } });
  runs = async () => (await readFile(log, "utf8")).trim().split("\n");
});
afterEach(async () => {
  await tools.close();
  await folder.remove();
});

/** Gives the process id of the server that ran the call. */
async function call(name: string, payload: ToolRequest["payload"] = {}): Promise<string> {
  const stop = new CallStop();
  const toolName = `own.${name}`;
  const definitionHash = (await tools.describerOf?.(toolName)?.(stop.signal))?.hash ?? null;
  const request = { toolName, payload, requestId: randomUUID(), timeoutMs: HANG_MS, definitionHash } as ToolRequest;
  const { result } = await runTool(tools, request, stop);
  return (result as { content: { text: string }[] }).content[0]?.text ?? "";
}

it("a stdio server that takes no messages any more is started anew, once for all calls, and each runs once", async () => {
  const first = await call("deaf");
  const answers = await Promise.all([call("run"), call("run"), call("run")]);
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).not.toBe(first);
  expect(await runs()).toEqual(["deaf", "run", "run", "run"]);
});

it("no process of a stdio server is left once the tools are closed, none of those that were replaced either", async () => {
  const pids = [await call("deaf"), await call("deaf"), await call("run")].map(Number);
  expect(new Set(pids).size).toBe(3);
  await tools.close();
  expect(pids.filter(isAlive)).toEqual([]);
});

const MIB = 1024 * 1024;

it("an answer comes whole up to the largest that tools may give, is too large past it, and its server goes on", async () => {
  const server = await call("run");
  const answer = await call("big", { bytes: MAX_ANSWER_BYTES - 1000 });
  expect([answer.length, answer.trim()]).toEqual([MAX_ANSWER_BYTES - 1000, server]);
  const [tooLarge, beside] = await Promise.allSettled([call("big", { bytes: MAX_ANSWER_BYTES + MIB }), call("run")]);
  expect(tooLarge).toMatchObject({ status: "rejected", reason: { code: "response_too_large" } });
  expect(beside).toMatchObject({ status: "fulfilled", value: server });
  expect(await call("run")).toBe(server);
});

it("a message without end is not read on: its call is upstream_error, and the next one has a new server", async () => {
  const server = await call("run");
  await expect(call("big", { bytes: 3 * MAX_ANSWER_BYTES })).rejects.toMatchObject({ code: "upstream_error" });
  expect(await call("run")).not.toBe(server);
});

it("an answer within an array, as MCP 2025-03-26 lets servers send it, is read as one alone is", async () => {
  expect(await call("batch")).toBe(await call("run"));
  const together = await Promise.all([call("batch"), call("run"), call("batch")]);
  expect(new Set(together).size).toBe(1);
  expect(await runs()).toHaveLength(5);
});

it("a call whose stdio server ends before it answers is upstream_error, and is not run again", async () => {
  await call("run");
  await expect(call("die")).rejects.toMatchObject({ code: "upstream_error" });
  expect(await runs()).toEqual(["run", "die"]);
  await call("run");
});

it("messages to a server that reads none are sent without a listener more for each", async () => {
  const transport = new StdioTransport({ command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] }, MIB);
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on("warning", warn);
  await transport.start();
  const message = { jsonrpc: "2.0", method: "run", params: { text: "x".repeat(MIB / 8) } } as const;
  await Promise.all(Array.from({ length: 20 }, () => transport.send(message)));
  await transport.close();
  process.off("warning", warn);
  expect(warnings).toEqual([]);
});
