// The encodings in which a tool's answer may travel.
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { Refusal } from "@portcullis/contract";
import type { RawAnswer } from "./exchange.js";

const decoders = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** Encodings that are asked for. */
export const ACCEPT_ENCODING = "gzip, deflate, br";

/** The answer's body as it was before it travelled; rejects with Refusal `response_too_large` or `upstream_error`. */
export async function decompress(
  { body, contentEncoding }: Pick<RawAnswer, "body" | "contentEncoding">,
  maxBytes: number,
): Promise<Buffer> {
  if (contentEncoding === "" || contentEncoding === "identity" || body.length === 0) return body;
  if (!Object.hasOwn(decoders, contentEncoding)) throw new Refusal("upstream_error");
  try {
    return await decoders[contentEncoding as keyof typeof decoders](body, { maxOutputLength: maxBytes });
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    throw new Refusal(code === "ERR_BUFFER_TOO_LARGE" ? "response_too_large" : "upstream_error");
  }
}
