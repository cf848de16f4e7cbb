// `/mcp/{server}`: streamable HTTP in front of a configured MCP server. Every `tools/call` is a governed call of the tool
// `{server}.{tool}`; `tools/list` shows what the caller's grants allow and whose definition is approved. Each request carries its
// own credentials, so the endpoint keeps no sessions.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { MAX_EXECUTE_BODY_BYTES, Refusal } from "@portcullis/contract";
import { hideBigints, parseStrictJson, StrictJsonError, showIntegers } from "@portcullis/core";
import { type Edge, readBody, refusalOfJson, VERSION } from "@portcullis/edge";
import type { McpToolDescription, McpTools } from "@portcullis/edge/upstream-mcp";
import { BROWSER_HEADERS } from "../json-answer.js";
import { answerableMessage } from "./batch.js";
import { type Headers, headersOfMeta } from "./meta-headers.js";
import { answerFaults, checkParams } from "./params.js";
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

/** A payload may nest 512 deep; around it are the message, its params and its arguments. */
const MAX_DEPTH = 516;

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { edge, tools } = options;

  function createServer(server: string, headers: Headers, address: string): Server {
    const protocol = new Server({ name: `portcullis/${server}`, version: VERSION }, { capabilities: { tools: {} } });
    protocol.setRequestHandler(ListToolsRequestSchema, async (_message, { signal }) => {
      try {
        const offered = await tools.listTools(server, signal);
        const names = offered.map((tool) => tool.name);
        const granted = new Set(await edge.grantedTools({ headers, address }, names));
        const served = offered.map((tool) => tool.served);
        const approved = new Set(await edge.approvedDefinitions(served, signal));
        return hideBigints({
          tools: offered.filter((tool) => granted.has(tool.name) && approved.has(tool.served)).map(describeTool),
        });
      } catch (error) {
        throw error instanceof Refusal ? protocolError(error) : error;
      }
    });
    protocol.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
      const answer = await edge.execute({
        body: { value: { payload: params.arguments ?? {} } },
        toolNameInPath: `${server}.${params.name}`,
        headers: { ...headers, ...headersOfMeta(params._meta) },
        address,
        signal,
      });
      return hideBigints(toolResult(answer));
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
      const body = parseMessage(await readBody(request, MAX_EXECUTE_BODY_BYTES));
      const { message, faults } = checkParams(answerableMessage(body));
      const protocol = createServer(server, headers, address);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      response.once("close", () => void protocol.close());
      await protocol.connect(transport as Transport);
      answerFaults(transport as Transport, faults);
      await writeAnswer(response, await transport.handleRequest(requestOf(request), { parsedBody: message }));
    },
  };
}

/** What the protocol reads of a request whose body has been read. */
function requestOf({ headers, method = "POST" }: IncomingMessage): Request {
  const read = ["accept", "content-type", "mcp-protocol-version", "mcp-session-id"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  return new Request("http://localhost/mcp", { method, headers: read });
}

async function writeAnswer(response: ServerResponse, answer: Response): Promise<void> {
  // Long integers passed the protocol's own JSON hidden.
  const text = showIntegers(await answer.text());
  response.writeHead(answer.status, {
    ...BROWSER_HEADERS,
    ...Object.fromEntries(answer.headers),
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
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

function parseMessage(body: Uint8Array): unknown {
  try {
    return parseStrictJson(body, { maxDepth: MAX_DEPTH });
  } catch (error) {
    throw error instanceof StrictJsonError ? refusalOfJson(error) : error;
  }
}
