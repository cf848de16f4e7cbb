// The sidecar serves programs on this machine. A page in a browser that resolves its own name to 127.0.0.1 (DNS
// rebinding), or posts across origins, shows in Host and Origin and is refused.

import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "@portcullis/contract";

const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Refuses with `origin_refused` unless Host, and Origin where one is sent, name this machine. */
export function requireLocalCaller(headers: IncomingHttpHeaders): void {
  if (!isLocalAuthority(headers.host)) throw new Refusal("origin_refused");
  const { origin } = headers;
  if (origin !== undefined && !isLocalOrigin(origin)) throw new Refusal("origin_refused");
}

function isLocalAuthority(host: string | undefined): boolean {
  if (host === undefined) return false;
  return LOCAL_NAMES.has(host.replace(/:\d{1,5}$/, "").toLowerCase());
}

function isLocalOrigin(origin: string): boolean {
  const match = /^https?:\/\/(.+)$/i.exec(origin);
  return match !== null && isLocalAuthority(match[1]);
}
