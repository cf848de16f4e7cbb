// Bytes that are no HTTP request: an answer and the end of the connection, never a hang.

import type { Socket } from "node:net";
import { envelopeOfRefusal, Refusal } from "@portcullis/contract";

/** Answers 400 on the bare socket and closes it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(envelopeOfRefusal(new Refusal("malformed_request", { detail: detailOf(error.code) })));
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function detailOf(code: string | undefined): string {
  if (code === "HPE_HEADER_OVERFLOW") return "The headers are longer than 16 KiB.";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "The request did not arrive in time.";
  return "The request's line, headers or encoding could not be read.";
}
