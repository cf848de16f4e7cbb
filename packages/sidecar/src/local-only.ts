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

/**
 * A browser attaches the cookie by itself, to every port of this machine, and says with every write where it comes from, an old
 * one by its Referer alone: what is to act by it must come from our own pages. What says nothing is no browser. Refuses with
 * `cross_site_request`.
 */
export function requireOwnPageForCookie(headers: IncomingHttpHeaders): void {
  if (headers.authorization !== undefined || !/(?:^|;)\s*acp_token\s*=/.test(headers.cookie ?? "")) return;
  const site = headers["sec-fetch-site"];
  if (site === undefined ? !isOwnOrigin(headers) : site !== "same-origin") throw new Refusal("cross_site_request");
}

function isOwnOrigin({ origin, referer, host }: IncomingHttpHeaders): boolean {
  const page = origin ?? referer;
  return page === undefined || /^https?:\/\/([^/?#]+)/i.exec(page)?.[1]?.toLowerCase() === host?.toLowerCase();
}

function isLocalAuthority(host: string | undefined): boolean {
  if (host === undefined) return false;
  return LOCAL_NAMES.has(host.replace(/:\d{1,5}$/, "").toLowerCase());
}

function isLocalOrigin(origin: string): boolean {
  const match = /^https?:\/\/(.+)$/i.exec(origin);
  return match !== null && isLocalAuthority(match[1]);
}
