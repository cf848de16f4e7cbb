// Signed tokens (JWT).
import type { Detected } from "../detected.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Three parts of base64url with dots between; the third may be empty when the token is unsigned. */
export function findSignedToken(text: string, start: number, end: number): Detected | undefined {
  let to = end;
  while (
    to > start &&
    charCodeAt.call(text, to - 1) === 0x2e &&
    text.indexOf(".", start) < to - 1 &&
    text.slice(start, to).split(".").length > 3
  )
    to -= 1;
  const parts = text.slice(start, to).split(".");
  if (parts.length < 2 || parts.length > 5) return undefined;
  const [head, body] = parts as [string, string];
  if (head.length < 10 || !body.startsWith("eyJ") || !/^[A-Za-z0-9_-]+$/.test(head + body)) return undefined;
  return { kind: "jwt", start, end: to };
}
