// Whether a command stands in quotation marks inside a sentence that talks about it, as documentation and training do.

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const TALK =
  /\b(?:example|explains?|describes?|phrases?|detects?|training|trainer|quotes?|quoted|tutorial|lesson|article|documentation|attackers?|injection|payload|changelog|sample|pattern|never run|do not run|don't run|such as|called|says|mentions?|blocks?|blocked|rejects?|flagged|statement like|commands? like|warning|awareness|review|incident|postmortem|explained|meaning of|difference between)\b/i;
/** A question about what is quoted, or what is to be left for something else. */
const ASKED = /\bwhat (?:does|do|is|would|will|happens (?:if|when)[\w ,]{0,30})\s{0,2}$/i;
/** What is quoted is what the sentence is about. */
const SUBJECT =
  /^[^'"`”’»]{0,80}['"`”’»]\s{1,2}(?:deletes|removes|wipes|erases|destroys|formats|overwrites|empties|kills|means|would|might|is (?:a|an|the|not|very|so|too|dangerous|explained|refused|blocked|forbidden|known))\b/;
const DENIED =
  /\b(?:never|don't|do not|not to|avoid|must not|mustn't|should not|shouldn't)(?: (?:run|use|execute|type|try|ever|paste|the|command|commands|running|using)){0,4} {0,2}$/i;
const LEFT = /\b(?:instead of|rather than)\s{0,2}$/i;

const BEFORE = 160;
const AFTER = 120;
const FEWEST_WORDS = 4;
const QUOTE_REACH = 60;
/** Single and double quotes, the backquote, and the opening ones of several languages. */
const QUOTES: ReadonlySet<number> = new Set([..."'\"`“‘«„"].map((sign) => sign.charCodeAt(0)));
/** The quotes after ASCII are no smaller than this. */
const FIRST_WIDE_QUOTE = 0xab;

export function isDiscussed(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - BEFORE);
  const open = quoteBefore(text, start, from);
  if (open < 0) return false;
  const after = text.slice(end, end + AFTER);
  if (!/^[^'"`”’»]{0,80}['"`”’»]/.test(after)) return false;
  const lead = text.slice(from, open);
  // Code runs its strings; a sentence only quotes them.
  if (/[=({[:,]\s{0,4}$/.test(lead) && !/\w:\s{0,2}$/.test(lead)) return false;
  if (SUBJECT.test(after) && /[A-Za-z]\s{0,2}$|^\s{0,4}$/.test(lead)) return true;
  if (DENIED.test(lead)) return true;
  if (ASKED.test(lead) || LEFT.test(lead)) return true;
  if (!TALK.test(lead) && !TALK.test(after)) return false;
  const words = lead.split(/\s/).filter((word) => /^[A-Za-z'’][A-Za-z'’,-]{1,40}$/.test(word)).length;
  const tail = after.split(/\s/).filter((word) => /^[A-Za-z'’,.-]{2,}$/.test(word)).length;
  return words + tail >= FEWEST_WORDS;
}

/** Place of the nearest quotation mark within a short reach, or -1. */
function quoteBefore(text: string, start: number, from: number): number {
  for (let at = start - 1; at >= from && at >= start - QUOTE_REACH; at -= 1) {
    const code = charCodeAt.call(text, at);
    // Letters, digits and spaces are passed over without a look at the table.
    const isPlain = code === 0x20 || (code >= 0x30 && code < FIRST_WIDE_QUOTE && code !== 0x60);
    if (!isPlain && QUOTES.has(code)) return at;
  }
  return -1;
}
