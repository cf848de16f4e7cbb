// Reads a request's body as bytes, up to a limit.

import type { IncomingMessage } from "node:http";
import { Refusal } from "@portcullis/contract";
import { drainBody } from "@portcullis/edge";

/** The whole body. Refuses with `payload_too_large` past `maxBytes`, and with `malformed_request` when it is cut short. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const body = Number(request.headers["content-length"] ?? 0) > maxBytes ? null : await collect(request, maxBytes);
  if (body !== null) return body;
  // What is left is read and dropped, so that the client gets to read the answer; then the connection ends.
  await drainBody(request);
  throw new Refusal("payload_too_large");
}

/** Null past the limit, with the rest left unread. By events: an iterator would hold the stream while it is drained. */
function collect(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return settle(() => resolve(null));
      chunks.push(chunk);
    };
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)));
    const onCut = () => settle(() => reject(new Refusal("malformed_request", { detail: "The body ended early." })));
    function settle(act: () => void): void {
      request.off("data", onData).off("end", onEnd).off("close", onCut).off("error", onCut);
      act();
    }
    request.on("data", onData).on("end", onEnd).on("close", onCut).on("error", onCut);
  });
}
