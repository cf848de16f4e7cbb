// What stage 3 makes of a body: read strictly, the tool's name folded, hashed and scanned. It refuses what cannot be read and
// never what was found. Run on the serving loop for small bodies and on a thread for large ones (detection-thread.ts).
import {
  type DecideCall,
  type ExecuteBody,
  executeBody,
  executeToolBody,
  MAX_EXECUTE_BODY_BYTES,
  MAX_PAYLOAD_BYTES,
  MAX_PAYLOAD_DEPTH,
  Refusal,
  requireValid,
} from "@portcullis/contract";
import {
  CanonicalJsonError,
  canonicalize,
  foldToolName,
  parseStrictJson,
  StrictJsonError,
  sha256Hex,
} from "@portcullis/core";
import { type ScanOptions, type ScanResult, type ScanSettings, scanOptionsFor } from "../detection/index.js";
import { requireJsonType } from "../http/json-type.js";
import { refusalOfJson } from "../http/refusal-of-json.js";
import type { ExecuteRequest } from "../ports.js";
import { pathsFor, readArguments } from "./argument-values.js";
import { showFinding } from "./finding-places.js";
import { hashShape } from "./payload-shape.js";

/** A body with what it takes to inspect it; can be handed to a thread. */
export interface ArrivedBody {
  readonly sent: ExecuteRequest["body"];
  readonly toolNameInPath: string | undefined;
  readonly contentType: string | undefined;
  readonly scan: ScanSettings;
  /** Paths that policies read, by tool. */
  readonly argumentPaths: Readonly<Record<string, readonly string[]>>;
}

export interface InspectedBody {
  readonly payload: Record<string, unknown>;
  readonly question: BodyQuestion;
}

/** The part of the question to the control plane that the body alone gives. */
export type BodyQuestion = Pick<
  DecideCall,
  | "tool_name"
  | "payload_hash"
  | "payload_bytes"
  | "payload_depth"
  | "shape_hash"
  | "body_hash"
  | "findings"
  | "risk"
  | "signals"
  | "arguments"
  | "usage"
  | "target_tenant_id"
  | "metadata"
>;

/** Scans a payload whose canonical text is at hand. */
export type PayloadScanner = (payload: unknown, text: string, options: ScanOptions) => ScanResult | Promise<ScanResult>;

export async function inspectBody(arrived: ArrivedBody, scan: PayloadScanner): Promise<InspectedBody> {
  const { payload, tool_name, ...told } = readBody(arrived);
  const toolName = foldName(tool_name);
  const payloadText = canonicalText(payload);
  const payloadBytes = Buffer.byteLength(payloadText);
  if (payloadBytes > MAX_PAYLOAD_BYTES) throw new Refusal("payload_too_large");
  const scanned = await scan(payload, payloadText, scanOptionsFor(arrived.scan, toolName, "arguments"));
  const question: BodyQuestion = {
    tool_name: toolName,
    payload_hash: sha256Hex(payloadText),
    payload_bytes: payloadBytes,
    payload_depth: scanned.depth,
    shape_hash: hashShape(payload),
    body_hash: sha256Hex(bodyText(told, toolName, payloadText)),
    findings: scanned.findings.map(showFinding),
    risk: scanned.risk,
    signals: scanned.signals,
    arguments: readArguments(payload, pathsFor(arrived.argumentPaths, toolName)),
    ...(told.usage === undefined ? {} : { usage: told.usage }),
    ...(told.target_tenant_id === undefined ? {} : { target_tenant_id: told.target_tenant_id }),
    ...(told.metadata === undefined ? {} : { metadata: told.metadata }),
  };
  return { payload, question };
}

function readBody({ sent, toolNameInPath: inPath, contentType }: ArrivedBody): ExecuteBody {
  const value = sent instanceof Uint8Array ? parseBytes(sent, inPath, contentType) : sent.value;
  if (inPath === undefined) return requireValid(executeBody, value, "body");
  const body = requireValid(executeToolBody, value, "body");
  if (body.tool_name !== undefined) requireSameName(inPath, body.tool_name);
  return { ...body, tool_name: inPath };
}

/** Of two names that differ nobody knows which is meant. */
function requireSameName(inPath: string, inBody: string): void {
  if (foldName(inPath) === foldName(inBody)) return;
  const msg = "must be the tool name in the path: leave it out here, or send the call to POST /execute";
  throw new Refusal("validation_failed", {
    details: [{ type: "name_mismatch", loc: ["body", "tool_name"], msg, input: inBody }],
  });
}

function parseBytes(bytes: Uint8Array, inPath: string | undefined, contentType: string | undefined): unknown {
  // Nothing is missing where the path names the tool.
  if (bytes.length === 0 && inPath !== undefined) return {};
  if (bytes.length > 0) requireJsonType(contentType);
  if (bytes.length > MAX_EXECUTE_BODY_BYTES) throw new Refusal("payload_too_large");
  try {
    // The body around the payload is one level more.
    return parseStrictJson(bytes, { maxDepth: MAX_PAYLOAD_DEPTH + 1 });
  } catch (error) {
    throw error instanceof StrictJsonError ? refusalOfJson(error) : error;
  }
}

function foldName(raw: string): string {
  try {
    return foldToolName(raw);
  } catch (error) {
    throw new Refusal("invalid_tool_name", { detail: error instanceof Error ? error.message : "not a tool name" });
  }
}

/** Also what refuses values of an embedding program that are not JSON, or nest without end. */
function canonicalText(payload: Record<string, unknown>): string {
  try {
    return canonicalize(payload);
  } catch (error) {
    if (!(error instanceof CanonicalJsonError)) throw error;
    throw new Refusal(error.code === "too_deep" ? "too_deep" : "malformed_body", { detail: error.message });
  }
}

/** The canonical text of the whole body; its members are in the order of RFC 8785, the payload's text is reused. */
function bodyText(
  { metadata, target_tenant_id, usage }: Partial<ExecuteBody>,
  toolName: string,
  payloadText: string,
): string {
  const members = [
    metadata && `"metadata":${canonicalize(metadata)}`,
    `"payload":${payloadText}`,
    target_tenant_id && `"target_tenant_id":${canonicalize(target_tenant_id)}`,
    `"tool_name":${canonicalize(toolName)}`,
    usage && `"usage":${canonicalize(usage)}`,
  ];
  return `{${members.filter(Boolean).join(",")}}`;
}
