// Stage 8 for tools that are HTTP endpoints: the payload as JSON, our own headers, the tool's configured ones, and never
// anything of the caller's credentials. Only tools declared `retry_safe` are tried again.
import { type HttpTool, Refusal } from "@portcullis/contract";
import { foldToolName, formatJson } from "@portcullis/core";
import { Agent, type Dispatcher } from "undici";
import { type CallStop, pause } from "../calls/call-stop.js";
import { MAX_ANSWER_BYTES } from "../inspection/answer-size.js";
import type { ToolRequest, ToolRunner } from "../ports.js";
import { type AddressRule, guardedLookup, isPrivateAddress } from "./address-guard.js";
import { ACCEPT_ENCODING, decompress } from "./decompress.js";
import { BrokenExchange, exchange, type RawAnswer } from "./exchange.js";

export interface HttpToolsOptions {
  /** Lets tools be on loopback or private networks, as a tools file may; public addresses alone unless set. */
  readonly allowPrivate?: boolean;
  /** Largest answer in bytes, before and after decompression; 16 MiB unless set. */
  readonly maxAnswerBytes?: number;
  /** Longest wait for a connection; 10 seconds unless set. */
  readonly connectTimeoutMs?: number;
}

/** A tool that cannot be used as it is configured. */
export class ToolConfigurationError extends Error {
  override readonly name = "ToolConfigurationError";
}

const MAX_ATTEMPTS = 3;
const FIRST_RETRY_MS = 50;
/** Headers of the connection and of this edge. */
const OWN_HEADERS = new Set(
  "host connection content-length transfer-encoding upgrade keep-alive te trailer expect accept-encoding x-request-id x-trace-id traceparent x-agent-id x-tenant-id x-idempotency-key".split(
    " ",
  ),
);
const RETRIED_STATUSES = new Set([502, 503, 504]);

/** A tool, and what each call to it has in common. */
interface Target {
  readonly tool: HttpTool;
  readonly url: URL;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A runner over HTTP tools; throws {@link ToolConfigurationError} for a tool that can never be called. */
export function createHttpTools(tools: readonly HttpTool[], options: HttpToolsOptions = {}): ToolRunner {
  const rule: AddressRule = options.allowPrivate === true ? "private" : "public";
  const maxBytes = options.maxAnswerBytes ?? MAX_ANSWER_BYTES;
  const targets = new Map<string, Target>();
  for (const tool of tools) {
    const name = foldToolName(tool.name);
    if (targets.has(name)) throw new ToolConfigurationError(`The tool ${tool.name} is configured twice.`);
    requireSendableHeaders(tool);
    targets.set(name, makeTarget(tool, readUrl(tool, rule)));
  }
  const agent = new Agent({
    connections: 256,
    pipelining: 1,
    // The call's own timeout ends it, by its stop.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4000,
    connect: {
      timeout: options.connectTimeoutMs ?? 10_000,
      ...(rule === "public" ? { lookup: guardedLookup } : {}),
    },
  });

  return {
    has: (toolName) => targets.has(toolName),
    run: async (request, stop) => {
      const target = targets.get(request.toolName);
      if (target === undefined) throw new Refusal("tool_not_found");
      const raw = await callTool(agent, target, request, maxBytes, stop);
      const content = { body: await decompress(raw, maxBytes), contentType: raw.contentType };
      return { status: raw.status, content, bytes: raw.body.length, hash: raw.hash };
    },
    close: () => agent.close(),
  };
}

async function callTool(
  agent: Agent,
  target: Target,
  request: ToolRequest,
  maxBytes: number,
  stop: CallStop,
): Promise<RawAnswer> {
  const dispatch = dispatchOptions(target, request);
  const attempts = target.tool.retry_safe ? MAX_ATTEMPTS : 1;
  let hasSent = false;
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= attempts;
    try {
      const answer = await exchange(agent, dispatch, maxBytes, stop);
      if (isLast || !RETRIED_STATUSES.has(answer.status)) return answer;
      hasSent = true;
    } catch (error) {
      const isBroken = error instanceof BrokenExchange;
      const isUnreachable = error instanceof Refusal && error.code === "upstream_unreachable";
      if (!isBroken && !isUnreachable) throw error;
      hasSent ||= isBroken;
      // Once any attempt has left, the tool may have run: then it is not unreachable, whatever the last attempt met.
      if (isLast || stop.isStopped) throw hasSent ? new Refusal("upstream_error") : error;
    }
    await pause(FIRST_RETRY_MS * 2 ** (attempt - 1) * (0.5 + Math.random()), stop);
    // Stopped while it waited: what never left must not be billed.
    if (stop.isStopped) throw hasSent ? stop.reason : new Refusal("upstream_unreachable");
  }
}

function makeTarget(tool: HttpTool, url: URL): Target {
  const own = Object.entries(tool.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const headers = {
    accept: "application/json, text/*;q=0.9, */*;q=0.8",
    "accept-encoding": ACCEPT_ENCODING,
    "user-agent": "portcullis-edge",
    ...(tool.method === "GET" ? {} : { "content-type": "application/json" }),
    ...Object.fromEntries(own),
  };
  return { tool, url, origin: url.origin, path: url.pathname + url.search, headers };
}

function dispatchOptions(target: Target, request: ToolRequest): Dispatcher.DispatchOptions {
  const { tool, url, origin, path } = target;
  const isQuery = tool.method === "GET";
  const headers: Record<string, string> = {
    "x-request-id": request.requestId,
    "x-trace-id": request.traceId,
    traceparent: request.traceparent,
    "x-agent-id": request.agentId,
    "x-tenant-id": request.tenantId,
    ...(request.idempotencyKey === undefined ? {} : { "x-idempotency-key": request.idempotencyKey }),
    ...target.headers,
  };
  return {
    origin,
    path: isQuery ? pathWithQuery(url, request.payload) : path,
    method: tool.method,
    headers,
    body: isQuery ? null : (request.payloadText ?? formatJson(request.payload)),
  };
}

/**
 * Texts as they are, lists as repeated names, everything else as JSON. What the file's URL says stands: of a name that comes
 * twice, some servers take the last.
 */
function pathWithQuery(url: URL, payload: Record<string, unknown>): string {
  const query = new URLSearchParams(url.search);
  const own = new Set(query.keys());
  for (const [name, value] of Object.entries(payload)) {
    if (own.has(name)) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      query.append(name, typeof item === "string" ? item : formatJson(item));
    }
  }
  const text = query.toString();
  return text === "" ? url.pathname : `${url.pathname}?${text}`;
}

function readUrl(tool: HttpTool, rule: AddressRule): URL {
  const refuse = (why: string): never => {
    throw new ToolConfigurationError(`The tool ${tool.name} ${why}.`);
  };
  if (!URL.canParse(tool.url)) refuse("needs an absolute URL");
  const url = new URL(tool.url);
  if (url.protocol !== "http:" && url.protocol !== "https:") refuse("needs an http or https URL");
  if (url.username !== "" || url.password !== "") refuse("has credentials in its URL: put them into `headers`");
  // A literal address is never looked up, so it is judged here.
  const isLiteral = /^\[.*\]$|^\d+\.\d+\.\d+\.\d+$/.test(url.hostname);
  const isLocalName = /(^|\.)localhost\.?$/i.test(url.hostname);
  if (rule === "public" && (isLocalName || (isLiteral && isPrivateAddress(url.hostname)))) {
    refuse("has a private address, which is not allowed here");
  }
  return url;
}

function requireSendableHeaders(tool: HttpTool): void {
  for (const [name, value] of Object.entries(tool.headers ?? {})) {
    const isOurs = OWN_HEADERS.has(name.toLowerCase());
    if (isOurs)
      throw new ToolConfigurationError(`The tool ${tool.name} sets the header ${name}, which is not its to set.`);
    try {
      new Headers([[name, value]]);
    } catch {
      // The value may be a secret: only the name is told.
      throw new ToolConfigurationError(`The tool ${tool.name} has a header ${name} that cannot be sent.`);
    }
  }
}
