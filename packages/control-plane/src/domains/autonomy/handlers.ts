// Handlers of tag autonomy: contracts, what violated them, and what people let through nevertheless. Every change of a contract
// raises the state's version first, whose lock makes changes of one tenant take turns: names and pairs are checked under it.

import { type DataOf, type InputOf, Refusal } from "@portcullis/contract";
import { formatInstant, formatUsdOrNull, MINUTE_MS, newId, parseUsd } from "@portcullis/core";
import type { Updateable } from "kysely";
import type { AutonomyContractTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantTx } from "../../db/tx.js";
import type { HandlersOf } from "../../http/handler.js";
import { decodeCursor, pageOf } from "../../http/paging.js";
import {
  type ContractRow,
  findContract,
  insertContract,
  isNameTaken,
  listContracts,
  listOverrides,
  listViolations,
  updateContract,
} from "./store.js";

const CURSOR = ["number", "string"] as const;

export const autonomyHandlers: HandlersOf<"autonomy"> = {
  async "autonomy.listContracts"(context, { query }) {
    const after = decodeCursor("autonomy.contracts", query.cursor, CURSOR);
    const rows = await context.read((db) => listContracts(db, after, query.limit));
    return pageOf("autonomy.contracts", rows, query.limit, (row) => [row.created_at, row.id], answerOf);
  },

  async "autonomy.createContract"(context, { body }) {
    return context.write(async (tx) => {
      await bumpStateVersion(tx);
      await refuseTakenName(tx, body.name, null);
      const row = await insertContract(tx, {
        tenant_id: tx.tenantId,
        id: newId(),
        name: body.name,
        agent_scope: body.agent_scope,
        cross_tenant_rules: JSON.stringify(body.cross_tenant_rules),
        on_violation: body.on_violation,
        is_active: body.is_active ? 1 : 0,
        delegation_max_depth: body.delegation_max_depth,
        cost_cap_nano: body.cost_cap_usd === null ? null : parseUsd(body.cost_cap_usd),
        cost_cap_window_seconds: body.cost_cap_window_seconds,
        time_window: body.time_window === null ? null : JSON.stringify(body.time_window),
        created_at: tx.nowMs,
        updated_at: tx.nowMs,
      });
      const data = answerOf(row);
      return { data, audit: { contract: data } };
    });
  },

  async "autonomy.updateContract"(context, { params, body }) {
    return context.write(async (tx) => {
      await bumpStateVersion(tx);
      const before = await requireContract(tx, params.id);
      if (body.name !== undefined) await refuseTakenName(tx, body.name, before.id);
      const changes = columnsOf(body);
      requireCapWithWindow({ ...before, ...changes });
      const data = answerOf(await updateContract(tx, before.id, changes));
      return { data, audit: { before: answerOf(before), contract: data } };
    });
  },

  async "autonomy.disableContract"(context, { params }) {
    await context.write(async (tx) => {
      await bumpStateVersion(tx);
      const before = await requireContract(tx, params.id);
      await updateContract(tx, before.id, { is_active: 0 });
      return { data: undefined, audit: { contract_id: before.id, name: before.name } };
    });
  },

  async "autonomy.violations"(context, { query }) {
    const after = decodeCursor("autonomy.violations", query.cursor, CURSOR);
    const sinceMs = Date.now() - query.minutes * MINUTE_MS;
    const rows = await context.read((db) => listViolations(db, sinceMs, after, query.limit));
    return pageOf(
      "autonomy.violations",
      rows,
      query.limit,
      (row) => [row.detected_at, row.id],
      (row) => ({
        contract: row.contract_name,
        agent: row.agent_id,
        reason: row.reason,
        detected_at: formatInstant(row.detected_at),
        audit_id: row.audit_id,
      }),
    );
  },

  async "autonomy.overrides"(context, { query }) {
    const after = decodeCursor("autonomy.overrides", query.cursor, CURSOR);
    const sinceMs = Date.now() - query.minutes * MINUTE_MS;
    const rows = await context.read((db) => listOverrides(db, sinceMs, after, query.limit));
    return pageOf(
      "autonomy.overrides",
      rows,
      query.limit,
      (row) => [row.decided_at, row.key],
      (row) => ({
        audit_id: row.audit_id,
        overridden_by: row.decided_by,
        reason: row.reason,
        created_at: formatInstant(row.decided_at),
      }),
    );
  },
};

async function requireContract(tx: TenantTx, id: string): Promise<ContractRow> {
  const row = await findContract(tx, id);
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

async function refuseTakenName(tx: TenantTx, name: string, exceptId: string | null): Promise<void> {
  if (await isNameTaken(tx, name, exceptId)) throw new Refusal("conflict", { data: { field: "name" } });
}

/** Only the members that the body has. */
function columnsOf(body: InputOf<"autonomy.updateContract">["body"]): Updateable<AutonomyContractTable> {
  const columns: Updateable<AutonomyContractTable> = {};
  if (body.name !== undefined) columns.name = body.name;
  if (body.agent_scope !== undefined) columns.agent_scope = body.agent_scope;
  if (body.delegation_max_depth !== undefined) columns.delegation_max_depth = body.delegation_max_depth;
  if (body.cost_cap_usd !== undefined) {
    columns.cost_cap_nano = body.cost_cap_usd === null ? null : parseUsd(body.cost_cap_usd);
  }
  if (body.cost_cap_window_seconds !== undefined) columns.cost_cap_window_seconds = body.cost_cap_window_seconds;
  if (body.time_window !== undefined) columns.time_window = body.time_window && JSON.stringify(body.time_window);
  if (body.cross_tenant_rules !== undefined) columns.cross_tenant_rules = JSON.stringify(body.cross_tenant_rules);
  if (body.on_violation !== undefined) columns.on_violation = body.on_violation;
  if (body.is_active !== undefined) columns.is_active = body.is_active ? 1 : 0;
  return columns;
}

function requireCapWithWindow(contract: Updateable<AutonomyContractTable>): void {
  if (((contract.cost_cap_nano ?? null) === null) === ((contract.cost_cap_window_seconds ?? null) === null)) return;
  const msg = "cost_cap_usd and cost_cap_window_seconds go together";
  throw new Refusal("validation_failed", {
    details: [{ type: "value_error", loc: ["body", "cost_cap_usd"], msg, input: null }],
  });
}

function answerOf(row: ContractRow): DataOf<"autonomy.updateContract"> {
  return {
    id: row.id,
    name: row.name,
    agent_scope: row.agent_scope,
    delegation_max_depth: row.delegation_max_depth,
    cost_cap_usd: formatUsdOrNull(row.cost_cap_nano),
    cost_cap_window_seconds: row.cost_cap_window_seconds,
    time_window: row.time_window === null ? null : JSON.parse(row.time_window),
    cross_tenant_rules: JSON.parse(row.cross_tenant_rules),
    on_violation: row.on_violation,
    is_active: row.is_active === 1,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}
