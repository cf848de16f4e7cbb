// Stage 1 once more, inside the deciding transaction: whether the caller may make this call at all.

import { type ErrorCode, mayExecute, rolesThatMayCall } from "@portcullis/contract";
import type { TenantBatch } from "../batch/batch.js";
import type { PreparedCall } from "./prepared.js";

const EXECUTE_ROLES: ReadonlySet<string> = new Set(rolesThatMayCall("agent+"));

/** Why the caller is refused; null when it is not. A token that is not on record is nobody's, and gets no row. */
export function callerRefusal(
  batch: TenantBatch,
  { call, facts, caller }: PreparedCall,
): ErrorCode | "unknown_token" | null {
  if (caller === undefined) return "unknown_token";
  if (caller.isDead || caller.expiresAtMs <= batch.nowMs) return "invalid_token";
  if (!EXECUTE_ROLES.has(caller.role)) return "write_role_required";
  if (!mayExecute(caller.scopes)) return "insufficient_scope";
  if (caller.kind === "agent" && caller.subject !== call.agent_id) return "agent_mismatch";
  const agent = facts.agents.get(call.agent_id);
  if (agent === undefined) return "agent_not_found";
  const hops = caller.act.map((hop) => facts.agents.get(hop.sub));
  if ([agent, ...hops].some((each) => each?.status !== "ACTIVE")) return "agent_quarantined";
  return null;
}
