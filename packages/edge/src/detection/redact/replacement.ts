// What stands in place of a redacted text. Placeholders hold no at sign, no colon before slashes and never more than four
// digits together, and the detectors know their form, so that redacting twice changes nothing.
import { keyedHash } from "./keyed-hash.js";
import {
  REDACTION_KINDS,
  type RedactionAction,
  RedactionError,
  type RedactionKind,
  type RedactionPolicy,
} from "./policy.js";

const TOKEN_LETTERS = 16;

/** A whole text that is one of our placeholders. */
const PLACEHOLDER = /^\[(?:REDACTED:[A-Z_]{2,12}(?::[A-Za-z0-9]{1,4}|:[a-p]{16})?)?\]$/;

export function isPlaceholder(text: string): boolean {
  return text.length <= 48 && PLACEHOLDER.test(text);
}

const MASKS = new Map(REDACTION_KINDS.map((kind) => [kind, `[REDACTED:${kind.toUpperCase()}]`]));

/** The text that stands for `found`. */
export function replacementFor(
  found: string,
  kind: RedactionKind,
  action: RedactionAction,
  policy: RedactionPolicy,
): string {
  const mask = MASKS.get(kind) as string;
  if (action === "mask") return mask;
  if (action === "drop") return "[]";
  const name = kind.toUpperCase();
  if (action === "last_four") {
    const signs = found.replace(/[^A-Za-z0-9]/g, "");
    // Four of less than eight would give half of it away.
    return signs.length < 8 ? mask : `[REDACTED:${name}:${signs.slice(-4)}]`;
  }
  if (action === "token") return `[REDACTED:${name}:${tokenOf(found, kind, policy)}]`;
  return mask;
}

/** Sixteen letters of a keyed hash: equal values of a kind give equal tokens under one key. */
function tokenOf(found: string, kind: RedactionKind, policy: RedactionPolicy): string {
  if (policy.tokenKey === undefined || policy.tokenKey.length < 16) {
    throw new RedactionError("the action token needs a tokenKey of at least 16 characters in the policy");
  }
  const hash = keyedHash(policy.tokenKey, `${kind}\u0000${found}`);
  let out = "";
  for (let at = 0; at < TOKEN_LETTERS / 2; at += 1) {
    const byte = hash[at] as number;
    out += String.fromCharCode(0x61 + (byte >> 4), 0x61 + (byte & 15));
  }
  return out;
}
