// Hidden ASCII in the tag characters of Unicode, which show nothing.
import type { DecodedRun } from "./decoded-run.js";

/** The first half of every tag, and the sign before the tags of a flag. */
const TAG_HALF = "\udb40";
const FLAG = "\u{1f3f4}";

/** Hidden ASCII in tag characters, without the subdivision flags of emoji. */
export function decodeTags(text: string): DecodedRun[] {
  let out = "";
  let start = -1;
  let end = 0;
  for (let at = text.indexOf(TAG_HALF); at >= 0; at = text.indexOf(TAG_HALF, at)) {
    const inFlag = text.startsWith(FLAG, at - FLAG.length);
    for (; isTag(text.codePointAt(at) ?? 0); at += 2) {
      if (inFlag) continue;
      if (start < 0) start = at;
      end = at + 2;
      out += String.fromCharCode((text.codePointAt(at) as number) - 0xe0000);
    }
    if (text.startsWith(TAG_HALF, at)) at += 2;
  }
  return out.length > 3 ? [{ encoding: "tags", text: out, start, end }] : [];
}

function isTag(point: number): boolean {
  return point >= 0xe0020 && point <= 0xe007e;
}
