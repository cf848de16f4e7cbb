// The names that the members of one object keep when what is personal in them is replaced: no two become one, so that no
// member is lost. What is kept for it is one number for each name that is written, not one for each member.

const SECOND = /^(.*)#([2-9]|[1-9]\d{1,14})$/s;
/** A name with this number has none behind it; then a sign more begins to count anew. */
const LAST = 999_999_999_999_999;

interface Given {
  /** The highest number behind the name so far; the name alone is 1. */
  highest: number;
  /** Whether one of them was redacted, and not written so. */
  isMade: boolean;
}

export class MemberNames {
  private given: Map<string, Given> | undefined;

  /** The name for the next member, whose own name was redacted so: that with `#2` and so on where another has it. */
  take(name: string, redacted: string): string {
    const isMade = redacted !== name;
    // No other name can be that of a placeholder.
    if (!isMade && !name.includes("[]") && !name.includes("[REDACTED:")) return name;
    const [, base = redacted, digits = "1"] = SECOND.exec(redacted) ?? [];
    const number = Number(digits);
    this.given ??= new Map();
    const before = this.given.get(base);
    if (before === undefined) {
      this.given.set(base, { highest: number, isMade });
      return redacted;
    }
    before.isMade ||= isMade;
    if (number > before.highest) {
      before.highest = number;
      return redacted;
    }
    // A name that is written twice stays so.
    if (!before.isMade) return redacted;
    if (before.highest === LAST) return this.take(name, `${base}#`);
    before.highest += 1;
    return `${base}#${before.highest}`;
  }
}
