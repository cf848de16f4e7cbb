// A server whose list of tools has no end, or is larger than any answer may be: a clear error, in bounded time and memory.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { createMcpTools, type McpTools } from "./mcp-tools.js";

const MAX_ANSWER_BYTES = 100_000;
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A server that answers each `tools/list` with what `list` gives. */
async function startPeer(
  list: (page: number) => unknown,
): Promise<{ readonly tools: McpTools; readonly pages: () => number }> {
  let pages = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    let text = "";
    for await (const chunk of request) text += chunk;
    const { id, method } = JSON.parse(text) as { id?: number; method: string };
    if (id === undefined) return void response.writeHead(202).end();
    const handshake = {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "p", version: "1" },
    };
    const result = method === "initialize" ? handshake : list(pages++);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const tools = createMcpTools({ peer: { url } }, { maxAnswerBytes: MAX_ANSWER_BYTES });
  open.push(async () => {
    await tools.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { tools, pages: () => pages };
}

const tool = (name: string, description = "") => ({ name, description, inputSchema: { type: "object" } });
const endless: Record<string, (page: number) => unknown> = {
  "pages of tools without end": (page) => ({ tools: [tool(`t${page}`, "x".repeat(1000))], nextCursor: `${page}` }),
  "the same page again and again": () => ({ tools: [tool("same")], nextCursor: "same" }),
  "empty pages without end": (page) => ({ tools: [], nextCursor: `${page}` }),
  "pages without tools": (page) => ({ nextCursor: `${page}` }),
  "one page of many tools": () => ({ tools: Array.from({ length: 6000 }, () => 1) }),
  "one page that is too large": () => ({ tools: [tool("big", "x".repeat(MAX_ANSWER_BYTES * 3))] }),
  "pages that are too large together": (page) => ({
    tools: [tool(`t${page}`, "x".repeat(MAX_ANSWER_BYTES / 4))],
    ...(page < 5 ? { nextCursor: "next" } : {}),
  }),
};

it.each(Object.entries(endless))("%s: the list is refused, and asked for no second time", async (_, list) => {
  const { tools, pages } = await startPeer(list);
  await expect(tools.listTools("peer")).rejects.toMatchObject({
    code: "upstream_unreachable",
    details: { detail: expect.stringContaining("too long") },
  });
  expect(pages()).toBeLessThanOrEqual(201);
});

it("a list within the bounds comes whole, over pages", async () => {
  const { tools } = await startPeer((page) => ({
    tools: [tool(`t${page}`)],
    ...(page < 9 ? { nextCursor: "next" } : {}),
  }));
  expect((await tools.listTools("peer")).map(({ localName }) => localName)).toEqual(
    Array.from({ length: 10 }, (_, page) => `t${page}`),
  );
});

it("a tool that comes again, on its page or on a later one, is listed once, where it came first", async () => {
  const name = fc.constantFrom("a", "b", "c", "d");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(name, { maxLength: 5 }), { minLength: 1, maxLength: 5 }), async (lists) => {
      const { tools } = await startPeer((page) => ({
        tools: lists[page]?.map((each) => tool(each)),
        ...(page < lists.length - 1 ? { nextCursor: `${page + 1}` } : {}),
      }));
      const listed = await tools.listTools("peer");
      expect(listed.map(({ localName }) => localName)).toEqual([...new Set(lists.flat())]);
    }),
    { numRuns: 20 },
  );
});
