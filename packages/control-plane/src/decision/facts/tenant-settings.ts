// A tenant's settings with every default filled in. The table of tiers is the one place where the limits' values stand.

import { MINUTE_MS } from "@portcullis/core";
import type { TenantTable } from "../../db/schema.js";
import type { TenantSettings } from "../types.js";

interface TierDefaults {
  readonly requestsPerSecond: number;
  /** Burst is twice the requests per second unless set. */
  readonly dailyRequestCap: number | null;
  readonly monthlyRequestCap: number | null;
  readonly policyCacheMs: number;
}

/** What a tier gives where the tenant has set nothing. */
const TIER_DEFAULTS: Readonly<Record<TenantTable["tier"], TierDefaults>> = {
  free: {
    requestsPerSecond: 10,
    dailyRequestCap: 10_000,
    monthlyRequestCap: 100_000,
    policyCacheMs: 5 * MINUTE_MS,
  },
  pro: {
    requestsPerSecond: 100,
    dailyRequestCap: 1_000_000,
    monthlyRequestCap: 20_000_000,
    policyCacheMs: 60 * MINUTE_MS,
  },
  enterprise: {
    requestsPerSecond: 1000,
    dailyRequestCap: null,
    monthlyRequestCap: null,
    policyCacheMs: 24 * 60 * MINUTE_MS,
  },
};

/** The settings that a tenant's row comes to. Unknown or malformed members fall back to the tier's values. */
export function settingsOf(row: TenantTable): TenantSettings {
  const own = JSON.parse(row.settings) as Record<string, unknown>;
  const tier = TIER_DEFAULTS[row.tier];
  const requestsPerSecond = positive(own.requests_per_second) ?? tier.requestsPerSecond;
  const cacheSeconds = own.policy_cache_seconds;
  return {
    name: row.name,
    tier: row.tier,
    requestsPerSecond,
    burst: positive(own.burst) ?? 2 * requestsPerSecond,
    dailyRequestCap: positive(own.daily_request_cap) ?? tier.dailyRequestCap,
    monthlyRequestCap: row.monthly_request_cap ?? tier.monthlyRequestCap,
    dailyCostCapNano: row.daily_cost_cap_nano,
    strictCaps: own.strict_caps === true,
    crossTenantSignals: row.behavior_cross_tenant_enabled === 1,
    degradedMode: degradedMode(own.degraded_mode),
    policyCacheMs: typeof cacheSeconds === "number" ? cacheSeconds * 1000 : tier.policyCacheMs,
    approvalMinutes: positive(own.approval_minutes) ?? 15,
    decisionInputsDays: typeof own.decision_inputs_days === "number" ? own.decision_inputs_days : 30,
    redaction: members(own.redaction),
    scan: members(own.scan),
  };
}

function positive(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? value : null;
}

function degradedMode(value: unknown): TenantSettings["degradedMode"] {
  return value === "allow" || value === "block_all" ? value : "block_high_risk";
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
