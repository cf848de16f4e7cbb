// POST of JSON to the control plane over kept-alive connections, by undici's dispatch, which measures faster than its
// request. Turns envelopes back into values and Refusals; keeps no credential.

import { type Envelope, type ErrorCode, errorTable, Refusal } from "@portcullis/contract";
import { parseJson } from "@portcullis/core";
import { type Dispatcher, Pool } from "undici";
import { Pieces } from "../http/pieces.js";

/** An answer that is no envelope, or has a status that its error code does not explain. */
const NO_ENVELOPE = "The control plane answered something that is not an envelope.";
const CONNECT_TIMEOUT_MS = 3000;
/** Of stored answers at most 28 MiB go in one, of which each character may be escaped; the largest of the others are far smaller. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export class HttpClient {
  readonly #pool: Pool;
  readonly #pathPrefix: string;
  readonly #timeoutMs: number;

  /** An answer that is not whole after `timeoutMs` is none. */
  constructor(controlPlaneUrl: string, connections: number, timeoutMs: number) {
    const url = new URL(controlPlaneUrl);
    this.#timeoutMs = timeoutMs;
    this.#pathPrefix = url.pathname.replace(/\/$/, "");
    this.#pool = new Pool(url.origin, {
      connections,
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: { timeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS), noDelay: true },
      keepAliveTimeout: 30_000,
    });
  }

  /**
   * Sends a body of JSON text; gives the envelope's `data`. Rejects with a Refusal: the one that was answered, or
   * `control_plane_unreachable`.
   */
  post(path: string, headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const options: Dispatcher.DispatchOptions = {
        path: this.#pathPrefix + path,
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...headers },
        body,
      };
      this.#pool.dispatch(options, new AnswerHandler(resolve, reject, this.#timeoutMs, signal));
    });
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #body = new Pieces();
  #status = 0;
  #retryAfter: string | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly resolve: (data: unknown) => void,
    private readonly reject: (error: Refusal) => void,
    private readonly timeoutMs: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The pool's own limits begin anew with every byte.
    this.#timer = setTimeout(() => controller.abort(new Error("answer too slow")), this.timeoutMs).unref();
    if (this.signal?.aborted) controller.abort(new Error("withdrawn"));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    const retryAfter = headers["retry-after"];
    this.#retryAfter = typeof retryAfter === "string" ? retryAfter : undefined;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.add(chunk);
    if (this.#body.bytes > MAX_ANSWER_BYTES) controller.abort(new Error("answer too large"));
  }

  onResponseEnd(): void {
    this.#stopListening();
    try {
      this.resolve(dataOfAnswer(this.#status, this.#body.whole().toString("utf8"), this.#retryAfter));
    } catch (error) {
      this.reject(error instanceof Refusal ? error : unreachable());
    }
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#stopListening();
    this.reject(unreachable(undefined, error));
  }

  /** Whoever asked stops waiting now, also while the request still queues for a connection. */
  readonly #onAbort = (): void => {
    this.reject(unreachable());
    this.#controller?.abort(new Error("withdrawn"));
  };

  #stopListening(): void {
    clearTimeout(this.#timer);
    this.signal?.removeEventListener("abort", this.#onAbort);
  }
}

function dataOfAnswer(status: number, text: string, retryAfter: string | undefined): unknown {
  const envelope = parseEnvelope(text);
  if (envelope === null) throw unreachable(NO_ENVELOPE);
  if (status >= 200 && status <= 299 && envelope.success) return envelope.data;
  throw refusalOf(status, envelope, retryAfter);
}

function parseEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = parseJson(text);
    return value !== null && typeof value === "object" && "success" in value ? (value as Envelope) : null;
  } catch {
    return null;
  }
}

function refusalOf(status: number, envelope: Envelope, retryAfter: string | undefined): Refusal {
  const named = envelope.meta?.code;
  const code: ErrorCode =
    typeof named === "string" && Object.hasOwn(errorTable, named) ? (named as ErrorCode) : codeOfStatus(status);
  const seconds = Number(retryAfter);
  return new Refusal(code, {
    ...(envelope.data === null ? {} : { data: envelope.data }),
    ...(Number.isFinite(seconds) && retryAfter !== undefined ? { retryAfterS: seconds } : {}),
  });
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return "invalid_edge_session";
  return status >= 500 ? "control_plane_unreachable" : "internal";
}

/** The control plane could not read what was sent: sent again as it is, it would be refused again. */
export function isAboutContent(error: unknown): error is Refusal {
  return error instanceof Refusal && [400, 413, 422].includes(error.status);
}

/** Nothing that the control plane, or something in its place, says in such an answer is passed on; `cause` is for the log. */
export function unreachable(detail?: string, cause?: Error): Refusal {
  return new Refusal(
    "control_plane_unreachable",
    detail === undefined ? {} : { detail },
    cause === undefined ? {} : { cause },
  );
}
