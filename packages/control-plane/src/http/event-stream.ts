// Server-sent events over one answer. Knows the wire format, back-pressure and closing; knows nothing of what it carries.

import { formatJson } from "@portcullis/core";
import { READING_LIMIT_MS } from "@portcullis/edge";
import type { FastifyReply } from "fastify";

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id?: string;
}

/** An event that goes to many streams with one `data`, which nobody changes afterwards, and always with the same id. */
export interface SharedEvent extends StreamEvent {
  readonly data: object;
}

/** Bytes of shared events, by their data and then by their name. */
const sharedBytes = new WeakMap<object, Map<string, Buffer>>();

/**
 * Bytes that may wait for a slow reader, beside those of the longest event, before the stream is cut; the reader resumes by
 * `Last-Event-ID`. The state of a tenant with many agents alone may be longer than this.
 */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/**
 * An open stream. `send` resolves once the reader may get more, so that `await stream.send(…)` never runs ahead of it.
 * After the reader has gone, fell too far behind or has taken nothing of what waits for a minute, `closed` is aborted and sending does nothing.
 */
export class EventStream {
  readonly #reply: FastifyReply;
  readonly #ended = new AbortController();
  /** While the reader is slow: one wait for everyone who sends. */
  #draining: Promise<void> | undefined;
  #longestBytes = 0;

  /** Takes the answer over and sends its head. `signal` ends the stream. */
  constructor(reply: FastifyReply, signal: AbortSignal, readingLimitMs = READING_LIMIT_MS) {
    this.#reply = reply;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.raw.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      Connection: "keep-alive",
    });
    reply.raw.flushHeaders();
    reply.raw.once("close", () => this.#ended.abort());
    reply.raw.on("error", () => this.#ended.abort());
    reply.raw.setTimeout(readingLimitMs, () => {
      // With nothing to read, it is the writer that was silent.
      if (reply.raw.writableLength > 0) this.#cut();
    });
    if (signal.aborted) this.close();
    else signal.addEventListener("abort", () => this.close(), { once: true });
  }

  /** Aborts when the stream is over, whoever ended it. */
  get closed(): AbortSignal {
    return this.#ended.signal;
  }

  send(event: StreamEvent): Promise<void> {
    return this.#write(textOf(event));
  }

  /** The same for a shared event: it is written out once, and held once however many readers are slow. */
  sendShared(event: SharedEvent): Promise<void> {
    return this.#write(bytesOf(event));
  }

  /** Shared events in one write: what a reader is behind by costs a copy, not a write for each. */
  sendAllShared(events: readonly SharedEvent[]): Promise<void> {
    const [first, ...more] = events.map(bytesOf);
    if (first === undefined) return Promise.resolve();
    return this.#write(more.length === 0 ? first : Buffer.concat([first, ...more]));
  }

  /** A comment: keeps proxies from closing an idle stream. */
  comment(text: string): Promise<void> {
    return this.#write(`: ${text}\n\n`);
  }

  /** A comment with the id that a reader resumes from who has seen no event after it. */
  position(text: string, id: string): Promise<void> {
    return this.#write(`: ${text}\nid: ${id}\n\n`);
  }

  close(): void {
    if (!this.#reply.raw.writableEnded) this.#reply.raw.end();
    this.#ended.abort();
  }

  #cut(): void {
    this.#ended.abort();
    this.#reply.raw.destroy();
  }

  #write(chunk: string | Buffer): Promise<void> {
    if (this.closed.aborted) return Promise.resolve();
    const { raw } = this.#reply;
    const waitsAlready = raw.writableLength;
    if (raw.write(chunk)) return Promise.resolve();
    // What waited before the event tells that the reader fell behind, not the event itself.
    if (waitsAlready > MAX_BUFFERED_BYTES + this.#longestBytes) {
      this.#cut();
      return Promise.resolve();
    }
    this.#longestBytes = Math.max(this.#longestBytes, raw.writableLength - waitsAlready);
    this.#draining ??= this.#drained();
    return this.#draining;
  }

  #drained(): Promise<void> {
    const { raw } = this.#reply;
    return new Promise((resolve) => {
      const done = () => {
        raw.off("drain", done);
        this.closed.removeEventListener("abort", done);
        this.#draining = undefined;
        resolve();
      };
      raw.once("drain", done);
      this.closed.addEventListener("abort", done, { once: true });
    });
  }
}

function textOf({ event, data, id }: StreamEvent): string {
  const head = id === undefined ? `event: ${event}\n` : `id: ${id}\nevent: ${event}\n`;
  return `${head}data: ${formatJson(data)}\n\n`;
}

function bytesOf(event: SharedEvent): Buffer {
  const known = sharedBytes.get(event.data) ?? new Map<string, Buffer>();
  const bytes = known.get(event.event) ?? Buffer.from(textOf(event));
  sharedBytes.set(event.data, known.set(event.event, bytes));
  return bytes;
}
