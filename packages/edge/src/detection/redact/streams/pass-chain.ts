// As many passes in a row as a whole text takes at most, each over a text that arrives in pieces.
import type { Leaves, Pieces } from "../leaves.js";
import { PASSES } from "../passes.js";
import type { RedactionKind } from "../policy.js";
import type { ValueKey } from "../value-key.js";
import { StreamPass } from "./stream-pass.js";
import { TablePass } from "./table-pass.js";

/** Smaller pieces are gathered, since each look costs what is held back. */
const LEAST_PIECE = 32;

export class PassChain implements Pieces {
  private gathered = "";
  private readonly passes: readonly (TablePass | StreamPass)[];

  constructor(leaves: Leaves, path: string, key: ValueKey) {
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
