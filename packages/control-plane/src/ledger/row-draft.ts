// A row of the chain as those who append it write it, and as they get it back.

import type { FindingCode } from "@portcullis/contract";

/** A row before it has a place in the chain. */
export interface RowDraft {
  readonly auditId: string;
  readonly requestId: string;
  readonly action: string;
  readonly agentId: string | null;
  /** Who acted: `user:<id>`, `agent:<id>`, `system`. */
  readonly actor: string;
  readonly role: string;
  readonly decision: "allow" | "deny" | "escalate";
  readonly outcome: string;
  readonly toolName: string | null;
  readonly ruleId: string | null;
  readonly score: number;
  readonly findings: readonly FindingCode[];
  /** Further members of the content; canonical JSON values only, never payloads. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Priced at append. Billable rows get a pending usage event. */
  readonly charge?: {
    readonly amountNano: bigint;
    readonly rateRevision: string;
    readonly modelName: string | null;
    readonly promptTokens: number;
    readonly completionTokens: number;
  };
  readonly stages?: readonly KeptStage[];
  readonly edge?: GraphEdge;
}

/** A stage of a call: when it started and ended, in milliseconds from the start of the call, and what it came to. */
export type KeptStage = readonly [stage: string, startMs: number, endMs: number, decision: string];

/** From the row's agent to its tool; kept as JSON in `audit_logs.edge`. */
export interface GraphEdge {
  readonly type: "invokes" | "reads" | "writes" | "escalates";
  readonly resource: string | null;
  readonly outcome: "allow" | "deny" | "error";
  readonly risk_score: number;
  /** Agents that delegated the call, nearest first: each is an edge of its own, to the agent that it delegated to. */
  readonly delegators: readonly string[];
}

/** A row at its place. */
export interface AppendedRow {
  readonly seq: number;
  readonly auditId: string;
  readonly eventHash: string;
  readonly atMs: number;
}
