// JSON lines in, JSON lines out: in order, streaming, as fast as the work itself. Output waits for a slow reader.

import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { CliContext } from "../context.js";
import { usageError } from "../exit-codes.js";

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

/** The lines of each piece that arrives; a last line needs no line end. */
async function* readLines(input: Readable): AsyncGenerator<string[]> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + (typeof chunk === "string" ? chunk : decoder.write(chunk as Buffer))).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines;
  }
  rest += decoder.end();
  if (rest !== "") yield [rest];
}

function openInput(context: CliContext, file: string | undefined): Readable {
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
