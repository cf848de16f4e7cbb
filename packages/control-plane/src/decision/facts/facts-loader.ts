// Reads everything of a tenant that decisions need, in one read transaction, so that it is the state at one version.

import type { AgentFacts, Grant, KillSwitchState } from "@portcullis/contract";
import { formatInstant, formatUsdOrNull, type ModelRate, parseUsd, type RateTable } from "@portcullis/core";
import type { Selectable } from "kysely";
import { AGENT_COLUMNS } from "../../db/agent-columns.js";
import type { AgentTable, AutonomyContractTable, PolicyTable, ToolTable } from "../../db/schema.js";
import { readState, type TenantStateRow } from "../../db/state.js";
import type { TenantDb } from "../../db/tx.js";
import { DEFAULT_WEIGHTS } from "../judging/combine.js";
import type { AgentRecord, AutonomyContract, TenantFacts, ToolRecord } from "../types.js";
import { DEFAULT_RATES } from "./default-rates.js";
import { settingsOf } from "./tenant-settings.js";

export type PolicyRow = Selectable<PolicyTable>;
/** Facts before the policies are compiled. */
export type FactsWithoutPolicy = Omit<TenantFacts, "policy"> & { readonly policies: readonly PolicyRow[] };

/**
 * Loads the facts; throws where the tenant does not exist. With the facts of an earlier version, only those agents and tools
 * are read that a later version has stamped: whoever changes an agent, its grants or a tool stamps its row.
 */
export async function loadFacts(db: TenantDb, before: TenantFacts | null = null): Promise<FactsWithoutPolicy> {
  const { query, tenantId } = db;
  const state = await readState(db);
  const tenant = await query.selectFrom("tenants").selectAll().where("id", "=", tenantId).executeTakeFirstOrThrow();
  const since = before?.stateVersion ?? -1;
  const agents = await query
    .selectFrom("agents")
    .select(AGENT_COLUMNS)
    .where("tenant_id", "=", tenantId)
    .where("state_version", ">", since)
    .execute();
  const grants = await readGrants(db, before === null ? null : agents.map((agent) => agent.id));
  const tools = await query
    .selectFrom("tools")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("state_version", ">", since)
    .execute();
  const policies = await query
    .selectFrom("policies")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("is_active", "=", 1)
    .orderBy("name")
    .execute();
  const contracts = await query
    .selectFrom("autonomy_contracts")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("is_active", "=", 1)
    .orderBy("id")
    .execute();
  const weights = await query
    .selectFrom("signal_weights")
    .select(["inference", "policy", "behavior"])
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  const rates = await query
    .selectFrom("rate_tables")
    .select(["revision", "rates"])
    .where("tenant_id", "=", tenantId)
    .where("is_active", "=", 1)
    .executeTakeFirst();
  return {
    tenantId,
    stateVersion: state.state_version,
    killSwitch: killSwitchOf(state),
    settings: settingsOf(tenant),
    agents: mergeAgents(before?.agents, agents, grants),
    tools: mergeTools(before?.tools, tools),
    policies,
    contracts: contracts.map(contractOf),
    weights: weights ?? DEFAULT_WEIGHTS,
    rates: rates ? rateTableOf(rates) : DEFAULT_RATES,
  };
}

/** The kill switch as edges and callers see it. */
export function killSwitchOf(state: TenantStateRow): KillSwitchState {
  if (state.kill_engaged === 0) return { engaged: false, engaged_at: null, engaged_by: null, reason: null };
  return {
    engaged: true,
    engaged_at: formatInstant(state.kill_engaged_at ?? 0),
    engaged_by: state.kill_engaged_by,
    reason: state.kill_reason,
  };
}

/** A stored rate table; the stored JSON has `default` and `rates`. */
export function rateTableOf(row: { revision: string; rates: string }): RateTable {
  const stored = JSON.parse(row.rates) as { default: ModelRate; rates: Record<string, ModelRate> };
  return { revision: row.revision, default: stored.default, rates: stored.rates };
}

type GrantRow = { readonly agent_id: string; readonly tool_name: string; readonly action: Grant["action"] };

/** Grants of some agents, or of all of them. */
async function readGrants({ query, tenantId }: TenantDb, agentIds: readonly string[] | null): Promise<GrantRow[]> {
  if (agentIds?.length === 0) return [];
  let grants = query
    .selectFrom("agent_permissions")
    .select(["agent_id", "tool_name", "action"])
    .where("tenant_id", "=", tenantId);
  // Beyond some hundred agents one scan is the better plan, and what is not asked for is left out below.
  if (agentIds !== null && agentIds.length <= 200) grants = grants.where("agent_id", "in", [...agentIds]);
  return grants.orderBy("agent_id").orderBy("tool_name").orderBy("action").execute();
}

function mergeAgents(
  before: ReadonlyMap<string, AgentRecord> | undefined,
  rows: readonly Selectable<AgentTable>[],
  grants: readonly GrantRow[],
): ReadonlyMap<string, AgentRecord> {
  if (before !== undefined && rows.length === 0) return before;
  const byAgent = new Map<string, Grant[]>(rows.map((row) => [row.id, []]));
  for (const { agent_id, tool_name, action } of grants) byAgent.get(agent_id)?.push({ tool_name, action });
  const agents = new Map(before);
  for (const row of rows) {
    if (row.status === "DELETED") agents.delete(row.id);
    else agents.set(row.id, agentOf(row, byAgent.get(row.id) ?? []));
  }
  return agents;
}

function mergeTools(
  before: ReadonlyMap<string, ToolRecord> | undefined,
  rows: readonly Selectable<ToolTable>[],
): ReadonlyMap<string, ToolRecord> {
  if (before !== undefined && rows.length === 0) return before;
  const tools = new Map(before);
  for (const row of rows) {
    if (row.deleted_at === null) tools.set(row.tool_name, toolOf(row));
    else tools.delete(row.tool_name);
  }
  return tools;
}

function agentOf(row: Selectable<AgentTable>, grants: Grant[]): AgentRecord {
  const metadata = JSON.parse(row.metadata) as Record<string, unknown>;
  return {
    ...agentFactsOf(row, metadata, grants),
    dailyCostCapNano: dailyCapOf(metadata),
  };
}

/** An agent's own daily cap, under either of its names. */
export function dailyCapOf(metadata: Readonly<Record<string, unknown>>): bigint | null {
  return amount(metadata.daily_cost_cap_usd ?? metadata.cost_cap_usd);
}

/** An agent as edges know it. `metadata` is the row's, parsed. */
export function agentFactsOf(
  { id, name, status, risk_level }: Selectable<AgentTable>,
  metadata: Readonly<Record<string, unknown>>,
  grants: Grant[],
): AgentFacts {
  return {
    agent_id: id,
    name,
    status,
    risk_level,
    grants,
    requests_per_second: positive(metadata.requests_per_second),
    burst: positive(metadata.burst),
  };
}

function toolOf(row: Selectable<ToolTable>): ToolRecord {
  return {
    tool_name: row.tool_name,
    timeout_ms: row.timeout_ms,
    retry_safe: row.retry_safe === 1,
    price_usd: formatUsdOrNull(row.price_nano),
    max_cost_usd: formatUsdOrNull(row.max_cost_nano),
    definition_hash: row.definition_hash,
    priceNano: row.price_nano,
    maxCostNano: row.max_cost_nano,
    access: row.access,
    inputSchema: row.input_schema === null ? null : (JSON.parse(row.input_schema) as Record<string, unknown>),
    consentTenants: JSON.parse(row.consent_tenants) as string[],
  };
}

function contractOf(row: Selectable<AutonomyContractTable>): AutonomyContract {
  return {
    id: row.id,
    name: row.name,
    agentScope: row.agent_scope,
    delegationMaxDepth: row.delegation_max_depth,
    costCapNano: row.cost_cap_nano,
    costCapWindowSeconds: row.cost_cap_window_seconds,
    timeWindow: row.time_window === null ? null : (JSON.parse(row.time_window) as AutonomyContract["timeWindow"]),
    crossTenantRules: JSON.parse(row.cross_tenant_rules) as AutonomyContract["crossTenantRules"],
    onViolation: row.on_violation,
  };
}

function positive(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? value : null;
}

/** A cap that cannot be read is no reason to let everything through: it counts as zero dollars. */
function amount(value: unknown): bigint | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string" && typeof value !== "number") return 0n;
  try {
    return parseUsd(value);
  } catch {
    return 0n;
  }
}
