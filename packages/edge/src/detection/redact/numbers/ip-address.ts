// IP addresses, off by default: four octets that are no version number, or eight groups of IPv6.
import { isLetterOrDigit } from "../../text/unit.js";
import type { Detected } from "../detected.js";
import type { Reach } from "../run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** An IPv4 address that a run from `start` to `end` begins with. */
export function findIpv4(text: string, start: number, reach: Reach): Detected | undefined {
  let at = start;
  for (let part = 0; part < 4; part += 1) {
    const from = at;
    let value = 0;
    while (
      at < text.length &&
      at - from < 4 &&
      charCodeAt.call(text, at) >= 0x30 &&
      charCodeAt.call(text, at) <= 0x39
    ) {
      value = value * 10 + charCodeAt.call(text, at) - 0x30;
      at += 1;
    }
    if (at === from || at - from > 3 || value > 255) return undefined;
    if (part < 3) {
      if (charCodeAt.call(text, at) !== 0x2e) return undefined;
      at += 1;
    }
  }
  if (at + 2 > reach.end) reach.end = at + 2;
  const next = charCodeAt.call(text, at);
  const isMore = next === 0x2e && charCodeAt.call(text, at + 1) >= 0x30 && charCodeAt.call(text, at + 1) <= 0x39;
  return isMore || next === 0x2d ? undefined : { kind: "ip_address", start, end: at };
}

const LONGEST_IPV6 = 45;

/** An IPv6 address around the colon at `colon`; only its first colon finds it. */
export function findIpv6(text: string, colon: number, reach: Reach): Detected | undefined {
  let start = colon;
  while (start > 0 && colon - start < 5 && isHex(charCodeAt.call(text, start - 1))) start -= 1;
  if (colon - start > 4) return undefined;
  const before = start > 0 ? charCodeAt.call(text, start - 1) : 32;
  if (isLetterOrDigit(before) || before === 0x3a || before === 0x2e) return undefined;
  let end = colon;
  while (
    end < text.length &&
    end - start < LONGEST_IPV6 &&
    (isHex(charCodeAt.call(text, end)) || charCodeAt.call(text, end) === 0x3a)
  )
    end += 1;
  if (end + 1 > reach.end) reach.end = end + 1;
  const address = text.slice(start, end);
  const groups = address.split(":");
  const isShort = address.includes("::");
  const fits = isShort
    ? groups.length >= 3 &&
      groups.length <= 8 &&
      address.length > 4 &&
      address.indexOf("::") === address.lastIndexOf("::")
    : groups.length === 8;
  if (!fits || groups.some((group) => group.length > 4) || isLetterOrDigit(charCodeAt.call(text, end)))
    return undefined;
  // The part before the colon was already passed on by a stream, so an address starts at its first group or colon.
  return colon === start || start < colon ? { kind: "ip_address", start, end } : undefined;
}

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}
