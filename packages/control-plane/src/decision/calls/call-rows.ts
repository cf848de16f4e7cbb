// The rows of refused calls, and the members of the content that refused and permitted calls share. Values of arguments and
// of metadata stay out of it: hashes, codes, scores and names only.

import type { DecisionEnvelope, ErrorCode, RefusalRecord } from "@portcullis/contract";
import { auditIdOf } from "@portcullis/core";
import type { RowDraft } from "../../ledger/row-draft.js";
import type { KnownCaller } from "../facts/caller-facts.js";
import { detailsOf } from "../inputs/finding-details.js";
import { findingCodesOf } from "../judging/policy-request.js";
import type { SignalReading, Verdict } from "../types.js";
import { keepStages } from "./kept-stages.js";
import { type PreparedCall, stagesOf } from "./prepared.js";

const UNJUDGED: SignalReading = { score: 0, threshold: 1, triggered: false };

/** The decision envelope of a judged call. */
export function envelopeOf(
  action: Verdict["action"],
  auditId: string,
  verdict: Pick<Verdict, "ruleId" | "findings" | "score" | "signals_evaluated">,
): DecisionEnvelope {
  return {
    action,
    rule_id: verdict.ruleId,
    findings: [...verdict.findings],
    score: verdict.score,
    signals_evaluated: verdict.signals_evaluated,
    audit_id: auditId,
    receipt_url: `/audit/logs/${auditId}/receipt`,
  };
}

/** The agents that a call was delegated by, nearest first. */
export function delegatorsOf(caller: KnownCaller | undefined): string[] {
  return caller?.act.map((hop) => hop.sub) ?? [];
}

/** `agent:<id>` or `user:<id>`; a token that is not on record proves nobody. */
export function actorOf(caller: KnownCaller | undefined): string {
  return caller === undefined ? "unknown" : `${caller.kind === "agent" ? "agent" : "user"}:${caller.subject}`;
}

/** Members of the content that come from the question and its judgement. */
export function contentFields({ call, instance, facts, caller, judged }: PreparedCall): Record<string, unknown> {
  const verdict = judged?.verdict;
  return {
    trace_id: call.trace_id,
    received_at: call.received_at,
    instance,
    jti: call.jti,
    ...(call.definition_hash == null ? {} : { definition_hash: call.definition_hash }),
    payload_hash: call.payload_hash,
    payload_bytes: call.payload_bytes,
    payload_depth: call.payload_depth,
    shape_hash: call.shape_hash,
    finding_details: detailsOf(call.findings),
    policy_revision: facts.policy.revision,
    state_version: facts.stateVersion,
    signals: {
      inference: { risk: call.risk, ...call.signals },
      behavior: verdict ? { ...verdict.behavior.signals } : {},
    },
    signals_evaluated: verdict?.signals_evaluated ?? { inference: UNJUDGED, policy: UNJUDGED, behavior: UNJUDGED },
    ...(caller !== undefined && caller.act.length > 0
      ? { delegation: caller.act.map(({ sub, jti }) => ({ sub, jti })) }
      : {}),
    ...(call.target_tenant_id === undefined ? {} : { target_tenant: call.target_tenant_id }),
    ...(verdict && verdict.violations.length > 0
      ? { violations: verdict.violations.map(({ contractId, reason }) => ({ contract: contractId, reason })) }
      : {}),
    ...(verdict?.approvalUsed && call.approval_key !== undefined ? { approval: call.approval_key } : {}),
  };
}

/** The row of a call that `decide` refuses. */
export function refusalDraft(
  prepared: PreparedCall,
  tenantId: string,
  code: ErrorCode,
  fields: Readonly<Record<string, unknown>> = {},
): RowDraft {
  const { call, facts, caller, judged } = prepared;
  const escalates = code === "approval_required";
  // A refusal before stage 4 says nothing of the judgement, which may have been made beforehand.
  const verdict = JUDGED.has(code) ? judged?.verdict : undefined;
  const shown = verdict === undefined ? { ...prepared, judged: null } : prepared;
  return {
    auditId: auditIdOf(tenantId, call.request_id),
    requestId: call.request_id,
    action: "execute",
    agentId: call.agent_id,
    actor: actorOf(caller),
    role: caller?.role ?? "unknown",
    decision: escalates ? "escalate" : "deny",
    outcome: "denied",
    toolName: call.tool_name,
    ruleId: verdict?.ruleId ?? null,
    score: verdict?.score ?? 0,
    findings: verdict?.findings ?? findingCodesOf(call, judged?.readings, facts.tools.get(call.tool_name)),
    fields: { ...contentFields(shown), code, ...fields },
    stages: stagesOf(shown),
    edge: {
      resource: null,
      type: escalates ? "escalates" : (facts.tools.get(call.tool_name)?.access ?? "invokes"),
      outcome: "deny",
      risk_score: verdict?.score ?? call.risk,
      delegators: delegatorsOf(caller),
    },
  };
}

/** The row of a refusal that an edge made itself. */
export function edgeRefusalDraft(
  record: RefusalRecord,
  tenantId: string,
  instance: string,
  caller: KnownCaller | undefined,
): RowDraft {
  return {
    auditId: auditIdOf(tenantId, record.request_id),
    requestId: record.request_id,
    action: "execute",
    agentId: record.agent_id,
    actor: actorOf(caller),
    role: caller?.role ?? "unknown",
    decision: "deny",
    outcome: "denied",
    toolName: record.tool_name,
    ruleId: null,
    score: 0,
    findings: [...new Set(record.findings)],
    fields: {
      code: record.code,
      jti: record.jti,
      payload_hash: record.payload_hash,
      finding_details: record.finding_details,
      edge_statement: { instance, count: record.count, refused_at: record.at },
    },
    stages: keepStages(record.timeline),
    ...(record.agent_id === null || record.tool_name === null
      ? {}
      : {
          edge: {
            resource: null,
            type: "invokes" as const,
            outcome: "deny" as const,
            risk_score: 0,
            delegators: delegatorsOf(caller),
          },
        }),
  };
}

/** Refusals that stages 4 to 7 make; all others come before. */
const JUDGED: ReadonlySet<ErrorCode> = new Set(["policy_denied", "approval_required", "behavior_unavailable"]);
