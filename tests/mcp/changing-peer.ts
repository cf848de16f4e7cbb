// MCP servers that change what they say of their tools while they run: one over HTTP in this process, one over stdio.

import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer } from "@portcullis/contract";

/** A server whose tools a test sets; `says` whether it tells its clients of a change. */
export interface ChangingPeer {
  readonly server: McpServer;
  readonly set: (tools: readonly Tool[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const tool = (name: string, description: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description,
  inputSchema: { type: "object" },
  ...more,
});

/** Over streamable HTTP; with `silent` it tells nobody of a change. */
export async function startChangingPeer(first: readonly Tool[], silent = false): Promise<ChangingPeer> {
  let tools = [...first];
  const sessions = new Map<string, { transport: StreamableHTTPServerTransport; protocol: Server }>();
  const openSession = async () => {
    const protocol = new Server(
      { name: "changing", version: "1" },
      { capabilities: { tools: silent ? {} : { listChanged: true } } },
    );
    protocol.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    protocol.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
      content: [{ type: "text", text: `ran ${params.name}` }],
    }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { transport, protocol }),
    });
    await protocol.connect(transport as Transport);
    return transport;
  };
  const server = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    const transport = typeof id === "string" ? sessions.get(id)?.transport : await openSession();
    if (transport === undefined) response.writeHead(404).end();
    else await transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    server: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` },
    set: async (next) => {
      tools = [...next];
      if (!silent) for (const { protocol } of sessions.values()) await protocol.sendToolListChanged();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Over stdio, started by whoever uses it. */
export function prepareChangingServer(folder: string, first: readonly Tool[]): ChangingPeer {
  const file = join(folder, "tools.json");
  const program = fileURLToPath(new URL("./changing-server.mjs", import.meta.url));
  writeFileSync(file, JSON.stringify({ tools: first }));
  return {
    server: { command: process.execPath, args: [program, file] },
    // Written in place, since the server watches the file itself.
    set: async (next) => writeFileSync(file, JSON.stringify({ tools: next })),
    stop: async () => {},
  };
}
