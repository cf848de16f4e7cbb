// Stage 2 against the rows of the batch: looks at every limit first, counts only what passes all of them.

import type { TenantBatch } from "../batch/batch.js";
import {
  agentBucketOf,
  type LimitReached,
  nextDayMs,
  nextMonthMs,
  nextTokenAtMs,
  periodsOf,
  refill,
} from "../batch/limits.js";
import type { TenantFacts } from "../types.js";

const TENANT = "tenant";

/** The first limit that the call would pass; null when there is room in all of them. Counts nothing. */
export function checkLimits(batch: TenantBatch, facts: TenantFacts, agentId: string): LimitReached | null {
  const { settings } = facts;
  const nowMs = batch.nowMs;
  for (const { scope, perSecond, burst } of bucketsOf(facts, agentId)) {
    const bucket = refill(batch.limits.bucket(scope), perSecond, burst, nowMs);
    if (bucket.tokens >= 1) continue;
    return {
      limit_type: "tenant_rps",
      scope: scope === TENANT ? "tenant" : "agent",
      resetAtMs: nextTokenAtMs(bucket, perSecond),
    };
  }
  const { day, month } = periodsOf(nowMs);
  if (settings.dailyRequestCap !== null && batch.limits.requests(day) >= settings.dailyRequestCap) {
    return { limit_type: "tenant_daily_request", scope: "tenant", resetAtMs: nextDayMs(nowMs) };
  }
  if (settings.monthlyRequestCap !== null && batch.limits.requests(month) >= settings.monthlyRequestCap) {
    return { limit_type: "tenant_monthly_request", scope: "tenant", resetAtMs: nextMonthMs(nowMs) };
  }
  return null;
}

/** Counts a call that has passed all limits. */
export function countLimits(batch: TenantBatch, facts: TenantFacts, agentId: string): void {
  const { settings } = facts;
  for (const { scope, perSecond, burst } of bucketsOf(facts, agentId)) {
    const bucket = refill(batch.limits.bucket(scope), perSecond, burst, batch.nowMs);
    batch.limits.setBucket(scope, { ...bucket, tokens: bucket.tokens - 1 });
  }
  const { day, month } = periodsOf(batch.nowMs);
  for (const [period, cap] of [
    [day, settings.dailyRequestCap],
    [month, settings.monthlyRequestCap],
  ] as const) {
    batch.limits.countRequest(period);
    if (cap !== null && batch.limits.requests(period) === cap) batch.limits.hasMoved = true;
  }
}

function bucketsOf(facts: TenantFacts, agentId: string) {
  const { settings } = facts;
  const agent = facts.agents.get(agentId);
  const own = agent === undefined ? null : agentBucketOf(agent, settings);
  const tenant = { scope: TENANT, perSecond: settings.requestsPerSecond, burst: settings.burst };
  return own === null ? [tenant] : [tenant, { scope: agentId, ...own }];
}
