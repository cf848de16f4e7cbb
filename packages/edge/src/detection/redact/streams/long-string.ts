// A JSON string that is too long to be held back: its escapes are undone as they come, its text is redacted as a stream, and
// escaped again. A value that its key alone makes secret is replaced whole.
import type { Leaves, Pieces } from "../leaves.js";
import type { ValueKey } from "../value-key.js";

export class LongString {
  private readonly stream: Pieces;
  /** An escape that is not over yet. */
  private rest = "";
  private isFirst = true;
  private isDropped = false;
  /** The first half of a pair, which is escaped only where the second does not follow. */
  private half = "";

  constructor(
    private readonly leaves: Leaves,
    private readonly path: string,
    private readonly key: ValueKey,
  ) {
    this.stream = leaves.pieces(path, key);
  }

  /** Takes raw text between the quotes, in which every escape is a right one. */
  push(raw: string): string {
    if (this.isDropped) return "";
    const text = this.unescape(this.rest + raw);
    if (this.isFirst) {
      this.isFirst = false;
      const replaced = this.leaves.replaceWhole(text, this.path, this.key);
      if (replaced !== undefined) {
        this.isDropped = true;
        return escapeText(replaced);
      }
    }
    return this.escape(this.stream.push(text));
  }

  end(): string {
    return this.isDropped ? "" : this.escape(this.stream.end(), true);
  }

  /** Ends where the text turned out to be no JSON; `rest` is the raw beginning of an escape that was not over. */
  breakOff(): { given: string; rest: string } {
    return { given: this.end(), rest: this.isDropped ? "" : this.rest };
  }

  private escape(piece: string, isLast = false): string {
    const text = this.half + piece;
    this.half = !isLast && /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
    return escapeText(text.slice(0, text.length - this.half.length));
  }

  private unescape(raw: string): string {
    let end = raw.length;
    const last = raw.lastIndexOf("\\");
    if (last >= 0) {
      // Whether the last backslash begins an escape depends on how many stand before it.
      let first = last;
      while (first > 0 && raw[first - 1] === "\\") first -= 1;
      const isOpen = (last - first) % 2 === 0;
      if (isOpen && raw.length < last + (raw[last + 1] === "u" ? 6 : 2)) end = last;
    }
    this.rest = raw.slice(end);
    return JSON.parse(`"${raw.slice(0, end)}"`) as string;
  }
}

function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
