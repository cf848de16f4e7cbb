// One request of a client and its answer, as the protocol's transport: JSON where the calls in it end soon. What takes longer, or
// tells of its progress, is answered as a stream of events if the client takes one, with comments that keep it alive: clients and
// proxies give up on a silent answer after minutes.

import type { ServerResponse } from "node:http";
import type { Transport, TransportSendOptions } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import { showIntegers } from "@portcullis/core";
import { BROWSER_HEADERS } from "../json-answer.js";
import type { Accepted } from "./accepted.js";

/** Most calls have ended by then. */
const STREAM_AFTER_MS = 1000;
/** As often as on the control plane's event stream. */
const KEEP_ALIVE_MS = 15_000;
/** A reader for whom more waits gets no progress. */
const MAX_UNREAD_BYTES = 64 * 1024;

export class Exchange implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;
  /** Calls without an answer. */
  readonly #open: Set<RequestId>;
  readonly #answers: JSONRPCMessage[] = [];
  readonly #withdrawn = new Set<RequestId>();
  readonly #isBatch: boolean;
  #isStream = false;
  #timer: NodeJS.Timeout | undefined;

  /** `headers` are sent with the answer. */
  constructor(
    private readonly response: ServerResponse,
    private readonly messages: JSONRPCMessage | readonly JSONRPCMessage[],
    private readonly accepted: Accepted,
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    this.#isBatch = Array.isArray(messages);
    this.#open = new Set(this.#all().flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : [])));
    response.once("close", () => void this.close());
  }

  async start(): Promise<void> {}

  /** Hands the messages to the protocol, which must be connected. Answers at once where none of them is a call. */
  deliver(): void {
    if (this.#open.size === 0) this.#answer(202);
    else if (!this.accepted.json) this.#startStream();
    else if (this.accepted.stream) this.#timer = setTimeout(() => this.#startStream(), STREAM_AFTER_MS);
    for (const message of this.#all()) this.onmessage?.(message);
  }

  /** The client takes its call back: by the protocol it gets no answer, but in JSON, where there must be one. */
  withdraw(id: RequestId): void {
    this.#withdrawn.add(id);
    if (this.accepted.stream) this.#startStream();
  }

  async send(message: JSONRPCMessage, _options?: TransportSendOptions): Promise<void> {
    const id = "method" in message ? undefined : message.id;
    if (id === undefined) return this.#notify(message);
    if (!this.#open.delete(id)) return;
    if (!this.#isStream) this.#answers.push(message);
    else if (!this.#withdrawn.has(id)) this.#write(eventOf(message));
    if (this.#open.size === 0) this.#end();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.onclose?.();
  }

  #all(): readonly JSONRPCMessage[] {
    return this.#isBatch ? (this.messages as readonly JSONRPCMessage[]) : [this.messages as JSONRPCMessage];
  }

  #notify(message: JSONRPCMessage): void {
    if (!this.accepted.stream || this.#open.size === 0 || this.response.writableLength > MAX_UNREAD_BYTES) return;
    this.#startStream();
    this.#write(eventOf(message));
  }

  #startStream(): void {
    if (this.#isStream || this.response.destroyed) return;
    this.#isStream = true;
    clearTimeout(this.#timer);
    this.#timer = setInterval(() => this.#write(": keep-alive\n\n"), KEEP_ALIVE_MS);
    this.response.writeHead(200, {
      ...BROWSER_HEADERS,
      ...this.headers,
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    this.response.flushHeaders();
    for (const answer of this.#answers.splice(0)) this.#write(eventOf(answer));
  }

  #write(text: string): void {
    if (!this.response.destroyed) this.response.write(text);
  }

  #end(): void {
    clearTimeout(this.#timer);
    if (this.#isStream) this.response.end();
    else this.#answer(200, textOf(this.#isBatch ? this.#answers : this.#answers[0]));
  }

  #answer(status: number, text = ""): void {
    if (this.response.destroyed) return;
    const type = text === "" ? {} : { "content-type": "application/json" };
    const length = Buffer.byteLength(text);
    this.response.writeHead(status, { ...BROWSER_HEADERS, ...this.headers, ...type, "content-length": length });
    this.response.end(text);
  }
}

function eventOf(message: JSONRPCMessage): string {
  return `event: message\ndata: ${textOf(message)}\n\n`;
}

/** Long integers passed the protocol's own JSON hidden. */
function textOf(value: unknown): string {
  return showIntegers(JSON.stringify(value));
}
