// Keys of vendors and signed tokens, known by their form alone, whatever stands before them.

import { endOfMarkedKey, isMarked, LONGEST_BEHIND_MARK } from "../../secret/marked-keys.js";
import { SHORTEST_KEY, vendorKeyAt } from "../../secret/vendor-keys.js";
import { isLetterOrDigit, unitAt } from "../../text/unit.js";
import type { DetectOptions } from "../detect-options.js";
import type { Detected } from "../detected.js";
import type { Reach } from "../run.js";
import { findBehindEscape } from "./escaped-key.js";
import { findBotToken, findWebhook } from "./messenger-key.js";
import { findSignedToken } from "./signed-token.js";

/** A key or token by its form, the run from `start` to `end` or what begins with it. */
export function findKey(
  text: string,
  start: number,
  end: number,
  options: DetectOptions,
  reach: Reach,
): Detected | undefined {
  const size = end - start;
  if (size >= SHORTEST_KEY && options.wants.api_key) {
    let from = start;
    while (from < end && !isLetterOrDigit(unitAt(text, from))) from += 1;
    const key = vendorKeyAt(text, from, end);
    if (key !== undefined) {
      if (key.end + 1 > reach.end) reach.end = key.end + 1;
      return { kind: "api_key", start: from, end: key.end };
    }
  }
  if (size > SHORTEST_KEY) {
    const key = findBehindEscape(text, start, end, options);
    if (key !== undefined) return key;
  }
  if (options.wants.api_key) {
    const token = findKeyWithSign(text, start, end, unitAt(text, end), reach);
    if (token !== undefined) return token;
  }
  return size >= 20 && text.startsWith("eyJ", start) && options.wants.jwt
    ? findSignedToken(text, start, end)
    : undefined;
}

/** A key that goes on behind the sign that its first run ends at. */
function findKeyWithSign(text: string, start: number, end: number, sign: number, reach: Reach): Detected | undefined {
  if (sign === 0x3a) return findBotToken(text, start, end, reach);
  if (sign === 0x2f) return findWebhook(text, start, end, reach);
  if ((sign !== 0x24 && sign !== 0x7e) || !isMarked(text, start, end)) return undefined;
  if (end + LONGEST_BEHIND_MARK > reach.end) reach.end = end + LONGEST_BEHIND_MARK;
  const to = endOfMarkedKey(text, start, end);
  return to > 0 ? { kind: "api_key", start, end: to } : undefined;
}
