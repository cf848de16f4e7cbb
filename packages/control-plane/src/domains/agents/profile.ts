// An agent's profile: grants, today's use, behaviour baseline. Read from counters and the chain's columns; computes nothing
// that decisions depend on.

import type { DataOf } from "@portcullis/contract";
import { DAY_MS, formatInstant, formatUsd, utcDay } from "@portcullis/core";
import type { TenantDb } from "../../db/tx.js";
import { isMature } from "../../decision/judging/behavior.js";
import type { BehaviorProfile } from "../../decision/types.js";
import type { CallContext } from "../../http/handler.js";
import { countCallsSince, type DecisionCount } from "../../ledger/count-calls.js";

type Profile = DataOf<"agents.profile">;

export async function readToday(
  context: CallContext,
  agentId: string,
  nowMs: number,
): Promise<Omit<Profile["today"], "daily_cost_cap_usd">> {
  const counts = await countCallsSince(context, { sinceMs: nowMs - (nowMs % DAY_MS), agentId });
  const cost = await context.read(({ query, tenantId }) =>
    query
      .selectFrom("cost_counters")
      .select("spent_nano")
      .where("tenant_id", "=", tenantId)
      .where("scope", "=", agentId)
      .where("day", "=", utcDay(nowMs))
      .executeTakeFirst(),
  );
  const sumOf = (rows: readonly DecisionCount[]) => rows.reduce((sum, { count }) => sum + count, 0);
  return {
    requests: sumOf(counts),
    denied: sumOf(counts.filter(({ decision }) => decision === "deny")),
    cost_usd: formatUsd(cost?.spent_nano ?? 0n),
  };
}

export async function readBaseline(db: TenantDb, agentId: string, nowMs: number): Promise<Profile["baseline"]> {
  const row = await db.query
    .selectFrom("behavior_profiles")
    .select("profile")
    .where("tenant_id", "=", db.tenantId)
    .where("agent_id", "=", agentId)
    .executeTakeFirst();
  if (row === undefined) return { calls: 0, tools: {}, calls_per_minute: 0, mature: false };
  const profile = JSON.parse(row.profile) as BehaviorProfile;
  return {
    calls: profile.calls,
    // The most used first.
    tools: Object.fromEntries(Object.entries(profile.tools).sort((a, b) => b[1] - a[1])),
    calls_per_minute: profile.perMinute.mean,
    mature: isMature(profile, nowMs),
  };
}

export async function readLastSeen(db: TenantDb, agentId: string): Promise<string | null> {
  const row = await db.query
    .selectFrom("audit_logs")
    .select("created_at")
    .where("tenant_id", "=", db.tenantId)
    .where("agent_id", "=", agentId)
    .where("action", "=", "execute")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : formatInstant(row.created_at);
}
