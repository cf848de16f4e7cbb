// `/mcp/{server}`: streamable HTTP in front of a configured MCP server. Every `tools/call` is a governed call of the tool
// `{server}.{tool}`; `tools/list` shows what the caller's grants allow and whose definition is approved. Each request carries its
// own credentials, and a session is a name alone that tells whose call a cancellation means: the endpoint keeps nothing of it.

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { Refusal } from "@portcullis/contract";
import { hideBigints } from "@portcullis/core";
import { type Edge, type ExecuteRequest, VERSION } from "@portcullis/edge";
import type { McpToolDescription, McpTools } from "@portcullis/edge/upstream-mcp";
import { acceptedBy } from "./accepted.js";
import { CancellableCalls, type CancellingClient } from "./cancellable-calls.js";
import { Exchange } from "./exchange.js";
import { type Headers, headersOfMeta } from "./meta-headers.js";
import { answerFaults } from "./params.js";
import { readPosted } from "./posted.js";
import { type SignInPorts, signIn } from "./sign-in.js";
import { protocolError, toolResult } from "./tool-result.js";

export interface McpEndpoint {
  /** Serves one HTTP request; refuses before anything is written, or answers through the protocol. */
  serve(server: string, request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
}

export interface McpEndpointOptions extends SignInPorts {
  readonly edge: Edge;
  readonly tools: McpTools;
}

const SESSION = "mcp-session-id";

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { edge, tools } = options;
  const cancellable = new CancellableCalls();

  function createServer(server: string, headers: Headers, address: string, exchange: Exchange): Server {
    const caller = { headers, address };
    const client = clientOf(server, headers);
    const protocol = new Server({ name: `portcullis/${server}`, version: VERSION }, { capabilities: { tools: {} } });
    protocol.setRequestHandler(ListToolsRequestSchema, async (_message, { signal }) => {
      try {
        const offered = await tools.listTools(server, signal);
        const names = offered.map((tool) => tool.name);
        const granted = new Set(await edge.grantedTools(caller, names));
        const served = offered.map((tool) => tool.served);
        const approved = new Set(await edge.approvedDefinitions(served, signal));
        return hideBigints({
          tools: offered.filter((tool) => granted.has(tool.name) && approved.has(tool.served)).map(describeTool),
        });
      } catch (error) {
        throw error instanceof Refusal ? protocolError(error) : error;
      }
    });
    protocol.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestId, sendNotification }) => {
      const running = client && cancellable.start(client, requestId);
      const progressToken = params._meta?.progressToken;
      const onProgress: ExecuteRequest["onProgress"] = (progress) => {
        const notification = { method: "notifications/progress", params: { progressToken, ...progress } } as const;
        // A client that has gone hears no more of it.
        sendNotification(notification as Parameters<typeof sendNotification>[0]).catch(() => undefined);
      };
      try {
        const answer = await edge.execute({
          body: { value: { payload: params.arguments ?? {} } },
          toolNameInPath: `${server}.${params.name}`,
          headers: { ...headers, ...headersOfMeta(params._meta) },
          address,
          signal,
          ...(running === undefined ? {} : { cancelled: running.signal }),
          ...(progressToken === undefined ? {} : { onProgress }),
        });
        if (running?.signal.aborted) exchange.withdraw(requestId);
        return hideBigints(toolResult(answer));
      } finally {
        running?.end();
      }
    });
    protocol.setNotificationHandler(CancelledNotificationSchema, async ({ params: { requestId } }) => {
      if (client === undefined || requestId === undefined) return;
      // Refuses whoever could not have made the call.
      await edge.grantedTools(caller, []);
      cancellable.cancel(client, requestId);
    });
    return protocol;
  }

  return {
    async serve(server, request, response, address) {
      if (!tools.servers.includes(server)) {
        const known = tools.servers.map((name) => `/mcp/${name}`).join(", ");
        const detail = `No MCP server '${server}' is configured; those that are: ${known || "none"}.`;
        throw new Refusal("route_not_found", { detail });
      }
      if (request.method !== "POST") throw new Refusal("method_not_allowed");
      const headers = await signIn(request, address, options);
      const { messages, faults, isInitialize } = await readPosted(request);
      const session: Record<string, string> = isInitialize ? { [SESSION]: randomUUID() } : {};
      const exchange = new Exchange(response, messages, acceptedBy(request.headers.accept), session);
      await createServer(server, headers, address, exchange).connect(exchange);
      answerFaults(exchange, faults);
      exchange.deliver();
    },
  };
}

/** Without a session nobody can tell whose call is meant by its number. */
function clientOf(server: string, headers: Headers): CancellingClient | undefined {
  const session = headers[SESSION];
  return session === undefined ? undefined : { session, agentId: headers["x-agent-id"], server };
}

/** What a client sees of a tool. Output schemas are left out: a redacted answer need not fit them any more. */
function describeTool(tool: McpToolDescription) {
  return {
    name: tool.localName,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...tool.inputSchema, type: "object" as const },
    annotations: tool.annotations,
  };
}
