/**
 * What must hold after any crash, read from the tables, the API and the tool server's own counts. Gives sentences about
 * what does not hold; none means that everything does.
 */
import type { Attempt } from "./crash-load.js";
import { type MoneyBalance, readMoneyBalance } from "./money-balance.js";
import type { OwnerConnection } from "./owner-connection.js";
import type { Stack } from "./stack.js";

interface StoredRow {
  readonly request_id: string;
  readonly id: string;
  readonly action: string;
  readonly outcome: string;
  readonly billable: number;
}

/** Holds at every instant, in the middle of a recovery too. */
export async function findViolationsNow(stack: Stack, owner: OwnerConnection): Promise<string[]> {
  const found: string[] = [];
  const balance = await readMoneyBalance(owner, stack.tenant.id);
  if (balance.billable.count !== balance.usage.count || balance.billable.nano !== balance.usage.nano) {
    found.push(`billable rows and usage events differ: ${JSON.stringify(balance)}`);
  }
  if (balance.open.nano !== balance.reservedNano) {
    found.push(`reservations are not those of open calls: ${JSON.stringify(balance)}`);
  }
  const counts = new Map<string, number>();
  for (const { requestId } of stack.tools.runs) counts.set(requestId, (counts.get(requestId) ?? 0) + 1);
  for (const [requestId, count] of counts) {
    if (count > 1) found.push(`the tool ran ${count} times for the request ${requestId}`);
  }
  const byKey = new Map<string, Set<string>>();
  for (const { headers, requestId } of stack.tools.runs) {
    const key = headers["x-idempotency-key"];
    if (typeof key === "string") byKey.set(key, (byKey.get(key) ?? new Set()).add(requestId));
  }
  for (const [key, ids] of byKey) {
    if (ids.size > 1) found.push(`the tool ran ${ids.size} times for the idempotency key ${key}`);
  }
  const rows = await readRows(stack, owner);
  for (const action of ["execute", "outcome_settled"]) {
    const seen = new Set<string>();
    for (const row of rows.filter((one) => one.action === action)) {
      if (seen.has(row.request_id)) found.push(`two ${action} rows for the request ${row.request_id}`);
      seen.add(row.request_id);
    }
  }
  const { data } = await stack.call("audit.verify", { as: stack.tenant.users.AUDITOR, timeoutMs: 120_000 });
  if (!data.valid) found.push(`the chain is not valid: ${JSON.stringify(data.violations.slice(0, 5))}`);
  return found;
}

/** Holds once nothing is open or pending any more. */
export async function findViolationsAtRest(
  stack: Stack,
  owner: OwnerConnection,
  attempts: readonly Attempt[],
): Promise<string[]> {
  const found = await findViolationsNow(stack, owner);
  const balance = await readMoneyBalance(owner, stack.tenant.id);
  if (balance.dead > 0) found.push(`${balance.dead} usage events are dead letters`);
  if (balance.reservedNano !== 0) found.push(`${balance.reservedNano} nano-dollars stay reserved`);
  const { data: gaps } = await stack.call("audit.billingGaps", { as: stack.tenant.users.AUDITOR });
  if (gaps.audit_without_usage.length + gaps.usage_without_audit.length > 0) {
    found.push(`billing gaps: ${JSON.stringify(gaps).slice(0, 500)}`);
  }
  const rows = await readRows(stack, owner);
  const rowsOf = new Map<string, StoredRow[]>();
  for (const row of rows) rowsOf.set(row.request_id, [...(rowsOf.get(row.request_id) ?? []), row]);
  for (const { requestId } of stack.tools.runs) {
    const own = rowsOf.get(requestId) ?? [];
    if (!own.some(({ action }) => action === "execute")) found.push(`an executed call has no row: ${requestId}`);
    const billed = own.filter(({ billable }) => billable === 1).length;
    if (billed !== 1) found.push(`an executed call is billed ${billed} times: ${requestId} ${JSON.stringify(own)}`);
  }
  const ran = new Set(stack.tools.runs.map(({ requestId }) => requestId));
  for (const { requestId, status } of attempts) {
    if (status !== 200 || !ran.has(requestId)) continue;
    const outcome = rowsOf.get(requestId)?.at(-1)?.outcome;
    if (outcome !== "allowed") found.push(`an answered call's last outcome is ${outcome}: ${requestId}`);
  }
  return found;
}

/** Nothing open, unknown or pending. */
export const isAtRest = ({ open, pending }: MoneyBalance) => open.count === 0 && pending === 0;

async function readRows(stack: Stack, owner: OwnerConnection): Promise<StoredRow[]> {
  return owner.all<StoredRow>(`select request_id, id, action, outcome, billable from audit_logs
    where tenant_id = '${stack.tenant.id}' order by seq`);
}
