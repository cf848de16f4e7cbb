// What is kept of a decided call so that a draft policy can be replayed over it: the policies' question, which argument paths
// were read, and what stage 4 came to. Kept in `requests.inputs`; no payload beyond the values that policies already read.

import { type DecideCall, FINDING_CODES, type FindingCode, type Grant } from "@portcullis/contract";
import { isJsonWithin } from "./json-size.js";
import type { PolicyRequest } from "./policy/engine.js";
import { policyRequestOf } from "./policy-request.js";
import type { CallerFacts, Readings, TenantFacts, Verdict } from "./types.js";

/** Arguments larger than this are not kept; a draft that reads them cannot be replayed on the call. */
const MAX_KEPT_SIZE = 65_536;

export interface ReplayableCall {
  readonly request: PolicyRequest;
  /** JSON pointers that the edge had been asked for; what is absent under them was absent from the payload. */
  readonly paths: readonly string[];
  /** Stage 4's verdict at the time. */
  readonly was: { readonly decision: "allow" | "deny" | "escalate"; readonly ruleId: string | null };
}

interface KeptInputs extends Omit<ReplayableCall, "request"> {
  readonly v: 1;
  readonly request: Omit<PolicyRequest, "costNano" | "spentTodayNano"> & {
    readonly costNano: string;
    readonly spentTodayNano: string;
  };
}

/** The JSON text for `requests.inputs`. */
export function keepInputs(
  call: DecideCall,
  caller: CallerFacts,
  facts: TenantFacts,
  readings: Readings,
  verdict: Verdict,
): string | null {
  const agent = facts.agents.get(call.agent_id);
  if (agent === undefined) return null;
  const behaviorScore = verdict.behavior.score;
  const request = policyRequestOf({ call, caller, facts, readings, agent, behaviorScore });
  const keepsArguments = isJsonWithin(request.arguments, MAX_KEPT_SIZE);
  const kept: KeptInputs = {
    v: 1,
    request: {
      ...request,
      arguments: keepsArguments ? request.arguments : {},
      costNano: request.costNano.toString(),
      spentTodayNano: request.spentTodayNano.toString(),
    },
    paths: keepsArguments ? pathsFor(facts.policy.argumentPaths, call.tool_name) : [],
    was: { decision: verdict.policy.decision, ruleId: verdict.policy.ruleId },
  };
  return JSON.stringify(kept);
}

/** The call that the text was kept of; null for text of another version or shape. */
export function replayInputs(text: string): ReplayableCall | null {
  const kept = parseObject(text) as Partial<KeptInputs> | null;
  if (kept === null || kept.v !== 1 || kept.request === undefined || kept.was === undefined) return null;
  const { request } = kept;
  return {
    request: {
      ...request,
      grants: request.grants as readonly Grant[],
      findings: request.findings.filter((code): code is FindingCode => FINDING_CODES.includes(code)),
      costNano: BigInt(request.costNano),
      spentTodayNano: BigInt(request.spentTodayNano),
    },
    paths: kept.paths ?? [],
    was: kept.was,
  };
}

/**
 * The request with the values at other pointers than those that were kept, taken from kept ancestors where they have them;
 * null when a value was never asked for, so that nobody can say what it was.
 */
export function requestAtPointers(call: ReplayableCall, pointers: readonly string[]): PolicyRequest | null {
  const values: Record<string, unknown> = {};
  for (const pointer of pointers) {
    const source = call.paths.find((path) => path === pointer || path === "" || pointer.startsWith(`${path}/`));
    if (source === undefined) return null;
    if (!Object.hasOwn(call.request.arguments, source)) continue;
    const value = valueBelow(call.request.arguments[source], pointer.slice(source.length));
    if (value !== undefined) Object.defineProperty(values, pointer, { value, enumerable: true });
  }
  return { ...call.request, arguments: values };
}

/** Pointers that are read for a tool, those for every tool included. */
export function pathsFor(paths: Readonly<Record<string, readonly string[]>>, toolName: string): string[] {
  const own = Object.hasOwn(paths, toolName) ? (paths[toolName] ?? []) : [];
  const everyTool = Object.hasOwn(paths, "*") ? (paths["*"] ?? []) : [];
  return [...new Set([...own, ...everyTool])];
}

function valueBelow(root: unknown, rest: string): unknown {
  let node = root;
  for (const raw of rest === "" ? [] : rest.slice(1).split("/")) {
    const key = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}
