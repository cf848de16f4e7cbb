// What a name of a role or of a model is beside that, by where it stands: the opening of a turn, or who is spoken to.

import { isAddressee } from "./addressee.js";
import { recordOfClass, type WordRecord } from "./meanings.js";
import { isCalled, isReaderAtWork } from "./reader-at-work.js";
import { bothClasses, classBit, hasClass } from "./token-classes.js";
import type { TokenStream } from "./token-stream.js";
import { opensTurn } from "./turn-opening.js";

const TURN = recordOfClass("turn");
const TO_MODEL = recordOfClass("to_model");
const READER = recordOfClass("reader");
const CALLED = recordOfClass("called");
const ROLE_BIT = classBit("role_name");
const ASSISTANT_BIT = classBit("assistant");

/** Classes of such names. */
export const NAMES = bothClasses(ROLE_BIT, ASSISTANT_BIT);

/** Adds what the name from `start` to `end` is beside itself. */
export function pushSpeech(
  text: string,
  stream: TokenStream,
  record: WordRecord,
  firstUnit: number,
  lastUnit: number,
  start: number,
  end: number,
  sentence: number,
): void {
  if (hasClass(record, ROLE_BIT) && opensTurn(text, start, end))
    stream.push(TURN, firstUnit, lastUnit, start, end, sentence, 0);
  if (hasClass(record, ASSISTANT_BIT) && isAddressee(text, start, end))
    stream.push(TO_MODEL, firstUnit, lastUnit, start, end, sentence, 0);
  if (hasClass(record, ASSISTANT_BIT) && isCalled(text, start, end))
    stream.push(CALLED, firstUnit, lastUnit, start, end, sentence, 0);
  if (hasClass(record, ASSISTANT_BIT) && isReaderAtWork(text, start, end))
    stream.push(READER, firstUnit, lastUnit, start, end, sentence, 0);
}
