// The tables of a text that arrives in pieces. Only a row of a table with secrets is held back, up to the longest there is.
import type { CompiledPolicy } from "./compiled-policy.js";
import { replaceMatches } from "./passes.js";
import type { RedactionKind } from "./policy.js";
import { LONGEST_ROW, lineOf, TextTable } from "./text-table.js";

export class TablePass {
  private readonly table: TextTable;
  /** The line so far, with a carriage return at its end; already given where the table has no rows. */
  private line = "";
  private isTooLong = false;

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly note: (kind: RedactionKind) => void,
  ) {
    this.table = new TextTable(compiled.options("", true).wants);
  }

  push(chunk: string): string {
    const out: string[] = [];
    let from = 0;
    for (let next = chunk.indexOf("\n"); next >= 0; next = chunk.indexOf("\n", from)) {
      out.push(this.read(chunk.slice(from, next)), this.endLine(), "\n");
      from = next + 1;
    }
    out.push(this.read(chunk.slice(from)));
    return out.join("");
  }

  /** Takes the last piece. */
  end(chunk: string): string {
    return this.push(chunk) + this.endLine();
  }

  /** Reads a part of a line; gives what is not held back. */
  private read(part: string): string {
    if (this.isTooLong) return part;
    this.line += part;
    this.isTooLong = this.line.length > LONGEST_ROW + 1;
    const given = !this.table.hasRows ? part : this.isTooLong ? this.line : "";
    if (this.isTooLong) this.line = "";
    return given;
  }

  private endLine(): string {
    const { line, isTooLong } = this;
    const isHeld = this.table.hasRows;
    this.line = "";
    this.isTooLong = false;
    const found = this.table.take(isTooLong ? undefined : lineOf(line, 0, line.length));
    for (const { kind } of found) this.note(kind);
    return isHeld ? replaceMatches(line, found, this.compiled) : "";
  }
}
