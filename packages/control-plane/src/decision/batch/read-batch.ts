// What a batch needs of its tenant, read in a few statements under the tenant's lock: on PostgreSQL they go out with BEGIN, in one
// round trip. What a batch makes of it is batch.ts.

import { auditIdOf, utcDay } from "@portcullis/core";
import { runInOrder, runStatement } from "../../db/statements.js";
import type { TenantDb, TenantTx } from "../../db/tx.js";
import { APPROVALS, type ApprovalRow } from "../judging/approvals.js";
import {
  type IdempotencyRow,
  KEYS,
  LOCK,
  type LockedRow,
  REQUESTS,
  type RequestRow,
  STATE,
  type StateRow,
} from "./batch-rows.js";
import { periodsOf } from "./limits.js";

/** What a batch reads beforehand. */
export interface BatchNeeds {
  /** Without repeats. */
  readonly requestIds: readonly string[];
  /** Those of them whose rows in the chain, if there are any, are looked for: no row precedes the record that ends a call. */
  readonly rowsOf: readonly string[];
  readonly agentIds: readonly string[];
  readonly keys: readonly { readonly agentId: string; readonly key: string }[];
  readonly approvalKeys: readonly string[];
  /** Whether records may end calls, and with them the keys that those have claimed. */
  readonly ends: boolean;
  readonly instances: readonly string[];
}

/** What was read under the tenant's lock. */
export interface NeededRows {
  readonly needs: BatchNeeds;
  /** Audit ids by request id. */
  readonly auditIds: ReadonlyMap<string, string>;
  readonly requests: readonly RequestRow[];
  readonly state: readonly StateRow[];
  /** This process's clock, by which the day of `state` was chosen. */
  readonly guessedAtMs: number;
  readonly keys: readonly IdempotencyRow[];
  readonly approvals: readonly ApprovalRow[];
}

export interface BatchRows extends NeededRows {
  readonly locked: LockedRow;
}

/** Locks the tenant and reads what a batch needs: the first statements of its transaction. */
export async function readBatch(db: TenantDb, needs: BatchNeeds): Promise<BatchRows> {
  const [[locked], rows] = await Promise.all([runStatement<LockedRow>(db, LOCK, [db.tenantId]), readRows(db, needs)]);
  if (locked === undefined) throw new Error(`Tenant ${db.tenantId} has no state row.`);
  return { ...rows, locked };
}

/** Reads what a batch needs beside, while it has the lock. */
export async function readRows(db: TenantDb, needs: BatchNeeds): Promise<NeededRows> {
  const { tenantId } = db;
  const { requestIds, approvalKeys } = needs;
  const guessedAtMs = Date.now();
  const auditIds = new Map(requestIds.map((id) => [id, auditIdOf(tenantId, id)]));
  const [requests, state, keys, approvals] = await runInOrder<[RequestRow, StateRow, IdempotencyRow, ApprovalRow]>(db, [
    [REQUESTS, [tenantId, requestIds]],
    [STATE, stateParameters(tenantId, needs, auditIds, guessedAtMs)],
    needs.keys.length === 0 && !needs.ends
      ? null
      : [KEYS, [tenantId, needs.keys.map(({ agentId }) => agentId), needs.keys.map(({ key }) => key), requestIds]],
    approvalKeys.length === 0 ? null : [APPROVALS, [tenantId, approvalKeys]],
  ]);
  return { needs, auditIds, requests, state, guessedAtMs, keys, approvals };
}

/** The rows of limits and dollars. The clock by which their day was chosen may differ from the database's, by which limits go. */
export async function stateRowsOf(tx: TenantTx, rows: NeededRows): Promise<readonly StateRow[]> {
  if (utcDay(rows.guessedAtMs) === utcDay(tx.nowMs)) return rows.state;
  return runStatement<StateRow>(tx, STATE, stateParameters(tx.tenantId, rows.needs, rows.auditIds, tx.nowMs));
}

function stateParameters(
  tenantId: string,
  { requestIds, rowsOf, agentIds }: BatchNeeds,
  auditIds: NeededRows["auditIds"],
  nowMs: number,
) {
  const { day, month } = periodsOf(nowMs);
  const rowIds = rowsOf.map((id) => auditIds.get(id) as string);
  return [tenantId, day, ["tenant", ...agentIds], [day, month], rowIds, requestIds];
}
