// JSON lines in, JSON lines out: in order, streaming, as fast as the work itself. Output waits for a slow reader.

import { isUtf8 } from "node:buffer";
import { once } from "node:events";
import { formatJson, parseJson } from "@portcullis/core";
import type { CliContext } from "../context.js";
import { readPieces } from "./input-pieces.js";
import { withoutUtf16 } from "./utf8-text.js";

/** Longest line in bytes; what a payload of 4 MiB comes to, many times over. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_END = 0x0a;
const MARK = "\ufeff";

/** A line's text, or what is wrong with it. */
type Line = string | Error;
const TOO_LONG = new Error("The line is longer than 64 MiB.");
const NOT_UTF_8 = new Error("The line is not UTF-8.");

/**
 * Writes what `convert` makes of each line's object; a line that is no object, or that `convert` throws on, becomes
 * `{"line", "id", "error"}` with the line's number, and its id where it has one. Gives the number of bad lines.
 */
export async function convertJsonLines(
  context: CliContext,
  file: string | undefined,
  convert: (value: Readonly<Record<string, unknown>>) => object,
): Promise<number> {
  let line = 0;
  let bad = 0;
  for await (const lines of readLines(readPieces(context, file))) {
    let answers = "";
    for (const text of lines) {
      line += 1;
      if (typeof text === "string" && text.trim() === "") continue;
      let value: Readonly<Record<string, unknown>> | undefined;
      try {
        value = readObject(text);
        answers += `${writeObject(convert(value))}\n`;
      } catch (error) {
        bad += 1;
        // An id that is a list or object may be what cannot be written.
        const id = typeof value?.id === "object" || value?.id === undefined ? {} : { id: value.id };
        answers += `${JSON.stringify({ line, ...id, error: error instanceof Error ? error.message : String(error) })}\n`;
      }
    }
    // One write for what came together: a slow source keeps no finished line back, a fast one costs few writes.
    if (answers !== "" && !context.stdout.write(answers)) await once(context.stdout, "drain");
  }
  return bad;
}

/** The lines of each piece that arrives; a last line needs no line end. A line that is too long ends as a rest of it. */
async function* readLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  const parts: Buffer[] = [];
  let held = 0;
  const take = (last: Buffer): Line[] => {
    const line = held + last.length > MAX_LINE_BYTES ? [TOO_LONG] : decodeLines(Buffer.concat([...parts, last]));
    parts.length = 0;
    held = 0;
    return line;
  };
  for await (const piece of withoutUtf16(pieces)) {
    const end = piece.lastIndexOf(LINE_END);
    if (end >= 0) {
      const first = piece.indexOf(LINE_END);
      const lines = take(piece.subarray(0, first));
      if (first < end) lines.push(...decodeLines(piece.subarray(first + 1, end)));
      yield lines;
    }
    const rest = piece.subarray(end + 1);
    held += rest.length;
    // What is too long is not kept, only known to be.
    if (held > MAX_LINE_BYTES) parts.length = 0;
    else parts.push(rest);
  }
  if (held > 0) yield take(Buffer.alloc(0));
}

/** Lines in one go; where one of them is not UTF-8, each by itself, so that it alone is bad. */
function decodeLines(bytes: Buffer): Line[] {
  if (isUtf8(bytes)) return bytes.toString("utf8").split("\n");
  const lines: Line[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const at = bytes.indexOf(LINE_END, from);
    const end = at < 0 ? bytes.length : at;
    const line = bytes.subarray(from, end);
    lines.push(isUtf8(line) ? line.toString("utf8") : NOT_UTF_8);
    from = end + 1;
  }
  return lines;
}

function readObject(line: Line): Readonly<Record<string, unknown>> {
  if (line instanceof Error) throw line;
  const value: unknown = parseJson(line.startsWith(MARK) ? line.slice(MARK.length) : line);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("The line is no JSON object.");
  return value as Record<string, unknown>;
}

/** JSON is written by recursion, so that some depth is too much, which redaction itself may bear. */
function writeObject(value: object): string {
  try {
    return formatJson(value);
  } catch (error) {
    throw error instanceof RangeError ? new Error("The line nests too deeply to be written.", { cause: error }) : error;
  }
}

/** The member that a line is about: `text` or `payload`, exactly one. */
export function subjectOf(line: Readonly<Record<string, unknown>>): { name: "text" | "payload"; value: unknown } {
  const hasText = Object.hasOwn(line, "text");
  if (hasText === Object.hasOwn(line, "payload")) throw new Error("The object needs `text` or `payload`, one of them.");
  if (!hasText) return { name: "payload", value: line.payload };
  if (typeof line.text !== "string") throw new Error("`text` must be a string.");
  return { name: "text", value: line.text };
}
