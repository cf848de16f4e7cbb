// A request that can be read in two ways may have been read in the other one by a proxy or a filter before this server: whom it
// is for, who calls, or what it says is not known. Node itself keeps the first of such headers, or reads the body as it comes.

import type { IncomingMessage } from "node:http";
import { Refusal } from "@portcullis/contract";

/** Of two of these Node drops the second without a word. */
const AT_MOST_ONCE: ReadonlySet<string> = new Set(["host", "authorization", "content-type"]);

/**
 * Refuses `malformed_request` where a request has no Host (HTTP/1.0 may), or two of a header that says whom it is for or from, and
 * `unsupported_media_type` where its body is compressed, which no one here undoes.
 */
export function requirePlainRequest({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  requireOnce(rawHeaders);
  if (headers.host === undefined && httpVersion !== "1.0") {
    throw new Refusal("malformed_request", { detail: "The request has no Host header." });
  }
  if (isCoded(headers["transfer-encoding"], "chunked")) {
    throw new Refusal("malformed_request", { detail: "Transfer-Encoding may be chunked, and nothing else." });
  }
  if (isCoded(headers["content-encoding"], "identity")) {
    throw new Refusal("unsupported_media_type", { detail: "Send the body as it is, without Content-Encoding." });
  }
}

function requireOnce(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (!AT_MOST_ONCE.has(name)) continue;
    if (seen.has(name)) {
      throw new Refusal("malformed_request", { detail: `The request has more than one ${nameOf(name)} header.` });
    }
    seen.add(name);
  }
}

function isCoded(coding: string | undefined, plain: string): boolean {
  return coding !== undefined && coding.trim().toLowerCase() !== plain;
}

function nameOf(header: string): string {
  return header.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
