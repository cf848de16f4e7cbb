// One text whose pieces stand apart, such as the strings of events: what goes over from one piece to another is found, and what
// stands for it is given in the piece that it begins in. The pieces stay as many as they were.
import type { CompiledPolicy } from "../compiled-policy.js";
import type { Leaves } from "../leaves.js";
import { replacementOf } from "../passes.js";
import type { RedactionKind } from "../policy.js";
import { NO_KEY } from "../value-key.js";
import { StreamPass } from "./stream-pass.js";

/** A piece on its way: its text is the redacted one when `isDecided`. */
export interface JoinedPiece {
  text: string;
  isDecided: boolean;
}

export class JoinedPieces {
  private readonly first: JoiningStep;
  private readonly second: JoiningStep;

  constructor(
    private readonly leaves: Leaves,
    private readonly path: string,
  ) {
    const compiled = leaves.policyAt(path);
    const note = (kind: RedactionKind): void => leaves.note(kind, path);
    this.first = new JoiningStep(compiled, note);
    this.second = new JoiningStep(compiled, note);
  }

  /** Takes the next piece; it, and those before it, are decided now or when more have come. */
  push(text: string): JoinedPiece {
    const piece = { text, isDecided: false };
    this.pass([piece], false);
    return piece;
  }

  /** Decides all that is left. */
  end(): void {
    this.pass([], true);
  }

  /** What only a piece by itself holds may stand beside something that is found then. */
  private pass(pieces: readonly JoinedPiece[], isFinal: boolean): void {
    const joined = this.first.take(pieces, isFinal);
    for (const piece of joined) piece.text = this.leaves.string(piece.text, this.path, NO_KEY);
    for (const piece of this.second.take(joined, isFinal)) piece.isDecided = true;
  }
}

interface Waiting {
  readonly piece: JoinedPiece;
  /** What has been decided of it. */
  given: string;
  /** Characters of it that have not. */
  left: number;
}

class JoiningStep {
  private readonly look: StreamPass;
  private readonly quotes = new ObjectQuotes();
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly compiled: CompiledPolicy,
    note: (kind: RedactionKind) => void,
  ) {
    this.look = new StreamPass(compiled, "", false, note);
  }

  /** Takes pieces, and gives those that are decided, in order. */
  take(pieces: readonly JoinedPiece[], isFinal: boolean): JoinedPiece[] {
    for (const piece of pieces) this.waiting.push({ piece, given: "", left: piece.text.length });
    const { leftOut, text, matches } = this.look.decide(pieces.map((piece) => piece.text).join(""), isFinal);
    this.pass(leftOut, undefined);
    let at = 0;
    for (const found of matches) {
      this.pass(found.start - at, text.slice(at, found.start));
      this.quotes.take(text.slice(at, found.start));
      const replacement = replacementOf(text, found, this.compiled);
      this.begin(this.quotes.isBare ? JSON.stringify(replacement) : replacement);
      this.quotes.take(text.slice(found.start, found.end));
      this.pass(found.end - found.start, undefined);
      at = found.end;
    }
    this.pass(text.length - at, text.slice(at));
    this.quotes.take(text.slice(at));
    const open = isFinal ? -1 : this.waiting.findIndex(({ left }) => left > 0);
    return this.waiting.splice(0, open < 0 ? this.waiting.length : open).map(({ piece, given }) => {
      piece.text = given;
      return piece;
    });
  }

  /** What stands for a match that begins at the first character that is not decided. */
  private begin(replacement: string): void {
    const first = this.waiting.find(({ left }) => left > 0);
    if (first !== undefined) first.given += replacement;
  }

  /** Decides so many characters, which stay as they are or are left out. */
  private pass(size: number, kept: string | undefined): void {
    let at = 0;
    for (const one of this.waiting) {
      if (at === size) return;
      const taken = Math.min(one.left, size - at);
      if (kept !== undefined) one.given += kept.slice(at, at + taken);
      one.left -= taken;
      at += taken;
    }
  }
}

/** Follows the strings of a text that is a JSON object, as arguments of calls are: a number in one becomes a string. */
class ObjectQuotes {
  /** The signs that a text begins with, up to the second. */
  private opening = "";
  private isInString = false;
  private isEscaped = false;

  /** Whether the text so far is an object, and ends in none of its strings. */
  get isBare(): boolean {
    return this.opening === '{"' && !this.isInString;
  }

  take(text: string): void {
    for (let at = 0; at < text.length && !this.isOther(); at += 1) {
      const sign = text.charAt(at);
      if (this.opening.length < 2 && sign.trim() !== "") this.opening += sign;
      if (this.isEscaped) this.isEscaped = false;
      else if (sign === "\\") this.isEscaped = this.isInString;
      else if (sign === '"') this.isInString = !this.isInString;
    }
  }

  /** Whether the text has begun, and is no object. */
  private isOther(): boolean {
    return this.opening !== "" && !'{"'.startsWith(this.opening);
  }
}
