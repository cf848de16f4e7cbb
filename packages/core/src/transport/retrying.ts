/**
 * A fetch that tries again: jittered exponential backoff, Retry-After, a timeout per attempt, the caller's AbortSignal over all
 * of it. What may be tried again is the policy's word alone; the default is the service's published guidance. A body that can
 * be sent only once (a stream) is never sent twice.
 */

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** How an attempt ended: with a response, or with an error of the network or the attempt's timeout. */
export type AttemptOutcome =
  | { readonly attempt: number; readonly response: Response }
  | { readonly attempt: number; readonly error: unknown };

/** All times in milliseconds. Everything is optional. */
export interface RetryPolicy {
  /** Attempts in all, the first one included; default 3. */
  readonly maxAttempts?: number;
  /** The first backoff is random between 0 and this (full jitter); default 250. Doubles per attempt. */
  readonly baseDelayMs?: number;
  /** Bound of a backoff; default 8000. */
  readonly maxDelayMs?: number;
  /** A longer Retry-After gives the response back instead of waiting; default 60000. */
  readonly maxRetryAfterMs?: number;
  /** Time for one attempt's response headers; default none. */
  readonly attemptTimeoutMs?: number;
  /** Whether to try again; default {@link isRetryableOutcome}. May read a clone of the response. */
  readonly shouldRetry?: (outcome: AttemptOutcome) => boolean | Promise<boolean>;
  /** Changes the headers of one attempt (1 is the first), for example a new request id. */
  readonly prepareAttempt?: (headers: Headers, attempt: number) => void | Promise<void>;
  /** Waits, or rejects with the signal's reason; for tests. */
  readonly sleep?: (delayMs: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 to below 1; for tests. */
  readonly random?: () => number;
  /** Epoch milliseconds, for Retry-After as a date; for tests. */
  readonly now?: () => number;
}

export type TransportErrorCode = "attempt_timeout";

/** An attempt without an answer in time. An abort by the caller rejects with the caller's own reason instead. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  constructor(
    readonly code: TransportErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** `fetch` with retries. Answers the last response, or rejects with the last error. */
export function retrying(fetch: Fetch, policy: RetryPolicy = {}): Fetch {
  const maxAttempts = Math.max(1, policy.maxAttempts ?? 3);
  const shouldRetry = policy.shouldRetry ?? isRetryableOutcome;
  const sleep = policy.sleep ?? sleepFor;
  return async (input, init = {}) => {
    const signal = init.signal ?? undefined;
    const attempts = isReplayable(init.body) ? maxAttempts : 1;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const outcome = await runAttempt(fetch, input, init, attempt, policy);
      signal?.throwIfAborted();
      const delayMs = attempt < attempts && (await shouldRetry(outcome)) ? chooseDelay(outcome, policy) : null;
      if (delayMs === null) {
        if ("error" in outcome) throw outcome.error;
        return outcome.response;
      }
      if ("response" in outcome) await discardBody(outcome.response);
      await sleep(delayMs, signal);
    }
  };
}

/** The published guidance: 429, 500, 502, 503 and errors of the network; 504 once. */
export function isRetryableOutcome(outcome: AttemptOutcome): boolean {
  if ("error" in outcome) return true;
  const { status } = outcome.response;
  if (status === 504) return outcome.attempt === 1;
  return status === 429 || status === 500 || status === 502 || status === 503;
}

/** Milliseconds of a Retry-After header (seconds, or an HTTP date); null when it is missing or malformed. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (/^[0-9]{1,10}(\.[0-9]{1,6})?$/.test(text)) return Math.ceil(Number(text) * 1000);
  if (!/^[A-Z][a-z]{2},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

async function runAttempt(
  fetch: Fetch,
  input: string | URL,
  init: RequestInit,
  attempt: number,
  policy: RetryPolicy,
): Promise<AttemptOutcome> {
  const headers = new Headers(init.headers);
  // Outside the try: an error of the caller's own hook is not the network's and is not tried again.
  await policy.prepareAttempt?.(headers, attempt);
  const deadline = startDeadline(policy.attemptTimeoutMs, init.signal ?? undefined);
  try {
    const signal = deadline.signal === undefined ? {} : { signal: deadline.signal };
    return { attempt, response: await fetch(input, { ...init, headers, ...signal }) };
  } catch (error) {
    return { attempt, error: deadline.timeoutError() ?? error };
  } finally {
    deadline.stop();
  }
}

/** Beyond it, as for Infinity, a timer would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends the attempt, not the response's body: reading that goes on under the caller's signal alone. */
function startDeadline(timeoutMs: number | undefined, callerSignal: AbortSignal | undefined) {
  if (timeoutMs === undefined) return { signal: callerSignal, timeoutError: () => undefined, stop: () => undefined };
  const controller = new AbortController();
  let expired: TransportError | undefined;
  const timer = setTimeout(
    () => {
      expired = new TransportError("attempt_timeout", `no answer within ${timeoutMs} ms`);
      controller.abort(expired);
    },
    Math.min(timeoutMs, LONGEST_TIMER_MS),
  );
  const signal = callerSignal === undefined ? controller.signal : AbortSignal.any([callerSignal, controller.signal]);
  return { signal, timeoutError: () => expired, stop: () => clearTimeout(timer) };
}

/** Null when the server asks for more patience than the policy has. */
function chooseDelay(outcome: AttemptOutcome, policy: RetryPolicy): number | null {
  const nowMs = (policy.now ?? Date.now)();
  const asked = "response" in outcome ? parseRetryAfter(outcome.response.headers.get("retry-after"), nowMs) : null;
  if (asked !== null) return asked <= (policy.maxRetryAfterMs ?? 60_000) ? asked : null;
  const ceiling = Math.min(policy.maxDelayMs ?? 8_000, (policy.baseDelayMs ?? 250) * 2 ** (outcome.attempt - 1));
  return Math.round((policy.random ?? Math.random)() * ceiling);
}

function isReplayable(body: RequestInit["body"]): boolean {
  return !(
    typeof body === "object" &&
    body !== null &&
    (body instanceof ReadableStream || Symbol.asyncIterator in body)
  );
}

/** Frees the connection; a body that cannot be cancelled is already gone. */
async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

function sleepFor(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
