// Compares the chain with the money ledger, both ways. Reads the whole of both, a slice at a time, so that the serving loop
// goes on meanwhile. A row whose usage is still in the outbox is on its way and no gap; a dead letter is one.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { DataOf } from "@portcullis/contract";
import { formatInstant, formatUsd } from "@portcullis/core";
import { sql } from "kysely";
import type { Store, TenantDb } from "../../db/tx.js";

type Gaps = DataOf<"audit.billingGaps">;

const SLICE_ROWS = 2000;
const GAPS_SHOWN = 1000;

export async function findBillingGaps(store: Store, tenantId: string): Promise<Gaps> {
  const gaps: Gaps = { audit_without_usage: [], usage_without_audit: [], checked_rows: 0 };
  for (let afterSeq: number | null = 0; afterSeq !== null; ) {
    const from: number = afterSeq;
    const slice = await store.read(tenantId, (db) => readRowsWithoutUsage(db, from));
    gaps.checked_rows += slice.checked;
    gaps.audit_without_usage.push(
      ...slice.gaps.map((row) => ({
        audit_id: row.id,
        seq: String(row.seq),
        created_at: formatInstant(row.created_at),
      })),
    );
    afterSeq = gaps.audit_without_usage.length < GAPS_SHOWN ? slice.lastSeq : null;
    await nextTurn();
  }
  for (let afterSeq: number | null = 0; afterSeq !== null; ) {
    const from: number = afterSeq;
    const slice = await store.read(tenantId, (db) => readUsageWithoutRows(db, from));
    gaps.usage_without_audit.push(
      ...slice.gaps.map((record) => ({
        audit_id: record.audit_id,
        amount_usd: formatUsd(record.amount_nano),
        created_at: formatInstant(record.created_at),
      })),
    );
    afterSeq = gaps.usage_without_audit.length < GAPS_SHOWN ? slice.lastSeq : null;
    await nextTurn();
  }
  return gaps;
}

async function readRowsWithoutUsage({ query, tenantId }: TenantDb, afterSeq: number) {
  const last = await query
    .selectFrom((from) =>
      from
        .selectFrom("audit_logs")
        .select("seq")
        .where("tenant_id", "=", tenantId)
        .where("seq", ">", afterSeq)
        .orderBy("seq")
        .limit(SLICE_ROWS)
        .as("slice"),
    )
    .select((eb) => [eb.fn.max("slice.seq").as("seq"), eb.fn.countAll<number>().as("rows")])
    .executeTakeFirst();
  if (!last?.rows) return { gaps: [], checked: 0, lastSeq: null };
  const gaps = await query
    .selectFrom("audit_logs as a")
    .select(["a.id", "a.seq", "a.created_at"])
    .where("a.tenant_id", "=", tenantId)
    .where("a.seq", ">", afterSeq)
    .where("a.seq", "<=", last.seq)
    .where("a.billable", "=", 1)
    .where(
      sql<boolean>`not exists (select 1 from usage_records u where u.tenant_id = a.tenant_id and u.seq = a.seq and u.audit_id = a.id)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from pending_usage_events p where p.tenant_id = a.tenant_id and p.seq = a.seq)`,
    )
    .orderBy("a.seq")
    .execute();
  return { gaps, checked: last.rows, lastSeq: last.seq };
}

async function readUsageWithoutRows({ query, tenantId }: TenantDb, afterSeq: number) {
  const slice = await query
    .selectFrom("usage_records as u")
    .leftJoin("audit_logs as a", (join) =>
      join
        .onRef("a.tenant_id", "=", "u.tenant_id")
        .onRef("a.seq", "=", "u.seq")
        .onRef("a.id", "=", "u.audit_id")
        .on("a.billable", "=", 1),
    )
    .select(["u.audit_id", "u.seq", "u.amount_nano", "u.created_at", "a.id as row_id"])
    .where("u.tenant_id", "=", tenantId)
    .where("u.seq", ">", afterSeq)
    .orderBy("u.seq")
    .limit(SLICE_ROWS)
    .execute();
  return { gaps: slice.filter((record) => record.row_id === null), lastSeq: slice.at(-1)?.seq ?? null };
}
