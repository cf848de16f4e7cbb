// Strings in the statements of one field that hold no statement, by how they are read: the same ones stand in it again and again, as a
// document shows it, and in what is decoded from it. They decide nothing.
import type { SqlNotes } from "./lexer.js";

export class EmptyStrings {
  /** Made for the first string: most texts hold none. */
  private known: Map<string, SqlNotes>[] | undefined;

  clear(): void {
    this.known = undefined;
  }

  /** What was noted of a string that was read so; undefined for one that was not, or that held a statement. */
  find(value: string, depth: number, backslashes: boolean): SqlNotes | undefined {
    return this.known?.[wayOf(depth, backslashes)]?.get(value);
  }

  keep(value: string, depth: number, backslashes: boolean, { hasEscapedQuotes }: SqlNotes): void {
    this.known ??= [];
    const way = wayOf(depth, backslashes);
    this.known[way] ??= new Map();
    this.known[way].set(value, { hasEscapedQuotes });
  }
}

/** How deep a string stands in others tells how far its own are read. */
function wayOf(depth: number, backslashes: boolean): number {
  return 2 * depth + (backslashes ? 1 : 0);
}
