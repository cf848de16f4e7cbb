// The names by which this server is called. A page of another site that resolves its own name to this machine (DNS rebinding)
// shows in Host, and one that asks whether it may call across origins (a CORS preflight) in Origin: nobody else's page may.

import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { Refusal } from "@portcullis/contract";
import type { Config } from "../config.js";
import { isSameHost } from "./bearer.js";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Gives what refuses a request whose Host is none of the server's names with `origin_refused`. On loopback these are loopback's
 * and the configured ones. On other addresses any name may lead here, so that it checks only where some are configured.
 */
export function createNameCheck({ host, publicNames }: Pick<Config, "host" | "publicNames">) {
  const isOpen = !isLoopback(host) && publicNames.length === 0;
  const bound = isIP(host) === 6 ? `[${host}]` : host;
  const names = new Set([...LOOPBACK_NAMES, bound, ...publicNames].map((name) => name.toLowerCase()));
  return (headers: IncomingHttpHeaders): void => {
    // Without a Host it is no browser: they have sent it ever since HTTP/1.1.
    if (isOpen || headers.host === undefined || names.has(nameOf(headers.host))) return;
    throw new Refusal("origin_refused", {
      detail: "This server is not known by the name in Host; its operator can add one with PORTCULLIS_PUBLIC_NAMES.",
    });
  };
}

/** Refuses a preflight from another site's page: no origin but the server's own may do more than a form could. */
export function requireNoForeignPreflight(method: string, headers: IncomingHttpHeaders): void {
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return;
  if (headers.origin === undefined || isSameHost(headers.origin, headers.host)) return;
  throw new Refusal("origin_refused", { detail: "Pages of other sites may not call this API." });
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

function nameOf(host: string): string {
  return host.replace(/:\d{1,5}$/, "").toLowerCase();
}
