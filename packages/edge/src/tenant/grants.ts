// Effective grants: the token's permissions that the registry still holds; deny wins. Only a guard and a filter here: the
// control plane alone decides on them.
import type { Grant } from "@portcullis/contract";
import { actionsFor, heldAction, holdsMore } from "@portcullis/core";
import type { Caller } from "./caller.js";

/** The action that the caller's grants give for a folded tool name; null without a grant. */
export function grantedAction(
  { agent, permissions }: Pick<Caller, "permissions" | "agent">,
  toolName: string,
): Grant["action"] | null {
  const held = actionsFor(agent.grants, toolName);
  return heldAction(held, permissions === null ? held : actionsFor(permissions, toolName));
}

/** Whether the registry has grants for the agent that its token was made without: a new sign-in would have them. */
export function lacksGrants({ permissions, agent }: Pick<Caller, "permissions" | "agent">): boolean {
  return permissions !== null && holdsMore(agent.grants, permissions);
}
