// Shapes of POST /execute: its body, the decision envelope, what an allowed answer adds, and what refusals carry.

import { z } from "zod";
import { FINDING_CODES } from "../findings.js";
import { instant, metadata, score, toolName, usd, uuid, uuidInput, withoutControls } from "./common.js";

/** Token counts that a caller declares, or that a tool's answer states. */
export const usage = z.strictObject({
  model: withoutControls(z.string().min(1).max(200)).optional(),
  prompt_tokens: z.number().int().min(0).max(1_000_000_000).default(0),
  completion_tokens: z.number().int().min(0).max(1_000_000_000).default(0),
});
export type Usage = z.output<typeof usage>;

/** Largest payload of a call in bytes, as canonical JSON. */
export const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;
/** Deepest payload, and deepest answer of a tool, in arrays and objects around a value. */
export const MAX_PAYLOAD_DEPTH = 512;
/** Largest body of POST /execute: such a payload with every other member at its longest. */
export const MAX_EXECUTE_BODY_BYTES = MAX_PAYLOAD_BYTES + 64 * 1024;

const callMembers = {
  payload: z.record(z.string(), z.unknown()).default({}),
  usage: usage.optional(),
  target_tenant_id: uuidInput.optional(),
  metadata: metadata.optional(),
};
/** Body of POST /execute. */
export const executeBody = z.strictObject({ tool_name: toolName, ...callMembers });
export type ExecuteBody = z.output<typeof executeBody>;
/** Body of POST /execute/{tool_name}; a name in it says the same as the path's. */
export const executeToolBody = z.strictObject({
  tool_name: toolName.optional().meta({ description: "The name in the path once more, or left out" }),
  ...callMembers,
});

export const findingCode = z.enum(FINDING_CODES);

/** One finding of the scan: where, why and how sure; never the text itself. */
export const finding = z.object({
  code: findingCode,
  severity: z.enum(["low", "medium", "high", "critical"]),
  score,
  path: z.string().max(1000),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  view: z.string().max(40),
  rule_id: z.string().max(200),
});

const signal = z.object({ score, threshold: score, triggered: z.boolean() });
export const signalsEvaluated = z.object({ inference: signal, policy: signal, behavior: signal });

/** `data.action`: what stage 7 came to. */
export const decisionAction = z.enum(["allow", "deny", "escalate"]);

export const decisionEnvelope = z.object({
  action: decisionAction,
  rule_id: z.string().nullable(),
  findings: z.array(findingCode),
  score,
  signals_evaluated: signalsEvaluated,
  audit_id: uuid,
  receipt_url: z.string(),
});
export type DecisionEnvelope = z.output<typeof decisionEnvelope>;

export const redactionCount = z.object({ kind: z.string().max(64), count: z.number().int().positive() });

/** `data` of a 200: the decision envelope, the tool's redacted answer, and what it cost. */
export const executeData = decisionEnvelope.extend({
  result: z.unknown().meta({ description: "The tool's answer after redaction: JSON, text, or {content_type, base64}" }),
  tool_status: z.number().int(),
  redactions: z.array(redactionCount),
  result_findings: z.array(findingCode).meta({ description: "What the scan of the tool's answer found" }),
  cost_usd: usd,
});

/** `data` of a call that was permitted and brought no result: the decision, and the tool's status where it answered. */
export const withoutResultData = decisionEnvelope.extend({ tool_status: z.number().int().optional() });
/** `data` of `upstream_error`: what an allowed answer has; no status where the tool broke off. */
export const upstreamErrorData = executeData.extend({ tool_status: z.number().int().nullable() });
export const approvalRequiredData = decisionEnvelope.extend({ approval_key: z.string(), reason: z.string() });
export const killSwitchData = z
  .object({ engaged_at: instant, engaged_by: z.string(), reason: z.string(), audit_id: uuid.optional() })
  .nullable();
export const limitType = z.enum([
  "tenant_rps",
  "tenant_burst",
  "tenant_daily_request",
  "tenant_monthly_request",
  "agent_cost",
]);
export const rateLimitedData = z.object({
  limit_type: limitType,
  reset_at: instant,
  scope: z.enum(["agent", "tenant"]).optional(),
  audit_id: uuid.optional(),
});
export const decisionTimeoutData = z.object({ deadline_seconds: z.number(), request_id: z.string() });
