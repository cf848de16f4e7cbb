// A tenant's policy files: every upload is a row of its own; at most one of a name is active.

import type { Selectable } from "kysely";
import type { PolicyTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantDb, TenantTx } from "../../db/tx.js";
import type { PolicyTool } from "../../decision/policy/index.js";

export type PolicyRow = Selectable<PolicyTable>;

/** What was derived of a file when it was uploaded. */
export interface CompiledFile {
  readonly bundle_revision: string;
  readonly rules: { id: string; effect: "permit" | "forbid" | "escalate"; tools: string[] }[];
  readonly argument_paths: Record<string, string[]>;
}

/** Active files and registered tools: all that a check depends on. */
export interface PolicyBase {
  readonly policies: readonly PolicyRow[];
  readonly tools: readonly PolicyTool[];
}

export async function readBase(db: TenantDb): Promise<PolicyBase> {
  const policies = await activePolicies(db).orderBy("name").execute();
  const rows = await db.query
    .selectFrom("tools")
    .select(["tool_name", "input_schema"])
    .where("tenant_id", "=", db.tenantId)
    .where("deleted_at", "is", null)
    .orderBy("tool_name")
    .execute();
  const tools = rows.map((row) => ({ tool_name: row.tool_name, inputSchema: parseSchema(row.input_schema) }));
  return { policies, tools };
}

/** Whether two bases would give the same check. */
export function isSameBase(first: PolicyBase, second: PolicyBase): boolean {
  return fingerprintOf(first) === fingerprintOf(second);
}

/** Active files by name, one more than the page. */
export async function listPolicies(db: TenantDb, afterName: string | null, limit: number): Promise<PolicyRow[]> {
  const query = activePolicies(db).orderBy("name");
  return (afterName === null ? query : query.where("name", ">", afterName)).limit(limit + 1).execute();
}

/** Makes the file the active one of its name; null leaves none. */
export async function replacePolicy(tx: TenantTx, name: string, row: PolicyRow | null): Promise<void> {
  await bumpStateVersion(tx);
  await tx.query
    .updateTable("policies")
    .set({ is_active: 0 })
    .where("tenant_id", "=", tx.tenantId)
    .where("name", "=", name)
    .where("is_active", "=", 1)
    .execute();
  if (row !== null) await tx.query.insertInto("policies").values(row).execute();
}

export interface KeptRequest {
  readonly request_id: string;
  readonly audit_id: string;
  readonly agent_id: string;
  readonly tool_name: string;
  readonly inputs: string;
  readonly created_at: number;
}

/** Where a walk over requests goes on. */
export type RequestPlace = Pick<KeptRequest, "created_at" | "request_id">;

export interface RequestFilter {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly agentId: string | undefined;
}

/** Requests that one step looks at, whether they match or not: SQLite answers on the serving loop. */
const REQUESTS_AT_A_TIME = 250;

/**
 * Decided calls whose inputs are kept, newest first, from a place on. One step of a walk: it may find none and go on all the
 * same; `next` is null at the end.
 */
export async function walkKeptRequests(
  db: TenantDb,
  { sinceMs, untilMs, agentId }: RequestFilter,
  after: RequestPlace | null,
): Promise<{ found: KeptRequest[]; next: RequestPlace | null }> {
  let query = db.query
    .selectFrom("decision_inputs as i")
    .innerJoin("requests as r", (join) =>
      join.onRef("r.tenant_id", "=", "i.tenant_id").onRef("r.request_id", "=", "i.request_id"),
    )
    .select(["i.request_id", "i.inputs", "i.created_at", "r.audit_id", "r.agent_id", "r.tool_name"])
    .where("i.tenant_id", "=", db.tenantId)
    .where("i.created_at", ">=", sinceMs)
    .where("i.created_at", "<=", Math.min(untilMs, after?.created_at ?? untilMs));
  if (after !== null) {
    query = query.where((eb) =>
      eb.or([
        eb("i.created_at", "<", after.created_at),
        eb.and([eb("i.created_at", "=", after.created_at), eb("i.request_id", "<", after.request_id)]),
      ]),
    );
  }
  const rows = await query
    .orderBy("i.created_at", "desc")
    .orderBy("i.request_id", "desc")
    .limit(REQUESTS_AT_A_TIME)
    .execute();
  const found = agentId === undefined ? rows : rows.filter((row) => row.agent_id === agentId);
  return { found, next: rows.length < REQUESTS_AT_A_TIME ? null : (rows.at(-1) ?? null) };
}

function activePolicies(db: TenantDb) {
  return db.query.selectFrom("policies").selectAll().where("tenant_id", "=", db.tenantId).where("is_active", "=", 1);
}

function fingerprintOf({ policies, tools }: PolicyBase): string {
  return JSON.stringify([policies.map(({ name, revision }) => [name, revision]), tools]);
}

function parseSchema(text: string | null): PolicyTool["inputSchema"] {
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}
