// Answers of an MCP server over HTTP, bounded in size before they are parsed: the protocol's client would read on until memory
// ends. A stream may go on for ever; what is bounded there is each event. What cannot be read yet, a part of a body or of a line, is
// held here, for the client keeps each piece as it comes.

import { Refusal } from "@portcullis/contract";
import { Pieces } from "../http/pieces.js";

/** A fetch whose JSON bodies, and the events of whose streams, end in `response_too_large` past `maxBytes`. */
export function boundAnswers(inner: typeof fetch, maxBytes: number): typeof fetch {
  return async (url, init) => {
    const response = await inner(url, init);
    const { body, headers, status, statusText } = response;
    if (body === null) return response;
    const isStream = /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
    const meter = isStream ? new EventMeter(maxBytes) : new BodyMeter(maxBytes);
    let held = new Pieces();
    const bounded = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          meter.take(chunk);
          held.add(chunk);
          if (!isStream || nextEnd(chunk, 0) < 0) return;
          controller.enqueue(held.whole());
          held = new Pieces();
        },
        flush(controller) {
          if (held.bytes > 0) controller.enqueue(held.whole());
        },
      }),
    );
    return new Response(bounded, { status, statusText, headers });
  };
}

/** Throws once a body is too long. */
class BodyMeter {
  #bytes = 0;

  constructor(protected readonly maxBytes: number) {}

  take(chunk: Uint8Array): void {
    this.count(chunk.length);
  }

  protected count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.maxBytes) throw new Refusal("response_too_large");
  }

  protected restart(): void {
    this.#bytes = 0;
  }
}

const LF = 10;
const CR = 13;

/** Throws once an event is too long; an empty line ends one. */
class EventMeter extends BodyMeter {
  #isLineEmpty = true;
  #lastWasCr = false;

  override take(chunk: Uint8Array): void {
    let start = 0;
    for (let at = nextEnd(chunk, 0); at >= 0; at = nextEnd(chunk, at + 1)) {
      const isSecondHalf = chunk[at] === LF && (at === 0 ? this.#lastWasCr : chunk[at - 1] === CR);
      if (at > start) this.#isLineEmpty = false;
      this.count(at + 1 - start);
      start = at + 1;
      if (isSecondHalf) continue;
      if (this.#isLineEmpty) this.restart();
      this.#isLineEmpty = true;
    }
    if (start < chunk.length) {
      this.count(chunk.length - start);
      this.#isLineEmpty = false;
    }
    if (chunk.length > 0) this.#lastWasCr = chunk.at(-1) === CR;
  }
}

function nextEnd(chunk: Uint8Array, from: number): number {
  const lf = chunk.indexOf(LF, from);
  const cr = chunk.indexOf(CR, from);
  if (lf < 0 || cr < 0) return Math.max(lf, cr);
  return Math.min(lf, cr);
}
