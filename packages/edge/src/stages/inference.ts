// Stage 3: reads the body strictly, folds the tool's name, hashes, and scans. It refuses what cannot be read and never
// what was found: findings, risk and signals go on to the decision.
import {
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
  newId,
  parseStrictJson,
  StrictJsonError,
  sha256Hex,
} from "@portcullis/core";
import { pathsFor, readArguments } from "../argument-values.js";
import type { Call } from "../call.js";
import type { Caller } from "../caller.js";
import { scanOptionsFor } from "../detection/index.js";
import type { DetectionThread } from "../detection-thread.js";
import { showFinding } from "../finding-places.js";
import { grantedAction } from "../grants.js";
import { requireJsonType } from "../json-type.js";
import { hashShape } from "../payload-shape.js";
import type { ServedDefinition, ToolRunner } from "../ports.js";
import { refusalOfJson } from "../refusal-of-json.js";
import type { RunningCalls } from "../running-calls.js";
import type { Inspected } from "../stage-values.js";
import type { TenantMirror } from "../tenant-mirror.js";
import type { ToolDefinitions } from "../tool-definitions.js";

/** How long a tool's server may take to describe it, where the tool has no timeout of its own. */
const DEFAULT_DESCRIBE_MS = 30_000;

export interface InspectPorts {
  readonly mirror: TenantMirror;
  readonly tools: Pick<ToolRunner, "has" | "describerOf">;
  readonly detection: Pick<DetectionThread, "scan">;
  readonly running: RunningCalls;
  readonly definitions: ToolDefinitions;
  readonly deadlineMs: number;
}

export async function inspect(call: Call, caller: Caller, ports: InspectPorts): Promise<Inspected> {
  const { mirror, detection } = ports;
  const settings = mirror.settings;
  if (settings === undefined) throw new Refusal("control_plane_unreachable");
  const { headers } = call.request;
  const idempotencyKey = idempotencyKeyOf(headers);
  const approvalKey = printableHeader(headers["x-approval-key"], 100, "malformed_request");
  const body = readBody(call);
  const toolName = foldName(body.tool_name);
  const payloadText = canonicalText(body.payload);
  const payloadBytes = Buffer.byteLength(payloadText);
  if (payloadBytes > MAX_PAYLOAD_BYTES) throw new Refusal("payload_too_large");
  const options = scanOptionsFor(settings.scan, toolName, "arguments");
  const scanned = await detection.scan(caller.agentId, body.payload, payloadText, options);
  const definitionHash = await servedHash(toolName, call.request.cancelled, ports);
  const action = grantedAction(caller, toolName);
  const decide: Inspected["decide"] = {
    request_id: call.requestId,
    trace_id: call.traceId,
    call_id: newId(),
    received_at: new Date(call.receivedAtMs).toISOString(),
    jti: caller.jti,
    agent_id: caller.agentId,
    tool_name: toolName,
    ...(definitionHash === undefined ? {} : { definition_hash: definitionHash }),
    payload_hash: sha256Hex(payloadText),
    payload_bytes: payloadBytes,
    payload_depth: scanned.depth,
    shape_hash: hashShape(body.payload),
    body_hash: sha256Hex(bodyText(body, toolName, payloadText)),
    findings: scanned.findings.map(showFinding),
    risk: scanned.risk,
    signals: { ...scanned.signals, tool_guard: action === null || action === "DENY" ? 1 : 0 },
    arguments: readArguments(body.payload, pathsFor(settings.policy.argument_paths, toolName)),
    policy_revision: settings.policy.revision,
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
    ...(approvalKey === undefined ? {} : { approval_key: approvalKey }),
    ...(body.usage === undefined ? {} : { usage: body.usage }),
    ...(body.target_tenant_id === undefined ? {} : { target_tenant_id: body.target_tenant_id }),
    ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
  };
  return { toolName, payload: body.payload, usage: body.usage, idempotencyKey, decide };
}

/**
 * Under the standard's name too: whoever sends a key counts on the tool running once. Of two that differ nobody knows which
 * is meant.
 */
function idempotencyKeyOf(headers: Call["request"]["headers"]): string | undefined {
  const standard = headers["idempotency-key"];
  const own = headers["x-idempotency-key"] ?? standard;
  if (standard !== undefined && standard !== own) throw new Refusal("invalid_idempotency_key");
  return printableHeader(own, 255, "invalid_idempotency_key");
}

/** The hash of the tool's definition as it is served now, which the control plane knows by then; null without an answer. */
async function servedHash(
  toolName: string,
  cancelled: AbortSignal | undefined,
  { mirror, tools, running, definitions, deadlineMs }: InspectPorts,
): Promise<string | null | undefined> {
  const describe = tools.describerOf?.(toolName);
  // A tool that is nowhere has no definition to compare: the call is judged, and a permit leads nowhere.
  if (describe === undefined) return tools.has(toolName) ? undefined : null;
  const withinMs = mirror.tool(toolName)?.timeout_ms ?? DEFAULT_DESCRIBE_MS;
  let served: ServedDefinition;
  // A server that is slow to answer holds up neither the kill switch nor the end of this edge.
  const stop = running.start(cancelled);
  try {
    served = await describe(AbortSignal.any([stop.signal, AbortSignal.timeout(withinMs)]));
  } catch {
    // Stage 8 asks again, and says of the call what is wrong.
    return null;
  } finally {
    running.end(stop);
  }
  await definitions.approved([served], AbortSignal.timeout(Math.ceil(deadlineMs)));
  return served.hash;
}

function readBody({ request }: Call): ExecuteBody {
  const inPath = request.toolNameInPath;
  const { body: sent, headers } = request;
  const value = sent instanceof Uint8Array ? parseBytes(sent, inPath, headers["content-type"]) : sent.value;
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
function bodyText({ metadata, target_tenant_id, usage }: ExecuteBody, toolName: string, payloadText: string): string {
  const members = [
    metadata && `"metadata":${canonicalize(metadata)}`,
    `"payload":${payloadText}`,
    target_tenant_id && `"target_tenant_id":${canonicalize(target_tenant_id)}`,
    `"tool_name":${canonicalize(toolName)}`,
    usage && `"usage":${canonicalize(usage)}`,
  ];
  return `{${members.filter(Boolean).join(",")}}`;
}

function printableHeader(
  value: string | undefined,
  maxLength: number,
  code: "invalid_idempotency_key" | "malformed_request",
): string | undefined {
  if (value === undefined) return undefined;
  if (value.length === 0 || value.length > maxLength || !/^[\x20-\x7e]+$/.test(value)) throw new Refusal(code);
  return value;
}
