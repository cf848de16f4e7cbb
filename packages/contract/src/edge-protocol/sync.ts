// What the control plane tells its edges unasked: the tenant's state, its changes, and that it is still there.

import { z } from "zod";
import { instant, sha256Hex, usd, uuid } from "../schemas/common.js";
import { agentFacts } from "./admit.js";

export const toolFacts = z.object({
  tool_name: z.string(),
  timeout_ms: z.number().int().positive(),
  retry_safe: z.boolean(),
  price_usd: usd.nullable(),
  max_cost_usd: usd.nullable(),
  /** Hash of the definition that may be offered and called; null where none is pinned. */
  definition_hash: sha256Hex.nullable(),
});
export type ToolFacts = z.output<typeof toolFacts>;

export const killSwitchState = z.object({
  engaged: z.boolean(),
  engaged_at: instant.nullable(),
  engaged_by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type KillSwitchState = z.output<typeof killSwitchState>;

export const rate = z.object({
  prompt_usd_per_million: usd,
  completion_usd_per_million: usd,
  call_usd: usd.optional(),
});
export const rateTable = z.object({ revision: z.string(), rates: z.record(z.string(), rate), default: rate });

/** What a tenant's edges know beforehand. A `change` has the members that changed; maps merge, and null removes. */
export const tenantState = z.object({
  state_version: z.number().int().nonnegative(),
  kill_switch: killSwitchState,
  limits: z.object({
    requests_per_second: z.number().positive(),
    burst: z.number().positive(),
    /** Refuse until then: the day's or month's requests, or the tenant's dollars, are used up. */
    exhausted: z.array(
      z.object({
        limit_type: z.enum(["tenant_daily_request", "tenant_monthly_request", "agent_cost"]),
        scope: z.enum(["agent", "tenant"]),
        agent_id: uuid.nullable(),
        until: instant,
      }),
    ),
  }),
  agents: z.record(uuid, agentFacts.nullable()),
  tools: z.record(z.string(), toolFacts.nullable()),
  /** Token ids that must not be used, until their expiry. */
  revoked: z.record(uuid, instant.nullable()),
  policy: z.object({
    revision: z.string(),
    /** JSON pointers into the payload, by folded tool name; `*` for every tool. */
    argument_paths: z.record(z.string(), z.array(z.string())),
  }),
  redaction: z.record(z.string(), z.unknown()).meta({ description: "Redaction policy of stage 9" }),
  scan: z.record(z.string(), z.unknown()).meta({ description: "Scan options of stage 3" }),
  rates: rateTable,
  checkpoint: z.object({ seq: z.string(), event_hash: sha256Hex }).nullable(),
});
export type TenantState = z.output<typeof tenantState>;

/** Events of GET /edge/sync, by their `event` name. */
export const syncEvents = {
  snapshot: tenantState,
  change: tenantState.partial().required({ state_version: true }),
  /** Every second; the version was read from the database within the last half second. */
  heartbeat: z.object({ state_version: z.number().int().nonnegative(), at: instant }),
} as const;
export type SyncEvent =
  | { event: "snapshot"; data: TenantState }
  | { event: "change"; data: z.output<(typeof syncEvents)["change"]> }
  | { event: "heartbeat"; data: z.output<(typeof syncEvents)["heartbeat"]> };

/**
 * Milliseconds without a heartbeat after which an edge refuses. With {@link HEARTBEAT_READ_WITHIN_MS} it must stay below
 * the five seconds in which the kill switch reaches every edge, whatever broke on the way, with room for network and timers.
 */
export const HEARTBEAT_LIMIT_MS = 4000;
/** Milliseconds between heartbeats. */
export const HEARTBEAT_EVERY_MS = 1000;
/** Age in milliseconds from which a state version is too old to be sent as a heartbeat. */
export const HEARTBEAT_READ_WITHIN_MS = 500;
