// What the commands of one field do, by how they are written: a command that stands in it again, in another line, in the line as
// it is put together or in what was decoded from it, is not read again. It decides nothing.
import type { ShellFinding } from "./shell-finding.js";
import type { Command } from "./shell-words.js";

/** What was read of one command. */
export interface CommandReading {
  /** With places as they are where the command begins at `start`. */
  readonly findings: readonly ShellFinding[];
  readonly start: number;
  /** Whether something in it may download. */
  readonly mayDownload: boolean;
}

/** A sign of a space may end behind the command that it begins in, where it begins so near its end. */
const LONGEST_SEPARATOR = 16;

export class CommandReadings {
  /** Made for the first command: most texts hold none. */
  private known: Map<string, CommandReading> | undefined;

  clear(): void {
    this.known = undefined;
  }

  /** What a command that is written so was read as; undefined for one that opens a text, which may do more. */
  find({ start }: Command, written: string): CommandReading | undefined {
    return start > 0 ? this.known?.get(written) : undefined;
  }

  /** Keeps what a command was read as, where it does the same wherever it stands. */
  keep({ start }: Command, written: string, findings: readonly ShellFinding[], mayDownload: boolean): void {
    if (findings.length > 0 || mayDownload) {
      const separator = written.lastIndexOf("{IFS");
      if (start === 0 || (separator >= 0 && written.length - separator < LONGEST_SEPARATOR)) return;
    }
    this.known ??= new Map();
    this.known.set(written, { findings, start, mayDownload });
  }
}

/** A finding about a command as one about the same command `by` characters further on. */
export function moveFinding(finding: ShellFinding, by: number): ShellFinding {
  return { ...finding, start: finding.start + by, end: finding.end + by };
}
