// What a stream of JSON gives, in order. A value whose label may stand behind it waits for a few short members, and what comes
// after it with it: {"value": "…", "name": "password"}.
import { MOST_HELD } from "../run.js";
import { isLabel, MOST_BETWEEN, staysBetween } from "../value-key.js";

interface Waiting {
  /** Its place among the parts. */
  readonly at: number;
  /** Members behind it that may still be its label. */
  left: number;
  /** What is given for it under a label, or under none. */
  readonly write: (label: string | undefined) => string;
}

export class LabelledOutput {
  private parts: string[] = [];
  private waiting: Waiting[] = [];
  /** White space that came since something waits. */
  private blank = 0;

  push(text: string): void {
    this.parts.push(text);
  }

  /** Gives a value once its label has come or can come no more. */
  hold(write: Waiting["write"]): void {
    this.waiting.push({ at: this.parts.length, left: MOST_BETWEEN, write });
    this.parts.push("");
  }

  /** Tells of the name of a member. */
  passName(name: string): void {
    if (!staysBetween(name, null)) this.settle();
  }

  /** Tells of a string, number or word that is a member of the object of what waits. */
  pass(name: string, value: unknown): void {
    if (this.waiting.length === 0) return;
    if (!staysBetween("", value)) this.settle();
    else if (isLabel(name, value)) this.settle(value);
    else {
      for (const one of this.waiting) one.left -= 1;
      if (this.waiting[0]?.left === 0) this.write(this.waiting.shift() as Waiting);
    }
  }

  /** Ends all waiting. */
  settle(label?: string): void {
    for (const one of this.waiting.splice(0)) this.write(one, label);
    this.blank = 0;
  }

  /** Whether one more sign of white space may be held back. */
  takesBlank(): boolean {
    if (this.waiting.length > 0) this.blank += 1;
    return this.blank <= MOST_HELD;
  }

  /** All that is decided. */
  take(): string {
    const end = this.waiting[0]?.at ?? this.parts.length;
    const out = this.parts.slice(0, end).join("");
    this.parts = this.parts.slice(end);
    this.waiting = this.waiting.map((one) => ({ ...one, at: one.at - end }));
    return out;
  }

  private write({ at, write }: Waiting, label?: string): void {
    this.parts[at] = write(label);
  }
}
