// What passes between a tool and its caller through the protocol's client, over each wire: the same server, which answers each
// call by a text, as JSON, as events whole or in pieces on a stream that stays open, and as lines of a process.

import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { formatJson, newId, parseJson } from "@portcullis/core";
import { makeTempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CallStop } from "../calls/call-stop.js";
import type { ToolRequest } from "../ports.js";
import { type RunAnswer, runTool } from "../testing/run-tool.js";
import { createMcpTools, type McpTools } from "./mcp-tools.js";
import { incomingText } from "./wire-text.js";

const BIG = "12345678901234567890";
/** A call says itself how it is answered: by this text behind the answer's id, with the arguments as they came for `SEEN`. */
const REST = 'JSON.parse(/"answer":("(?:[^"\\\\]|\\\\.)*")/.exec(line)[1])';
const ANSWER = `
const answerTo = (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return undefined;
  const tools = '[{"name":"echo","inputSchema":{"type":"object","properties":{"n":{"type":"integer","maximum":${BIG}}}}}]';
  const results = {
    initialize: '"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"p","version":"1"}}',
    "tools/list": '"result":{"tools":' + tools + "}",
  };
  const seen = /"arguments":(\\{.*?\\}),"_meta"/.exec(line)?.[1];
  return '{"jsonrpc":"2.0","id":' + id + "," + (results[method] ?? ${REST}.replace("SEEN", seen)) + "}";
};`;

async function startServer(kind: "json" | "events" | "pieces") {
  const answerTo = new Function(`${ANSWER} return answerTo;`)() as (line: string) => string | undefined;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const answer = body === "" ? undefined : answerTo(body);
    if (answer === undefined) return response.writeHead(request.method === "GET" ? 405 : 202).end();
    if (kind === "json") return response.writeHead(200, { "content-type": "application/json" }).end(answer);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const event = `event: message\r\ndata: ${answer}\r\n\r\n`;
    const size = kind === "pieces" ? 7 : event.length;
    for (let at = 0; at < event.length; at += size) {
      // One piece a turn, so that pieces arrive by themselves.
      await new Promise((resolve) => response.write(event.slice(at, at + size), resolve));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { settings: { url }, stop };
}

async function startProcess() {
  const folder = await makeTempFolder("wire-text");
  const script = join(folder.path, "server.mjs");
  const read = `createInterface({ input: process.stdin }).on("line", (line) => {
    const answer = answerTo(line);
    if (answer !== undefined) process.stdout.write(answer + "\\n");
  });`;
  await writeFile(script, `import { createInterface } from "node:readline";${ANSWER}\n${read}`);
  return { settings: { command: process.execPath, args: [script] }, stop: folder.remove };
}

describe.each(["json", "events", "pieces", "stdio"] as const)("an MCP server whose messages come as %s", (kind) => {
  let tools: McpTools;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const server = kind === "stdio" ? await startProcess() : await startServer(kind);
    stop = server.stop;
    tools = createMcpTools({ own: server.settings });
  });
  afterAll(async () => {
    await tools.close();
    await stop();
  });

  const ask = async (payload: Record<string, unknown>): Promise<RunAnswer> => {
    const call = new CallStop();
    const toolName = "own.echo";
    const definitionHash = (await tools.describerOf?.(toolName)?.(call.signal))?.hash ?? null;
    const request = { toolName, payload, requestId: newId(), timeoutMs: 60_000, definitionHash } as ToolRequest;
    return runTool(tools, request, call);
  };

  it("gets integers as they were asked, and gives them as it wrote them", async () => {
    const payload = parseJson(`{"n":${BIG},"deep":[-98765432109876543210,{"s":"${BIG}"}],"small":7}`) as Record<
      string,
      unknown
    >;
    const answer = '"result":{"content":[{"type":"text","text":"\\"99999999999999999999"}],"structuredContent":SEEN}';
    const { result, status } = await ask({ ...payload, answer });
    expect(status).toBe(200);
    const { content, structuredContent } = result as Record<string, unknown>;
    expect(structuredContent).toEqual({ ...payload, answer });
    expect(content).toEqual([{ type: "text", text: '"99999999999999999999' }]);
  });

  it("describes its tools with the digits that it wrote", async () => {
    const [tool] = await tools.listTools("own");
    expect(formatJson(tool?.inputSchema)).toContain(`"maximum":${BIG}`);
    expect(formatJson(tool?.served.definition)).toContain(`"maximum":${BIG}`);
  });

  it.each([-32000, -32001, -32603, -32602, 7])("is quoted where it answers with the error %i", async (code) => {
    const error = { code, message: `no such customer ${code}`, data: { hint: "ask" } };
    const { result, status } = await ask({ answer: `"error":${JSON.stringify(error)}` });
    expect({ result, status }).toEqual({ result: error, status: 500 });
  });

  it.each([
    '"result":null',
    '"result":7',
    '"result":"text"',
    '"result": [1]',
    '"error":"broken"',
    '"error":{}',
    '"other":1',
  ])("has answered, if nothing that can be read, with %s", async (answer) => {
    await expect(ask({ answer })).rejects.toMatchObject({
      code: "upstream_error",
      details: { detail: "The MCP server's answer is not one of the protocol." },
    });
  });
});

it("what is no answer stays as it is", () => {
  for (const text of ['{"jsonrpc":"2.0","method":"notifications/x","params":{"result":1}}', "no JSON", '"error"', ""]) {
    expect(incomingText(text)).toBe(text);
  }
});
