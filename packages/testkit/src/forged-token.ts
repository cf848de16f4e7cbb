/** Tokens that nobody issued, for tests that they are refused. */
import { createHmac } from "node:crypto";

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The claims of a token, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as Record<string, unknown>;
}

/** The header of a token, unverified. */
export function headerOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString("utf8")) as Record<string, unknown>;
}

/** A token with other claims or another header, signed with `secret` (with none: an empty signature). */
export function forgeToken(
  token: string,
  change: { claims?: Record<string, unknown>; header?: Record<string, unknown> },
  secret?: string,
): string {
  const signed = `${encode({ ...headerOf(token), ...change.header })}.${encode({ ...claimsOf(token), ...change.claims })}`;
  const hash = change.header?.alg === "HS512" ? "sha512" : "sha256";
  return `${signed}.${secret === undefined ? "" : createHmac(hash, secret).update(signed).digest("base64url")}`;
}
