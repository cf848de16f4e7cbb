// Values on the command line that are JSON, a file (`@name`) or standard input (`-`).

import { readFile } from "node:fs/promises";
import type { CliContext } from "../context.js";
import { usageError } from "../exit-codes.js";

/** The text that an argument stands for: itself, the file after `@`, or standard input for `-`. */
export async function readText(context: CliContext, argument: string): Promise<string> {
  if (argument === "-") return readStdin(context);
  return argument.startsWith("@") ? readTextFile(context, argument.slice(1)) : argument;
}

/** A file's text; `-` is standard input. */
export async function readTextFile(context: CliContext, path: string): Promise<string> {
  if (path === "-") return readStdin(context);
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw usageError(`The file ${path} cannot be read: ${(error as { code?: string }).code ?? String(error)}`);
  }
}

/** The JSON value that an argument stands for. `what` names it in errors. */
export async function readJson(context: CliContext, argument: string, what: string): Promise<unknown> {
  return parseJson(await readText(context, argument), what);
}

export async function readJsonFile(context: CliContext, path: string, what: string): Promise<unknown> {
  return parseJson(await readTextFile(context, path), what);
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const hint = "Give JSON in single quotes, @file for a file, or - for standard input.";
    throw usageError(`${what} is not JSON: ${error instanceof Error ? error.message : String(error)}`, hint);
  }
}

export async function readStdin(context: CliContext): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of context.stdin) chunks.push(Buffer.from(chunk as Buffer | string));
  return Buffer.concat(chunks).toString("utf8");
}
