// Which grants hold for a call: the token's permissions that the registry still holds, for the agent and for every agent
// that delegated to it. Deny wins, then escalate; a hop without the grant takes it away.

import type { DecideCall, Grant } from "@portcullis/contract";
import { actionsFor, heldAction } from "@portcullis/core";
import type { CallerFacts, TenantFacts } from "../types.js";

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
): Grant["action"] | null {
  const heldBy = (agentId: string) => actionsFor(agents.get(agentId)?.grants ?? NO_GRANTS, tool_name);
  const held = heldBy(agent_id);
  const own = heldAction(held, permissions === null ? held : actionsFor(permissions, tool_name));
  const hops = act.map(({ sub }) => heldBy(sub));
  if (own === "DENY" || hops.some((actions) => actions.has("DENY"))) return "DENY";
  if (own === null || hops.some((actions) => actions.size === 0)) return null;
  return own === "ESCALATE" || hops.some((actions) => actions.has("ESCALATE")) ? "ESCALATE" : "ALLOW";
}

const NO_GRANTS: readonly Grant[] = [];
