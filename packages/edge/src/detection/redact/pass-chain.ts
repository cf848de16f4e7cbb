// As many passes in a row as a whole text takes at most, each over a text that arrives in pieces.
import type { CompiledPolicy } from "./compiled-policy.js";
import { detect } from "./detect.js";
import type { KeyMeaning } from "./key-meaning.js";
import type { LeafRedactor } from "./leaf-redactor.js";
import { valueStartBefore } from "./open-value.js";
import { matchIn, PASSES, replaceMatches } from "./passes.js";
import type { RedactionKind } from "./policy.js";
import { endOfPrivateKey } from "./private-key.js";
import { type Detected, LOOK_BACK } from "./run.js";
import { mayBeSpelled, openSpellingFrom, readSpelling } from "./spelling.js";
import { TablePass } from "./table-pass.js";
import type { ValueKey } from "./value-key.js";

/** Smaller pieces are gathered, since each look costs what is held back. */
const LEAST_PIECE = 32;

export class PassChain {
  private gathered = "";
  private readonly passes: readonly (TablePass | StreamPass)[];

  constructor(leaves: LeafRedactor, path: string, key: ValueKey) {
    const compiled = leaves.policyAt(path);
    const note = (kind: RedactionKind): void => leaves.note(kind, path);
    this.passes = Array.from({ length: PASSES }).flatMap(() => [
      new TablePass(compiled, note),
      new StreamPass(compiled, key.meaning, true, note),
      new StreamPass(compiled, key.meaning, false, note),
    ]);
  }

  push(chunk: string): string {
    this.gathered += chunk;
    if (this.gathered.length < LEAST_PIECE) return "";
    const piece = this.gathered;
    this.gathered = "";
    return this.passes.reduce((text, pass) => (text === "" ? "" : pass.push(text)), piece);
  }

  end(): string {
    return this.passes.reduce((text, pass) => pass.end(text), this.gathered);
  }
}

/** More text is read for spelled signs at once, without a look whether it holds any. */
const LONGEST_GLANCE = 256;

class StreamPass {
  /** Up to LOOK_BACK characters that are already given out, then what is held back. */
  private buffer = "";
  private from = 0;
  /** End of the last match in the buffer: context does not reach behind it. */
  private floor = 0;
  /** Buffer length from which another look is worth it. */
  private nextLook = 0;
  /** Whether a sign in the buffer may read as another. */
  private isOdd = false;
  /** What comes is of a private key that is replaced already, up to its end line. */
  private isInKey = false;

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly meaning: KeyMeaning,
    /** Looks at the text as it reads, not as it is written. */
    private readonly isSpelled: boolean,
    private readonly note: (kind: RedactionKind) => void,
  ) {}

  push(chunk: string): string {
    this.take(chunk);
    if (this.buffer.length < this.nextLook) return "";
    return this.release(false);
  }

  /** Takes the last piece. */
  end(chunk: string): string {
    this.take(chunk);
    return this.release(true);
  }

  private take(chunk: string): void {
    this.buffer += chunk;
    if (this.isSpelled) this.isOdd ||= chunk.length > LONGEST_GLANCE || mayBeSpelled(chunk);
  }

  private release(isFinal: boolean): string {
    if (this.isInKey) this.leaveKey(isFinal);
    const { matches, decided, kept } = this.look(isFinal);
    // Places in a stream are not told: it has no text to point into.
    for (const { kind } of matches) this.note(kind);
    const out = decided === this.from ? "" : replaceMatches(this.buffer, matches, this.compiled, this.from, decided);
    const last = matches[matches.length - 1];
    if (last !== undefined) this.floor = last.end;
    this.isInKey ||= last?.isOpen === true && !isFinal;
    if (kept > 0) {
      this.buffer = this.buffer.slice(kept);
      if (this.isOdd) this.isOdd = this.buffer.length > LONGEST_GLANCE || mayBeSpelled(this.buffer);
    }
    this.from = decided - kept;
    this.floor = Math.max(0, this.floor - kept);
    // What is held back is looked at again only when it has grown by a part of itself: the work stays linear.
    const held = this.buffer.length - this.from;
    this.nextLook = held > 256 ? this.buffer.length + (held >> 2) : 0;
    return out;
  }

  /** Goes on behind the end line of a private key, or behind all there is; one that is not over is among what is kept. */
  private leaveKey(isFinal: boolean): void {
    const { end, isOver } = endOfPrivateKey(this.buffer, 0);
    this.isInKey = !isOver;
    this.from = isOver || isFinal ? end : this.buffer.length;
    this.floor = this.from;
  }

  private look(isFinal: boolean): Step {
    if (this.isInKey && !isFinal) return { matches: [], decided: this.from, kept: Math.max(0, this.from - LOOK_BACK) };
    return this.isSpelled ? this.detectSpelled(isFinal) : this.detectPlain(isFinal);
  }

  private detectPlain(isFinal: boolean): Step {
    const options = this.compiled.options(this.meaning, isFinal);
    const { matches, decided } = detect(this.buffer, this.from, options, this.floor);
    return { matches, decided, kept: Math.max(0, decided - LOOK_BACK) };
  }

  private detectSpelled(isFinal: boolean): Step {
    if (!this.isOdd) return this.holdOpen(this.buffer, isFinal);
    const text = isFinal ? this.buffer : this.buffer.slice(0, Math.max(this.from, openSpellingFrom(this.buffer)));
    const read = readSpelling(text);
    if (read === undefined) return this.holdOpen(text, isFinal);
    const options = this.compiled.spelledOptions(this.meaning, isFinal, read.isSpelled);
    const { matches, decided } = detect(read.view, read.viewOf(this.from), options, read.viewOf(this.floor));
    return {
      matches: matches.map((found) => matchIn(read, found)),
      decided: Math.max(this.from, read.startOf(decided)),
      kept: read.startOf(Math.max(0, decided - LOOK_BACK)),
    };
  }

  /** Where all is written as it reads, nothing is found but what may go on into what is still to come. */
  private holdOpen(text: string, isFinal: boolean): Step {
    const open = isFinal ? text.length : valueStartBefore(text, this.from, text.length);
    return { matches: [], decided: open, kept: Math.max(0, open - LOOK_BACK) };
  }
}

/** What a look at the buffer found, up to where it is decided, and from where on it is kept. */
interface Step {
  readonly matches: readonly Detected[];
  readonly decided: number;
  readonly kept: number;
}
