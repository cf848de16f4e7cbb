// Reads a request's body as bytes, up to a limit, at the control plane and at the sidecar alike.

import type { IncomingMessage } from "node:http";
import { Refusal } from "@portcullis/contract";
import { type ArrivingBody, BodyRoom } from "./body-room.js";
import { drainBody } from "./drain-body.js";
import { Pieces } from "./pieces.js";

/** What is longer may have to wait. Nearly all bodies are shorter, and no flood of long ones stops them. */
const SMALL_BYTES = 64 * 1024;
/** Of the process, whose memory it is: sixty of the longest bodies. */
const processRoom = new BodyRoom(256 * 1024 * 1024);

/** The whole body. Refuses with `payload_too_large` past `maxBytes`, and with `malformed_request` when it is cut short. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  room: BodyRoom = processRoom,
): Promise<Uint8Array> {
  const length = Number(request.headers["content-length"] ?? 0);
  const body = length > maxBytes ? null : await collect(request, maxBytes, room);
  if (body !== null) return body;
  // What is left is read and dropped, so that the client gets to read the answer; then the connection ends.
  await drainBody(request);
  throw new Refusal("payload_too_large");
}

/** Null past the limit, with the rest left unread. By events: an iterator would hold the stream while it is drained. */
function collect(request: IncomingMessage, maxBytes: number, room: BodyRoom): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const pieces = new Pieces();
    let large: ArrivingBody | undefined;
    const onData = (chunk: Buffer) => {
      pieces.add(chunk);
      const size = pieces.bytes;
      if (size > maxBytes) return settle(() => resolve(null));
      if (size <= SMALL_BYTES) return;
      const isFirst = large === undefined;
      large ??= room.enter(() => request.resume());
      if (!large.add(isFirst ? size : chunk.length)) request.pause();
    };
    const onEnd = () => settle(() => resolve(pieces.whole()));
    const onCut = () => settle(() => reject(new Refusal("malformed_request", { detail: "The body ended early." })));
    function settle(act: () => void): void {
      request.off("data", onData).off("end", onEnd).off("close", onCut).off("error", onCut);
      large?.leave();
      act();
    }
    request.on("data", onData).on("end", onEnd).on("close", onCut).on("error", onCut);
  });
}
