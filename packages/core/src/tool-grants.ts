/**
 * What an agent's grants come to for one tool. Grants may name a tool as somebody wrote it; names are compared folded. Deny
 * wins, then escalate. Whose grants these are, and what a refusal says, is the caller's.
 */
import { foldToolName } from "./tool-name.js";

export type GrantAction = "ALLOW" | "DENY" | "ESCALATE";

/** One grant, as tokens carry it and the registry holds it. */
export interface ToolGrant {
  readonly tool_name: string;
  readonly action: GrantAction;
}

/** The actions that a list of grants has for a folded tool name. The list is read once and must not change afterwards. */
export function actionsFor(grants: readonly ToolGrant[], toolName: string): ReadonlySet<GrantAction> {
  return actionsByTool(grants).get(toolName) ?? NO_ACTIONS;
}

/**
 * What a token's actions (`carried`) come to as far as the registry still holds them (`held`); null where it holds none. An ALLOW
 * holds an ESCALATE too, which is what delegation by an agent that must ask leaves of it.
 */
export function heldAction(held: ReadonlySet<GrantAction>, carried: ReadonlySet<GrantAction>): GrantAction | null {
  if (held.has("DENY") || carried.has("DENY")) return "DENY";
  if (held.has("ALLOW") && carried.has("ALLOW")) return held.has("ESCALATE") ? "ESCALATE" : "ALLOW";
  return held.size > 0 && carried.has("ESCALATE") ? "ESCALATE" : null;
}

/**
 * Whether one list of grants has an action for some tool that the other has not. Two lists are compared once, like each is read
 * once: they must not change afterwards.
 */
export function holdsMore(grants: readonly ToolGrant[], others: readonly ToolGrant[]): boolean {
  const answers = compared.get(grants) ?? new WeakMap<readonly ToolGrant[], boolean>();
  compared.set(grants, answers);
  const before = answers.get(others);
  if (before !== undefined) return before;
  const actions = [...actionsByTool(grants)];
  const answer = actions.some(([name, held]) => [...held].some((action) => !actionsFor(others, name).has(action)));
  answers.set(others, answer);
  return answer;
}

const NO_ACTIONS: ReadonlySet<GrantAction> = new Set();
const compared = new WeakMap<readonly ToolGrant[], WeakMap<readonly ToolGrant[], boolean>>();
const known = new WeakMap<readonly ToolGrant[], ReadonlyMap<string, ReadonlySet<GrantAction>>>();

function actionsByTool(grants: readonly ToolGrant[]): ReadonlyMap<string, ReadonlySet<GrantAction>> {
  const before = known.get(grants);
  if (before !== undefined) return before;
  const actions = new Map<string, Set<GrantAction>>();
  for (const { tool_name, action } of grants) {
    const name = foldOrKeep(tool_name);
    actions.set(name, (actions.get(name) ?? new Set()).add(action));
  }
  known.set(grants, actions);
  return actions;
}

/** A name that does not fold matches no call: calls with such names are refused. */
function foldOrKeep(name: string): string {
  try {
    return foldToolName(name);
  } catch {
    return name;
  }
}
