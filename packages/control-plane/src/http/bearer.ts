// Where a request carries its token: the Authorization header, which wins, or the `acp_token` cookie; read as edges read it.

import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "@portcullis/contract";
import { tokenOf } from "@portcullis/edge";

const TOKEN_COOKIE = "acp_token";

const HOW_TO_SIGN_IN =
  "Send `Authorization: Bearer <token>`. POST /auth/token gives one for e-mail and password, POST /api-keys/validate for an API key.";

export interface PresentedToken {
  readonly token: string;
  readonly by: "header" | "cookie";
}

type Credentials = Pick<IncomingHttpHeaders, "authorization" | "cookie">;

/** The token of a request. Refuses `invalid_token` without one, or with another scheme than Bearer. */
export function requireToken(headers: Credentials): PresentedToken {
  const token = tokenOf(headers);
  if (token === undefined) throw new Refusal("invalid_token", { detail: HOW_TO_SIGN_IN });
  return { token, by: headers.authorization === undefined ? "cookie" : "header" };
}

/** The cookie that signs a browser in; `Secure` in production only, so that development works over plain HTTP. */
export function tokenCookie(token: string, maxAgeS: number, production: boolean): string {
  const secure = production ? "; Secure" : "";
  return `${TOKEN_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeS}${secure}`;
}

/**
 * Whether a request that carries its token by cookie may act. A browser attaches the cookie by itself, and says with every
 * write where it comes from, an old one by its Referer alone: from another place than our own pages it is refused. What says
 * nothing is no browser. Reads pass.
 */
export function isSameSite(method: string, headers: IncomingHttpHeaders): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return true;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const page = headers.origin ?? headers.referer;
  return page === undefined || isSameHost(page, headers.host);
}

/** Whether a page of this origin, or with this address, is of the host that it calls. */
export function isSameHost(origin: string, host: string | undefined): boolean {
  try {
    return host !== undefined && new URL(origin).host === host.toLowerCase();
  } catch {
    return false;
  }
}

/** Whether only a cookie says who calls. */
export function isByCookie(headers: Credentials): boolean {
  return headers.authorization === undefined && tokenOf(headers) !== undefined;
}
