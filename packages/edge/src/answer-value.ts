// The value of a tool's answer in JSON, whichever way it came. The caller gets it, and so does whoever repeats the idempotency key, by
// way of the control plane: so it is one that every program on the way can hold.

import { MAX_PAYLOAD_DEPTH } from "@portcullis/contract";
import { type JsonValue, jsonDepth, parseJson, wellFormedJson } from "@portcullis/core";

/**
 * What a text of JSON says, with U+FFFD for halves of characters; JSON that is nested deeper than payloads is passed on as its text,
 * for nothing after this recurses without a bound. `known` is what the text says, where it was read already.
 * Throws a SyntaxError where it is none.
 */
export function readAnswerText(text: string, known?: JsonValue): unknown {
  const wellFormed = wellFormedJson(text);
  const value = known === undefined || wellFormed !== text ? parseJson(wellFormed) : known;
  return jsonDepth(value) > MAX_PAYLOAD_DEPTH ? text : value;
}
