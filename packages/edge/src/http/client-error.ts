// Bytes that are no HTTP request, or that take too long to become one: an answer and the end of the connection, never a hang.

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { envelopeOfRefusal, Refusal } from "@portcullis/contract";
import { newRequestId, traceOf } from "@portcullis/core";

/** What a client still sends is dropped meanwhile: a reset at once would take the answer from it. */
const LONGEST_READ_ON_MS = 1000;

/**
 * Answers 400 on the bare socket and closes it; only closes it where an answer has begun, or nothing was asked: who has opened a
 * connection beforehand would take that for the answer to what it asks just then. For a server's `clientError`.
 */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  // Node keeps the answer that is under way there; nothing may be written into the middle of it.
  const { _httpMessage: answer, bytesRead } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  if (error.code === "ECONNRESET" || !socket.writable || answer?.headersSent || bytesRead === 0) socket.destroy();
  else refuseOnSocket(socket, detailOf(error.code));
}

/** Answers 400 with this detail on a bare socket, and closes it. */
export function refuseOnSocket(socket: Duplex, detail: string): void {
  const body = JSON.stringify(envelopeOfRefusal(new Refusal("malformed_request", { detail })));
  // What the request said of itself cannot be read: its ids are new ones.
  const { traceId, traceparent } = traceOf({});
  const head = [
    "HTTP/1.1 400 Bad Request",
    "Content-Type: application/json; charset=utf-8",
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    `X-Request-ID: ${newRequestId()}`,
    `X-Trace-ID: ${traceId}`,
    `traceparent: ${traceparent}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // One that never closes its side would keep a socket that is only ended.
  const timer = setTimeout(() => socket.destroy(), LONGEST_READ_ON_MS);
  socket.once("close", () => clearTimeout(timer)).once("end", () => socket.destroy());
}

function detailOf(code: string | undefined): string {
  if (code === "HPE_HEADER_OVERFLOW") return "The headers are longer than 16 KiB.";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "The request did not arrive in time.";
  return "The request's line, headers or encoding could not be read.";
}
