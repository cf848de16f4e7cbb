// The tables of a text that arrives in pieces. Only a row of a table with secrets is held back, up to the longest there is.
import type { CompiledPolicy } from "../compiled-policy.js";
import { replaceMatches } from "../passes.js";
import type { RedactionKind } from "../policy.js";
import { LONGEST_ROW, lineOf, MOST_ROW_LINES, TextTable } from "../tables/text-table.js";

export class TablePass {
  private readonly table: TextTable;
  /** The line so far, with a carriage return at its end; already given where the table has no rows. */
  private line = "";
  /** The line above; undefined where there is none, or it is too long. */
  private before: string | undefined;
  /** Lines that are in it, where a cell holds line ends. */
  private lines = 1;
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
      out.push(this.read(chunk.slice(from, next)), this.endLine(false));
      from = next + 1;
    }
    out.push(this.read(chunk.slice(from)));
    return out.join("");
  }

  /** Takes the last piece. */
  end(chunk: string): string {
    return this.push(chunk) + this.endLine(true);
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

  private endLine(isLast: boolean): string {
    const { line, isTooLong } = this;
    const isHeld = this.table.hasRows;
    const mayFollow = !isLast && this.lines < MOST_ROW_LINES;
    const whole = isTooLong ? undefined : lineOf(line, 0, line.length);
    const found = this.table.take(whole, this.before, mayFollow);
    if (found === undefined) {
      this.line += "\n";
      this.lines += 1;
      return "";
    }
    this.before = whole;
    this.line = "";
    this.lines = 1;
    this.isTooLong = false;
    for (const { kind } of found) this.note(kind);
    return (isHeld ? replaceMatches(line, found, this.compiled) : "") + (isLast ? "" : "\n");
  }
}
