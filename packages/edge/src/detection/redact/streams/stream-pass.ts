// One look over a text that arrives in pieces: at what is written, or at how it reads. It holds back what is not yet decided, and
// tells where in what it gives something is to be replaced.
import type { CompiledPolicy } from "../compiled-policy.js";
import { detect } from "../detect.js";
import type { Detected } from "../detected.js";
import type { KeyMeaning } from "../key-meaning.js";
import { valueStartBefore } from "../open-value.js";
import { matchIn, replaceMatches } from "../passes.js";
import type { RedactionKind } from "../policy.js";
import { LOOK_BACK } from "../run.js";
import type { KeyForm } from "../secrets/key-form.js";
import { endOfPrivateKey } from "../secrets/private-key.js";
import { mayBeSpelled, openSpellingFrom, readSpelling } from "../spelling.js";

/** More text is read for spelled signs at once, without a look whether it holds any. */
const LONGEST_GLANCE = 256;

/** What a pass has decided of a text: it stands behind characters of a private key that were left out. */
export interface Decided {
  readonly leftOut: number;
  readonly text: string;
  /** With places in `text`. */
  readonly matches: readonly Detected[];
}

const NOTHING: Decided = { leftOut: 0, text: "", matches: [] };

export class StreamPass {
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
  private key: KeyForm | undefined;

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly meaning: KeyMeaning,
    /** Looks at the text as it reads, not as it is written. */
    private readonly isSpelled: boolean,
    private readonly note: (kind: RedactionKind) => void,
  ) {}

  push(chunk: string): string {
    return this.write(this.decide(chunk, false));
  }

  /** Takes the last piece. */
  end(chunk: string): string {
    return this.write(this.decide(chunk, true));
  }

  /** Takes a piece, or the last one, and gives what is decided, with what is to be replaced in it. */
  decide(chunk: string, isFinal: boolean): Decided {
    this.take(chunk);
    return this.buffer.length < this.nextLook && !isFinal ? NOTHING : this.release(isFinal);
  }

  private write({ text, matches }: Decided): string {
    return matches.length === 0 ? text : replaceMatches(text, matches, this.compiled);
  }

  private take(chunk: string): void {
    this.buffer += chunk;
    if (this.isSpelled) this.isOdd ||= chunk.length > LONGEST_GLANCE || mayBeSpelled(chunk);
  }

  private release(isFinal: boolean): Decided {
    const given = this.from;
    if (this.key !== undefined) this.leaveKey(this.key, isFinal);
    const { from } = this;
    const { matches, decided, kept } = this.look(isFinal);
    // Places in a stream are not told: it has no text to point into.
    for (const { kind } of matches) this.note(kind);
    const text = this.buffer.slice(from, decided);
    const last = matches[matches.length - 1];
    if (last !== undefined) this.floor = last.end;
    if (last?.open !== undefined && !isFinal) this.key = last.open;
    if (kept > 0) {
      this.buffer = this.buffer.slice(kept);
      if (this.isOdd) this.isOdd = this.buffer.length > LONGEST_GLANCE || mayBeSpelled(this.buffer);
    }
    this.from = decided - kept;
    this.floor = Math.max(0, this.floor - kept);
    // What is held back is looked at again only when it has grown by a part of itself: the work stays linear.
    const held = this.buffer.length - this.from;
    this.nextLook = held > 256 ? this.buffer.length + (held >> 2) : 0;
    const within = matches.map((found) => ({ ...found, start: found.start - from, end: found.end - from }));
    return { leftOut: from - given, text, matches: within };
  }

  /** Goes on behind the end line of a private key, or behind all there is; one that is not over is among what is kept. */
  private leaveKey(form: KeyForm, isFinal: boolean): void {
    const { end, isOver } = endOfPrivateKey(this.buffer, 0, form);
    if (isOver) this.key = undefined;
    this.from = isOver || isFinal ? end : this.buffer.length;
    this.floor = this.from;
  }

  private look(isFinal: boolean): Step {
    if (this.key !== undefined && !isFinal)
      return { matches: [], decided: this.from, kept: Math.max(0, this.from - LOOK_BACK) };
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
    const options = this.compiled.spelledOptions(this.meaning, isFinal, read.isHidden);
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
