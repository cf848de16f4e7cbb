// JSON lines in, JSON lines out: in order, streaming, as fast as the work itself. Output waits for a slow reader.

import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { CliContext } from "../context.js";
import { usageError } from "../exit-codes.js";

/** Longest line in characters; what a payload of 4 MiB comes to, many times over. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024;
/** Stands for a line that was not kept: no JSON, so that it is answered as a bad one. */
const TOO_LONG = "(a line of more than 64 Mi characters)";

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
  for await (const lines of readLines(openInput(context, file))) {
    let answers = "";
    for (const text of lines) {
      line += 1;
      if (text.trim() === "") continue;
      let value: Readonly<Record<string, unknown>> | undefined;
      let answer: object;
      try {
        value = readObject(text);
        answer = convert(value);
      } catch (error) {
        bad += 1;
        const id = value?.id === undefined ? {} : { id: value.id };
        answer = { line, ...id, error: error instanceof Error ? error.message : String(error) };
      }
      answers += `${JSON.stringify(answer)}\n`;
    }
    // One write for what came together: a slow source keeps no finished line back, a fast one costs few writes.
    if (answers !== "" && !context.stdout.write(answers)) await once(context.stdout, "drain");
  }
  return bad;
}

/** The lines of each piece that arrives; a last line needs no line end. A line that is too long ends as a rest of it. */
async function* readLines(input: Readable): AsyncGenerator<string[]> {
  const parts: string[] = [];
  let held = 0;
  const take = (last: string): string => {
    const isTooLong = held + last.length > MAX_LINE_LENGTH;
    const line = parts.splice(0).join("") + (isTooLong ? "" : last);
    held = 0;
    return isTooLong ? TOO_LONG : line;
  };
  for await (const text of readText(input)) {
    const lines = text.split("\n");
    const rest = lines.pop() ?? "";
    const [first] = lines;
    if (first !== undefined) {
      lines[0] = take(first);
      yield lines;
    }
    held += rest.length;
    // What is too long is not kept, only known to be.
    if (held > MAX_LINE_LENGTH) parts.length = 0;
    else parts.push(rest);
  }
  if (held > 0) yield [take("")];
}

/** Text as it arrives, whole characters only. */
export async function* readText(input: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  for await (const chunk of input) yield typeof chunk === "string" ? chunk : decoder.write(chunk as Buffer);
  yield decoder.end();
}

/** The file, or standard input without one or for `-`. */
export function openInput(context: CliContext, file: string | undefined): Readable {
  if (file === undefined || file === "-") return context.stdin;
  if (!existsSync(file)) throw usageError(`There is no file ${file}.`);
  return createReadStream(file);
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("The line is no JSON object.");
  return value as Record<string, unknown>;
}

/** The member that a line is about: `text` or `payload`, exactly one. */
export function subjectOf(line: Readonly<Record<string, unknown>>): { name: "text" | "payload"; value: unknown } {
  const hasText = Object.hasOwn(line, "text");
  if (hasText === Object.hasOwn(line, "payload")) throw new Error("The object needs `text` or `payload`, one of them.");
  if (!hasText) return { name: "payload", value: line.payload };
  if (typeof line.text !== "string") throw new Error("`text` must be a string.");
  return { name: "text", value: line.text };
}
