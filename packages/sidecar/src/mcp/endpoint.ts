// `/mcp/{server}`: streamable HTTP in front of a configured MCP server. Every `tools/call` is a governed call of the tool
// `{server}.{tool}`; `tools/list` shows what the caller's grants allow. Each request carries its own credentials, so the
// endpoint keeps no sessions.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Refusal } from "@portcullis/contract";
import { parseStrictJson, StrictJsonError } from "@portcullis/core";
import type { Edge, ExecuteAnswer } from "@portcullis/edge";
import type { McpTools } from "@portcullis/edge/upstream-mcp";
import { readBody } from "../read-body.js";
import type { AgentCredentials } from "./agent-credentials.js";

export interface McpEndpoint {
  /** Serves one HTTP request; refuses before anything is written, or answers through the protocol. */
  serve(server: string, request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
}

export interface McpEndpointOptions {
  readonly edge: Edge;
  readonly tools: McpTools;
  readonly credentials: AgentCredentials;
  readonly tenantId: () => string;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** A payload may nest 512 deep; around it are the message, its params and its arguments. */
const MAX_DEPTH = 516;

type Headers = Record<string, string | undefined>;

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { edge, tools } = options;

  async function callTool(
    name: string,
    args: Record<string, unknown>,
    headers: Headers,
    address: string,
  ): Promise<CallToolResult> {
    const answer = await edge.execute({ body: { value: { payload: args } }, toolNameInPath: name, headers, address });
    return answer.status === 200 ? resultOfSuccess(answer) : resultOfRefusal(answer);
  }

  function createServer(server: string, headers: Headers, address: string): Server {
    const protocol = new Server({ name: `portcullis/${server}`, version: "0.0.0" }, { capabilities: { tools: {} } });
    protocol.setRequestHandler(ListToolsRequestSchema, async () => {
      const offered = await tools.listTools(server);
      const granted = new Set(
        await edge.grantedTools(
          { headers, address },
          offered.map((tool) => tool.name),
        ),
      );
      return {
        tools: offered
          .filter((tool) => granted.has(tool.name))
          .map((tool) => ({
            name: tool.localName,
            description: tool.description,
            inputSchema: { ...tool.inputSchema, type: "object" as const },
            annotations: tool.annotations,
          })),
      };
    });
    protocol.setRequestHandler(CallToolRequestSchema, (message) =>
      callTool(`${server}.${message.params.name}`, message.params.arguments ?? {}, headers, address),
    );
    return protocol;
  }

  return {
    async serve(server, request, response, address) {
      if (!tools.servers.includes(server)) {
        throw new Refusal("route_not_found", { detail: `No MCP server '${server}' is configured.` });
      }
      if (request.method !== "POST") throw new Refusal("method_not_allowed");
      const headers = await callHeaders(request, options);
      const message = parseMessage(await readBody(request, MAX_BODY_BYTES));
      const protocol = createServer(server, headers, address);
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      response.once("close", () => void protocol.close());
      await protocol.connect(transport as Transport);
      await transport.handleRequest(request, response, message);
    },
  };
}

/** The caller's headers, with what MCP clients cannot be expected to send filled in from their credentials. */
async function callHeaders(request: IncomingMessage, options: McpEndpointOptions): Promise<Headers> {
  const headers: Headers = {};
  for (const [name, value] of Object.entries(request.headers)) {
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  headers["authorization"] = await options.credentials.resolve(headers["authorization"]);
  headers["x-tenant-id"] ??= options.tenantId();
  headers["x-agent-id"] ??= agentIdOf(headers["authorization"]);
  // One HTTP request is one message here, but its ids are the transport's, not the call's.
  delete headers["x-request-id"];
  return headers;
}

/** The agent that a token names; only a default for the header, which the token is then checked against. */
function agentIdOf(authorization: string | undefined): string | undefined {
  const claims = /^Bearer [^.]+\.([^.]+)\./i.exec(authorization ?? "")?.[1];
  if (!claims) return undefined;
  try {
    const { agent_id } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as { agent_id?: unknown };
    return typeof agent_id === "string" ? agent_id : undefined;
  } catch {
    return undefined;
  }
}

function parseMessage(body: Uint8Array): unknown {
  try {
    return parseStrictJson(body, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    if (error.code === "duplicate_json_key") throw new Refusal("duplicate_json_key", { detail: error.message });
    if (error.code === "too_deep") throw new Refusal("too_deep");
    throw new Refusal("malformed_body", { detail: error.message });
  }
}

interface SuccessData {
  readonly result: unknown;
  readonly audit_id: string;
  readonly receipt_url: string;
  readonly redactions: unknown;
  readonly cost_usd: string;
}

function resultOfSuccess(answer: ExecuteAnswer): CallToolResult {
  const { result, audit_id, receipt_url, redactions, cost_usd } = answer.body.data as SuccessData;
  const original = isToolResult(result)
    ? result
    : { content: [{ type: "text" as const, text: JSON.stringify(result) }] };
  const statement = { audit_id, receipt_url, redactions, cost_usd };
  return { ...original, _meta: { ...original._meta, "portcullis/decision": statement } };
}

/** A tool's own error goes back as the tool said it; every other refusal as an error with the decision envelope. */
function resultOfRefusal(answer: ExecuteAnswer): CallToolResult {
  const { error, data, meta } = answer.body;
  const toolResult = (data as { result?: unknown } | null)?.result;
  if (error === "upstream_error" && isToolResult(toolResult)) return toolResult;
  const hint = typeof meta?.["hint"] === "string" ? ` ${meta["hint"]}` : "";
  return {
    isError: true,
    content: [{ type: "text", text: `${error}.${hint}` }],
    structuredContent: {
      error,
      ...(data as Record<string, unknown> | null),
      request_id: answer.headers["x-request-id"],
    },
  };
}

function isToolResult(value: unknown): value is CallToolResult {
  return typeof value === "object" && value !== null && Array.isArray((value as { content?: unknown }).content);
}
