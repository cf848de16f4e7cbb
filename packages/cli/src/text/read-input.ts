// Values on the command line that are JSON, a file (`@name`) or standard input (`-`).

import { readFile } from "node:fs/promises";
import type { CliContext } from "../context.js";
import { CliError, usageError } from "../exit-codes.js";

/** The text that an argument stands for: itself, the file after `@`, or standard input for `-`. */
export async function readText(context: CliContext, argument: string): Promise<string> {
  if (argument === "-") return readStdin(context);
  return argument.startsWith("@") ? readTextFile(context, argument.slice(1)) : argument;
}

/** A file's text; `-` is standard input. */
export async function readTextFile(context: CliContext, path: string): Promise<string> {
  if (path === "-") return readStdin(context);
  try {
    return decodeText(await readFile(path));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(`The file ${path} cannot be read: ${(error as { code?: string }).code ?? String(error)}`);
  }
}

/** The JSON value that an argument stands for. `what` names it in errors. */
export async function readJson(context: CliContext, argument: string, what: string): Promise<unknown> {
  return parseJson(
    await readText(context, argument),
    what,
    "Give JSON in single quotes, @file for a file, or - for standard input.",
  );
}

export async function readJsonFile(context: CliContext, path: string, what: string): Promise<unknown> {
  return parseJson(
    await readTextFile(context, path),
    what,
    "Give the path of a file with JSON, or - for standard input.",
  );
}

function parseJson(text: string, what: string, hint: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`${what} is not JSON: ${error instanceof Error ? error.message : String(error)}`, hint);
  }
}

export async function readStdin(context: CliContext): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of context.stdin) chunks.push(Buffer.from(chunk as Buffer | string));
  return decodeText(Buffer.concat(chunks));
}

/** UTF-8 without its byte order mark. UTF-16 is refused, since it would read as noise in which nothing is ever found. */
function decodeText(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe" || mark === "feff") {
    throw usageError(
      "The input is UTF-16 text.",
      "Convert it to UTF-8 first, for example with iconv -f UTF-16 -t UTF-8.",
    );
  }
  return new TextDecoder().decode(bytes);
}
