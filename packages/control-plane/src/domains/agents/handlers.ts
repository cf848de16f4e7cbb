// Handlers of tag agents. Every change bumps the tenant's state, so that no edge goes on with the old facts.

import { type DataOf, Refusal } from "@portcullis/contract";
import {
  foldToolName,
  formatInstant,
  formatJson,
  formatUsdOrNull,
  MoneyError,
  newId,
  parseJson,
  parseUsd,
} from "@portcullis/core";
import { isUniqueViolation } from "../../db/database-errors.js";
import type { AgentPermissionTable, AgentTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantDb } from "../../db/tx.js";
import { dailyCapOf } from "../../decision/facts/facts-loader.js";
import { actorOf } from "../../http/audited.js";
import type { HandlersOf } from "../../http/handler.js";
import { decodeCursor, pageOf } from "../../http/paging.js";
import { readBaseline, readLastSeen, readToday } from "./profile.js";
import {
  countAgents,
  deleteGrant,
  findAgent,
  findAgentByName,
  findGrant,
  insertAgent,
  insertGrant,
  listAgents,
  listGrants,
  updateAgent,
} from "./store.js";

type AgentData = DataOf<"agents.get">;
type PermissionData = DataOf<"agents.grantPermission">;

export const agentsHandlers: HandlersOf<"agents"> = {
  async "agents.list"(context, { query }) {
    const after = decodeCursor("agents", query.cursor, ["number", "string"]);
    const rows = await context.read((db) => listAgents(db, { status: query.status, after, limit: query.limit }));
    return pageOf("agents", rows, query.limit, (row) => [row.created_at, row.id], agentData);
  },

  async "agents.summary"(context) {
    const rows = await context.read(countAgents);
    const sum = (matches: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(matches).reduce((total, row) => total + row.count, 0);
    const ofLevel = (level: string) => sum((row) => row.risk_level === level);
    return {
      total: sum(() => true),
      active: sum((row) => row.status === "ACTIVE"),
      quarantined: sum((row) => row.status === "QUARANTINED"),
      by_risk_level: {
        low: ofLevel("low"),
        medium: ofLevel("medium"),
        high: ofLevel("high"),
        critical: ofLevel("critical"),
      },
    };
  },

  async "agents.create"(context, { body }) {
    checkMoney(body.metadata);
    return context.write(async (tx) => {
      const state_version = await bumpStateVersion(tx);
      if (await findAgentByName(tx, body.name)) throw new Refusal("conflict", { data: { field: "name" } });
      const agent: AgentTable = {
        tenant_id: tx.tenantId,
        id: newId(),
        name: body.name,
        status: "ACTIVE",
        risk_level: body.risk_level,
        metadata: formatJson(body.metadata),
        state_version,
        created_at: tx.nowMs,
        updated_at: tx.nowMs,
      };
      await insertAgent(tx, agent);
      const audit = { agent_name: agent.name, risk_level: agent.risk_level };
      return { data: agentData(agent), audit, agentId: agent.id };
    });
  },

  async "agents.get"(context, { params }) {
    return agentData(await context.read((db) => requireAgent(db, params.agent_id)));
  },

  async "agents.profile"(context, { params }) {
    const nowMs = Date.now();
    const { agent, ...profile } = await context.read(async (db) => {
      const agent = await requireAgent(db, params.agent_id);
      const grants = await listGrants(db, agent.id, null, 500);
      return {
        agent,
        permissions: grants.slice(0, 500).map(permissionData),
        baseline: await readBaseline(db, agent.id, nowMs),
        last_seen_at: await readLastSeen(db, agent.id),
      };
    });
    const cap = formatUsdOrNull(dailyCapOf(JSON.parse(agent.metadata) as Record<string, unknown>));
    const today = { ...(await readToday(context, agent.id, nowMs)), daily_cost_cap_usd: cap };
    return { ...agentData(agent), ...profile, today };
  },

  async "agents.update"(context, { params, body }) {
    if (body.metadata !== undefined) checkMoney(body.metadata);
    return context.write(async (tx) => {
      const state_version = await bumpStateVersion(tx);
      const agent = await requireAgent(tx, params.agent_id);
      const { name, status, risk_level, metadata } = body;
      if (name !== undefined && name !== agent.name) {
        const other = await findAgentByName(tx, name);
        if (other !== undefined && other.id !== agent.id) throw new Refusal("conflict", { data: { field: "name" } });
      }
      await updateAgent(tx, agent.id, {
        state_version,
        ...(name === undefined ? {} : { name }),
        ...(status === undefined ? {} : { status }),
        ...(risk_level === undefined ? {} : { risk_level }),
        ...(metadata === undefined ? {} : { metadata: formatJson(metadata) }),
      });
      const changed = await requireAgent(tx, agent.id);
      const audit = {
        changed: Object.keys(body).sort(),
        old_status: agent.status,
        new_status: changed.status,
        old_risk_level: agent.risk_level,
        new_risk_level: changed.risk_level,
      };
      return { data: agentData(changed), audit, agentId: agent.id };
    });
  },

  async "agents.delete"(context, { params }) {
    await context.write(async (tx) => {
      const state_version = await bumpStateVersion(tx);
      const agent = await requireAgent(tx, params.agent_id);
      await updateAgent(tx, agent.id, { state_version, status: "DELETED" });
      return { data: undefined, audit: { agent_name: agent.name }, agentId: agent.id };
    });
  },

  async "agents.listPermissions"(context, { params, query }) {
    const after = decodeCursor("permissions", query.cursor, ["number", "string"]);
    const rows = await context.read(async (db) => {
      const agent = await requireAgent(db, params.agent_id);
      return listGrants(db, agent.id, after, query.limit);
    });
    return pageOf("permissions", rows, query.limit, (row) => [row.created_at, row.id], permissionData);
  },

  async "agents.grantPermission"(context, { params, body }) {
    const toolName = foldToolName(body.tool_name);
    return context.write(async (tx) => {
      const state_version = await bumpStateVersion(tx);
      const agent = await requireAgent(tx, params.agent_id);
      const conflict = new Refusal("conflict", {
        data: { field: "tool_name", tool_name: toolName, action: body.action },
      });
      if (await findGrant(tx, agent.id, toolName, body.action)) throw conflict;
      const grant: AgentPermissionTable = {
        tenant_id: tx.tenantId,
        id: newId(),
        agent_id: agent.id,
        tool_name: toolName,
        action: body.action,
        created_by: actorOf(context.principal).actor,
        created_at: tx.nowMs,
      };
      await insertGrant(tx, grant).catch((error: unknown) => {
        throw isUniqueViolation(error) ? conflict : error;
      });
      await updateAgent(tx, agent.id, { state_version });
      const audit = { permission_id: grant.id, tool_name: toolName, permission: body.action };
      return { data: permissionData(grant), audit, agentId: agent.id };
    });
  },

  async "agents.revokePermission"(context, { params }) {
    await context.write(async (tx) => {
      const state_version = await bumpStateVersion(tx);
      const agent = await requireAgent(tx, params.agent_id);
      const grant = await deleteGrant(tx, agent.id, params.permission_id);
      if (grant === undefined) throw new Refusal("not_found");
      await updateAgent(tx, agent.id, { state_version });
      const audit = { permission_id: grant.id, tool_name: grant.tool_name, permission: grant.action };
      return { data: undefined, audit, agentId: agent.id };
    });
  },
};

async function requireAgent(db: TenantDb, agentId: string): Promise<AgentTable> {
  const agent = await findAgent(db, agentId);
  if (agent === undefined) throw new Refusal("agent_not_found");
  return agent;
}

/** A cap under either of its names must be money: a cap that cannot be read would be no cap. */
function checkMoney(metadata: Readonly<Record<string, unknown>>): void {
  for (const name of ["daily_cost_cap_usd", "cost_cap_usd"]) {
    const value = metadata[name];
    if (value === undefined || value === null) continue;
    try {
      if ((typeof value === "string" || typeof value === "number") && parseUsd(value) >= 0n) continue;
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
    }
    const msg = "Must be dollars with at most 9 decimal places";
    throw new Refusal("validation_failed", {
      details: [{ type: "invalid_money", loc: ["body", "metadata", name], msg, input: null }],
    });
  }
}

function agentData(row: AgentTable): AgentData {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    risk_level: row.risk_level,
    metadata: parseJson(row.metadata) as Record<string, unknown>,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

function permissionData(row: AgentPermissionTable): PermissionData {
  return {
    id: row.id,
    agent_id: row.agent_id,
    tool_name: row.tool_name,
    action: row.action,
    created_by: row.created_by,
    created_at: formatInstant(row.created_at),
  };
}
