// What `decide` knows of a permitted call and the row at its end will say: kept with the begin record until then. Whoever
// ends a call (a record, the worker that closes overdue ones) builds the row from this and from nothing else.

import type { ExecutionRecord, FindingCode, Usage } from "@portcullis/contract";
import { formatUsd } from "@portcullis/core";
import type { KeptStage, RowDraft } from "../../ledger/row-draft.js";
import type { ToolRecord } from "../types.js";
import { mergeStages } from "./kept-stages.js";

/** Kept as JSON in `requests.decided`. */
export interface Decided {
  readonly actor: string;
  readonly role: string;
  readonly rule_id: string | null;
  readonly score: number;
  readonly findings: readonly FindingCode[];
  /** Members of the row's content. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly stages: readonly KeptStage[];
  readonly tool_timeout_ms: number;
  readonly edge_type: ToolRecord["access"];
  /** Agents that the call was delegated by, nearest first. */
  readonly delegators: readonly string[];
  /** What the caller declared. */
  readonly usage: Usage | null;
  /** No declared maximum bounds the call's cost. */
  readonly unbounded: boolean;
}

/** The begin record that a row is about. */
export interface BegunCall {
  readonly audit_id: string;
  readonly request_id: string;
  readonly agent_id: string;
  readonly tool_name: string;
  readonly instance: string;
  readonly reservation_nano: bigint;
  readonly rate_revision: string;
  readonly decided: string | null;
}

/** What came of a permitted call. */
export interface EndOfCall {
  readonly outcome: string;
  readonly code: string | null;
  /** The edge's statements; null where no edge made any. */
  readonly statement: EdgeStatement | null;
  readonly charge: RowDraft["charge"] | undefined;
  /** Findings that the end adds, e.g. `cost_above_reservation`. */
  readonly findings: readonly FindingCode[];
  readonly stages: readonly KeptStage[];
}

/** Members that the edge instance vouches for, not the control plane. */
export interface EdgeStatement {
  readonly instance: string;
  readonly dispatched: boolean;
  readonly tool_status: number | null;
  readonly response_bytes: number;
  readonly result_findings: readonly FindingCode[];
  readonly result_finding_details: ExecutionRecord["result_finding_details"];
  readonly finished_at: string;
}

/** Reads `requests.decided`; null where it is gone. */
export function readDecided(call: Pick<BegunCall, "decided">): Decided | null {
  return call.decided === null ? null : (JSON.parse(call.decided) as Decided);
}

/** The row of a call that was permitted. */
export function endDraft(
  call: BegunCall,
  decided: Decided,
  end: EndOfCall & { readonly responseHash: string | null; readonly redactions: ExecutionRecord["redactions"] },
): RowDraft {
  return {
    auditId: call.audit_id,
    requestId: call.request_id,
    action: "execute",
    agentId: call.agent_id,
    actor: decided.actor,
    role: decided.role,
    decision: "allow",
    outcome: end.outcome,
    toolName: call.tool_name,
    ruleId: decided.rule_id,
    score: decided.score,
    findings: [...new Set([...decided.findings, ...end.findings])],
    fields: {
      ...decided.fields,
      code: end.code,
      response_hash: end.responseHash,
      redactions: end.redactions,
      reservation_usd: formatUsd(call.reservation_nano),
      rate_revision: call.rate_revision,
      edge_statement: end.statement,
    },
    ...(end.charge === undefined ? {} : { charge: end.charge }),
    stages: mergeStages(decided.stages, end.stages),
    edge: {
      resource: null,
      type: decided.edge_type,
      outcome: end.outcome === "allowed" ? "allow" : "error",
      risk_score: decided.score,
      delegators: decided.delegators,
    },
  };
}
