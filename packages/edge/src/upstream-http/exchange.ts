// One request to a tool and its answer, by undici's dispatch. Knows whether anything was sent, which decides between a
// tool that did not run and one that may have. Follows no redirect and repeats nothing.
import { Refusal } from "@portcullis/contract";
import { sha256Hex } from "@portcullis/core";
import type { Dispatcher } from "undici";
import type { CallStop } from "../calls/call-stop.js";
import { Pieces } from "../http/pieces.js";

export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly body: Buffer;
  /** Lowercase hex SHA-256 of the body as it came. */
  readonly hash: string;
}

/** The tool may have run: something was sent, and no whole answer came. */
export class BrokenExchange extends Error {
  override readonly name = "BrokenExchange";
}

/** Rejects with Refusal `upstream_unreachable` or `response_too_large`, {@link BrokenExchange}, or the stop's reason. */
export function exchange(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  maxBytes: number,
  stop: CallStop,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    if (stop.isStopped) reject(stop.reason);
    else dispatcher.dispatch(options, new ExchangeHandler(resolve, reject, maxBytes, stop));
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #body = new Pieces();
  readonly #forget: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #failure: unknown;
  #status = 0;
  #headers: Record<string, string | string[] | undefined> = {};

  constructor(
    private readonly resolve: (answer: RawAnswer) => void,
    private readonly reject: (error: unknown) => void,
    private readonly maxBytes: number,
    private readonly stop: CallStop,
  ) {
    this.#forget = stop.onStop(() => {
      // Before the request left, undici has no controller yet: the promise ends now and the request is stopped as it starts.
      this.reject(this.#controller === undefined ? new Refusal("upstream_unreachable") : stop.reason);
      this.#controller?.abort(new Error("aborted"));
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.stop.isStopped) controller.abort(new Error("aborted"));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.add(chunk);
    if (this.#body.bytes <= this.maxBytes) return;
    this.#failure = new Refusal("response_too_large");
    controller.abort(new Error("answer too large"));
  }

  onResponseEnd(): void {
    this.#forget();
    const body = this.#body.whole();
    this.resolve({
      status: this.#status,
      contentType: first(this.#headers["content-type"]),
      // Of two lines both were applied, as of two names on one.
      contentEncoding: [this.#headers["content-encoding"] ?? []].flat().join(", ").trim().toLowerCase(),
      body,
      hash: sha256Hex(body),
    });
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#forget();
    if (this.#failure !== undefined) this.reject(this.#failure);
    else if (this.#controller === undefined) this.reject(new Refusal("upstream_unreachable"));
    else this.reject(new BrokenExchange("the connection to the tool ended early", { cause: error }));
  }
}

function first(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
