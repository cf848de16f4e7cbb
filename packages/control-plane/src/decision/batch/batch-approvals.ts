// The approvals of one batch: those that its calls ask for, use, and give back unused.

import { runStatement, sendStatement } from "../../db/statements.js";
import type { TenantTx } from "../../db/tx.js";
import {
  type ApprovalRow,
  FREE_APPROVALS,
  insertApprovals,
  markApprovalsUsed,
  PENDING_APPROVALS,
  SPEND_APPROVAL,
} from "../judging/approvals.js";

export class BatchApprovals {
  readonly #rows = new Map<string, ApprovalRow>();
  readonly #asked: ApprovalRow[] = [];
  readonly #used = new Set<ApprovalRow>();
  readonly #freedKeys = new Set<string>();
  /** Of the calls that had used those. */
  readonly #freedAuditIds = new Set<string>();
  /** Audit ids of calls that have run by them, by key. */
  readonly #spent = new Map<string, string>();

  constructor(private readonly tx: TenantTx) {}

  /** Takes a row that was read; one that the batch has already stays as it has it. */
  take(row: ApprovalRow): void {
    if (!this.#rows.has(row.key)) this.#rows.set(row.key, row);
  }

  get(key: string): ApprovalRow | undefined {
    return this.#rows.get(key);
  }

  use(row: ApprovalRow, auditId: string): void {
    row.status = "used";
    row.used_audit_id = auditId;
    this.#used.add(row);
  }

  /** Gives one back that the call of this audit id has used for nothing. */
  free(key: string, auditId: string): void {
    this.#freedKeys.add(key);
    this.#freedAuditIds.add(auditId);
    const row = this.#rows.get(key);
    if (row?.used_audit_id !== auditId) return;
    row.status = "approved";
    row.used_audit_id = null;
    this.#used.delete(row);
  }

  /** Takes one away that was given back, unless another call uses it already: its own call has run after all. */
  spend(key: string, auditId: string): void {
    const row = this.#rows.get(key);
    if (row === undefined) this.#spent.set(key, auditId);
    else if (row.status === "approved") this.use(row, auditId);
  }

  add(row: ApprovalRow): void {
    this.#asked.push(row);
  }

  /** A pending approval of this call that was asked for before. */
  async findPending(
    agentId: string,
    callHash: string,
    isSame: (row: ApprovalRow) => boolean,
  ): Promise<ApprovalRow | undefined> {
    const own = this.#asked.find(isSame);
    if (own !== undefined) return own;
    const values = [this.tx.tenantId, agentId, callHash, this.tx.nowMs];
    const rows = await runStatement<ApprovalRow>(this.tx, PENDING_APPROVALS, values);
    return rows.find(isSame);
  }

  /** Sends what was given back or has turned out to be spent, before anything is used anew. */
  async sendEnded(): Promise<void> {
    const { tenantId } = this.tx;
    if (this.#freedKeys.size > 0)
      await sendStatement(this.tx, FREE_APPROVALS, [tenantId, [...this.#freedKeys], [...this.#freedAuditIds]]);
    for (const [key, auditId] of this.#spent) await sendStatement(this.tx, SPEND_APPROVAL, [tenantId, key, auditId]);
  }

  /** What is left to be written. */
  writes() {
    return [insertApprovals.of(this.#asked), markApprovalsUsed.of([...this.#used])];
  }
}
