// What commands get from the process, so that no command reads the environment or a stream by itself.

import type { Readable, Writable } from "node:stream";
import { formatJson } from "@portcullis/core";
import { createStyle, type Style } from "./output/style.js";

export interface TerminalStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: TerminalStream;
  readonly stderr: TerminalStream;
  /** Colours for stdout: none when it is no terminal, or NO_COLOR is set. */
  readonly style: Style;
  /** The same for stderr. */
  readonly errorStyle: Style;
  /** For commands that run until they are stopped: aborts on SIGINT and SIGTERM, which end other commands at once. */
  untilStopped(): AbortSignal;
}

export type ContextParts = Omit<CliContext, "style" | "errorStyle">;

export function createContext(parts: ContextParts): CliContext {
  return {
    ...parts,
    style: createStyle(parts.stdout.isTTY === true, parts.env),
    errorStyle: createStyle(parts.stderr.isTTY === true, parts.env),
  };
}

/** How many columns stdout's terminal has; undefined where it is none, whose lines may have any length. */
export function terminalWidth({ stdout }: CliContext): number | undefined {
  return stdout.isTTY ? stdout.columns : undefined;
}

/** Writes one line to stdout. */
export function writeLine(context: CliContext, text = ""): void {
  context.stdout.write(`${text}\n`);
}

/** Writes one line about progress or trouble to stderr, so that stdout stays what was asked for. */
export function writeNote(context: CliContext, text: string): void {
  context.stderr.write(`${text}\n`);
}

/** Writes one value as one line of JSON. */
export function writeJson(context: CliContext, value: unknown): void {
  writeLine(context, formatJson(value ?? null));
}
