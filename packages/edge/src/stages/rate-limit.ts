// Stage 2 at the edge: refuses what is known to be used up, and sheds floods. The exact count is the control plane's.
import { Refusal, type TenantState } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import type { RecordKeeper } from "../calls/record-keeper.js";
import type { Clock, RecordSink } from "../ports.js";
import { type Rate, rateOfAgent } from "../tenant/agent-rate.js";
import type { Caller } from "../tenant/caller.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";
import type { TokenBuckets } from "../tenant/token-bucket.js";

export interface LimitPorts {
  readonly mirror: TenantMirror;
  readonly buckets: TokenBuckets;
  readonly records: Pick<RecordSink, "hasRoom">;
  readonly keeper: Pick<RecordKeeper, "keptInMemory">;
  readonly clock: Clock;
}

type Exhausted = TenantState["limits"]["exhausted"][number];

/** Refuses with `rate_limited` or, where the call's record would have no room or no disk, `buffer_full`. */
export function checkLimits(caller: Caller, ports: LimitPorts): undefined {
  if (!ports.records.hasRoom() || ports.keeper.keptInMemory > 0) throw new Refusal("buffer_full", { retryAfterS: 1 });
  const limits = ports.mirror.settings?.limits;
  if (limits === undefined) throw new Refusal("control_plane_unreachable");
  const nowMs = ports.clock.now();
  for (const used of limits.exhausted) {
    if (appliesTo(used, caller.agentId) && Date.parse(used.until) > nowMs)
      refuse(used.limit_type, used.scope, Date.parse(used.until), nowMs);
  }
  const tenantRate = { perSecond: limits.requests_per_second, burst: limits.burst };
  requireToken(ports, "tenant", "tenant", tenantRate);
  requireToken(ports, "agent", caller.agentId, rateOfAgent(caller.agent, tenantRate));
  return undefined;
}

function appliesTo(used: Exhausted, agentId: string): boolean {
  return used.scope === "tenant" || used.agent_id === agentId;
}

function requireToken({ buckets, clock }: LimitPorts, scope: Exhausted["scope"], key: string, rate: Rate): void {
  const waitMs = buckets.take(key, rate);
  const nowMs = clock.now();
  if (waitMs > 0) refuse("tenant_rps", scope, nowMs + waitMs, nowMs);
}

function refuse(
  limitType: Exhausted["limit_type"] | "tenant_rps",
  scope: Exhausted["scope"],
  resetAtMs: number,
  nowMs: number,
): never {
  const retryAfterS = Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000));
  const data = { limit_type: limitType, reset_at: formatInstant(Math.ceil(resetAtMs)), scope };
  throw new Refusal("rate_limited", { data, retryAfterS });
}
