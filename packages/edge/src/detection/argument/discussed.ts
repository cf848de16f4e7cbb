// Whether a command stands in quotation marks inside a sentence that talks about it, as documentation and training do.

const TALK =
  /\b(?:example|explains?|describes?|phrases?|detects?|training|trainer|quotes?|quoted|tutorial|lesson|article|documentation|attackers?|injection|payload|changelog|sample|pattern|never run|do not run|don't run|such as|called|says|mentions?|blocks?|blocked|rejects?|flagged|statement like|commands? like|warning|awareness|review|incident|postmortem)\b/i;

const BEFORE = 160;
const AFTER = 120;
const FEWEST_WORDS = 4;

export function isDiscussed(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - BEFORE);
  const before = text.slice(from, start);
  const after = text.slice(end, end + AFTER);
  const open = Math.max(
    before.lastIndexOf("'"),
    before.lastIndexOf('"'),
    before.lastIndexOf("`"),
    before.lastIndexOf("“"),
    before.lastIndexOf("‘"),
    before.lastIndexOf("«"),
    before.lastIndexOf("„"),
  );
  if (open < 0 || before.length - open > 60 || !/^[^'"`”’»]{0,80}['"`”’»]/.test(after)) return false;
  const lead = before.slice(0, open);
  // Code runs its strings; a sentence only quotes them.
  if (/[=({[:,]\s{0,4}$/.test(lead) && !/\w:\s{0,2}$/.test(lead)) return false;
  const words = lead.split(/\s/).filter((word) => /^[A-Za-z'’,-]{2,}$/.test(word)).length;
  const tail = after.split(/\s/).filter((word) => /^[A-Za-z'’,.-]{2,}$/.test(word)).length;
  return words + tail >= FEWEST_WORDS && (TALK.test(lead) || TALK.test(after));
}
