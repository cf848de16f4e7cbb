// Words cut by tags or comments of HTML and XML, as a page shows them: `Ig<b></b>nore` reads `Ignore`.
import type { DecodedRun } from "./decoded-run.js";

/** A tag, or several, with a letter on both sides; bounded, without backtracking; looked for where a tag may begin. */
const INSIDE_WORD = /(?<=[\p{L}\p{N}])(?:<(?:\/?[A-Za-z][^<>]{0,80}|!--[^<>]{0,80}--)>){1,4}(?=[\p{L}\p{N}])/uy;
/** Cuts that make a text worth another look. */
const FEWEST_CUTS = 2;
/** Characters around the cuts that may show what they are. */
const AROUND = 64;

/** Characters between two cuts of one stretch. */
const FARTHEST_APART = 64;

/** Each stretch of words that tags cut, with what stands around it, without these tags. */
export function decodeMarkup(text: string): DecodedRun[] {
  const runs: DecodedRun[] = [];
  let cuts: { readonly start: number; readonly end: number }[] = [];
  const close = (): void => {
    const [first] = cuts;
    const last = cuts[cuts.length - 1];
    if (first !== undefined && last !== undefined && cuts.length >= FEWEST_CUTS) {
      let shown = "";
      let from = Math.max(0, first.start - AROUND);
      for (const cut of cuts) {
        shown += text.slice(from, cut.start);
        from = cut.end;
      }
      shown += text.slice(from, from + AROUND);
      runs.push({ encoding: "markup", text: shown, start: first.start, end: last.end });
    }
    cuts = [];
  };
  for (let at = text.indexOf("<"); at >= 0; ) {
    INSIDE_WORD.lastIndex = at;
    const size = INSIDE_WORD.exec(text)?.[0].length ?? 0;
    if (size > 0) {
      const last = cuts[cuts.length - 1];
      if (last !== undefined && at - last.end > FARTHEST_APART) close();
      cuts.push({ start: at, end: at + size });
    }
    at = text.indexOf("<", at + Math.max(size, 1));
  }
  close();
  return runs;
}
