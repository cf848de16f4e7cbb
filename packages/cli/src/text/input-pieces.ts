// A file or standard input as bytes that arrive piece by piece. What they mean is for others to say.

import { createReadStream } from "node:fs";
import { describeReadFault } from "@portcullis/edge/read-fault";
import type { CliContext } from "../context.js";
import { usageError } from "../exit-codes.js";

/** The pieces of the file, or of standard input without one or for `-`. Throws a usage error when it cannot be read. */
export async function* readPieces(context: CliContext, file: string | undefined): AsyncGenerator<Buffer> {
  const isFile = file !== undefined && file !== "-";
  try {
    for await (const piece of isFile ? createReadStream(file) : context.stdin) {
      yield Buffer.from(piece as Buffer | string);
    }
  } catch (error) {
    throw cannotRead(isFile ? `The file ${file}` : "Standard input", error);
  }
}

/** That something cannot be read, and why. */
export function cannotRead(what: string, error: unknown): Error {
  return usageError(`${what} cannot be read: ${describeReadFault(error)}.`);
}
