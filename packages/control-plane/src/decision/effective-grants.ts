// Which grants hold for a call: the token's permissions that the registry still holds, for the agent and for every agent
// that delegated to it. Deny wins, then escalate; a hop without the grant takes it away.

import type { DecideCall, Grant } from "@portcullis/contract";
import { foldToolName } from "@portcullis/core";
import type { CallerFacts, TenantFacts } from "./types.js";

type Action = Grant["action"];

/** The effective grant for the call's tool, as a list of none or one. */
export function effectiveGrants(
  call: Pick<DecideCall, "agent_id" | "tool_name">,
  caller: Pick<CallerFacts, "permissions" | "act">,
  facts: Pick<TenantFacts, "agents">,
): readonly Grant[] {
  const action = strictestAction(call, caller, facts);
  return action === null ? [] : [{ tool_name: call.tool_name, action }];
}

function strictestAction(
  { agent_id, tool_name }: Pick<DecideCall, "agent_id" | "tool_name">,
  { permissions, act }: Pick<CallerFacts, "permissions" | "act">,
  { agents }: Pick<TenantFacts, "agents">,
): Action | null {
  const held = actionsFor(agents.get(agent_id)?.grants ?? [], tool_name);
  const carried = permissions === null ? held : actionsFor(permissions, tool_name);
  const hops = act.map(({ sub }) => actionsFor(agents.get(sub)?.grants ?? [], tool_name));
  if ([held, carried, ...hops].some((actions) => actions.has("DENY"))) return "DENY";
  const shared = new Set([...held].filter((action) => carried.has(action)));
  if (shared.size === 0 || hops.some((actions) => actions.size === 0)) return null;
  return [shared, ...hops].some((actions) => actions.has("ESCALATE")) ? "ESCALATE" : "ALLOW";
}

function actionsFor(grants: readonly Grant[], toolName: string): Set<Action> {
  return new Set(grants.filter((grant) => foldOrKeep(grant.tool_name) === toolName).map((grant) => grant.action));
}

function foldOrKeep(name: string): string {
  try {
    return foldToolName(name);
  } catch {
    // A name that does not fold matches no call: calls with such names are refused.
    return name;
  }
}
