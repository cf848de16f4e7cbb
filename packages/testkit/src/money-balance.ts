/**
 * What must hold of a tenant's money at any instant: every billable row has exactly one usage event (pending, recorded or
 * dead), for the same amount, and what is reserved is what open calls reserve. Read from the tables, in one statement each.
 */
import type { OwnerConnection } from "./owner-connection.js";

export interface CountAndSum {
  readonly count: number;
  readonly nano: number;
}

export interface MoneyBalance {
  readonly billable: CountAndSum;
  /** Pending, recorded and dead together. */
  readonly usage: CountAndSum;
  readonly pending: number;
  readonly dead: number;
  /** Begin records without an end: `open`, and `unknown` ones whose reservation stands until they are settled. */
  readonly open: CountAndSum;
  readonly reservedNano: number;
  readonly spentNano: number;
}

/** One statement, so that it is one instant. */
export async function readMoneyBalance(owner: OwnerConnection, tenantId: string): Promise<MoneyBalance> {
  const from = (table: string, amount: string, more = "") => `(select count(*) as c, coalesce(sum(${amount}), 0) as n
    from ${table} where tenant_id = '${tenantId}'${more})`;
  const [row] = await owner.all<Record<string, number>>(`select
    b.c as billable_count, b.n as billable_nano, p.c as pending_count, p.n as pending_nano, r.c as recorded_count,
    r.n as recorded_nano, d.c as dead_count, d.n as dead_nano, o.c as open_count, o.n as open_nano,
    v.n as reserved_nano, s.n as spent_nano
    from ${from("audit_logs", "amount_nano", " and billable = 1")} b, ${from("pending_usage_events", "amount_nano")} p,
    ${from("usage_records", "amount_nano")} r, ${from("pending_billing_events", "amount_nano")} d,
    ${from("requests", "reservation_nano", " and status in ('open', 'unknown')")} o,
    ${from("cost_counters", "reserved_nano", " and scope = 'tenant'")} v,
    ${from("cost_counters", "spent_nano", " and scope = 'tenant'")} s`);
  const of = (name: string) => row?.[name] ?? 0;
  return {
    billable: { count: of("billable_count"), nano: of("billable_nano") },
    usage: {
      count: of("pending_count") + of("recorded_count") + of("dead_count"),
      nano: of("pending_nano") + of("recorded_nano") + of("dead_nano"),
    },
    pending: of("pending_count"),
    dead: of("dead_count"),
    open: { count: of("open_count"), nano: of("open_nano") },
    reservedNano: of("reserved_nano"),
    spentNano: of("spent_nano"),
  };
}
