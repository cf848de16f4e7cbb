// A tool's answer as a value: JSON, text, or base64 with its type. Reads by content type, and falls back to what the bytes are rather
// than failing. The caller gets the value, and so does whoever repeats the idempotency key, by way of the control plane: so it is one
// that every program on the way can hold.
import { MAX_PAYLOAD_DEPTH } from "@portcullis/contract";
import { type JsonValue, jsonDepth, parseJson, wellFormedJson } from "@portcullis/core";
import { isJsonLines } from "../detection/index.js";

/** An answer as it came: a body with its type, or JSON, with what it says where that is known. */
export type AnswerContent = AnswerBody | { readonly json: string; readonly value?: JsonValue };

interface AnswerBody {
  /** Decompressed. */
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** Texts that hold more than words: server-sent events, lines of JSON, and other JSON that is no single value or nests too deeply. */
export type AnswerForm = "event_stream" | "json_lines" | "json_text";

export interface ReadAnswer {
  /** JSON value, text, or `{content_type, base64}`. */
  readonly result: unknown;
  /** Of a text that has a form of its own, in which it is redacted. */
  readonly form?: AnswerForm | undefined;
}

export function readAnswer(content: AnswerContent): ReadAnswer {
  if ("json" in content) return { result: readJson(content.json, content.value) };
  const { body, contentType } = content;
  if (body.length === 0) return { result: null };
  const mediaType = mediaTypeOf(contentType);
  const text = isTextual(mediaType) ? decodeText(body, contentType) : null;
  if (text === null) {
    const base64 = bufferOf(body).toString("base64");
    return { result: { content_type: mediaType === "" ? "application/octet-stream" : mediaType, base64 } };
  }
  const result = isJson(mediaType) ? readJson(text) : text;
  return { result, form: formOf(mediaType, result) };
}

/** What readAnswer has to read, about. */
export function sizeOf(content: AnswerContent): number {
  return "json" in content ? content.json.length : content.body.length;
}

/**
 * What a text of JSON says, with U+FFFD for halves of characters. JSON that is nested deeper than payloads is passed on as its text,
 * for nothing after this recurses without a bound, and so is a text that is none.
 */
function readJson(text: string, known?: JsonValue): unknown {
  const wellFormed = wellFormedJson(text);
  try {
    const value = known === undefined || wellFormed !== text ? parseJson(wellFormed) : known;
    return jsonDepth(value) > MAX_PAYLOAD_DEPTH ? text : value;
  } catch {
    return text;
  }
}

/** The form of a text, by its type and, since lines of JSON come under many, what it is. */
function formOf(mediaType: string, result: unknown): AnswerForm | undefined {
  if (typeof result !== "string") return undefined;
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
function decodeText(body: Uint8Array, contentType: string): string | null {
  const claimed = /;\s*charset="?([^";\s]+)"?/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(utf16Of(body, claimed) ?? claimed ?? "utf-8", { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** UTF-16, where its mark begins the bytes or, unless they claim to be something else, every other one is zero. */
function utf16Of(body: Uint8Array, claimed: string | undefined): string | undefined {
  const first = bufferOf(body.subarray(0, 4)).toString("hex");
  if (first.startsWith("feff")) return "utf-16be";
  if (first.startsWith("fffe") && first !== "fffe0000") return "utf-16le";
  if (claimed !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(claimed)) return undefined;
  if (/^(?:(?!00)..00){2}$/.test(first)) return "utf-16le";
  return /^(?:00(?!00)..){2}$/.test(first) ? "utf-16be" : undefined;
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
