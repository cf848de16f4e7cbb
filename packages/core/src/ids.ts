/**
 * Identifiers: random UUIDs, the name-based UUIDs that make a retried record collapse onto its first row, request ids, and
 * the W3C trace context. Nothing here is a secret.
 */
import { cryptoPort } from "#crypto";
import { fromHex } from "./hash.js";

export type IdErrorCode = "invalid_uuid" | "invalid_trace_id";

/** An identifier of the wrong form. */
export class IdError extends Error {
  override readonly name = "IdError";
  constructor(
    readonly code: IdErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** A new random (version 4) UUID, in lowercase. */
export function newId(): string {
  return cryptoPort.randomUuid();
}

/**
 * A new request id: a version 7 UUID (RFC 9562) in lowercase, random but for the time that it begins with. Ids of one time
 * lie beside each other in an index, where random ones would each change another page.
 */
export function newRequestId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${cryptoPort.randomUuid().slice(15)}`;
}

/** The version 5 UUID (RFC 9562) of a name in a namespace. Throws {@link IdError} `invalid_uuid` for the namespace. */
export function uuidV5(namespace: string, name: string): string {
  if (!isUuid(namespace)) throw new IdError("invalid_uuid", "the namespace of a name-based UUID must be a UUID");
  const nameBytes = ENCODER.encode(name);
  const input = new Uint8Array(16 + nameBytes.length);
  input.set(fromHex(namespace.replaceAll("-", "").toLowerCase()));
  input.set(nameBytes, 16);
  const hex = cryptoPort.sha1Hex(input);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The audit id of a call: the same tenant and request id give the same row. */
export function auditIdOf(tenantId: string, requestId: string): string {
  return uuidV5(tenantId, requestId);
}

/** The audit id of an operator's action. No request id holds a newline, so it never meets a call's id. */
export function operatorAuditIdOf(tenantId: string, requestId: string, action: string): string {
  return uuidV5(tenantId, `${requestId}\n${action}`);
}

/**
 * Whether the value is the 36-character text of a UUID (RFC 9562): of any of its versions and in either case, or nil, or max in
 * lowercase. The same as the contract's schemas take.
 */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

/** Whether a caller may use the value as request id: 1 to 128 characters of `A-Z a-z 0-9 . _ : -`. */
export function isRequestId(value: unknown): value is string {
  return typeof value === "string" && REQUEST_ID.test(value);
}

/** Whether a caller may use the value as trace id: 1 to 64 characters of `A-Z a-z 0-9 . _ : -`. */
export function isTraceId(value: unknown): value is string {
  return typeof value === "string" && TRACE_ID.test(value);
}

/** A W3C trace context: 32 and 16 lowercase hex digits, and the sampled flag. */
export interface TraceContext {
  readonly traceId: string;
  readonly parentId: string;
  readonly sampled: boolean;
}

/** A new trace id: 32 lowercase hex digits, not all zero. */
export function newTraceId(): string {
  return cryptoPort.randomUuid().replaceAll("-", "");
}

/** A new span (parent) id: 16 lowercase hex digits, not all zero. */
export function newSpanId(): string {
  // The version and variant bits of a UUID are never zero; its second half starts with the variant.
  return cryptoPort.randomUuid().replaceAll("-", "").slice(16);
}

/** Reads a `traceparent` header; null when it is missing or malformed (the caller then starts a new trace). */
export function parseTraceparent(header: unknown): TraceContext | null {
  if (typeof header !== "string" || header.length > 512) return null;
  const match = TRACEPARENT.exec(header);
  if (match === null) return null;
  const [, version, traceId, parentId, flags, rest] = match;
  if (version === undefined || traceId === undefined || parentId === undefined || flags === undefined) return null;
  if (version === "ff" || (version === "00" && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return null;
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes a version 00 `traceparent` header; throws {@link IdError} `invalid_trace_id` for malformed ids. */
export function formatTraceparent(context: TraceContext): string {
  const header = `00-${context.traceId}-${context.parentId}-${context.sampled ? "01" : "00"}`;
  if (parseTraceparent(header) === null) {
    throw new IdError("invalid_trace_id", "a trace id has 32 and a parent id 16 lowercase hex digits, not all zero");
  }
  return header;
}

const ENCODER = new TextEncoder();
const UUID =
  /^(?:[\da-fA-F]{8}-[\da-fA-F]{4}-[1-8][\da-fA-F]{3}-[89abAB][\da-fA-F]{3}-[\da-fA-F]{12}|0{8}-(?:0{4}-){3}0{12}|f{8}-(?:f{4}-){3}f{12})$/;
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const TRACE_ID = /^[A-Za-z0-9._:-]{1,64}$/;
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
