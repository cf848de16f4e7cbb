// Handlers of tag tenant: settings, which fall back to the tier, and what is left of the quota.

import { type DataOf, type InputOf, Refusal } from "@portcullis/contract";
import { formatInstant, formatUsd, formatUsdOrNull, parseUsd } from "@portcullis/core";
import { checkRedactionSettings } from "@portcullis/edge/detection";
import type { TenantTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantDb } from "../../db/tx.js";
import { nextDayMs, nextMonthMs, periodsOf } from "../../decision/batch/limits.js";
import { settingsOf } from "../../decision/facts/tenant-settings.js";
import type { HandlersOf } from "../../http/handler.js";
import { findTenant } from "../auth/index.js";
import { refuseProblems, requireUsableScan } from "./usable-settings.js";

type Settings = DataOf<"tenant.getSettings">;

export const tenantHandlers: HandlersOf<"tenant"> = {
  async "tenant.getSettings"(context) {
    return settingsData(await context.read(requireTenant));
  },

  async "tenant.updateSettings"(context, { body }) {
    return context.write(async (tx) => {
      requireUsable(body);
      await bumpStateVersion(tx);
      const earlier = await requireTenant(tx);
      const { daily_inference_cost_cap_usd: cap, monthly_request_cap, behavior_cross_tenant_enabled, ...rest } = body;
      const settings = { ...(JSON.parse(earlier.settings) as Record<string, unknown>), ...rest };
      const changed: TenantTable = {
        ...earlier,
        settings: JSON.stringify(settings),
        daily_cost_cap_nano: cap === undefined ? earlier.daily_cost_cap_nano : cap === null ? null : parseUsd(cap),
        monthly_request_cap: monthly_request_cap === undefined ? earlier.monthly_request_cap : monthly_request_cap,
        behavior_cross_tenant_enabled:
          behavior_cross_tenant_enabled === undefined
            ? earlier.behavior_cross_tenant_enabled
            : behavior_cross_tenant_enabled
              ? 1
              : 0,
      };
      await updateSettings(tx, changed);
      const before = settingsData(earlier);
      const after = settingsData(changed);
      const names = Object.keys(body).sort() as (keyof Settings)[];
      const audit = {
        changed: names,
        old: Object.fromEntries(names.map((name) => [name, before[name]])),
        new: Object.fromEntries(names.map((name) => [name, after[name]])),
      };
      return { data: after, audit };
    });
  },

  async "tenant.quota"(context) {
    return context.read(async (db) => {
      const settings = settingsOf(await requireTenant(db));
      const nowMs = Date.now();
      const { day, month } = periodsOf(nowMs);
      const cost = await db.query
        .selectFrom("cost_counters")
        .select(["spent_nano", "reserved_nano"])
        .where("tenant_id", "=", db.tenantId)
        .where("scope", "=", "tenant")
        .where("day", "=", day)
        .executeTakeFirst();
      const reset_at = formatInstant(nextDayMs(nowMs));
      return {
        tier: settings.tier,
        requests_per_second: settings.requestsPerSecond,
        burst: settings.burst,
        daily_requests: { used: await requestsIn(db, day), limit: settings.dailyRequestCap, reset_at },
        monthly_requests: {
          used: await requestsIn(db, month),
          limit: settings.monthlyRequestCap,
          reset_at: formatInstant(nextMonthMs(nowMs)),
        },
        daily_cost: {
          spent_usd: formatUsd(cost?.spent_nano ?? 0n),
          reserved_usd: formatUsd(cost?.reserved_nano ?? 0n),
          cap_usd: formatUsdOrNull(settings.dailyCostCapNano),
          reset_at,
        },
      };
    });
  },
};

/** Edges would refuse or withhold on settings that they cannot use: those are not saved. */
function requireUsable({ scan, redaction }: InputOf<"tenant.updateSettings">["body"]): void {
  requireUsableScan(scan);
  if (redaction !== undefined) refuseProblems("redaction", redaction, checkRedactionSettings(redaction));
}

async function requireTenant(db: TenantDb): Promise<TenantTable> {
  const tenant = await findTenant(db);
  if (tenant === undefined) throw new Refusal("not_found");
  return tenant;
}

async function updateSettings(db: TenantDb, tenant: TenantTable): Promise<void> {
  const { settings, daily_cost_cap_nano, monthly_request_cap, behavior_cross_tenant_enabled } = tenant;
  await db.query
    .updateTable("tenants")
    .set({ settings, daily_cost_cap_nano, monthly_request_cap, behavior_cross_tenant_enabled })
    .where("id", "=", db.tenantId)
    .execute();
}

async function requestsIn(db: TenantDb, period: string): Promise<number> {
  const row = await db.query
    .selectFrom("request_counters")
    .select("requests")
    .where("tenant_id", "=", db.tenantId)
    .where("period", "=", period)
    .executeTakeFirst();
  return row?.requests ?? 0;
}

/** The settings in force: what the tenant set, and the tier's values where it set nothing. */
function settingsData(row: TenantTable): Settings {
  const settings = settingsOf(row);
  return {
    name: settings.name,
    tier: settings.tier,
    daily_inference_cost_cap_usd: formatUsdOrNull(settings.dailyCostCapNano),
    requests_per_second: settings.requestsPerSecond,
    burst: settings.burst,
    daily_request_cap: settings.dailyRequestCap,
    monthly_request_cap: settings.monthlyRequestCap,
    strict_caps: settings.strictCaps,
    behavior_cross_tenant_enabled: settings.crossTenantSignals,
    degraded_mode: settings.degradedMode,
    policy_cache_seconds: Math.round(settings.policyCacheMs / 1000),
    approval_minutes: settings.approvalMinutes,
    decision_inputs_days: settings.decisionInputsDays,
    redaction: settings.redaction as Settings["redaction"],
    scan: settings.scan as Settings["scan"],
  };
}
