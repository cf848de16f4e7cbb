// Requests that Node would answer by itself with an empty body, close without an answer, or cut short without a word. At the
// control plane and at the sidecar alike they reach what answers all others.

import type { Server } from "node:http";
import { refuseOnSocket } from "./client-error.js";

/** Option of a `node:http` server: a request without Host gets an answer with a reason, see requirePlainRequest. */
export const HEAR_WITHOUT_HOST = { requireHostHeader: false } as const;

/** Lets a server hear all of a request, and of all requests. */
export function hearRequests(server: Server): void {
  // Node drops the headers beyond 2000: with them an idempotency key, or a second Host. Their 16 KiB bound them already.
  server.maxHeadersCount = 0;
  // An expectation that nobody knows may be passed over (RFC 9110); the other way is an empty 417.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket) => {
    // Node has taken its own listeners off: without one for errors, a client that resets the connection would end the process.
    socket.on("error", () => socket.destroy()).resume();
    refuseOnSocket(socket, "This server is no proxy: it opens no tunnel.");
  });
}
