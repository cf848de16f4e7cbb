// The characters that make up one run of text, and how far a decision about them looked.

/** How far a decision looked: an index past the end of the text means that more text could change it. */
export interface Reach {
  end: number;
}

/** Characters before a place that a decision may look at. */
export const LOOK_BACK = 64;
/** Longest stretch without a break that is still read as one value. */
export const LONGEST_RUN = 8192;

/** Characters of one value that a stream holds back at most. */
export const MOST_HELD = 65_536;

export const OTHER = 0;
export const RUN = 1;
export const DIGIT = 2;
export const OPENER = 3;
/** Class of each UTF-16 unit, and whether it parts what stands around it. */
const CLASS = new Uint8Array(0x10000);
const PARTS = new Uint8Array(0x10000);
for (let code = 0; code < CLASS.length; code += 1) {
  CLASS[code] = code < 128 ? classOfAscii(code) : isWideOther(code) ? OTHER : RUN;
  if (partsRun(code)) PARTS[code] = 1;
}

function classOfAscii(code: number): number {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (isLetter || "._%+-".includes(String.fromCharCode(code))) return RUN;
  return code === 0x28 || code === 0x3a ? OPENER : OTHER;
}

function isWideOther(code: number): boolean {
  return (
    (code >= 0x2000 && code <= 0x206f) ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xff0f) ||
    code === 0xa0 ||
    isInvisible(code)
  );
}

/** Whether a character shows nothing: zero-width ones, marks of direction and of order, soft hyphens. */
export function isInvisible(code: number): boolean {
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2064) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0xad ||
    code === 0x034f ||
    code === 0x061c ||
    code === 0x180e ||
    code === 0xfeff
  );
}

/** The class of a character: other, run, digit, or an opening sign; what is no character is as good as a run. */
export function classOf(code: number): number {
  return code >= 0 ? (CLASS[code] as number) : RUN;
}

/** Whether a character belongs to a run of letters, digits and the signs of addresses and keys. */
export function isRunUnit(code: number): boolean {
  const kind = classOf(code);
  return kind === RUN || kind === DIGIT;
}

/**
 * Whether a character of a run parts what stands behind it from what stands before it: symbols, full-width punctuation, emoji,
 * and letters of scripts that are written without spaces. `卡号4111…` names a card, `a4111…` does not.
 */
export function isParting(code: number): boolean {
  return code > 0xa0 && PARTS[code] === 1;
}

function partsRun(code: number): boolean {
  return (
    code > 0xa0 &&
    ((code <= 0xbf && code !== 0xaa && code !== 0xad && code !== 0xb5 && code !== 0xba) ||
      (code >= 0x0e00 && code <= 0x0eff) ||
      (code >= 0x1000 && code <= 0x109f) ||
      (code >= 0x1100 && code <= 0x11ff) ||
      (code >= 0x1780 && code <= 0x17ff) ||
      (code >= 0x2070 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7ff) ||
      (code >= 0xdc00 && code <= 0xdfff) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xff1a && code <= 0xff1f) ||
      (code >= 0xff3b && code <= 0xff3d) ||
      (code >= 0xff5b && code <= 0xffdc))
  );
}

/** Whether a character may stand in an address: those of runs, an at sign, and those that join runs. */
export function isAddressUnit(code: number): boolean {
  return (
    isRunUnit(code) ||
    code === 0x40 ||
    code === 0x27 ||
    code === 0x21 ||
    code === 0x26 ||
    code === 0x23 ||
    code === 0x2a
  );
}
