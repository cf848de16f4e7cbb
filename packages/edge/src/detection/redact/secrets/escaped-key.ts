// Keys and tokens that stand behind a sign which is written in percent, as in addresses that hold another: what spells that sign
// runs on into them. They are written as they are themselves.
import { vendorKeyAt } from "../../secret/vendor-keys.js";
import type { DetectOptions } from "../detect-options.js";
import type { Detected } from "../detected.js";
import { findSignedToken } from "./signed-token.js";

/** What stands behind a percent sign that spells another. */
const ESCAPED = /^(?:25){0,2}[0-7][0-9a-f]/i;

/** A key or token behind a sign that is written in percent: `q%3Dghp_…`. */
export function findBehindEscape(
  text: string,
  start: number,
  end: number,
  { wants }: DetectOptions,
): Detected | undefined {
  const run = text.slice(start, end);
  if (!run.includes("%")) return undefined;
  let at = start;
  for (const [index, part] of run.split("%").entries()) {
    const to = at + part.length;
    const from = index === 0 ? to : at + (ESCAPED.exec(part)?.[0].length ?? part.length);
    at = to + 1;
    const key = wants.api_key ? vendorKeyAt(text, from, to) : undefined;
    if (key !== undefined) return { kind: "api_key", start: from, end: key.end };
    const token = wants.jwt && text.startsWith("eyJ", from) ? findSignedToken(text, from, to) : undefined;
    if (token !== undefined) return token;
  }
  return undefined;
}
