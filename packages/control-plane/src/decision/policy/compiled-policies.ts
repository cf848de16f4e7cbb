// A tenant's rules beside the built-in ones, sliced by tool: the rules that can match a tool's calls, and what they read.
// Compiled once per revision; rules that no longer fit the tools' schemas refuse the calls that they speak of.

import { formatPointer } from "@portcullis/core";
import {
  type ArgumentType,
  argumentsOfSchema,
  lostMember,
  mergeRecords,
  type RecordArgument,
  typeAtPointer,
} from "./argument-type.js";
import { BUILTIN_RULES, GRANT_PERMIT } from "./builtin-rules.js";
import { type PolicySetHandle, preparePolicySet, releasePolicySet } from "./cedar.js";
import { ANY_TOOL } from "./cedar-schema.js";
import type { Steps } from "./in-slices.js";
import { VOLATILE_ATTRIBUTES } from "./policy-reads.js";
import { type PolicyRule, parseRules } from "./policy-rule.js";
import { largestValues } from "./rule-bounds.js";
import { findMisfits, type PolicyTool } from "./rule-fit.js";

export interface PolicySource {
  readonly name: string;
  readonly source: string;
}

/** The rules of one tool. */
export interface PolicySlice {
  readonly set: PolicySetHandle;
  /** The tenant's permits of this tool alone; null where the grant is enough. Asked when a call would escalate. */
  readonly permits: PolicySetHandle | null;
  readonly context: ReadonlySet<string>;
  readonly principal: ReadonlySet<string>;
  readonly pointers: readonly {
    readonly pointer: string;
    readonly keys: readonly string[];
    readonly type: ArgumentType;
  }[];
  readonly volatile: boolean;
  /** How much of the arguments may be put to the rules, in characters and items. */
  readonly maxArguments: number;
  /** A rule of this tool no longer fits its schema: every call is refused. */
  readonly broken: boolean;
}

export interface CompiledPolicies {
  /** Every rule by its id in the Cedar sets, in the order in which they name a verdict. */
  readonly rules: ReadonlyMap<string, PolicyRule>;
  readonly argumentPaths: Readonly<Record<string, readonly string[]>>;
  /** Members of `@args` by the rule's id, of rules that other rules of the same tool contradict. */
  readonly contradictions: ReadonlyMap<string, string>;
  sliceOf(toolName: string): PolicySlice;
  release(): void;
}

const builtinTexts = Object.fromEntries(BUILTIN_RULES.map((rule) => [rule.id, rule.text]));
const withGrantPermit = { ...builtinTexts, [GRANT_PERMIT.id]: GRANT_PERMIT.text };
/** The built-in rules alone: what tenants without rules have, and what decides when a tenant's rules cannot. */
export const BUILTIN_SET: PolicySetHandle = preparePolicySet(withGrantPermit);

export function* compilePolicies(
  sources: readonly PolicySource[],
  tools: readonly PolicyTool[],
): Steps<CompiledPolicies> {
  const { rules, broken, allBroken } = yield* readRules(sources, tools);
  const argsOfTool = new Map(tools.map((tool) => [tool.tool_name, tool]));
  const named = new Set([...rules.values()].flatMap((rule) => rule.tools ?? []));
  const slices = new Map<string, PolicySlice>();
  const sets = new Map<string, PolicySetHandle>();
  const contradictions = new Map<string, string>();

  const sliceOf = (toolName: string): PolicySlice => {
    // Names that no rule and no registration knows share one slice, so that callers cannot make slices at will.
    const key = argsOfTool.has(toolName) || named.has(toolName) ? toolName : ANY_TOOL;
    const known = slices.get(key);
    if (known !== undefined) return known;
    const own = [...rules].filter(([, rule]) => rule.tools === null || rule.tools.includes(key));
    const tool = argsOfTool.get(key) ?? null;
    const args = argumentsOf(
      tool,
      own.map(([, rule]) => rule),
    );
    const contradicted = (tool?.inputSchema ?? null) === null ? contradictedBy(own, args) : [];
    for (const [ruleId, member] of contradicted) contradictions.set(ruleId, member);
    const isBroken = allBroken || contradicted.length > 0 || own.some(([id]) => broken.has(id));
    const slice = {
      ...readsOfSlice(own, args),
      set: setFor(own, sets),
      permits: permitsFor(own, sets),
      broken: isBroken,
    };
    slices.set(key, slice);
    return slice;
  };
  const argumentPaths: Record<string, readonly string[]> = {};
  for (const name of new Set([...argsOfTool.keys(), ...named, ANY_TOOL])) {
    const paths = rules.size === 0 ? [] : sliceOf(name).pointers.map(({ pointer }) => pointer);
    if (paths.length > 0) argumentPaths[name] = paths;
  }
  return {
    rules,
    argumentPaths,
    contradictions,
    sliceOf,
    release: () => {
      for (const set of sets.values()) releasePolicySet(set);
    },
  };
}

interface ReadRules {
  readonly rules: ReadonlyMap<string, PolicyRule>;
  readonly broken: ReadonlySet<string>;
  readonly allBroken: boolean;
}

/** Rules of every file, and those that do not fit any more; a file that cannot be read breaks everything. */
function* readRules(sources: readonly PolicySource[], tools: readonly PolicyTool[]): Steps<ReadRules> {
  const rules = new Map<string, PolicyRule>();
  const broken = new Set<string>();
  let allBroken = false;
  for (const { source } of sources) {
    const parsed = yield* parseRules(source);
    if (parsed.faults.length > 0) allBroken = true;
    if (parsed.rules.length === 0) continue;
    const faults = yield* findMisfits(parsed.rules, withNamedTools(parsed.rules, tools), source);
    const misfits = new Set(faults.map(({ rule_id }) => rule_id));
    for (const rule of parsed.rules) {
      const id = `tenant-${rules.size}`;
      rules.set(id, rule);
      if (misfits.has(rule.id) || misfits.has(null)) broken.add(id);
    }
  }
  return { rules, broken, allBroken };
}

/** A tool that was deleted must not break rules that name others too: it stands in with the arguments of one of those. */
function withNamedTools(rules: readonly PolicyRule[], tools: readonly PolicyTool[]): PolicyTool[] {
  const known = new Map(tools.map((tool) => [tool.tool_name, tool]));
  for (const rule of rules) {
    const sibling = rule.tools?.map((name) => known.get(name)).find((tool) => tool !== undefined);
    for (const name of rule.tools ?? []) {
      if (!known.has(name)) known.set(name, { tool_name: name, inputSchema: sibling?.inputSchema ?? null });
    }
  }
  return [...known.values()];
}

function argumentsOf(tool: PolicyTool | null, rules: readonly PolicyRule[]): RecordArgument {
  if (tool !== null && tool.inputSchema !== null) return argumentsOfSchema(tool.inputSchema);
  return mergeRecords(rules.flatMap(({ declaredArgs }) => declaredArgs ?? []));
}

/**
 * The rules whose declared arguments are not what the tool's rules see, each with one such member: as an argument that is left
 * out is absent to every rule, none of them would ever match.
 */
function contradictedBy(own: readonly (readonly [string, PolicyRule])[], args: RecordArgument): [string, string][] {
  return own.flatMap(([, { id, declaredArgs }]): [string, string][] => {
    const member = declaredArgs === null ? undefined : lostMember(args, declaredArgs);
    return member === undefined ? [] : [[id, member]];
  });
}

function setFor(own: readonly (readonly [string, PolicyRule])[], sets: Map<string, PolicySetHandle>): PolicySetHandle {
  if (own.length === 0) return BUILTIN_SET;
  const key = own.map(([id]) => id).join(" ");
  const known = sets.get(key);
  if (known !== undefined) return known;
  // A permit of the tenant's makes the tool's permits a list of what is allowed: the grant alone no longer is enough.
  const builtin = own.some(([, rule]) => rule.effect === "permit") ? builtinTexts : withGrantPermit;
  const set = preparePolicySet({ ...builtin, ...Object.fromEntries(own.map(([id, rule]) => [id, rule.text])) });
  sets.set(key, set);
  return set;
}

/** Cedar names no permits once a forbid matched, and an escalation is one: without this set it would lift a missing permit. */
function permitsFor(
  own: readonly (readonly [string, PolicyRule])[],
  sets: Map<string, PolicySetHandle>,
): PolicySetHandle | null {
  const permits = own.filter(([, rule]) => rule.effect === "permit");
  if (permits.length === 0) return null;
  const key = `permits ${permits.map(([id]) => id).join(" ")}`;
  const set = sets.get(key) ?? preparePolicySet(Object.fromEntries(permits.map(([id, rule]) => [id, rule.text])));
  sets.set(key, set);
  return set;
}

function readsOfSlice(
  own: readonly (readonly [string, PolicyRule])[],
  args: RecordArgument,
): Omit<PolicySlice, "set" | "permits" | "broken"> {
  const context = new Set(own.flatMap(([, rule]) => [...rule.reads.context]));
  const principal = new Set(own.flatMap(([, rule]) => [...rule.reads.principal]));
  const paths = prunePaths(own.flatMap(([, rule]) => rule.reads.args));
  const pointers = paths.flatMap((keys) => {
    const type = typeAtPointer(args, keys);
    return type === undefined ? [] : [{ pointer: formatPointer(keys), keys, type }];
  });
  const volatile = [...context].some((name) => VOLATILE_ATTRIBUTES.has(name));
  const maxArguments = largestValues(own.reduce((work, [, rule]) => work + rule.reads.work, 0));
  return { context, principal, pointers, volatile, maxArguments };
}

/** Without the paths that another one contains. */
function prunePaths(paths: readonly (readonly string[])[]): (readonly string[])[] {
  const kept = new Map<string, readonly string[]>();
  for (const keys of [...paths].sort((a, b) => a.length - b.length)) {
    const covered =
      keys.some((_, length) => kept.has(formatPointer(keys.slice(0, length)))) || kept.has(formatPointer(keys));
    if (!covered) kept.set(formatPointer(keys), keys);
  }
  return [...kept.values()];
}
