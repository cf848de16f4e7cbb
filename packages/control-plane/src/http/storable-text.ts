// U+0000 is valid in JSON and in a URL, and PostgreSQL stores it in no text. Operators' requests are refused with 422 for
// it, on every database alike. What edges report is not: their texts are stored inside JSON, where it is escaped.

import { Refusal, type ValidatedPart, type ValidationDetail } from "@portcullis/contract";

/** Refuses `validation_failed`, naming the places. The value's depth is bounded by the parser. */
export function requireStorableText(value: unknown, part: ValidatedPart): void {
  const details: ValidationDetail[] = [];
  collect(value, [part], details);
  if (details.length > 0) throw new Refusal("validation_failed", { details });
}

function collect(value: unknown, loc: readonly (string | number)[], details: ValidationDetail[]): void {
  if (details.length >= 100) return;
  if (typeof value === "string") {
    if (value.includes("\0")) details.push({ type: "nul_character", loc, msg: "must not hold U+0000", input: null });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, [...loc, index], details);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, [...loc, key], details);
  }
}
