// Redacts what arrives, as it arrives: memory stays bounded however long the input is. Output waits for a slow reader.

import { once } from "node:events";
import type { TextRedactor } from "@portcullis/edge/detection";
import type { CliContext } from "../context.js";
import { readPieces } from "./input-pieces.js";
import { decodePieces } from "./utf8-text.js";

/** Runs the file or standard input through the redactor to standard output. */
export async function redactStream(
  context: CliContext,
  file: string | undefined,
  redactor: TextRedactor,
): Promise<void> {
  const write = async (text: string) => {
    if (text !== "" && !context.stdout.write(text)) await once(context.stdout, "drain");
  };
  for await (const piece of decodePieces(readPieces(context, file))) await write(redactor.push(piece));
  await write(redactor.end());
}
