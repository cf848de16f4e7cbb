// Reads a request's body as bytes, up to a limit.

import type { IncomingMessage } from "node:http";
import { Refusal } from "@portcullis/contract";
import { drainBody } from "./drain-body.js";

/** The whole body. Refuses with `payload_too_large` past `maxBytes`, and with `malformed_request` when it is cut short. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw await tooLarge(request);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // A refusal must not destroy the request, whose socket carries the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw await tooLarge(request);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("malformed_request", { detail: "The body ended early." });
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
}

/** What is left of the body is read and dropped, so that the client gets to read the answer; then the connection ends. */
async function tooLarge(request: IncomingMessage): Promise<Refusal> {
  await drainBody(request);
  return new Refusal("payload_too_large");
}
