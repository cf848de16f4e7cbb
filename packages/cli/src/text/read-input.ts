// Values on the command line that are JSON, a file (`@name`) or standard input (`-`).

import { readFile } from "node:fs/promises";
import { parseJson, parseStrictJson, StrictJsonError } from "@portcullis/core";
import type { CliContext } from "../context.js";
import { usageError } from "../exit-codes.js";
import { cannotRead, readPieces } from "./input-pieces.js";
import { decodeUtf8 } from "./utf8-text.js";

/** Receipts and key sets nest a few levels. */
const MAX_SIGNED_DEPTH = 64;

/** The text that an argument stands for: itself, the file after `@`, or standard input for `-`. */
async function readText(context: CliContext, argument: string): Promise<string> {
  if (argument === "-") return readStdin(context);
  return argument.startsWith("@") ? readTextFile(context, argument.slice(1)) : argument;
}

/** A file's text; `-` is standard input. */
export async function readTextFile(context: CliContext, path: string): Promise<string> {
  if (path === "-") return readStdin(context);
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw cannotRead(`The file ${path}`, error);
  }
  return decodeUtf8(bytes);
}

/** The JSON value that an argument stands for. `what` names it in errors. */
export async function readJson(context: CliContext, argument: string, what: string): Promise<unknown> {
  return parseText(
    await readText(context, argument),
    what,
    "Give JSON in single quotes, @file for a file, or - for standard input.",
  );
}

/** The JSON value in a file. `hint` says how such a file is made, where it is none that people write. */
export async function readJsonFile(
  context: CliContext,
  path: string,
  what: string,
  hint = "Give the path of a file with JSON, or - for standard input.",
): Promise<unknown> {
  return parseText(await readTextFile(context, path), what, hint);
}

/** The same for what a verdict rests on: a text that two programs could read differently is refused. */
export async function readSignedFile(context: CliContext, path: string, what: string, hint: string): Promise<unknown> {
  const text = await readTextFile(context, path);
  try {
    return parseStrictJson(text, { maxDepth: MAX_SIGNED_DEPTH });
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    // What no program reads has its place told as in other files.
    parseText(text, what, hint);
    throw usageError(`${what} can be read in more than one way: ${error.message}.`, hint);
  }
}

function parseText(text: string, what: string, hint: string): unknown {
  try {
    return parseJson(text, refuseNumber);
  } catch (error) {
    throw usageError(`${what} is not JSON: ${error instanceof Error ? error.message : String(error)}`, hint);
  }
}

function refuseNumber(literal: string, pointer: string): never {
  throw new Error(
    `the number ${literal.slice(0, 40)} at "${pointer}" is larger than programs hold; give it as a string`,
  );
}

export async function readStdin(context: CliContext): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(context, "-")) pieces.push(piece);
  return decodeUtf8(Buffer.concat(pieces));
}
