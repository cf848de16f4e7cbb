// What edges are told of a tenant: the facts that decisions read, less what is nobody's business at an edge, with revoked
// tokens and used-up limits beside them. And how two such states differ.

import type { AgentFacts, SyncEvent, TenantState, ToolFacts } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import type { RedactionSettings } from "@portcullis/edge/detection";
import type { TenantDb } from "../../db/tx.js";
import { nextDayMs, nextMonthMs, periodsOf } from "../../decision/batch/limits.js";
import type { AgentRecord, TenantFacts, ToolRecord } from "../../decision/types.js";

type Change = Extract<SyncEvent, { event: "change" }>["data"];
type Exhausted = TenantState["limits"]["exhausted"][number];

/** The secret of a tenant's redaction tokens: equal values give equal tokens, at every edge of the tenant and at no other's. */
export type RedactionKeyOf = (tenantId: string) => string;

/** The tenant's state at the version of `facts`, as a snapshot has it. */
export async function readSyncState(
  db: TenantDb,
  facts: TenantFacts,
  redactionKeyOf: RedactionKeyOf,
  nowMs: number,
): Promise<TenantState> {
  const revoked = await db.query
    .selectFrom("tokens")
    .select(["jti", "expires_at"])
    .where("tenant_id", "=", db.tenantId)
    .where("expires_at", ">", nowMs)
    .where("revoked_at", "is not", null)
    .execute();
  const head = await db.query
    .selectFrom("chain_heads")
    .select(["seq", "event_hash"])
    .where("tenant_id", "=", db.tenantId)
    .executeTakeFirst();
  const { settings } = facts;
  return {
    state_version: facts.stateVersion,
    kill_switch: facts.killSwitch,
    limits: {
      requests_per_second: settings.requestsPerSecond,
      burst: settings.burst,
      exhausted: await readExhausted(db, facts, nowMs),
    },
    agents: Object.fromEntries([...facts.agents].map(([id, agent]) => [id, agentOf(agent)])),
    tools: Object.fromEntries([...facts.tools].map(([name, tool]) => [name, toolOf(tool)])),
    revoked: Object.fromEntries(revoked.map((row) => [row.jti, formatInstant(row.expires_at)])),
    policy: { revision: facts.policy.revision, argument_paths: pathsOf(facts) },
    redaction: {
      ...settings.redaction,
      ...(usesTokens(settings.redaction) ? { token_key: redactionKeyOf(facts.tenantId) } : {}),
    },
    scan: { ...settings.scan },
    rates: facts.rates as TenantState["rates"],
    checkpoint:
      head === undefined || head.event_hash === null ? null : { seq: String(head.seq), event_hash: head.event_hash },
  };
}

/** Edges get the secret only where some action needs it. */
function usesTokens({ kinds, patterns, overrides }: RedactionSettings): boolean {
  const actions = [kinds, ...(overrides ?? []).map((override) => override.kinds)].flatMap((all) =>
    Object.values(all ?? {}),
  );
  return [...actions, ...(patterns ?? []).map(({ action }) => action)].includes("token");
}

/** The members of `after` that differ; maps have the entries that differ, null for those that are gone. */
export function diffStates(before: TenantState, after: TenantState): Change {
  const change: Record<string, unknown> = { state_version: after.state_version };
  for (const name of MEMBERS) {
    if (!isSame(before[name], after[name])) change[name] = after[name];
  }
  for (const name of MAPS) {
    const entries = diffMaps<unknown>(before[name], after[name]);
    if (Object.keys(entries).length > 0) change[name] = entries;
  }
  return change as Change;
}

const MEMBERS = ["kill_switch", "limits", "policy", "redaction", "scan", "rates", "checkpoint"] as const;
const MAPS = ["agents", "tools", "revoked"] as const;

function diffMaps<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): Record<string, T | null> {
  const entries: Record<string, T | null> = {};
  for (const [key, value] of Object.entries(after)) {
    if (Object.hasOwn(before, key) && (before[key] === value || isSame(before[key], value))) continue;
    entries[key] = value;
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) entries[key] = null;
  return entries;
}

async function readExhausted(db: TenantDb, facts: TenantFacts, nowMs: number): Promise<Exhausted[]> {
  const { settings } = facts;
  const { day, month } = periodsOf(nowMs);
  const counters = await db.query
    .selectFrom("request_counters")
    .select(["period", "requests"])
    .where("tenant_id", "=", db.tenantId)
    .where("period", "in", [day, month])
    .execute();
  const used = (period: string) => counters.find((row) => row.period === period)?.requests ?? 0;
  const exhausted: Exhausted[] = [];
  const note = (limit_type: Exhausted["limit_type"], agentId: string | null, untilMs: number) =>
    exhausted.push({
      limit_type,
      scope: agentId === null ? "tenant" : "agent",
      agent_id: agentId,
      until: formatInstant(untilMs),
    });
  if (settings.dailyRequestCap !== null && used(day) >= settings.dailyRequestCap) {
    note("tenant_daily_request", null, nextDayMs(nowMs));
  }
  if (settings.monthlyRequestCap !== null && used(month) >= settings.monthlyRequestCap) {
    note("tenant_monthly_request", null, nextMonthMs(nowMs));
  }
  const capped = [...facts.agents.values()].filter((agent) => agent.dailyCostCapNano !== null);
  if (settings.dailyCostCapNano === null && capped.length === 0) return exhausted;
  const spent = await db.query
    .selectFrom("cost_counters")
    .select(["scope", "spent_nano"])
    .where("tenant_id", "=", db.tenantId)
    .where("day", "=", day)
    .execute();
  for (const { scope, spent_nano } of spent) {
    const cap = scope === "tenant" ? settings.dailyCostCapNano : (facts.agents.get(scope)?.dailyCostCapNano ?? null);
    if (cap !== null && spent_nano >= cap) note("agent_cost", scope === "tenant" ? null : scope, nextDayMs(nowMs));
  }
  return exhausted;
}

// A record that did not change is the same object in the next facts, and so stays the same here: comparing is cheap then.
const shownAgents = new WeakMap<AgentRecord, AgentFacts>();

function agentOf(agent: AgentRecord): AgentFacts {
  const known = shownAgents.get(agent);
  if (known !== undefined) return known;
  const { dailyCostCapNano: _cap, ...facts } = agent;
  shownAgents.set(agent, facts);
  return facts;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function toolOf(tool: ToolRecord): ToolFacts {
  const { tool_name, timeout_ms, retry_safe, price_usd, max_cost_usd, definition_hash } = tool;
  return { tool_name, timeout_ms, retry_safe, price_usd, max_cost_usd, definition_hash };
}

function pathsOf({ policy }: TenantFacts): Record<string, string[]> {
  return Object.fromEntries(Object.entries(policy.argumentPaths).map(([tool, paths]) => [tool, [...paths]]));
}
