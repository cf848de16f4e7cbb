import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type McpServer, Refusal } from "@portcullis/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcpTools } from "./mcp-tools.js";
import { NotSentError } from "./stdio-transport.js";
import { describeUnreachable } from "./unreachable.js";

const refusing = createServer((_request, response) => response.writeHead(401).end("the token hunter2 is wrong"));
let url = "";
let closedUrl = "";
beforeAll(async () => {
  const gone = createServer();
  for (const server of [refusing, gone]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }
  [url = "", closedUrl = ""] = [refusing, gone].map((server) => urlOf(server));
  await new Promise((resolve) => gone.close(resolve));
});
afterAll(() => refusing.close());

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

async function reasonOf(server: McpServer): Promise<string> {
  const tools = createMcpTools({ down: server });
  try {
    return await tools.listTools("down").then(() => "reached", describeUnreachable);
  } finally {
    await tools.close();
  }
}

describe("an MCP server that cannot be reached", () => {
  it("is one whose command is not there: the command is named, its arguments are not", async () => {
    const reason = await reasonOf({ command: "/no/such/server", args: ["--token", "hunter2"], env: {} });
    expect(reason).toBe("Its command /no/such/server cannot be started (ENOENT).");
  });

  it("is one that ended at once", async () => {
    const reason = await reasonOf({ command: process.execPath, args: ["-e", "process.exit(3)"], env: {} });
    expect(reason).toMatch(/^It ended before it answered/);
    // It may be gone before the first message is written.
    expect(describeUnreachable(new NotSentError())).toBe(reason);
  });

  it("is one whose port nobody listens at", async () => {
    const reason = await reasonOf({ url: closedUrl, headers: {} });
    expect(reason).toBe("Its url cannot be connected to (ECONNREFUSED).");
  });

  it.each([1, 25, 6000])("is one at port %d, which fetch does not call", async (port) => {
    expect(await reasonOf({ url: `http://127.0.0.1:${port}/mcp`, headers: {} })).toMatch(/a port that no fetch calls/);
  });

  it("is one that says nothing to the question what tools it has", async () => {
    const signal = AbortSignal.timeout(0);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    const refusal = new Refusal("upstream_unreachable", {}, { cause: signal.reason });
    expect(describeUnreachable(refusal)).toBe("It did not list its tools in time.");
  });

  it("is one that answers no, whose words are not repeated", async () => {
    expect(await reasonOf({ url, headers: {} })).toBe("It answered with HTTP 401; look at its url and headers.");
  });
});
