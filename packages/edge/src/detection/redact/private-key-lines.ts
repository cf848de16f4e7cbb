// Private keys whose lines are the items of a list, as programs give files: {"lines": ["-----BEGIN PRIVATE KEY-----", "MIIE…", …]}.
// The item that begins one is found as a text; this tells which items go on with it.

/** Longer ones are texts of their own; in JSON as it comes, none of this length is held back. */
const LONGEST_ITEM = 8192;
const OPENING_LINE = /-----BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY/;
const END_LINE = "-----END";
/** Base64, or a header such as `DEK-Info: AES-128-CBC,…`. */
const KEY_LINE = /^(?:[A-Za-z0-9+/=\s]*|[A-Z][A-Za-z-]{2,30}: .{0,200}\s?)$/;

export class PrivateKeyLines {
  private isOpen = false;

  /** Whether the next item of the list is a line of a private key that an item before it began. */
  take(item: unknown): boolean {
    if (typeof item !== "string" || item.length > LONGEST_ITEM) {
      this.isOpen = false;
      return false;
    }
    const opening = item.lastIndexOf("-----BEGIN");
    if (opening >= 0) {
      this.isOpen = OPENING_LINE.test(item.slice(opening)) && !item.includes(END_LINE, opening);
      return false;
    }
    if (!this.isOpen) return false;
    const end = item.indexOf(END_LINE);
    const isLine = KEY_LINE.test(end < 0 ? item : item.slice(0, end));
    this.isOpen = isLine && end < 0;
    return isLine && item.trim() !== "";
  }
}
