// Of two Host headers Node reads the first, and a proxy before it may have read the other: whom the request is for is not known.

import { Refusal } from "@portcullis/contract";

/** Refuses `malformed_request` where a request, by its headers as they came, has more than one Host. */
export function requireOneHost(rawHeaders: readonly string[]): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts > 1) throw new Refusal("malformed_request", { detail: "The request has more than one Host header." });
}
