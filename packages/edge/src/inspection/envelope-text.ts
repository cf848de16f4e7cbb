// Puts a result that is at hand as text into its envelope: nobody reads what is large to write it again.
import type { Envelope } from "@portcullis/contract";
import { formatJson, newId } from "@portcullis/core";

/** Stands for the result; nobody outside this process can spell it. */
const RESULT = newId();

/** The JSON of an envelope that has null for its `data.result`, with this JSON in its place. */
export function envelopeText(envelope: Envelope, result: string): string {
  const held = { ...envelope, data: { ...(envelope.data as object), result: RESULT } };
  const [before, after] = formatJson(held).split(`"${RESULT}"`);
  return `${before}${result}${after}`;
}
