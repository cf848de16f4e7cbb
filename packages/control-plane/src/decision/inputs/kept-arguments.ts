// The arguments of decided calls, as far as they are kept: those that policies read. Payloads stay at the edge.

import type { TenantDb } from "../../db/tx.js";
import { replayInputs } from "./inputs.js";

/** Values by JSON Pointer. */
export type KeptArguments = Readonly<Record<string, unknown>>;

/** What is kept of the calls with these audit ids; absent are those of which nothing is. */
export async function readKeptArguments(
  db: TenantDb,
  auditIds: readonly string[],
): Promise<ReadonlyMap<string, KeptArguments>> {
  const found = new Map<string, KeptArguments>();
  if (auditIds.length === 0) return found;
  const rows = await db.query
    .selectFrom("audit_logs as a")
    .innerJoin("requests as r", (join) =>
      join.onRef("r.tenant_id", "=", "a.tenant_id").onRef("r.request_id", "=", "a.request_id"),
    )
    .innerJoin("decision_inputs as i", (join) =>
      join
        .onRef("i.tenant_id", "=", "r.tenant_id")
        .onRef("i.created_at", "=", "r.created_at")
        .onRef("i.request_id", "=", "r.request_id"),
    )
    .select(["a.id", "i.inputs"])
    .where("a.tenant_id", "=", db.tenantId)
    .where("a.id", "in", auditIds)
    .whereRef("r.audit_id", "=", "a.id")
    .execute();
  for (const { id, inputs } of rows) {
    const kept = replayInputs(inputs);
    if (kept !== null && Object.keys(kept.request.arguments).length > 0) found.set(id, kept.request.arguments);
  }
  return found;
}
