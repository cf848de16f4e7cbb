// Words cut by tags or comments of HTML and XML, as a page shows them: `Ig<b></b>nore` reads `Ignore`.
import type { DecodedRun } from "./decoded-run.js";

/** A tag, or several, with a letter on both sides; bounded, without backtracking. */
const INSIDE_WORD = /(?<=[\p{L}\p{N}])(?:<(?:\/?[A-Za-z][^<>]{0,80}|!--[^<>]{0,80}--)>){1,4}(?=[\p{L}\p{N}])/gu;
/** Cuts that make a text worth another look. */
const FEWEST_CUTS = 2;
/** Characters around the cuts that may show what they are. */
const AROUND = 160;

/** The text without the tags inside its words, when there are some. */
export function decodeMarkup(text: string): DecodedRun[] {
  let start = -1;
  let end = 0;
  let cuts = 0;
  const joined = text.replace(INSIDE_WORD, (tags: string, at: number) => {
    if (start < 0) start = at;
    end = at + tags.length;
    cuts += 1;
    return "";
  });
  if (cuts < FEWEST_CUTS) return [];
  // What stands far from the cuts was read already.
  const rest = Math.max(0, text.length - end - AROUND);
  const shown = joined.slice(Math.max(0, start - AROUND), joined.length - rest);
  return [{ encoding: "markup", text: shown, start, end }];
}
