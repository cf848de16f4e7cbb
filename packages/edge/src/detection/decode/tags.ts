// Hidden ASCII in the tag characters of Unicode, which show nothing.
import type { DecodedRun } from "./decoded-run.js";

/** Hidden ASCII in tag characters, without the subdivision flags of emoji. */
export function decodeTags(text: string): DecodedRun[] {
  let out = "";
  let start = -1;
  let end = 0;
  let inFlag = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff) {
      inFlag = false;
      continue;
    }
    const point = text.codePointAt(at) as number;
    if (point >= 0xe0020 && point <= 0xe007e) {
      if (!inFlag) {
        if (start < 0) start = at;
        end = at + 2;
        out += String.fromCharCode(point - 0xe0000);
      }
    } else inFlag = point === 0x1f3f4;
    at += 1;
  }
  return out.length > 3 ? [{ encoding: "tags", text: out, start, end }] : [];
}
