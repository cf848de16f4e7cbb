// One MCP server: connects when first needed, keeps the connection, and connects anew when it was lost. A stdio server
// gets a clean environment: only what its configuration names, and the few variables that any program needs.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer } from "@portcullis/contract";
import { watchAnswers } from "./answer-watch.js";
import { StdioTransport } from "./stdio-transport.js";

/** A tool as its server describes it. */
export interface McpToolDescription {
  /** `{server}.{tool}` */
  readonly name: string;
  /** The server's own name of the tool. */
  readonly localName: string;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
  readonly annotations: Record<string, unknown>;
}

export interface McpConnection {
  /** The connected client; connects when there is none. */
  client(signal?: AbortSignal): Promise<Client>;
  /** The client is of no use any more, as when its server forgot the session: the next call connects anew. */
  drop(client: Client): void;
  /** Every tool of the server, all pages. */
  listTools(signal?: AbortSignal): Promise<McpToolDescription[]>;
  close(): Promise<void>;
}

/** How long a server may take to start and answer the handshake. */
const CONNECT_TIMEOUT_MS = 30_000;

export function openMcpConnection(
  serverName: string,
  server: McpServer,
  fetchImplementation?: typeof fetch,
): McpConnection {
  let connecting: Promise<Client> | undefined;
  let current: Client | undefined;
  let closed = false;

  /** Forgets this client, unless another has taken its place. */
  function forget(client: Client): void {
    if (current !== client) return;
    current = undefined;
    connecting = undefined;
  }

  function connect(): Promise<Client> {
    const client = new Client({ name: "portcullis", version: "0.0.0" });
    current = client;
    client.onclose = () => forget(client);
    return client.connect(openTransport(server, fetchImplementation ?? fetch), { timeout: CONNECT_TIMEOUT_MS }).then(
      () => client,
      (error: unknown) => {
        forget(client);
        throw error;
      },
    );
  }

  function client(signal?: AbortSignal): Promise<Client> {
    if (closed) return Promise.reject(new Error(`The MCP server '${serverName}' has been closed.`));
    if (!connecting) {
      // Assigned before it can fail: a URL that cannot be read throws while the transport is made.
      const attempt = Promise.resolve().then(connect);
      connecting = attempt;
      attempt.catch(() => {
        if (connecting === attempt) connecting = undefined;
      });
    }
    return abortable(connecting, signal);
  }

  return {
    client,
    drop(client) {
      forget(client);
      void client.close().catch(() => undefined);
    },
    async listTools(signal) {
      const connected = await client(signal);
      const tools: McpToolDescription[] = [];
      let cursor: string | undefined;
      do {
        const page = await connected.listTools(cursor === undefined ? {} : { cursor }, signal ? { signal } : {});
        for (const tool of page.tools) {
          tools.push({
            name: `${serverName}.${tool.name}`,
            localName: tool.name,
            description: tool.description ?? "",
            inputSchema: tool.inputSchema,
            annotations: { ...tool.annotations },
          });
        }
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    async close() {
      closed = true;
      const open = await connecting?.catch(() => undefined);
      await open?.close();
    },
  };
}

function openTransport(server: McpServer, fetchImplementation: typeof fetch): Transport {
  if ("command" in server) {
    return new StdioTransport({
      command: server.command,
      args: server.args,
      env: { ...getDefaultEnvironment(), ...server.env },
      stderr: "ignore",
    });
  }
  const transport: Transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: server.headers ?? {}, redirect: "manual" },
    fetch: watchAnswers(fetchImplementation, (id) => {
      const error = { code: ErrorCode.ConnectionClosed, message: "The stream ended without the answer." };
      transport.onmessage?.({ jsonrpc: "2.0", id, error });
    }),
    // The class declares its callbacks as possibly undefined, the interface as absent or set.
  }) as Transport;
  return transport;
}

/** The promise, or the signal's reason when that comes first; the work itself goes on for others who wait. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
