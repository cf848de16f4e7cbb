// Ends calls whose end never came: a row with outcome `unknown`. The reservation stays and nothing is billed, since the
// tool may have run; a late record, or the settling after some days, says the rest.

import { lockTenant } from "../db/state.js";
import type { Store, TenantTx } from "../db/tx.js";
import { endDraft, readDecided } from "../decision/calls/decided.js";
import { ANSWER_KEPT_MS } from "../decision/calls/idempotency.js";
import type { Ledger } from "../ledger/ledger.js";
import type { RowDraft } from "../ledger/row-draft.js";
import { forEachTenant, tenantsWithWork } from "./worker.js";

const BATCH = 50;

/** Closes up to a batch of overdue calls of every tenant; gives back how many. */
export async function closeAbandoned(store: Store, ledger: Ledger): Promise<number> {
  const tenants = await tenantsWithWork(store, ({ query, nowMs }) =>
    query
      .selectFrom("requests")
      .select("tenant_id")
      .distinct()
      .where("status", "=", "open")
      .where("close_at", "<=", nowMs)
      .execute(),
  );
  const closed = await forEachTenant(tenants, async (tenantId) => {
    const rows = await store.write(tenantId, (tx) => closeOverdue(tx, ledger));
    if (rows > 0) ledger.notifyAppended(tenantId);
    return rows;
  });
  return closed.reduce((sum, rows) => sum + rows, 0);
}

async function closeOverdue(tx: TenantTx, ledger: Ledger): Promise<number> {
  await lockTenant(tx);
  const { query, tenantId, nowMs } = tx;
  const overdue = query
    .selectFrom("requests")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "open")
    .where("close_at", "<=", nowMs)
    .orderBy("close_at")
    .limit(BATCH);
  const calls = await (tx.dialect === "postgres" ? overdue.forUpdate() : overdue).execute();
  if (calls.length === 0) return 0;
  const ids = calls.map((call) => call.request_id);
  // What was decided stays with the call: the settling row is made of it.
  await query
    .updateTable("requests")
    .set({ status: "unknown", answer: null, closed_at: nowMs })
    .where("tenant_id", "=", tenantId)
    .where("request_id", "in", ids)
    .execute();
  // A clock that was put forward closes calls that run still: their keys stay claimed until no tool of theirs can run.
  const longestRunMs = Math.max(...calls.map((call) => readDecided(call)?.tool_timeout_ms ?? 0));
  await query
    .updateTable("idempotency_keys")
    .set({ status: "unknown", expires_at: nowMs + longestRunMs + ANSWER_KEPT_MS })
    .where("tenant_id", "=", tenantId)
    .where("request_id", "in", ids)
    .where("status", "=", "running")
    .execute();
  const drafts = calls.map((call): RowDraft => {
    const decided = readDecided(call);
    if (!decided) throw new Error(`The open call ${call.audit_id} has lost what was decided of it.`);
    return endDraft(call, decided, {
      outcome: "unknown",
      code: null,
      statement: null,
      charge: undefined,
      findings: [],
      stages: [],
      responseHash: null,
      redactions: [],
    });
  });
  await ledger.append(tx, drafts);
  return calls.length;
}
