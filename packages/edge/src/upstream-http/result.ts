// A tool's answer as a value: JSON, text, or base64 with its type. Reads by content type, and falls back to what the bytes
// are rather than failing.
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { Refusal } from "@portcullis/contract";
import { readAnswerText } from "../answer-value.js";
import { isJsonLines } from "../detection/index.js";
import type { AnswerForm } from "../ports.js";
import type { RawAnswer } from "./exchange.js";

const decoders = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** Encodings that are asked for. */
export const ACCEPT_ENCODING = "gzip, deflate, br";

/** The answer's value; rejects with Refusal `response_too_large` or `upstream_error`. */
export async function readResult(answer: RawAnswer, maxBytes: number): Promise<unknown> {
  const body = await decompress(answer, maxBytes);
  const mediaType = mediaTypeOf(answer.contentType);
  if (body.length === 0) return null;
  const text = isTextual(mediaType) ? decodeText(body, answer.contentType) : null;
  if (text === null) {
    return { content_type: mediaType === "" ? "application/octet-stream" : mediaType, base64: body.toString("base64") };
  }
  return isJson(mediaType) ? parseAnswer(text) : text;
}

async function decompress({ body, contentEncoding }: RawAnswer, maxBytes: number): Promise<Buffer> {
  if (contentEncoding === "" || contentEncoding === "identity" || body.length === 0) return body;
  if (!Object.hasOwn(decoders, contentEncoding)) throw new Refusal("upstream_error");
  try {
    return await decoders[contentEncoding as keyof typeof decoders](body, { maxOutputLength: maxBytes });
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    throw new Refusal(code === "ERR_BUFFER_TOO_LARGE" ? "response_too_large" : "upstream_error");
  }
}

/** The form of a text answer, by its content type and, since lines of JSON come under many, what it is. */
export function formOf(contentType: string, result: unknown): AnswerForm | undefined {
  if (typeof result !== "string") return undefined;
  const mediaType = mediaTypeOf(contentType);
  if (isJsonLines(result)) return "json_lines";
  if (mediaType === "text/event-stream") return "event_stream";
  return isJson(mediaType) || JSON_LINES.test(mediaType) ? "json_text" : undefined;
}

const JSON_LINES = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)$/;

function mediaTypeOf(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

function isJson(mediaType: string): boolean {
  return mediaType === "application/json" || mediaType.endsWith("+json");
}

function isTextual(mediaType: string): boolean {
  return (
    mediaType === "" ||
    mediaType.startsWith("text/") ||
    isJson(mediaType) ||
    mediaType.endsWith("+xml") ||
    JSON_LINES.test(mediaType) ||
    /^application\/(xml|javascript|yaml|x-yaml|sql|x-www-form-urlencoded|graphql)$/.test(mediaType)
  );
}

/** Null when the bytes are not text of the charset that they claim, or that they begin like. */
function decodeText(body: Buffer, contentType: string): string | null {
  const claimed = /;\s*charset="?([^";\s]+)"?/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(utf16Of(body, claimed) ?? claimed ?? "utf-8", { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** UTF-16, where its mark begins the bytes or, unless they claim to be something else, every other one is zero. */
function utf16Of(body: Buffer, claimed: string | undefined): string | undefined {
  const first = body.subarray(0, 4).toString("hex");
  if (first.startsWith("feff")) return "utf-16be";
  if (first.startsWith("fffe") && first !== "fffe0000") return "utf-16le";
  if (claimed !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(claimed)) return undefined;
  if (/^(?:(?!00)..00){2}$/.test(first)) return "utf-16le";
  return /^(?:00(?!00)..){2}$/.test(first) ? "utf-16be" : undefined;
}

function parseAnswer(text: string): unknown {
  try {
    return readAnswerText(text);
  } catch {
    return text;
  }
}
