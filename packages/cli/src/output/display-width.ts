// How many columns of a terminal a text takes: letters of East Asia and emoji take two, combining marks none.

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** One byte a letter, one column a letter. */
const PLAIN = /^[\x20-\x7e]*$/;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
/** Marks, and what only joins or directs. */
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** Scripts and forms that East_Asian_Width calls wide or full. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18dff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The text with spaces behind it up to this width. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** The text in exactly this width: filled up, or cut between characters with an ellipsis at the end. */
export function fitTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return padTo(text, width);
  let kept = "";
  let left = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= graphemeWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return padTo(width > 0 ? `${kept}…` : "", width);
}

function graphemeWidth(grapheme: string): number {
  if (NOTHING.test(grapheme)) return 0;
  return EMOJI.test(grapheme) || WIDE.test(grapheme) ? 2 : 1;
}
