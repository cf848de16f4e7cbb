// Private keys whose lines are the items of a list or the members of an object, as programs give files:
// {"lines": ["-----BEGIN PRIVATE KEY-----", "MIIE…", …]}, {"line1": "-----BEGIN…", "line2": "MIIE…"}, [{"text": "-----BEGIN…"}, …].
// What begins one is found as a text; this tells which strings behind it go on with it.

import { isPlaceholder } from "../replacement.js";
import type { KeyForm } from "./key-form.js";
import { formOfOpening } from "./private-key.js";

/** Longer ones are texts of their own; in JSON as it comes, none of this length is held back. */
const LONGEST_ITEM = 8192;
const OPENING_SIGN = /-BEGIN|- BEGIN|PuTTY-/;
/** Base64, or a header such as `DEK-Info: AES-128-CBC,…`. */
const KEY_LINE = /^(?:[A-Za-z0-9+/=\s]*|[A-Z][A-Za-z-]{2,30}: .{0,200}\s?)$/;
/** A member of any name that goes on with a key: longer than words. */
const LONG_LINE = /^[A-Za-z0-9+/=\s]{40,}$/;

export class PrivateKeyLines {
  private form: KeyForm | undefined;
  /** The name of the member that the key began in, but for numbers; undefined for an item. */
  private series: string | undefined;

  /** Tells of an item that is no string and no object: a key does not go on behind it. */
  interrupt(): void {
    if (this.series === undefined) this.form = undefined;
  }

  /** Whether the next item of the list, or the next member, is a line of a private key that one before it began. */
  take(text: string, name?: string): boolean {
    if (this.form === undefined && (text.length < 10 || !OPENING_SIGN.test(text))) return false;
    if (text.length > LONGEST_ITEM) {
      this.form = undefined;
      return false;
    }
    const opened = formOfOpening(text);
    if (opened !== undefined) {
      this.form = opened;
      this.series = name === undefined ? undefined : seriesOf(name);
      return false;
    }
    return this.form !== undefined && this.takeLine(this.form, text, name);
  }

  private takeLine({ marks }: KeyForm, text: string, name: string | undefined): boolean {
    const ends = marks.map((mark) => text.indexOf(mark)).filter((at) => at >= 0);
    const end = ends.length === 0 ? -1 : Math.min(...ends);
    const line = end < 0 ? text : text.slice(0, end);
    const isMember = name !== undefined;
    const isNext = isMember ? this.series === seriesOf(name) : this.series === undefined;
    const isLine = isNext || end >= 0 ? KEY_LINE.test(line) : isMember && LONG_LINE.test(line);
    // Members of other names stand between the lines; behind what is replaced already nothing goes on.
    if (end >= 0 || (isNext && !isLine) || isPlaceholder(text)) this.form = undefined;
    return isLine && text.trim() !== "";
  }
}

function seriesOf(name: string): string {
  return name.replace(/\d+/g, "#");
}
