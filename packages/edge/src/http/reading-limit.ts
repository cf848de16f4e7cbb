// How long a client may leave an answer unread, at the control plane and at the sidecar alike: what is kept for it takes memory.

import type { Server } from "node:http";

/** Milliseconds without a byte taken. */
export const READING_LIMIT_MS = 60_000;

/**
 * Cuts connections whose client takes nothing of a finished answer for `limitMs`. A stream, whose end has not been written,
 * looks after its reader by itself.
 */
export function limitReading(server: Server, limitMs = READING_LIMIT_MS): void {
  // First of all listeners: the answer may be given within the event.
  server.prependListener("request", (_request, response) => {
    // From its end on: a tool may take longer than this.
    response.once("prefinish", () => response.setTimeout(limitMs, () => response.destroy()));
  });
}
