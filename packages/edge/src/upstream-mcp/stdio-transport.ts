// The wire to a stdio server. Unlike the SDK's own it tells a message that never reached the server's process, which is gone
// while nobody has noticed yet, from one that the server may have read before it went.

import { setImmediate as nextTurn } from "node:timers/promises";
import { StdioClientTransport, type StdioServerParameters } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

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

  constructor(server: StdioServerParameters) {
    super(server);
    // The client sets its own listener beside this one when it connects.
    this.onerror = (error) => {
      if (REFUSED_WRITES.includes((error as NodeJS.ErrnoException).code)) this.#isBroken = true;
    };
  }

  /** Rejects with a NotSentError when the process did not take the message. */
  override send(message: JSONRPCMessage): Promise<void> {
    // One message a turn, so that a refused write is known to be this one's.
    const sent = this.#before.then(() => this.#sendAlone(() => super.send(message)));
    this.#before = sent.catch(() => undefined);
    return sent;
  }

  async #sendAlone(send: () => Promise<void>): Promise<void> {
    if (this.#isBroken || this.pid === null) throw new NotSentError();
    // The system refuses a write at once. What it takes later, of a long message, may have arrived.
    await Promise.race([send(), nextTurn()]);
    if (this.#isBroken) throw new NotSentError();
  }
}
