// `/mcp/{server}`: streamable HTTP in front of a configured MCP server. Every `tools/call` is a governed call of the tool
// `{server}.{tool}`; `tools/list` shows what the caller's grants allow and whose definition is approved. Each request carries its own credentials, so the
// endpoint keeps no sessions.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { type Envelope, envelopeOfRefusal, MAX_EXECUTE_BODY_BYTES, Refusal } from "@portcullis/contract";
import { formatJson, hideBigints, parseStrictJson, StrictJsonError, showIntegers } from "@portcullis/core";
import { type Edge, type ExecuteAnswer, readBody } from "@portcullis/edge";
import type { McpToolDescription, McpTools } from "@portcullis/edge/upstream-mcp";
import type { AgentCredentials } from "./agent-credentials.js";
import { answerableMessage } from "./batch.js";

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

/** A payload may nest 512 deep; around it are the message, its params and its arguments. */
const MAX_DEPTH = 516;

/** For whoever has no good token. The tenant is the sidecar's, the agent follows from the credentials. */
const HOW_TO_SIGN_IN =
  "Set the MCP client's HTTP headers to `Authorization: Basic <base64 of agent_id:secret>`, which is signed in and renewed here, " +
  "or to `Authorization: Bearer <agent token>`. No other header is needed.";

type Headers = Record<string, string | undefined>;

/** Members of a call's `_meta` that stand for headers, which MCP clients fix for all calls. */
const META_HEADERS = {
  "portcullis/approval_key": "x-approval-key",
  "portcullis/idempotency_key": "x-idempotency-key",
} as const;

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { edge, tools, credentials, tenantId } = options;

  function createServer(server: string, headers: Headers, address: string): Server {
    const protocol = new Server({ name: `portcullis/${server}`, version: "0.0.0" }, { capabilities: { tools: {} } });
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
      return hideBigints(answer.status === 200 ? resultOfSuccess(answer) : resultOfRefusal(answer));
    });
    return protocol;
  }

  /** The caller's headers, with what MCP clients cannot be expected to send filled in from their credentials. */
  async function callHeaders(request: IncomingMessage): Promise<Headers> {
    const headers: Headers = {};
    for (const [name, value] of Object.entries(request.headers)) {
      headers[name] = Array.isArray(value) ? value.join(", ") : value;
    }
    headers.authorization = await credentials.resolve(headers.authorization);
    headers["x-tenant-id"] ??= tenantId();
    headers["x-agent-id"] ??= agentIdOf(headers.authorization);
    // One HTTP request is one message here, but its ids are the transport's, not the call's.
    delete headers["x-request-id"];
    return headers;
  }

  /** Refuses callers whose token is not good, before the protocol begins: clients look for 401 in the status. */
  async function requireGoodToken(headers: Headers, address: string): Promise<void> {
    try {
      await edge.grantedTools({ headers, address }, []);
    } catch (error) {
      // Whatever else is wrong is the call's own refusal, with its row.
      if (!(error instanceof Refusal) || error.status !== 401) return;
      throw error.code === "invalid_token" ? new Refusal("invalid_token", { detail: HOW_TO_SIGN_IN }) : error;
    }
  }

  async function signedInHeaders(request: IncomingMessage, address: string): Promise<Headers> {
    const headers = await callHeaders(request);
    try {
      await requireGoodToken(headers, address);
      return headers;
    } catch (error) {
      // A kept token may have been revoked, or its signing secret replaced: the credentials get a new one.
      if (!credentials.forget(request.headers.authorization)) throw error;
      const renewed = await callHeaders(request);
      await requireGoodToken(renewed, address);
      return renewed;
    }
  }

  return {
    async serve(server, request, response, address) {
      if (!tools.servers.includes(server)) {
        throw new Refusal("route_not_found", { detail: `No MCP server '${server}' is configured.` });
      }
      if (request.method !== "POST") throw new Refusal("method_not_allowed");
      const headers = await signedInHeaders(request, address);
      const message = answerableMessage(parseMessage(await readBody(request, MAX_EXECUTE_BODY_BYTES)));
      const protocol = createServer(server, headers, address);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      response.once("close", () => void protocol.close());
      await protocol.connect(transport as Transport);
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
    ...Object.fromEntries(answer.headers),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

/** What a client sees of a tool. Output schemas are left out: a redacted answer need not fit them any more. */
function describeTool(tool: McpToolDescription) {
  return {
    name: tool.localName,
    description: tool.description,
    inputSchema: { ...tool.inputSchema, type: "object" as const },
    annotations: tool.annotations,
  };
}

function headersOfMeta(meta: Readonly<Record<string, unknown>> | undefined): Headers {
  const headers: Headers = {};
  for (const [member, header] of Object.entries(META_HEADERS)) {
    const value = meta?.[member];
    if (typeof value === "string") headers[header] = value;
  }
  return headers;
}

/** A refusal where the protocol has no result to put it in. */
function protocolError(refusal: Refusal): McpError {
  const { error, meta } = envelopeOfRefusal(refusal);
  return new McpError(ErrorCode.InternalError, `${error}.${hintOf(meta)}`, meta);
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

interface ExecuteData {
  readonly result: unknown;
  readonly audit_id: string;
  readonly receipt_url: string;
  readonly redactions: unknown;
  readonly result_findings: unknown;
  readonly cost_usd: string;
}

function resultOfSuccess(answer: ExecuteAnswer): CallToolResult {
  const data = answer.body.data as ExecuteData;
  const original = isToolResult(data.result)
    ? data.result
    : { content: [{ type: "text" as const, text: formatJson(data.result) }] };
  return withStatement(original, data);
}

/** A tool's own error goes back as the tool said it; every other refusal as an error with the decision envelope. */
function resultOfRefusal(answer: ExecuteAnswer): CallToolResult {
  const { error, data, meta } = answer.body;
  const own = data as ExecuteData | null;
  if (error === "upstream_error" && isToolResult(own?.result)) return withStatement(own.result, own);
  const retryAfter = answer.headers["retry-after"];
  return {
    isError: true,
    content: [{ type: "text", text: `${error}.${hintOf(meta)}${reasonsOf(data)}${wordsOf(own?.result)}` }],
    structuredContent: {
      error,
      ...(data as Record<string, unknown> | null),
      request_id: answer.headers["x-request-id"],
      ...(retryAfter === undefined ? {} : { retry_after: Number(retryAfter) }),
    },
  };
}

/** What to do, as an own sentence behind the error; empty without a hint. */
function hintOf(meta: Envelope["meta"]): string {
  return typeof meta?.hint === "string" ? ` ${hintForMcp(meta.hint)}` : "";
}

/** A hint by the names that things have over MCP: structured content has the members of `data` at its top. */
function hintForMcp(hint: string): string {
  let words = hint.replaceAll("`data.", "`");
  for (const [name, header] of Object.entries(META_HEADERS)) {
    words = words.replace(new RegExp(header, "i"), `\`_meta["${name}"]\``);
  }
  return words;
}

/** What the refusal rests on, for models: many clients show them the text alone. */
function reasonsOf(data: unknown): string {
  const members = (data ?? {}) as Readonly<Record<string, unknown>>;
  const words = ["rule_id", "findings", "reason", "approval_key", "limit_type", "reset_at", "audit_id"].flatMap(
    (name) => {
      const value = members[name];
      const text = Array.isArray(value) ? value.join(", ") : value;
      return typeof text === "string" && text !== "" ? [`${name}: ${text}`] : [];
    },
  );
  return words.length > 0 ? ` ${words.join("; ")}` : "";
}

/** What the server said that answered with an error of the protocol. */
function wordsOf(result: unknown): string {
  const message = (result as { readonly message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? ` The MCP server says: ${message}` : "";
}

/** The tool's result with what became of the call beside it, in a member of its own. */
function withStatement(result: CallToolResult, data: ExecuteData) {
  const { audit_id, receipt_url, redactions, result_findings, cost_usd } = data;
  const decision = { audit_id, receipt_url, redactions, result_findings, cost_usd };
  return { ...result, _meta: { ...result._meta, "portcullis/decision": decision } };
}

function isToolResult(value: unknown): value is CallToolResult {
  return typeof value === "object" && value !== null && Array.isArray((value as { content?: unknown }).content);
}
