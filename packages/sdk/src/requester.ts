// One request of the client: session, headers, retries, timeouts, errors. Knows no operation.

import { formatJson, newRequestId, newTraceId, parseJson } from "@portcullis/core";
import { type AttemptOutcome, type Fetch, retrying, TransportError } from "@portcullis/core/transport";
import { createSessionSource, type SessionSource } from "./credentials.js";
import { errorOfAnswer, errorOfConnection, type PortcullisError } from "./errors.js";
import type { OperationEntry } from "./generated/operations.js";
import type { ClientSettings, Credentials, RequestOptions } from "./options.js";
import { originOf } from "./origin-of.js";

export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** What a success answers; an envelope unless set. */
  readonly answer?: OperationEntry["answer"];
  /** The service runs it once however often it is sent. */
  readonly repeatable: boolean;
  readonly anonymous?: boolean;
}

export interface Requester {
  /** The parsed envelope's data, text, or nothing. Throws a PortcullisError. */
  send<T>(request: OutgoingRequest, options?: RequestOptions): Promise<T>;
  /** An answer whose body is a stream of events; the caller reads it. Throws a PortcullisError. */
  open(request: OutgoingRequest, options?: RequestOptions): Promise<Response>;
  readonly session: SessionSource;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_ATTEMPTS = 3;
/** Refused before anything was done, unless the answer says otherwise: sending it again is safe whatever it is. */
const REFUSED_BEFORE_WORK = new Set([
  "rate_limited",
  "control_plane_unreachable",
  "buffer_full",
  "store_unavailable",
  // A row that its edge brings in a moment.
  "audit_pending",
]);

export function createRequester(options: ClientSettings, credentials: Credentials): Requester {
  const origin = originOf(options.baseUrl, "baseUrl");
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const fetchOnce: Fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const fetchWhole = readingWhole(fetchOnce);
  const session = createSessionSource(credentials, options.tenantId, (path, body, headers) =>
    send({ method: "POST", path, body, headers, repeatable: true, anonymous: true }),
  );

  async function request(fetchWith: Fetch, outgoing: OutgoingRequest, call: RequestOptions): Promise<Response> {
    const first = await attempt(fetchWith, outgoing, call);
    if (first.response.ok) return first.response;
    const error = await errorOf(first.response);
    const isRefusedToken = error.status === 401 && error.code === "invalid_token" && first.token !== undefined;
    if (!isRefusedToken || !session.renew(first.token)) throw error;
    const again = await attempt(fetchWith, outgoing, call);
    if (again.response.ok) return again.response;
    throw await errorOf(again.response);
  }

  /** The answer, and the token that it was asked for with: by the time that it comes another call may have renewed it. */
  async function attempt(
    fetchWith: Fetch,
    request: OutgoingRequest,
    call: RequestOptions,
  ): Promise<{ readonly response: Response; readonly token: string | undefined }> {
    const traceId = call.traceId ?? newTraceId();
    let token: string | undefined;
    let requestId: string | undefined;
    /** Of the network; whatever else is thrown is a mistake of the caller's, and told as it is. */
    let lost: unknown;
    const fetchNoting: Fetch = (input, init) =>
      fetchWith(input, init).catch((error: unknown) => {
        lost = error;
        throw error;
      });
    const attempts = retrying(fetchNoting, {
      maxAttempts: call.maxAttempts ?? options.maxAttempts ?? DEFAULT_ATTEMPTS,
      attemptTimeoutMs: call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      shouldRetry: (outcome) => shouldRetry(outcome, request.repeatable),
      prepareAttempt: async (headers) => {
        requestId = newRequestId();
        headers.set("x-request-id", requestId);
        headers.set("x-trace-id", traceId);
        if (request.anonymous) return;
        const current = await session.current(call.signal);
        token = current.token;
        headers.set("authorization", `Bearer ${token}`);
        headers.set("x-tenant-id", current.tenantId);
      },
    });
    const agentId = call.agentId ?? options.agentId ?? ("agent" in credentials ? credentials.agent.id : undefined);
    const headers = new Headers({ accept: "application/json", ...request.headers });
    // One by one: names that differ in case alone would be sent as one header with both values.
    for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
    if (agentId !== undefined) headers.set("x-agent-id", agentId);
    if (request.body !== undefined) headers.set("content-type", "application/json");
    const body = request.body === undefined ? {} : { body: formatJson(request.body) };
    try {
      const response = await attempts(baseUrl + request.path + queryString(request.query), {
        method: request.method,
        headers,
        ...body,
        ...(call.signal ? { signal: call.signal } : {}),
        redirect: "manual",
      });
      return { response, token };
    } catch (error) {
      const isTooLate = error instanceof TransportError;
      if (call.signal?.aborted || (error !== lost && !isTooLate)) throw error;
      throw errorOfConnection(error, isTooLate, origin, requestId);
    }
  }

  async function send<T>(outgoing: OutgoingRequest, call: RequestOptions = {}): Promise<T> {
    const response = await request(fetchWhole, outgoing, call);
    const body = await readBody(response);
    const { answer = "envelope" } = outgoing;
    if (answer === "envelope" && isEnvelope(body)) return body.data as T;
    if (answer === "nothing" ? response.status === 204 : answer !== "envelope") return body as T;
    // A page, or nothing: whoever answered has not done what was asked.
    throw errorOfAnswer(response.status, response.headers, undefined);
  }

  async function open(outgoing: OutgoingRequest, call: RequestOptions = {}): Promise<Response> {
    const response = await request(fetchOnce, outgoing, call);
    if (response.headers.get("content-type")?.includes("text/event-stream")) return response;
    await response.body?.cancel();
    throw errorOfAnswer(response.status, response.headers, undefined);
  }

  return { send, open, session };
}

/** A fetch whose answers are there to the last byte: reading them is part of the attempt, of its timeout and its retries. */
function readingWhole(fetchOnce: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetchOnce(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(await response.arrayBuffer(), { status, statusText, headers });
  };
}

/**
 * The service's guidance: 429 and what never started always; 500, 502, 503 when repeating is harmless; 504 once. Nothing that the
 * answer itself calls not retryable: it has run, or may have.
 */
async function shouldRetry(outcome: AttemptOutcome, repeatable: boolean): Promise<boolean> {
  if ("error" in outcome) return repeatable;
  const { status } = outcome.response;
  if (status < 429 && status !== 404) return false;
  const { code, retryable } = await metaOf(outcome.response);
  if (retryable === false) return false;
  if (status === 429 || REFUSED_BEFORE_WORK.has(code)) return true;
  if (status === 504) return code === "decision_timeout" && outcome.attempt === 1;
  if (status === 502) return retryable === true && repeatable;
  return (status === 500 || status === 503) && repeatable;
}

/** What the service's envelope says of itself; of an answer that is not the service's nothing is known. */
async function metaOf(response: Response): Promise<{ code: string; retryable: unknown }> {
  const body = await readBody(response.clone()).catch(() => null);
  const meta = (body as { meta?: { code?: unknown; retryable?: unknown } | null } | null)?.meta;
  return { code: typeof meta?.code === "string" ? meta.code : "", retryable: meta?.retryable };
}

async function errorOf(response: Response): Promise<PortcullisError> {
  return errorOfAnswer(response.status, response.headers, await readBody(response));
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

function isEnvelope(body: unknown): body is { readonly data: unknown } {
  return typeof body === "object" && body !== null && "success" in body && "data" in body;
}

function queryString(query: Readonly<Record<string, unknown>> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? "" : `?${search}`;
}
