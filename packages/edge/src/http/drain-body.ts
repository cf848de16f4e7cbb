// The rest of a body that was refused for its size. A client that still sends while the connection is closed sees a reset
// instead of the answer, so what it sends is read and dropped first, within bounds.

import type { IncomingMessage } from "node:http";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_WAIT_MS = 5000;

/** Resolves when the body has ended, or when reading on is no longer worth it. Never rejects. */
export function drainBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(finish, MAX_WAIT_MS);
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) finish();
    };
    function finish(): void {
      clearTimeout(timer);
      request.off("data", onData).off("end", finish).off("close", finish).off("error", finish);
      request.pause();
      resolve();
    }
    request.on("data", onData).once("end", finish).once("close", finish).once("error", finish);
    request.resume();
  });
}
