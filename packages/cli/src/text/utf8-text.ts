// Bytes that have to be UTF-8. Anything else is refused: it would be read as noise, in which nothing is ever found, and which
// nothing is ever taken out of.

import { type CliError, usageError } from "../exit-codes.js";

const UTF_16_MARKS: ReadonlySet<string> = new Set(["fffe", "feff"]);
const MARK_BYTES = 2;

/** The whole text, without its byte order mark. Throws a usage error for UTF-16, and for bytes that are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  requireNoUtf16(bytes);
  return decode(new TextDecoder("utf-8", { fatal: true }), bytes);
}

/** The pieces again, once the first bytes are known to be no mark of UTF-16. Throws a usage error when they are. */
export async function* withoutUtf16(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (head === null) yield piece;
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < MARK_BYTES) continue;
      requireNoUtf16(head);
      yield head;
      head = null;
    }
  }
  if (head !== null && head.length > 0) yield head;
}

/** The text as it arrives, whole characters only, its byte order mark included. Throws as `decodeUtf8` does. */
export async function* decodePieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for await (const piece of withoutUtf16(pieces)) yield decode(decoder, piece, true);
  yield decode(decoder, Buffer.alloc(0));
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, stream = false): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw wrongEncoding("The input is not UTF-8 text.", "WINDOWS-1252");
  }
}

function requireNoUtf16(bytes: Uint8Array): void {
  const mark = Buffer.from(bytes.subarray(0, MARK_BYTES)).toString("hex");
  if (UTF_16_MARKS.has(mark)) throw wrongEncoding("The input is UTF-16 text.", "UTF-16");
}

function wrongEncoding(message: string, from: string): CliError {
  return usageError(message, `Convert it to UTF-8 first, for example with iconv -f ${from} -t UTF-8.`);
}
