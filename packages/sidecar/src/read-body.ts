// Reads a request's body as bytes, up to a limit.

import type { IncomingMessage } from "node:http";
import { Refusal } from "@portcullis/contract";

/** The whole body. Refuses with `payload_too_large` past `maxBytes`, and with `malformed_request` when it is cut short. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(request);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(request);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("malformed_request", { detail: "The body ended early." });
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
}

/** What is left of the body is not read: the connection ends with the answer. */
function tooLarge(request: IncomingMessage): Refusal {
  request.pause();
  return new Refusal("payload_too_large");
}
