// A server that says more than anyone can read must not keep this process from all else: heartbeats are late then, and every call ends.
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterEach, expect, it } from "vitest";
import { CallStop } from "../calls/call-stop.js";
import type { ToolRequest } from "../ports.js";
import { runTool } from "../testing/run-tool.js";
import { createMcpTools, type McpTools } from "./mcp-tools.js";

const SAID = 20_000;
/** What a server answers: a call of `flood` with all that it says before its result. */
const ANSWERS = `
function answersTo({ id, method, params }) {
  if (id === undefined) return [];
  const result = {
    initialize: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
    "tools/list": { tools: [{ name: "flood", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "said" }] },
  }[method];
  const said = method !== "tools/call" ? [] : Array.from({ length: ${SAID} }, (_, at) => ({
    method: "notifications/progress",
    params: { progressToken: params._meta.progressToken, progress: at + 1 },
  }));
  return [...said, { id, result }].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
}
`;
const answersTo = new Function(`${ANSWERS} return answersTo;`)() as (message: unknown) => string[];

let folder: TempFolder | undefined;
let server: Server | undefined;
let tools: McpTools | undefined;
afterEach(async () => {
  await tools?.close();
  await folder?.remove();
  server?.closeAllConnections();
  server?.close();
  [folder, server] = [undefined, undefined];
});

/** Writes what its answers, a list of texts, come to. */
async function overStdio(written: string): Promise<McpTools> {
  folder = await makeTempFolder("mcp-floods");
  const script = join(folder.path, "server.mjs");
  await writeFile(
    script,
    `${ANSWERS}
    import { createInterface } from "node:readline";
    createInterface({ input: process.stdin }).on("line", (line) => {
      const answers = answersTo(JSON.parse(line));
      if (answers.length > 0) process.stdout.write(${written});
    });`,
  );
  return createMcpTools({ own: { command: process.execPath, args: [script] } });
}

async function overHttp(): Promise<McpTools> {
  server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answers = answersTo(JSON.parse(Buffer.concat(chunks).toString()));
    if (answers.length === 0) return response.writeHead(202).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(answers.map((text) => `data: ${text}\n\n`).join(""));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return createMcpTools({ own: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` } });
}

it.each([
  ["stdio", () => overStdio('answers.join("\\n") + "\\n"')],
  ["stdio in one array", () => overStdio('"[" + answers.join(",") + "]\\n"')],
  ["HTTP", overHttp],
])(
  "whatever a server over %s says at once, others have their turns in between, and the answer comes",
  async (_, start) => {
    tools = await start();
    const stop = new CallStop();
    const definitionHash = (await tools.describerOf?.("own.flood")?.(stop.signal))?.hash ?? null;
    let said = 0;
    let mostInTurn = 0;
    let saidBefore = 0;
    let turns = setImmediate(function endTurn() {
      mostInTurn = Math.max(mostInTurn, said - saidBefore);
      saidBefore = said;
      turns = setImmediate(endTurn);
    });
    const request: ToolRequest = {
      toolName: "own.flood",
      payload: {},
      requestId: randomUUID(),
      traceId: randomUUID(),
      traceparent: "00-11111111111111111111111111111111-2222222222222222-01",
      agentId: randomUUID(),
      tenantId: randomUUID(),
      idempotencyKey: undefined,
      timeoutMs: 100_000,
      definitionHash,
      onProgress: () => {
        said += 1;
      },
    };
    const answer = await runTool(tools, request, stop);
    clearImmediate(turns);
    expect(answer).toMatchObject({ status: 200, result: { content: [{ text: "said" }] } });
    expect(said).toBe(SAID);
    // What one reading of a socket brings, some hundred kilobytes, comes in one turn.
    expect(mostInTurn).toBeLessThan(SAID / 4);
  },
);
