/**
 * The event stream format of the HTML standard, read from bytes. The same events come out however the bytes are cut. Comments
 * are given too when asked for: they are the only sign of life of an idle stream. Does not reconnect.
 */

/** One dispatched event. `id` is the last id seen so far; `retry` (ms) is there when its block named one. */
export interface ServerSentEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: string;
  readonly retry?: number;
}

/** A comment line, without the colon and one leading space. */
export interface ServerSentComment {
  readonly comment: string;
}

export type ServerSentEventErrorCode = "event_too_large";

/** A stream that cannot be read on. */
export class ServerSentEventError extends Error {
  override readonly name = "ServerSentEventError";
  constructor(
    readonly code: ServerSentEventErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * `maxEventLength` bounds one event's text in UTF-16 units (default 16 Mi). `onPosition` gets the id of a block without data:
 * no event, but from there on a stream can be resumed.
 */
export interface ServerSentEventOptions {
  readonly comments?: boolean;
  readonly maxEventLength?: number;
  readonly onPosition?: (id: string) => void;
}

export function readServerSentEvents(
  stream: ReadableStream<Uint8Array>,
  options: ServerSentEventOptions & { readonly comments: true },
): AsyncGenerator<ServerSentEvent | ServerSentComment, void, undefined>;
export function readServerSentEvents(
  stream: ReadableStream<Uint8Array>,
  options?: ServerSentEventOptions & { readonly comments?: false },
): AsyncGenerator<ServerSentEvent, void, undefined>;
/** Events of a stream until its end; an event that the end cuts is dropped. Leaving the loop cancels the stream. */
export async function* readServerSentEvents(
  stream: ReadableStream<Uint8Array>,
  options: ServerSentEventOptions = {},
): AsyncGenerator<ServerSentEvent | ServerSentComment, void, undefined> {
  const decoder = new TextDecoder();
  const lines = new LineSplitter(options.maxEventLength ?? DEFAULT_MAX_EVENT_LENGTH);
  const block = new EventBlock(options.maxEventLength ?? DEFAULT_MAX_EVENT_LENGTH, options.onPosition);
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const line of lines.split(decoder.decode(value, { stream: true }))) {
        const item = block.accept(line);
        if (item !== null && ("data" in item || options.comments === true)) yield item;
      }
    }
  } finally {
    // A stream that failed cannot be cancelled; its own error is already on its way.
    await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

/** Cuts text at CR, LF and CRLF, keeping what is not yet a whole line. */
class LineSplitter {
  private pending: string[] = [];
  private pendingLength = 0;
  private endsWithCarriageReturn = false;

  constructor(private readonly maxLength: number) {}

  *split(text: string): Generator<string> {
    let start = 0;
    if (this.endsWithCarriageReturn && text !== "") {
      this.endsWithCarriageReturn = false;
      // The line ended at the CR already; this LF is the rest of the same ending.
      if (text.startsWith("\n")) start = 1;
    }
    for (const match of text.matchAll(LINE_END)) {
      if (match.index < start) continue;
      const line = this.takePending() + text.slice(start, match.index);
      start = match.index + match[0].length;
      this.endsWithCarriageReturn = match[0] === "\r" && start === text.length;
      yield line;
    }
    if (start < text.length) this.keepPending(text.slice(start));
  }

  private keepPending(rest: string): void {
    this.pending.push(rest);
    this.pendingLength += rest.length;
    if (this.pendingLength > this.maxLength) throw tooLarge(this.maxLength);
  }

  private takePending(): string {
    if (this.pending.length === 0) return "";
    const text = this.pending.join("");
    this.pending = [];
    this.pendingLength = 0;
    return text;
  }
}

/** Collects the lines of one event; the last id outlives it, as the standard says. */
class EventBlock {
  private lastId = "";
  private hasNewId = false;
  private event = "";
  private data: string[] = [];
  private dataLength = 0;
  private retryMs: number | undefined;

  constructor(
    private readonly maxLength: number,
    private readonly onPosition: ((id: string) => void) | undefined,
  ) {}

  accept(line: string): ServerSentEvent | ServerSentComment | null {
    if (line === "") return this.dispatch();
    const colon = line.indexOf(":");
    const rawValue = colon === -1 ? "" : line.slice(colon + 1);
    const value = rawValue.startsWith(" ") ? rawValue.slice(1) : rawValue;
    if (colon === 0) return { comment: value };
    this.setField(colon === -1 ? line : line.slice(0, colon), value);
    return null;
  }

  private setField(field: string, value: string): void {
    switch (field) {
      case "event":
        this.event = value;
        break;
      case "data":
        this.data.push(value);
        this.dataLength += value.length + 1;
        if (this.dataLength > this.maxLength) throw tooLarge(this.maxLength);
        break;
      case "id":
        if (value.includes("\0")) break;
        this.lastId = value;
        this.hasNewId = true;
        break;
      case "retry":
        if (/^[0-9]{1,15}$/.test(value)) this.retryMs = Number(value);
        break;
    }
  }

  private dispatch(): ServerSentEvent | null {
    const hasData = this.data.length > 0;
    const event: ServerSentEvent = {
      ...(this.lastId === "" ? {} : { id: this.lastId }),
      event: this.event === "" ? "message" : this.event,
      data: this.data.join("\n"),
      ...(this.retryMs === undefined ? {} : { retry: this.retryMs }),
    };
    this.event = "";
    this.data = [];
    this.dataLength = 0;
    if (this.hasNewId && !hasData) this.onPosition?.(this.lastId);
    this.hasNewId = false;
    // A block without data is no event, but the reconnection time that it named still holds for the next one.
    if (hasData) this.retryMs = undefined;
    return hasData ? event : null;
  }
}

function tooLarge(maxLength: number): ServerSentEventError {
  return new ServerSentEventError("event_too_large", `an event of the stream is longer than ${maxLength} characters`);
}

const LINE_END = /\r\n|\r|\n/g;
const DEFAULT_MAX_EVENT_LENGTH = 16 * 1024 * 1024;
