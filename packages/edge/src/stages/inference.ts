// Stage 3: reads the body strictly, folds the tool's name, hashes, and scans. It refuses what cannot be read and never
// what was found: findings, risk and signals go on to the decision.
import { Refusal } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import type { Call } from "../calls/call.js";
import type { RunningCalls } from "../calls/running-calls.js";
import type { Inspected } from "../calls/stage-values.js";
import type { Detection } from "../inspection/detection.js";
import type { ServedDefinition, ToolRunner } from "../ports.js";
import type { Caller } from "../tenant/caller.js";
import { grantedAction } from "../tenant/grants.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";
import type { ToolDefinitions } from "../tool-definitions.js";

/** How long a tool's server may take to describe it, where the tool has no timeout of its own. */
const DEFAULT_DESCRIBE_MS = 30_000;

export interface InspectPorts {
  readonly mirror: TenantMirror;
  readonly tools: Pick<ToolRunner, "has" | "describerOf">;
  readonly detection: Pick<Detection, "inspect">;
  readonly running: RunningCalls;
  readonly definitions: ToolDefinitions;
  readonly deadlineMs: number;
}

export async function inspect(call: Call, caller: Caller, ports: InspectPorts): Promise<Inspected> {
  const { mirror, detection } = ports;
  const settings = mirror.settings;
  if (settings === undefined) throw new Refusal("control_plane_unreachable");
  const { body: sent, headers, toolNameInPath, cancelled } = call.request;
  const idempotencyKey = idempotencyKeyOf(headers);
  const approvalKey = printableHeader(headers["x-approval-key"], 100, "malformed_request");
  const arrived = {
    sent,
    toolNameInPath,
    contentType: headers["content-type"],
    scan: settings.scan,
    argumentPaths: settings.policy.argument_paths,
  };
  const { payload, question } = await detection.inspect(caller.agentId, arrived);
  const { tool_name: toolName, usage } = question;
  const definitionHash = await servedHash(toolName, cancelled, ports);
  const action = grantedAction(caller, toolName);
  const decide: Inspected["decide"] = {
    request_id: call.requestId,
    trace_id: call.traceId,
    call_id: newId(),
    received_at: new Date(call.receivedAtMs).toISOString(),
    jti: caller.jti,
    agent_id: caller.agentId,
    ...question,
    signals: { ...question.signals, tool_guard: action === null || action === "DENY" ? 1 : 0 },
    policy_revision: settings.policy.revision,
    ...(definitionHash === undefined ? {} : { definition_hash: definitionHash }),
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
    ...(approvalKey === undefined ? {} : { approval_key: approvalKey }),
  };
  return { toolName, payload, usage, idempotencyKey, decide };
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
  await definitions.approved([served], () => AbortSignal.timeout(Math.ceil(deadlineMs)));
  return served.hash;
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
