// Autonomy contracts and their violations.

import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import { newestFirst, type Place } from "../../db/newest-first.js";
import type { AutonomyContractTable, ContractViolationTable } from "../../db/schema.js";
import type { TenantDb, TenantTx } from "../../db/tx.js";

export type ContractRow = Selectable<AutonomyContractTable>;
export type ViolationRow = Selectable<ContractViolationTable>;

/** Newest first, one more than the page. */
export async function listContracts(db: TenantDb, after: Place, limit: number): Promise<ContractRow[]> {
  return db.query
    .selectFrom("autonomy_contracts")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .$call(newestFirst(after, limit))
    .execute();
}

export async function findContract(db: TenantDb, id: string): Promise<ContractRow | undefined> {
  return db.query
    .selectFrom("autonomy_contracts")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Whether another contract of the tenant has the name. */
export async function isNameTaken(db: TenantDb, name: string, exceptId: string | null): Promise<boolean> {
  const row = await db.query
    .selectFrom("autonomy_contracts")
    .select("id")
    .where("tenant_id", "=", db.tenantId)
    .where("name", "=", name)
    .where("id", "!=", exceptId ?? "")
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertContract(tx: TenantTx, row: Insertable<AutonomyContractTable>): Promise<ContractRow> {
  return tx.query.insertInto("autonomy_contracts").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateContract(
  tx: TenantTx,
  id: string,
  changes: Updateable<AutonomyContractTable>,
): Promise<ContractRow> {
  return tx.query
    .updateTable("autonomy_contracts")
    .set({ ...changes, updated_at: tx.nowMs })
    .where("tenant_id", "=", tx.tenantId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first, one more than the page. */
export async function listViolations(
  db: TenantDb,
  sinceMs: number,
  after: Place,
  limit: number,
): Promise<ViolationRow[]> {
  return db.query
    .selectFrom("contract_violations")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where("detected_at", ">=", sinceMs)
    .$call(newestFirst(after, limit, { at: "detected_at" }))
    .execute();
}

export interface OverrideRow {
  readonly key: string;
  readonly audit_id: string;
  readonly decided_by: string;
  readonly decided_at: number;
  readonly reason: string;
}

// As their index says of its rows: without these words it is not used.
const IS_GIVEN = sql<SqlBool>`status in ('approved', 'used')`;

/** Approvals that a person gave, newest first, one more than the page. */
export async function listOverrides(
  db: TenantDb,
  sinceMs: number,
  after: Place,
  limit: number,
): Promise<OverrideRow[]> {
  const rows = await db.query
    .selectFrom("approvals")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where(IS_GIVEN)
    .where("decided_at", ">=", sinceMs)
    .$call(newestFirst(after, limit, { at: "decided_at", key: "key" }))
    .execute();
  return rows.map((row) => ({
    key: row.key,
    audit_id: row.used_audit_id ?? row.audit_id,
    decided_by: row.decided_by ?? "",
    decided_at: row.decided_at ?? 0,
    reason: row.decision_reason ?? row.reason,
  }));
}
