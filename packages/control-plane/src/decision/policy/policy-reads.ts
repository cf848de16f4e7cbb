// What a policy reads, from its tree: attributes of the context, argument paths, attributes of the principal. A read that
// cannot be followed statically (the record as a whole) counts as reading all of it.

import { FINDING_CODES } from "@portcullis/contract";
import type { PolicyJson } from "./cedar.js";

export interface PolicyReads {
  /** First-level names under `context`, `args` included. */
  readonly context: ReadonlySet<string>;
  /** Argument paths as key lists; the empty list is the whole record. */
  readonly args: readonly (readonly string[])[];
  readonly principal: ReadonlySet<string>;
  /** Actions that conditions name. */
  readonly actions: ReadonlySet<string>;
  /** Texts that are compared with `context.findings` and are no finding's code. */
  readonly unknownFindings: readonly string[];
  /** What matching costs for each character of the values: the characters of patterns, and {@link COMPARISON_WORK}s. */
  readonly work: number;
}

/** Comparing two values that both come from the call costs about as much as a pattern of this length. */
const COMPARISON_WORK = 20;

interface Collected {
  readonly context: Set<string>;
  readonly args: string[][];
  readonly principal: Set<string>;
  readonly actions: Set<string>;
  readonly unknownFindings: string[];
  work: number;
}
interface Path {
  readonly root: string;
  readonly attrs: readonly string[];
}

/** Attributes of the context that change from one moment to the next: verdicts that read them are not cached. */
export const VOLATILE_ATTRIBUTES: ReadonlySet<string> = new Set(["time", "cost", "spent_today", "risk", "behavior"]);
const CONTEXT_ATTRIBUTES = [
  "args",
  "findings",
  "risk",
  "behavior",
  "time",
  "cost",
  "spent_today",
  "target_tenant",
  "role",
  "grant",
] as const;

/** The reads of a policy's conditions; its scope reads nothing but ids. */
export function readsOf(policy: PolicyJson): PolicyReads {
  const found: Collected = {
    context: new Set(),
    args: [],
    principal: new Set(),
    actions: new Set(),
    unknownFindings: [],
    work: 0,
  };
  for (const { body } of policy.conditions) collect(body, found);
  return found;
}

function collect(node: unknown, found: Collected): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, found);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  const path = pathOf(node);
  if (path !== undefined) {
    record(path, found);
    return;
  }
  for (const [operator, operand] of Object.entries(node)) {
    if (operator === "Value") noteAction(operand, found);
    if (operator === "Value" || operator === "pattern") continue;
    if (operator === "has" && collectPresence(operand, found)) continue;
    if (operator.startsWith("contains")) noteFindings(operand, found);
    found.work += workOf(operator, operand);
    collect(operand, found);
  }
}

/** `context.args has a.b`: the presence of a path, without reading what it is taken from. */
function collectPresence(operand: unknown, found: Collected): boolean {
  const { left, attr } = operand as { left: unknown; attr: unknown };
  const path = pathOf(left);
  if (path === undefined) return false;
  const names = Array.isArray(attr) ? attr : [attr];
  record({ root: path.root, attrs: [...path.attrs, ...names.map(String)] }, found);
  return true;
}

/** A variable, or attributes of one. */
function pathOf(node: unknown): Path | undefined {
  const attrs: string[] = [];
  let at = node;
  while (typeof at === "object" && at !== null) {
    if ("Var" in at) return { root: String(at.Var), attrs: attrs.reverse() };
    if (!("." in at)) return undefined;
    const { left, attr } = at["."] as { left: unknown; attr: unknown };
    attrs.push(String(attr));
    at = left;
  }
  return undefined;
}

function record({ root, attrs }: Path, found: Collected): void {
  const [first, ...rest] = attrs;
  if (root === "principal" && first !== undefined) found.principal.add(first);
  if (root !== "context") return;
  if (first === undefined) {
    for (const name of CONTEXT_ATTRIBUTES) found.context.add(name);
    found.args.push([]);
    return;
  }
  found.context.add(first);
  if (first === "args") found.args.push(rest);
}

function noteAction(value: unknown, found: Collected): void {
  if (typeof value !== "object" || value === null || !("__entity" in value)) return;
  const { type, id } = value.__entity as { type?: unknown; id?: unknown };
  if (type === "Action") found.actions.add(String(id));
}

/** Cedar matches each part of a pattern at every place of a text; two sets are compared item by item. */
function workOf(operator: string, operand: unknown): number {
  const { pattern, left, right } = operand as { pattern?: unknown; left?: unknown; right?: unknown };
  if (operator === "like") return Array.isArray(pattern) ? pattern.length : 0;
  const isComparison = COMPARISONS.has(operator) && pathOf(left) !== undefined && pathOf(right) !== undefined;
  return isComparison ? COMPARISON_WORK : 0;
}

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "containsAll", "containsAny"]);

function noteFindings(operand: unknown, found: Collected): void {
  const { left, right } = operand as { left: unknown; right: unknown };
  const path = pathOf(left);
  if (path?.root !== "context" || path.attrs[0] !== "findings") return;
  for (const text of literalsOf(right)) {
    if (!(FINDING_CODES as readonly string[]).includes(text)) found.unknownFindings.push(text);
  }
}

function literalsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  if ("Value" in node) return [node.Value].flat().filter((value) => typeof value === "string");
  return "Set" in node && Array.isArray(node.Set) ? node.Set.flatMap(literalsOf) : [];
}
