// One request of the client: session, headers, retries, timeouts, errors. Knows no operation.

import { formatJson, newRequestId, newTraceId, parseJson } from "@portcullis/core";
import { type AttemptOutcome, retrying, TransportError } from "@portcullis/core/transport";
import { createSessionSource, type SessionSource } from "./credentials.js";
import { errorOfAnswer, errorOfConnection, PortcullisError } from "./errors.js";
import type { PortcullisOptions, RequestOptions } from "./options.js";

export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The service runs it once however often it is sent. */
  readonly repeatable: boolean;
  readonly anonymous?: boolean;
}

export interface Requester {
  /** The parsed envelope's data, text, or nothing. Throws a PortcullisError. */
  send<T>(request: OutgoingRequest, options?: RequestOptions): Promise<T>;
  /** The answer's body as a stream; the caller reads it. */
  open(request: OutgoingRequest, options?: RequestOptions): Promise<Response>;
  readonly session: SessionSource;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_ATTEMPTS = 3;
/** Refused before anything was done: sending it again is safe whatever it is. */
const REFUSED_BEFORE_WORK = new Set([
  "rate_limited",
  "control_plane_unreachable",
  "buffer_full",
  "store_unavailable",
  // A row that its edge brings in a moment.
  "audit_pending",
]);

export function createRequester(options: PortcullisOptions): Requester {
  const origin = originOf(options.baseUrl);
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const fetchOnce = options.fetch ?? ((input, init) => fetch(input, init));
  const session = createSessionSource(options, options.tenantId, (path, body, headers) =>
    send({ method: "POST", path, body, headers, repeatable: true, anonymous: true }),
  );

  async function open(request: OutgoingRequest, call: RequestOptions = {}): Promise<Response> {
    const response = await attempt(request, call);
    if (response.ok) return response;
    const error = errorOfAnswer(response.status, response.headers, await readBody(response));
    const token = response.status === 401 && !request.anonymous ? (await session.current()).token : undefined;
    if (token === undefined || error.code !== "invalid_token" || !session.renew(token)) throw error;
    const again = await attempt(request, call);
    if (again.ok) return again;
    throw errorOfAnswer(again.status, again.headers, await readBody(again));
  }

  async function attempt(request: OutgoingRequest, call: RequestOptions): Promise<Response> {
    const traceId = call.traceId ?? newTraceId();
    const attempts = retrying(fetchOnce, {
      maxAttempts: call.maxAttempts ?? options.maxAttempts ?? DEFAULT_ATTEMPTS,
      attemptTimeoutMs: call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      shouldRetry: (outcome) => shouldRetry(outcome, request.repeatable),
      prepareAttempt: async (headers) => {
        headers.set("x-request-id", newRequestId());
        headers.set("x-trace-id", traceId);
        if (request.anonymous) return;
        const { token, tenantId } = await session.current();
        headers.set("authorization", `Bearer ${token}`);
        headers.set("x-tenant-id", tenantId);
      },
    });
    const agentId = call.agentId ?? options.agentId ?? ("agent" in options ? options.agent.id : undefined);
    const headers: Record<string, string> = { accept: "application/json", ...request.headers, ...call.headers };
    if (agentId !== undefined) headers["x-agent-id"] = agentId;
    if (request.body !== undefined) headers["content-type"] = "application/json";
    try {
      return await attempts(baseUrl + request.path + queryString(request.query), {
        method: request.method,
        headers,
        ...(request.body === undefined ? {} : { body: formatJson(request.body) }),
        ...(call.signal ? { signal: call.signal } : {}),
        redirect: "manual",
      });
    } catch (error) {
      if (call.signal?.aborted || error instanceof PortcullisError) throw error;
      throw errorOfConnection(error, error instanceof TransportError, origin);
    }
  }

  async function send<T>(request: OutgoingRequest, call?: RequestOptions): Promise<T> {
    const body = await readBody(await open(request, call));
    const isEnvelope = typeof body === "object" && body !== null && "success" in body && "data" in body;
    return (isEnvelope ? (body as { data: unknown }).data : body) as T;
  }

  return { send, open, session };
}

/** The origin of a base URL, for errors. Throws a TypeError that says what to give where it is no such address. */
function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new TypeError("`baseUrl` must be an http or https address, such as http://127.0.0.1:8081.");
}

/** The service's guidance: 429 and what never started always; 500, 502, 503 when repeating is harmless; 504 once. */
async function shouldRetry(outcome: AttemptOutcome, repeatable: boolean): Promise<boolean> {
  if ("error" in outcome) return repeatable;
  const { status } = outcome.response;
  if (status < 429 && status !== 404) return false;
  const meta = await metaOf(outcome.response);
  if (REFUSED_BEFORE_WORK.has(meta.code)) return true;
  if (status === 429) return true;
  if (status === 504) return meta.code === "decision_timeout" && outcome.attempt === 1;
  if (status === 502) return meta.retryable && repeatable;
  return (status === 500 || status === 503) && repeatable;
}

async function metaOf(response: Response): Promise<{ code: string; retryable: boolean }> {
  const body = await readBody(response.clone()).catch(() => null);
  const meta = (body as { meta?: { code?: unknown; retryable?: unknown } | null } | null)?.meta;
  return { code: typeof meta?.code === "string" ? meta.code : "", retryable: meta?.retryable === true };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  if (!response.headers.get("content-type")?.includes("json")) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function queryString(query: Readonly<Record<string, unknown>> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? "" : `?${search}`;
}
