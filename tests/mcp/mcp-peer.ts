// An MCP server of one's own on a real socket, over streamable HTTP with sessions: its tools answer as the tests need, and
// it can be stopped and started anew on the same port, when it has forgotten every session.

import { randomUUID } from "node:crypto";
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { findFreePort, waitFor } from "@portcullis/testkit";
import { answerOf, PEER_TOOLS, type PeerCall } from "./mcp-peer-tools.js";

export interface McpPeer {
  readonly url: string;
  readonly calls: readonly PeerCall[];
  /** Headers of every request, in order. */
  readonly headers: readonly IncomingMessage["headers"][];
  /** Waits until a call of this tool has been entered that is later than `after` calls. */
  readonly entered: (tool: string, after?: number) => Promise<PeerCall>;
  readonly stop: () => Promise<void>;
  /** On the port that it had before, which nobody else is given meanwhile. */
  readonly start: () => Promise<void>;
}

/** Starts the server on a free port of the loopback interface. */
export async function startMcpPeer(): Promise<McpPeer> {
  const calls: PeerCall[] = [];
  const headers: IncomingMessage["headers"][] = [];
  let sessions = new Map<string, StreamableHTTPServerTransport>();
  let server: HttpServer;
  const port = await findFreePort();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    headers.push(request.headers);
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : await openSession();
    if (known === undefined) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}');
      return;
    }
    await known.handleRequest(request, response);
  }

  async function openSession(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
    });
    await createProtocol(calls).connect(transport as Transport);
    return transport;
  }

  const start = async () => {
    sessions = new Map();
    server = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    headers,
    entered: (tool, after = 0) =>
      waitFor(() => calls.slice(after).find((call) => call.name === tool), { what: `the tool ${tool} to be entered` }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    start,
  };
}

function createProtocol(calls: PeerCall[]): Server {
  const protocol = new Server({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {}, logging: {} } });
  // In two pages, as a server with many tools gives them.
  protocol.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const half = Math.ceil(PEER_TOOLS.length / 2);
    return params?.cursor === "second"
      ? { tools: PEER_TOOLS.slice(half) as Tool[] }
      : { tools: PEER_TOOLS.slice(0, half) as Tool[], nextCursor: "second" };
  });
  protocol.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) => {
    let finish: () => void = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const call: PeerCall = {
      name: params.name,
      args: params.arguments ?? {},
      meta: params._meta ?? {},
      signal,
      notify: sendNotification,
      finish,
      finished,
    };
    calls.push(call);
    return answerOf(call);
  });
  return protocol;
}
