// Effective grants: the token's permissions that the registry still holds; deny wins. Only a guard and a filter here: the
// control plane alone decides on them.
import type { AgentFacts, Grant } from "@portcullis/contract";
import { foldToolName } from "@portcullis/core";
import type { Caller } from "./caller.js";

type Action = Grant["action"];
const folded = new WeakMap<readonly Grant[], Map<string, Set<Action>>>();

/** The action that the caller's grants give for a folded tool name; null without a grant. */
export function grantedAction(caller: Pick<Caller, "permissions" | "agent">, toolName: string): Action | null {
  const held = actionsOf(caller.agent.grants).get(toolName);
  if (held === undefined) return null;
  if (held.has("DENY")) return "DENY";
  const carried = caller.permissions === null ? held : actionsOf(caller.permissions).get(toolName);
  if (carried?.has("DENY")) return "DENY";
  if (held.has("ESCALATE") && carried?.has("ESCALATE")) return "ESCALATE";
  return held.has("ALLOW") && carried?.has("ALLOW") ? "ALLOW" : null;
}

function actionsOf(grants: AgentFacts["grants"]): Map<string, Set<Action>> {
  const known = folded.get(grants);
  if (known !== undefined) return known;
  const actions = new Map<string, Set<Action>>();
  for (const grant of grants) {
    const name = foldOrKeep(grant.tool_name);
    const set = actions.get(name) ?? new Set<Action>();
    actions.set(name, set.add(grant.action));
  }
  folded.set(grants, actions);
  return actions;
}

function foldOrKeep(name: string): string {
  try {
    return foldToolName(name);
  } catch {
    // A name that does not fold matches no call: calls with such names are refused.
    return name;
  }
}
