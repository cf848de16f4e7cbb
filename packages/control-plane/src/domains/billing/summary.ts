// What a tenant spent: recorded usage by day, agent and tool from the rollup, what is still on its way, and today's counter
// against the cap. History itself is never read.

import type { DataOf } from "@portcullis/contract";
import { DAY_MS, formatUsd, formatUsdOrNull, utcDay } from "@portcullis/core";
import type { TenantDb } from "../../db/tx.js";

type Summary = DataOf<"billing.summary">;

export async function readSummary(db: TenantDb, days: number, nowMs: number): Promise<Summary> {
  const from = utcDay(nowMs - (days - 1) * DAY_MS);
  const to = utcDay(nowMs);
  const [daily, byAgent, byTool] = [
    await sumBy(db, "day", from, to),
    await sumBy(db, "agent_id", from, to),
    await sumBy(db, "tool_name", from, to),
  ];
  const totalNano = daily.reduce((sum, row) => sum + row.amount_nano, 0n);
  return {
    from,
    to,
    total_usd: formatUsd(totalNano),
    pending_usd: formatUsd(await sumPending(db)),
    calls: daily.reduce((sum, row) => sum + row.calls, 0),
    by_agent: bySpend(byAgent).map((row) => ({ agent_id: row.name, ...amountOf(row) })),
    by_tool: bySpend(byTool).map((row) => ({ tool_name: row.name, ...amountOf(row) })),
    daily: daily.map((row) => ({ day: row.name, ...amountOf(row) })),
    today: await readToday(db, to),
  };
}

interface Sum {
  readonly name: string;
  readonly calls: number;
  readonly amount_nano: bigint;
}

async function sumBy(
  { query, tenantId }: TenantDb,
  column: "day" | "agent_id" | "tool_name",
  from: string,
  to: string,
): Promise<Sum[]> {
  return query
    .selectFrom("usage_days")
    .select((eb) => [
      eb.ref(column).as("name"),
      eb.fn.sum<number>("calls").as("calls"),
      eb.fn.sum<bigint>("amount_nano").as("amount_nano"),
    ])
    .where("tenant_id", "=", tenantId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy(column)
    .orderBy(column)
    .execute();
}

function bySpend(rows: readonly Sum[]): Sum[] {
  return rows.toSorted((a, b) => (a.amount_nano < b.amount_nano ? 1 : a.amount_nano > b.amount_nano ? -1 : 0));
}

function amountOf({ calls, amount_nano }: Sum): { amount_usd: string; calls: number } {
  return { amount_usd: formatUsd(amount_nano), calls };
}

async function sumPending({ query, tenantId }: TenantDb): Promise<bigint> {
  const row = await query
    .selectFrom("pending_usage_events")
    .select((eb) => eb.fn.sum<bigint | null>("amount_nano").as("total_nano"))
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  return row?.total_nano ?? 0n;
}

async function readToday({ query, tenantId }: TenantDb, day: string): Promise<Summary["today"]> {
  const tenant = await query
    .selectFrom("tenants")
    .select("daily_cost_cap_nano")
    .where("id", "=", tenantId)
    .executeTakeFirst();
  const counter = await query
    .selectFrom("cost_counters")
    .select(["spent_nano", "reserved_nano"])
    .where("tenant_id", "=", tenantId)
    .where("scope", "=", "tenant")
    .where("day", "=", day)
    .executeTakeFirst();
  const capNano = tenant?.daily_cost_cap_nano ?? null;
  const spentNano = counter?.spent_nano ?? 0n;
  const reservedNano = counter?.reserved_nano ?? 0n;
  return {
    spent_usd: formatUsd(spentNano),
    reserved_usd: formatUsd(reservedNano),
    cap_usd: formatUsdOrNull(capNano),
    percent_of_cap: capNano === null || capNano === 0n ? null : percent(spentNano + reservedNano, capNano),
  };
}

/** With two places; the division is exact until the last step. */
function percent(partNano: bigint, wholeNano: bigint): number {
  return Number((partNano * 10_000n) / wholeNano) / 100;
}
