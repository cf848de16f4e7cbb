// Watches the answers of one MCP server over HTTP. The protocol's client waits for an answer until its time is over, also
// when the stream that was to bring it has ended; here its request is failed as soon as nothing can bring the answer any
// more. A stream whose events have ids may be resumed, as the protocol says: it is lost when that fails.

type RequestId = string | number;

/** The longest line of an event that is looked at for its id. */
const MAX_ID_LINE = 1024;
const MAX_RESUMABLE = 1000;

/**
 * A fetch for a streamable HTTP transport. `onLost` gets the JSON-RPC id of each request whose answer cannot come any more,
 * once everything that did come has been read; it may also name one that has its answer already.
 */
export function watchAnswers(inner: typeof fetch, onLost: (requestId: RequestId) => void): typeof fetch {
  /** Requests whose stream may be resumed, by the last event id that they got. */
  const resumable = new Map<string, RequestId>();

  const keepResumable = (lastId: string, requestId: RequestId): void => {
    // Streams that brought their answer are never resumed.
    const [oldest] = resumable.keys();
    if (resumable.size >= MAX_RESUMABLE && oldest !== undefined) resumable.delete(oldest);
    resumable.set(lastId, requestId);
  };

  const watch = (response: Response, requestId: RequestId): Response => {
    const { body, headers, status, statusText } = response;
    if (body === null || !/^text\/event-stream\b/i.test(headers.get("content-type") ?? "")) return response;
    const ids = new EventIds();
    const passOn = passThrough(
      body,
      (chunk) => ids.read(chunk),
      () => {
        // Readers hand on in microtasks: one turn later the last event has been read.
        if (ids.last === undefined) setImmediate(() => onLost(requestId));
        else keepResumable(ids.last, requestId);
      },
    );
    return new Response(passOn, { status, statusText, headers });
  };

  return async (url, init) => {
    const resumed = new Headers(init?.headers).get("last-event-id");
    if (resumed !== null) {
      const requestId = resumable.get(resumed);
      if (requestId === undefined) return inner(url, init);
      resumable.delete(resumed);
      const response = await inner(url, init).catch((error: unknown) => {
        onLost(requestId);
        throw error;
      });
      if (!response.ok) onLost(requestId);
      return response.ok ? watch(response, requestId) : response;
    }
    const requestId = requestIdOf(init?.body);
    const response = await inner(url, init);
    return requestId === undefined || !response.ok ? response : watch(response, requestId);
  };
}

/** Of a JSON-RPC request; undefined for notifications and for what is none. */
function requestIdOf(body: unknown): RequestId | undefined {
  if (typeof body !== "string") return undefined;
  const message = JSON.parse(body) as { readonly id?: RequestId; readonly method?: string } | null;
  return message?.method === undefined ? undefined : message.id;
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
