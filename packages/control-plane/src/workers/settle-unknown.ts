// Bills the reservation of calls whose outcome stayed unknown for days: the tool may have run, and somebody must say when
// the waiting ends. The settling row links to the first one and has the call's only usage.

import type { Selectable } from "kysely";
import type { RequestTable } from "../db/schema.js";
import { lockTenant } from "../db/state.js";
import type { Store, TenantTx } from "../db/tx.js";
import { endDraft, readDecided } from "../decision/calls/decided.js";
import type { Ledger } from "../ledger/ledger.js";
import type { RowDraft } from "../ledger/row-draft.js";
import { settledDraft } from "../ledger/settled-draft.js";
import { forEachTenant, tenantsWithWork } from "./worker.js";

const BATCH = 50;

/** Settles up to a batch of calls of every tenant that were closed as unknown `settleAfterMs` ago; gives back how many. */
export async function settleUnknown(store: Store, ledger: Ledger, settleAfterMs: number): Promise<number> {
  const tenants = await tenantsWithWork(store, ({ query, nowMs }) =>
    query
      .selectFrom("requests")
      .select("tenant_id")
      .distinct()
      .where("status", "=", "unknown")
      .where("closed_at", "<=", nowMs - settleAfterMs)
      .execute(),
  );
  const settled = await forEachTenant(tenants, async (tenantId) => {
    const rows = await store.write(tenantId, (tx) => settleOverdue(tx, ledger, settleAfterMs));
    if (rows > 0) ledger.notifyAppended(tenantId);
    return rows;
  });
  return settled.reduce((sum, rows) => sum + rows, 0);
}

async function settleOverdue(tx: TenantTx, ledger: Ledger, settleAfterMs: number): Promise<number> {
  await lockTenant(tx);
  const { query, tenantId, nowMs } = tx;
  const calls = await query
    .selectFrom("requests")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "unknown")
    .where("closed_at", "<=", nowMs - settleAfterMs)
    .orderBy("closed_at")
    .limit(BATCH)
    .execute();
  if (calls.length === 0) return 0;
  for (const call of calls) await spendReservation(tx, call);
  await query
    .updateTable("requests")
    .set({ status: "closed", decided: null, reservation_nano: 0n, closed_at: nowMs })
    .where("tenant_id", "=", tenantId)
    .where(
      "request_id",
      "in",
      calls.map((call) => call.request_id),
    )
    .execute();
  await ledger.append(
    tx,
    calls.map((call) => settlingDraft(tenantId, call)),
  );
  return calls.length;
}

/** What was reserved on the day of the decision counts as spent on that day. */
async function spendReservation(tx: TenantTx, call: Selectable<RequestTable>): Promise<void> {
  await tx.query
    .updateTable("cost_counters")
    .set((eb) => ({
      spent_nano: eb("spent_nano", "+", call.reservation_nano),
      reserved_nano: eb("reserved_nano", "-", call.reservation_nano),
    }))
    .where("tenant_id", "=", tx.tenantId)
    .where("scope", "in", ["tenant", call.agent_id])
    .where("day", "=", call.counter_day)
    .execute();
}

function settlingDraft(tenantId: string, call: Selectable<RequestTable>): RowDraft {
  const decided = readDecided(call);
  if (!decided) throw new Error(`The unsettled call ${call.audit_id} has lost what was decided of it.`);
  const end = endDraft(call, decided, {
    outcome: "unknown",
    code: null,
    statement: null,
    charge: {
      amountNano: call.reservation_nano,
      rateRevision: call.rate_revision,
      modelName: null,
      promptTokens: 0,
      completionTokens: 0,
    },
    findings: [],
    stages: [],
    responseHash: null,
    redactions: [],
  });
  return settledDraft(tenantId, end, "worker");
}
