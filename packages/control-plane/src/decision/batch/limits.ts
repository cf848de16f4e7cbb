// Stage 2's counts, exact over all edges and replicas: they are taken under the tenant's lock. A bucket holds `burst` tokens
// and gets `requests per second` of them each second. An empty one answers `tenant_rps`, with `scope` saying whose it is (an
// agent has one of its own only where its metadata sets it). Pure: the batch reads and writes the rows.

import { DAY_MS, formatInstant, LONGEST_WAIT_MS, utcDay, utcMonth } from "@portcullis/core";
import { type Rate, rateOfAgent } from "@portcullis/edge";
import { CLOCK_SET_BACK_MS } from "../../db/set-back.js";
import type { AgentRecord, TenantSettings } from "../types.js";

export interface Bucket {
  tokens: number;
  updatedAtMs: number;
}

/** Why a call is over a limit, as `data` of the 429 says it, and when to come back. */
export interface LimitReached {
  readonly limit_type: "tenant_rps" | "tenant_daily_request" | "tenant_monthly_request" | "agent_cost";
  readonly scope: "agent" | "tenant";
  readonly resetAtMs: number;
}

/** `data` of a 429. */
export function limitData(limit: LimitReached, auditId: string) {
  return {
    limit_type: limit.limit_type,
    reset_at: formatInstant(limit.resetAtMs),
    scope: limit.scope,
    audit_id: auditId,
  };
}

/** Seconds for `Retry-After`: whole ones, at least one. */
export function retryAfterS(limit: LimitReached, nowMs: number): number {
  return Math.max(1, Math.ceil((limit.resetAtMs - nowMs) / 1000));
}

/**
 * The bucket as it is now: filled up for the time since it was last touched. One that was touched in what is the future, because
 * the clock has been set back since, fills from now on instead of waiting for that time to come.
 */
export function refill(bucket: Bucket | undefined, perSecond: number, burst: number, nowMs: number): Bucket {
  const capacity = Math.max(1, burst);
  if (bucket === undefined) return { tokens: capacity, updatedAtMs: nowMs };
  if (bucket.updatedAtMs - nowMs > CLOCK_SET_BACK_MS) return { tokens: bucket.tokens, updatedAtMs: nowMs };
  const elapsedMs = Math.max(0, nowMs - bucket.updatedAtMs);
  return {
    tokens: Math.min(capacity, bucket.tokens + (elapsedMs * perSecond) / 1000),
    updatedAtMs: Math.max(nowMs, bucket.updatedAtMs),
  };
}

/** When an empty bucket will have a token again, or when to ask again. */
export function nextTokenAtMs(bucket: Bucket, perSecond: number): number {
  const waitMs = Math.ceil(((1 - bucket.tokens) / perSecond) * 1000);
  return bucket.updatedAtMs + Math.min(waitMs, LONGEST_WAIT_MS);
}

/** The agent's own bucket, or null where the tenant's is the only one that can empty. */
export function agentBucketOf(agent: AgentRecord, settings: TenantSettings): Rate | null {
  if (agent.requests_per_second === null && agent.burst === null) return null;
  return rateOfAgent(agent, { perSecond: settings.requestsPerSecond, burst: settings.burst });
}

/** The counters' periods at an instant: `2026-01-31` and `2026-01`. */
export function periodsOf(nowMs: number): { readonly day: string; readonly month: string } {
  return { day: utcDay(nowMs), month: utcMonth(nowMs) };
}

/** The next UTC midnight. */
export function nextDayMs(nowMs: number): number {
  return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
}

/** The first instant of the next UTC month. */
export function nextMonthMs(nowMs: number): number {
  const date = new Date(nowMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
