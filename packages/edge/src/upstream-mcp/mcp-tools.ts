// Stage 8 for tools of MCP servers: `{server}.{tool}` is called as `tools/call` on that server. The answer is the whole
// result object, so that MCP clients in front of the sidecar get it back as the server gave it, redacted.

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { type McpServer, Refusal } from "@portcullis/contract";
import { hideBigints, type JsonObject, sha256Hex, showIntegers } from "@portcullis/core";
import type { CallStop } from "../calls/call-stop.js";
import { MAX_ANSWER_BYTES } from "../inspection/answer-size.js";
import type { ToolAnswer, ToolDescriber, ToolRequest, ToolRunner } from "../ports.js";
import { STREAM_ENDED } from "./http-transport.js";
import type { McpToolDescription } from "./list-tools.js";
import { type McpConnection, openMcpConnection } from "./mcp-connection.js";
import { NotSentError } from "./stdio-transport.js";
import { NO_ANSWER } from "./wire-text.js";

export interface McpTools extends ToolRunner {
  /** Names of the configured servers. */
  readonly servers: readonly string[];
  /** The tools of one server as it describes them now. */
  listTools(server: string, signal?: AbortSignal): Promise<McpToolDescription[]>;
}

export interface McpToolsOptions {
  /** Largest answer in bytes; 16 MiB unless set. */
  readonly maxAnswerBytes?: number;
}

/** @example const tools = createMcpTools({ files: { command: "npx", args: ["mcp-server-filesystem", "."] } }); */
export function createMcpTools(servers: Readonly<Record<string, McpServer>>, options: McpToolsOptions = {}): McpTools {
  const connections = new Map<string, McpConnection>();
  const { maxAnswerBytes = MAX_ANSWER_BYTES } = options;
  for (const [name, server] of Object.entries(servers)) {
    connections.set(name, openMcpConnection(name, server, maxAnswerBytes));
  }

  async function listTools(server: string, signal?: AbortSignal): Promise<McpToolDescription[]> {
    const connection = connections.get(server);
    if (!connection) throw new Refusal("tool_not_found", { detail: `No MCP server '${server}' is configured.` });
    return withConnection(connection, signal, (client) => connection.listTools(client, signal));
  }

  function describerOf(toolName: string): ToolDescriber | undefined {
    const connection = connections.get(serverOf(toolName));
    if (!connection) return undefined;
    return async (signal) => {
      const tools = await withConnection(connection, signal, (client) => connection.currentTools(client, signal));
      return findTool(tools, toolName).served;
    };
  }

  async function run(request: ToolRequest, { signal }: CallStop): Promise<ToolAnswer> {
    const connection = connections.get(serverOf(request.toolName));
    if (!connection) throw new Refusal("tool_not_found");
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs)]);
    const dispatch = async (isRepeat: boolean): Promise<ToolAnswer> => {
      const { client, tool } = await reach(signal, deadline, async () => {
        const client = await connection.client(deadline);
        return { client, tool: findTool(await connection.currentTools(client, deadline), request.toolName) };
      });
      // Also on a new connection: a server that came back may be another one.
      if (tool.served.hash !== request.definitionHash) throw new Refusal("upstream_unreachable", { detail: CHANGED });
      const name = tool.localName;
      try {
        return answerOf(await callTool(client, name, request, signal), maxAnswerBytes);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const answer = answerOfError(error, maxAnswerBytes);
        if (answer !== undefined) return answer;
        if (!isLostBeforeCall(error, client)) throw asRefusal(error);
        connection.drop(client);
        // The server that came back has not seen this call; one that is away will not see it.
        if (isRepeat) throw new Refusal("upstream_unreachable", { detail: UNREACHABLE });
        return dispatch(true);
      }
    };
    return dispatch(false);
  }

  return {
    servers: [...connections.keys()],
    has: (toolName) => connections.has(serverOf(toolName)),
    describerOf,
    listTools,
    run,
    async close() {
      await Promise.allSettled([...connections.values()].map((connection) => connection.close()));
    },
  };
}

function findTool(tools: readonly McpToolDescription[], toolName: string): McpToolDescription {
  const found = tools.find(({ served }) => served.toolName === toolName);
  if (found === undefined) throw new Refusal("tool_not_found", { detail: `The MCP server has no tool '${toolName}'.` });
  return found;
}

function serverOf(toolName: string): string {
  const dot = toolName.indexOf(".");
  return dot < 0 ? "" : toolName.slice(0, dot);
}

async function callTool(client: Client, name: string, request: ToolRequest, signal: AbortSignal) {
  // The connection ended since it was asked for.
  if (client.transport === undefined) throw new NotSentError();
  const _meta = {
    "portcullis/request_id": request.requestId,
    "portcullis/trace_id": request.traceId,
    "portcullis/agent_id": request.agentId,
    traceparent: request.traceparent,
  };
  const params = { name, arguments: hideBigints(request.payload), _meta };
  // As a plain result: the tool has run, so that what the client's schema does not know must not be lost, nor the answer with it.
  const result = await client.request({ method: "tools/call", params }, ResultSchema, {
    signal,
    timeout: request.timeoutMs,
    ...(request.onProgress === undefined ? {} : { onprogress: request.onProgress }),
  });
  return { ...result, content: result.content ?? [] };
}

const UNREACHABLE = "The MCP server could not be reached.";
const CHANGED = "The MCP server describes the tool otherwise than when the call was judged; it did not run.";

/** What is asked of a server before any call; once more on a new connection where the old one was lost or forgotten. */
async function withConnection<T>(
  connection: McpConnection,
  signal: AbortSignal | undefined,
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  const attempt = async (isRepeat: boolean): Promise<T> => {
    let client: Client | undefined;
    try {
      client = await connection.client(signal);
      return await ask(client);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // A server that answered, if only with an error, is there; asking it again would be no use.
      if (error instanceof Refusal) throw error;
      const isAnswer = error instanceof McpError && !(isOfClient(error) && error.code === ErrorCode.ConnectionClosed);
      if (client === undefined || isRepeat || isAnswer)
        throw new Refusal("upstream_unreachable", { detail: UNREACHABLE }, { cause: error });
      connection.drop(client);
      return attempt(true);
    }
  };
  return attempt(false);
}

/** What fails before the call was sent means that the tool did not run. */
async function reach<T>(signal: AbortSignal, deadline: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && !signal.aborted) throw error;
    if (deadline.aborted)
      throw new Refusal("upstream_unreachable", { detail: "The MCP server did not start in time." });
    throw new Refusal("upstream_unreachable", { detail: UNREACHABLE });
  }
}

/**
 * Whether a call certainly did not run: its process takes no messages any more; over HTTP, nobody listens, or the server does
 * not know the session, for which the protocol has a status of its own. A 404 without a session says nothing of the kind.
 */
function isLostBeforeCall(error: unknown, client: Client): boolean {
  if (error instanceof NotSentError) return true;
  if (error instanceof StreamableHTTPError) return error.code === 404 && hasSession(client);
  const cause = error instanceof TypeError ? (error.cause as { code?: unknown } | undefined) : undefined;
  return cause?.code === "ECONNREFUSED";
}

function hasSession({ transport }: Client): boolean {
  return transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined;
}

function answerOf(result: Readonly<Record<string, unknown>>, maxBytes: number): ToolAnswer {
  const hidden = JSON.stringify(result);
  const text = showIntegers(hidden);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) throw new Refusal("response_too_large");
  const status = result.isError ? 500 : 200;
  return {
    status,
    content: text === hidden ? { json: text, value: result as JsonObject } : { json: text },
    bytes,
    hash: sha256Hex(text),
  };
}

/** The server's own words where it refused the call: redacted like any answer. Undefined for errors that are not its. */
function answerOfError(error: unknown, maxBytes: number): ToolAnswer | undefined {
  if (!(error instanceof McpError) || isOfClient(error)) return undefined;
  const { code, data } = error;
  const message = error.message.replace(/^MCP error -?\d+: /, "");
  return { ...answerOf({ code, message, ...(data === undefined ? {} : { data }) }, maxBytes), status: 500 };
}

/** Errors of the protocol's client, which have codes that servers use too. */
function isOfClient({ code, message }: McpError): boolean {
  switch (code) {
    case ErrorCode.ConnectionClosed:
      return message.endsWith(CONNECTION_CLOSED) || message.endsWith(STREAM_ENDED);
    case ErrorCode.RequestTimeout:
      return message.endsWith(TIMED_OUT);
    default:
      return message.endsWith(NO_ANSWER);
  }
}

const CONNECTION_CLOSED = ": Connection closed";
const TIMED_OUT = ": Request timed out";

/** Errors after the call was sent: the tool may have run. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof McpError && error.code === ErrorCode.RequestTimeout) return new Refusal("upstream_timeout");
  return new Refusal("upstream_error", { detail: whyNoAnswer(error) });
}

function whyNoAnswer(error: unknown): string {
  if (error instanceof StreamableHTTPError && (error.code ?? 0) > 0) {
    return `The MCP server answered with HTTP ${error.code}.`;
  }
  // Fetch has one class for all that befalls a connection.
  const isCutOff = error instanceof McpError ? error.code === ErrorCode.ConnectionClosed : error instanceof TypeError;
  return isCutOff ? "The connection to the MCP server ended before it answered." : NO_ANSWER;
}
