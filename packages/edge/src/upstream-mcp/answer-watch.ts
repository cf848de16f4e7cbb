// Watches what is asked of one MCP server over HTTP, and what comes back. The protocol's client waits for an answer until its time
// is over, also when nothing can bring it any more, and holds the stream that was to bring it when nobody waits any more, or opens
// that anew. Here a request is failed as soon as its answer is lost, and its exchange ends with it. A stream whose events have ids
// may be resumed, as the protocol says: it is lost when that fails.

export type RequestId = string | number;

/** The longest line of an event that is looked at for its id. */
const MAX_ID_LINE = 1024;
const MAX_RESUMABLE = 1000;
/** How long the server may take to accept what needs no answer. */
const NOTICE_TIMEOUT_MS = 10_000;

/** An exchange that is to bring an answer. */
interface Exchange {
  readonly controller: AbortController;
  /** Its events are being read, or may be once more. */
  hasStream: boolean;
}

export class AnswerWatch {
  /** By the requests that have no answer yet. */
  readonly #awaited = new Map<RequestId, Exchange>();
  /** Requests whose stream may be resumed, by the last event id that they got. */
  readonly #resumable = new Map<string, RequestId>();

  /** `onLost` gets the JSON-RPC id of a request whose answer cannot come any more, once everything that did come has been read. */
  constructor(
    private readonly inner: typeof fetch,
    private readonly onLost: (requestId: RequestId) => void,
  ) {}

  /** The fetch of a streamable HTTP transport. */
  readonly fetch: typeof fetch = async (url, init) => {
    const resumed = new Headers(init?.headers).get("last-event-id");
    if (resumed !== null) return this.#resume(url, init, resumed);
    if (typeof init?.body !== "string") return this.inner(url, init);
    const message = JSON.parse(init.body) as Message | null;
    if (message?.method === undefined || message.id === undefined) return this.#notify(url, init, message);
    const exchange = { controller: new AbortController(), hasStream: false };
    this.#awaited.set(message.id, exchange);
    const response = await this.inner(url, { ...init, signal: exchange.controller.signal });
    return response.ok ? this.#watch(response, message.id) : response;
  };

  /** The transport has read all that came for a request but the events of a stream. False where its answer was not among that. */
  read(requestId: RequestId): boolean {
    return this.#awaited.get(requestId)?.hasStream !== false;
  }

  /** The request has its answer, or failed otherwise. */
  settle(requestId: RequestId): void {
    this.#awaited.delete(requestId);
  }

  /** Ends every exchange. */
  close(): void {
    for (const { controller } of this.#awaited.values()) controller.abort();
    this.#awaited.clear();
  }

  async #resume(url: FetchTarget, init: RequestInit | undefined, lastEventId: string): Promise<Response> {
    const requestId = this.#resumable.get(lastEventId);
    if (requestId === undefined) return this.inner(url, init);
    this.#resumable.delete(lastEventId);
    const exchange = this.#awaited.get(requestId);
    // By this status the protocol's client lets the stream be.
    if (exchange === undefined) return new Response(null, { status: 405 });
    const { signal } = exchange.controller;
    const response = await this.inner(url, { ...init, signal }).catch((error: unknown) => {
      this.#lose(requestId);
      throw error;
    });
    if (response.ok) return this.#watch(response, requestId);
    this.#lose(requestId);
    return response;
  }

  async #notify(url: FetchTarget, init: RequestInit, message: Message | null): Promise<Response> {
    try {
      return await this.inner(url, { ...init, signal: AbortSignal.timeout(NOTICE_TIMEOUT_MS) });
    } finally {
      // Told so, the server answers no more, and many then leave the stream open for ever.
      if (message?.method === "notifications/cancelled") this.#end(message.params?.requestId);
    }
  }

  #watch(response: Response, requestId: RequestId): Response {
    const { body, headers, status, statusText } = response;
    if (body === null || !/^text\/event-stream\b/i.test(headers.get("content-type") ?? "")) return response;
    const exchange = this.#awaited.get(requestId);
    if (exchange !== undefined) exchange.hasStream = true;
    const ids = new EventIds();
    const passOn = passThrough(
      body,
      (chunk) => ids.read(chunk),
      () => {
        // Readers hand on in microtasks: one turn later the last event has been read.
        if (ids.last === undefined) setImmediate(() => this.#lose(requestId));
        else this.#keepResumable(ids.last, requestId);
      },
    );
    return new Response(passOn, { status, statusText, headers });
  }

  #keepResumable(lastId: string, requestId: RequestId): void {
    // Streams that brought their answer are never resumed.
    const [oldest] = this.#resumable.keys();
    if (this.#resumable.size >= MAX_RESUMABLE && oldest !== undefined) this.#resumable.delete(oldest);
    this.#resumable.set(lastId, requestId);
  }

  #lose(requestId: RequestId): void {
    if (this.#awaited.delete(requestId)) this.onLost(requestId);
  }

  #end(requestId: RequestId | undefined): void {
    if (requestId === undefined) return;
    this.#awaited.get(requestId)?.controller.abort();
    this.#awaited.delete(requestId);
  }
}

type FetchTarget = Parameters<typeof fetch>[0];

/** What is looked at of a message. */
interface Message {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: { readonly requestId?: RequestId };
}

/** The same bytes; `onEnd` once whoever reads them was given them all, however the source ended, but not when it cancels. */
function passThrough(
  source: ReadableStream<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            onChunk(value);
            controller.enqueue(value);
            return;
          }
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        onEnd();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** The last event id of a stream, found without reading its events. */
class EventIds {
  readonly #decoder = new TextDecoder();
  #line = "";
  last: string | undefined;

  read(chunk: Uint8Array): void {
    const [first = "", ...others] = this.#decoder.decode(chunk, { stream: true }).split(/\r\n|\n|\r/);
    this.#extend(first);
    for (const line of others) {
      this.#endLine();
      this.#extend(line);
    }
  }

  #extend(text: string): void {
    if (this.#line.length < MAX_ID_LINE) this.#line += text.slice(0, MAX_ID_LINE);
  }

  #endLine(): void {
    const id = /^id: ?(.+)$/.exec(this.#line)?.[1];
    if (id !== undefined) this.last = id;
    this.#line = "";
  }
}
