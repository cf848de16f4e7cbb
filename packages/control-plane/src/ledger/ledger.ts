// What the rest of the control plane asks of the ledger: append rows in a transaction that already runs.

import type { FindingCode } from "@portcullis/contract";
import type { TenantTx } from "../db/tx.js";
import type { HeadRow } from "./seal-rows.js";

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
  readonly fields: Record<string, unknown>;
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

export interface AppendedRow {
  readonly seq: number;
  readonly auditId: string;
  readonly eventHash: string;
  readonly atMs: number;
}

export interface Ledger {
  /**
   * Appends rows to the tenant's chain under the head's lock, with their usage events, in `tx`.
   * Refuses with `chain_halted`. Call it last in a transaction: after the head, only this tenant's inserts follow.
   */
  append(tx: TenantTx, drafts: readonly RowDraft[]): Promise<readonly AppendedRow[]>;
  /** Appends after a head that `tx` has locked, by `tx.send`: the commit fails when the rows cannot be stored. */
  send(tx: TenantTx, head: HeadRow, drafts: readonly RowDraft[]): Promise<void>;
  /** Tells readers of the chain (streams, workers) that rows were committed; call it after commit. */
  notifyAppended(tenantId: string): void;
  /** Calls back after commits of this process, and at least every second for rows of other replicas. */
  onAppended(tenantId: string, listener: () => void): () => void;
}
