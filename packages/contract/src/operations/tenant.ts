// Tag tenant: a tenant's own settings and what is left of its quota.

import { z } from "zod";
import { operation } from "../operation.js";
import { instant, usd, usdInput } from "../schemas/common.js";
import { redactionSettings, scanSettings } from "../schemas/tuning.js";
import { tier } from "./auth.js";

const tag = "tenant";

/** The longest that an escalated call may wait for its approval, and the approved one for its call. */
export const MAX_APPROVAL_MINUTES = 1440;

/** Settings that a tenant's ADMIN may change. Limits that are null follow the tier. */
const settings = {
  requests_per_second: z.number().positive().max(1_000_000).nullable(),
  burst: z.number().positive().max(2_000_000).nullable(),
  daily_request_cap: z.number().int().positive().nullable(),
  monthly_request_cap: z.number().int().positive().nullable(),
  strict_caps: z.boolean(),
  behavior_cross_tenant_enabled: z.boolean(),
  degraded_mode: z.enum(["allow", "block_high_risk", "block_all"]),
  policy_cache_seconds: z.number().int().min(0).max(86_400).nullable(),
  approval_minutes: z.number().int().min(1).max(MAX_APPROVAL_MINUTES),
  decision_inputs_days: z.number().int().min(0).max(365),
  redaction: redactionSettings,
  scan: scanSettings,
};
const settingsData = z.object({
  name: z.string(),
  tier,
  daily_inference_cost_cap_usd: usd.nullable(),
  ...settings,
});
const use = z.object({ used: z.number().int(), limit: z.number().int().nullable(), reset_at: instant });

export const tenant = {
  "tenant.getSettings": operation({
    method: "GET",
    path: "/tenant/settings",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "The tenant's settings",
    data: settingsData,
  }),
  "tenant.updateSettings": operation({
    method: "PATCH",
    path: "/tenant/settings",
    tag,
    who: "ADMIN",
    status: 200,
    summary: "Change the tenant's settings",
    description:
      "A member that is named replaces the whole of it; `scan` and `redaction` are checked against the rules.",
    body: z
      .strictObject({ ...settings, daily_inference_cost_cap_usd: usdInput.nullable() })
      .partial()
      .refine((value) => Object.keys(value).length > 0, "name at least one member"),
    example: { daily_inference_cost_cap_usd: "25.00" },
    data: settingsData,
    audit: "tenant_settings_changed",
  }),
  "tenant.quota": operation({
    method: "GET",
    path: "/tenant/quota",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Quota and consumption",
    data: z.object({
      tier,
      requests_per_second: z.number(),
      burst: z.number(),
      daily_requests: use,
      monthly_requests: use,
      daily_cost: z.object({ spent_usd: usd, reserved_usd: usd, cap_usd: usd.nullable(), reset_at: instant }),
    }),
  }),
};
