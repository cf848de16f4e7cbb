// What a name of a role or of a model is beside that, by where it stands: the opening of a turn, or who is spoken to.

import { isAddressee } from "./addressee.js";
import { classBit } from "./token-classes.js";
import { ALL_LANGUAGES, type TokenStream } from "./token-stream.js";
import { opensTurn } from "./turn-opening.js";

const TURN_BIT = classBit("turn");
const ROLE_BIT = classBit("role_name");
const ASSISTANT_BIT = classBit("assistant");
const TO_MODEL_BIT = classBit("to_model");

/** Whether the classes of a word or phrase are such a name's. */
export function mayOpenSpeech(low: number, high: number): boolean {
  return ((high & ROLE_BIT.high) | (low & ASSISTANT_BIT.low)) !== 0;
}

/** Adds what the name from `start` to `end` is beside itself. */
export function pushSpeech(
  text: string,
  stream: TokenStream,
  low: number,
  high: number,
  firstUnit: number,
  lastUnit: number,
  start: number,
  end: number,
  sentence: number,
): void {
  if ((high & ROLE_BIT.high) !== 0 && opensTurn(text, start, end))
    stream.push(TURN_BIT.low, TURN_BIT.high, ALL_LANGUAGES, firstUnit, lastUnit, start, end, sentence, 0);
  if ((low & ASSISTANT_BIT.low) !== 0 && isAddressee(text, start, end))
    stream.push(0, 0, ALL_LANGUAGES, firstUnit, lastUnit, start, end, sentence, 0, TO_MODEL_BIT.top);
}
