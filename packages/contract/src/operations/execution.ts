// Tag execution: the main job, one governed tool call.

import { z } from "zod";
import { operation } from "../operation.js";
import { EXAMPLE_UUID, toolName } from "../schemas/common.js";
import { executeBody, executeData, executeToolBody, MAX_EXECUTE_BODY_BYTES } from "../schemas/execution.js";

const CUSTOMERS = { payload: { sql: "SELECT name, email FROM customers" } };
const QUIET = { score: 0, triggered: false };

const shared = {
  method: "POST",
  tag: "execution",
  who: "agent+",
  status: 200,
  data: executeData,
  exampleData: {
    action: "allow",
    rule_id: null,
    findings: [],
    score: 0,
    signals_evaluated: {
      inference: { ...QUIET, threshold: 0.7 },
      policy: { ...QUIET, threshold: 0.5 },
      behavior: { ...QUIET, threshold: 0.7 },
    },
    audit_id: EXAMPLE_UUID,
    receipt_url: `/audit/logs/${EXAMPLE_UUID}/receipt`,
    result: { rows: [{ name: "Ada Obi", email: "[REDACTED:EMAIL]" }] },
    tool_status: 200,
    redactions: [{ kind: "email", count: 1 }],
    result_findings: [],
    cost_usd: "0.002",
  },
  scopes: ["execute"],
  maxBodyBytes: MAX_EXECUTE_BODY_BYTES,
  errors: [
    "agent_header_required",
    "invalid_request_id",
    "invalid_idempotency_key",
    "invalid_tool_name",
    "too_deep",
    "kill_switch_engaged",
    "policy_denied",
    "approval_required",
    "agent_mismatch",
    "agent_quarantined",
    "agent_not_found",
    "tool_not_found",
    "request_id_reused",
    "idempotency_key_reused",
    "outcome_unknown",
    "call_cancelled",
    "payload_too_large",
    "rate_limited",
    "upstream_error",
    "upstream_unreachable",
    "response_withheld",
    "response_too_large",
    "buffer_full",
    "behavior_unavailable",
    "chain_halted",
    "decision_timeout",
    "upstream_timeout",
  ],
} as const;

export const execution = {
  "execution.execute": operation({
    ...shared,
    path: "/execute",
    summary: "Run a tool through the eleven stages",
    description:
      "200 with the decision envelope and the tool's redacted answer when allowed; 403 with the envelope when refused.",
    body: executeBody,
    example: { tool_name: "customers.query", ...CUSTOMERS },
  }),
  "execution.executeTool": operation({
    ...shared,
    path: "/execute/{tool_name}",
    summary: "Run the tool named in the path",
    params: z.object({ tool_name: toolName }),
    body: executeToolBody,
    example: CUSTOMERS,
  }),
};
