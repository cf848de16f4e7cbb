// The wire to a stdio server. Unlike the SDK's own it tells a message that never reached the server's process, which is gone
// while nobody has noticed yet, from one that the server may have read before it went; it translates messages; and it leaves the
// rest of the process its turns, however many messages come at once.

import type { Readable, Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { StdioClientTransport, type StdioServerParameters } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { showIntegers } from "@portcullis/core";
import { Pieces } from "../http/pieces.js";
import { incomingText } from "./wire-text.js";

/** The message was not sent: its server cannot have acted on it. */
export class NotSentError extends Error {
  constructor() {
    super("The MCP server's process takes no messages any more.");
  }
}

const REFUSED_WRITES: readonly unknown[] = [
  "EPIPE",
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
];

export class StdioTransport extends StdioClientTransport {
  #isBroken = false;
  #before: Promise<unknown> = Promise.resolve();

  /** A message of more than `maxBytes` ends the server: nobody can tell whose answer it is. */
  constructor(server: StdioServerParameters, maxBytes: number) {
    super(server);
    insideOf(this)._readBuffer = new TranslatingBuffer(maxBytes, () => this.#readOnNextTurn());
    // The client sets its own listener beside this one when it connects.
    this.onerror = (error) => {
      if (REFUSED_WRITES.includes((error as NodeJS.ErrnoException).code)) this.#isBroken = true;
    };
  }

  /** Rejects with a NotSentError when the process did not take the message. */
  override send(message: JSONRPCMessage): Promise<void> {
    // One message a turn, so that a refused write is known to be this one's.
    const sent = this.#before.then(() => this.#sendAlone(message));
    this.#before = sent.catch(() => undefined);
    return sent;
  }

  /** Nothing is read meanwhile, so that the end of the process is noticed after its last message. */
  #readOnNextTurn(): void {
    const stdout = insideOf(this)._process?.stdout;
    stdout?.pause();
    setImmediate(() => {
      stdout?.resume();
      insideOf(this).processReadBuffer();
    });
  }

  async #sendAlone(message: JSONRPCMessage): Promise<void> {
    const stdin = insideOf(this)._process?.stdin;
    if (this.#isBroken || this.pid === null || stdin === undefined) throw new NotSentError();
    // The system refuses a write at once. What it takes later, of a long message, may have arrived.
    if (!stdin.write(showIntegers(serializeMessage(message)))) await nextTurn();
    if (this.#isBroken) throw new NotSentError();
  }
}

const LF = 10;
/** Each is read in some tenths of a millisecond. */
const MESSAGES_A_TURN = 50;

/**
 * Lines of a server, each a message or an array of them, which whoever speaks MCP 2025-03-26 must read. The SDK's own reads no arrays,
 * takes no line beyond 10 MiB, and copies and searches all that it has with each piece that comes.
 */
class TranslatingBuffer extends ReadBuffer {
  readonly #lines: Buffer[] = [];
  /** Of the line that has no end yet. */
  #line = new Pieces();
  /** Of a line that has been taken, the last one first; none is known to be a message yet. */
  #values: unknown[] = [];
  /** Read from its line, for the next turn. */
  #next: JSONRPCMessage | undefined;
  #readInTurn = 0;
  #isTurnOver = false;
  /** What was read before, of all that came at once, was no answer. */
  #isAfterNotice = false;

  /** `onTurnOver` has the rest read in another turn. */
  constructor(
    private readonly maxBytes: number,
    private readonly onTurnOver: () => void,
  ) {
    super();
  }

  override append(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      this.#take(chunk.subarray(start, end));
      this.#lines.push(this.#line.whole());
      this.#line = new Pieces();
      start = end + 1;
    }
    this.#take(chunk.subarray(start));
  }

  override readMessage(): JSONRPCMessage | null {
    if (this.#isTurnOver) return null;
    if (this.#readInTurn >= MESSAGES_A_TURN) {
      this.#endTurn();
      return null;
    }
    const message = this.#next ?? this.#nextMessage();
    this.#next = undefined;
    const isAnswer = message !== undefined && !("method" in message);
    // The SDK hands on a call's progress a moment after it has read it, and with the answer forgets at once whom that is for.
    if (isAnswer && this.#isAfterNotice) {
      this.#next = message;
      this.#endTurn();
      return null;
    }
    this.#isAfterNotice = message !== undefined && !isAnswer;
    return message ?? null;
  }

  override clear(): void {
    this.#lines.length = 0;
    this.#values = [];
    this.#next = undefined;
    this.#isAfterNotice = false;
    this.#line = new Pieces();
  }

  #nextMessage(): JSONRPCMessage | undefined {
    while (this.#values.length === 0) {
      const line = this.#lines.shift();
      if (line === undefined) return undefined;
      const value: unknown = JSON.parse(incomingText(line.toString("utf8").replace(/\r$/, "")));
      // From its end: to take the first of a very long list moves all others.
      this.#values = Array.isArray(value) ? value.reverse() : [value];
    }
    // What is no message takes its time too.
    this.#readInTurn += 1;
    return JSONRPCMessageSchema.parse(this.#values.pop());
  }

  #endTurn(): void {
    this.#isTurnOver = true;
    setImmediate(() => {
      this.#isTurnOver = false;
      this.#isAfterNotice = false;
      this.#readInTurn = 0;
    });
    this.onTurnOver();
  }

  #take(piece: Buffer): void {
    this.#line.add(piece);
    if (this.#line.bytes > this.maxBytes)
      throw new Error(`A message of the MCP server is longer than ${this.maxBytes} bytes.`);
  }
}

/** What the SDK's class holds, by its names in the version that is pinned: it has no other place to take messages as text. */
interface Inside {
  _readBuffer: ReadBuffer;
  readonly _process?: { readonly stdin: Writable; readonly stdout: Readable };
  processReadBuffer(): void;
}

function insideOf(transport: StdioClientTransport): Inside {
  return transport as unknown as Inside;
}
