// A JSON string that is too long to be held back: its escapes are undone as they come, its text is redacted as a stream, and
// escaped again. A value that its key alone makes secret is replaced whole.
import type { CompiledPolicy } from "./compiled-policy.js";
import { LeafRedactor } from "./leaf-redactor.js";
import { RedactionError } from "./policy.js";
import type { RedactionSink } from "./tally.js";
import { ValueStream } from "./text-redactor.js";

export class LongString {
  private readonly stream: ValueStream;
  private readonly leaves: LeafRedactor;
  /** An escape that is not over yet. */
  private rest = "";
  private isFirst = true;
  private isDropped = false;

  constructor(
    compiled: CompiledPolicy,
    redactions: RedactionSink,
    private readonly key: string,
  ) {
    this.stream = new ValueStream(compiled, redactions, key);
    this.leaves = new LeafRedactor(compiled, redactions);
  }

  /** Takes raw text between the quotes. */
  push(raw: string): string {
    if (this.isDropped) return "";
    const text = this.unescape(this.rest + raw);
    if (this.isFirst) {
      this.isFirst = false;
      const replaced = this.leaves.replaceWhole(text, "", this.key);
      if (replaced !== undefined) {
        this.isDropped = true;
        return escapeText(replaced);
      }
    }
    return escapeText(this.stream.push(text));
  }

  end(): string {
    if (this.rest !== "") throw new RedactionError("the text is not JSON and cannot be redacted as such");
    return this.isDropped ? "" : escapeText(this.stream.end());
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
    try {
      return JSON.parse(`"${raw.slice(0, end)}"`) as string;
    } catch {
      throw new RedactionError("the text is not JSON and cannot be redacted as such");
    }
  }
}

function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
