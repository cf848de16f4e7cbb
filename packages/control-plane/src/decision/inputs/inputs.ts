// What is kept of a decided call so that policies can be replayed over it: their question, and which argument paths were read.
// Kept in `decision_inputs`; no payload beyond the values that policies already read.

import { type DecideCall, FINDING_CODES, type FindingCode, type Grant } from "@portcullis/contract";
import { formatJson, parseJson, parsePointer, valueAtPointer } from "@portcullis/core";
import { pathsFor } from "@portcullis/edge";
import { isJsonWithin } from "../judging/json-size.js";
import { policyRequestOf } from "../judging/policy-request.js";
import type { PolicyRequest } from "../policy/engine.js";
import type { CallerFacts, Readings, TenantFacts, Verdict } from "../types.js";
import { detailsOf } from "./finding-details.js";

/** Arguments larger than this are not kept; a draft that reads them cannot be replayed on the call. */
const MAX_KEPT_SIZE = 65_536;

export interface ReplayableCall {
  readonly request: PolicyRequest;
  /** JSON pointers that the edge had been asked for; what is absent under them was absent from the payload. */
  readonly paths: readonly string[];
  /** What the edge's scan left; absent in calls of earlier versions. */
  readonly scan?: { readonly findings: DecideCall["findings"]; readonly signals: DecideCall["signals"] };
}

interface KeptInputs extends Omit<ReplayableCall, "request"> {
  readonly v: 1;
  readonly request: Omit<PolicyRequest, "costNano" | "spentTodayNano"> & {
    readonly costNano: string;
    readonly spentTodayNano: string;
  };
}

/** The JSON text for `decision_inputs`. */
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
    scan: { findings: detailsOf(call.findings), signals: call.signals },
  };
  return formatJson(kept);
}

/** The call that the text was kept of; null for text of another version or shape. */
export function replayInputs(text: string): ReplayableCall | null {
  const kept = parseObject(text) as Partial<KeptInputs> | null;
  if (kept === null || kept.v !== 1 || kept.request === undefined) return null;
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
    ...(kept.scan === undefined ? {} : { scan: kept.scan }),
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
    const value = valueAtPointer(call.request.arguments[source], pointer.slice(source.length));
    if (value !== undefined) Object.defineProperty(values, pointer, { value, enumerable: true });
  }
  return { ...call.request, arguments: values };
}

/** What was kept of a payload, at its places. */
export interface ReplayedValues {
  readonly payload: unknown;
  /** Whether the value at a path was kept, if there was one. */
  holds(path: string): boolean;
}

/** Undefined where nothing of the payload was kept. Values keep their paths; lists that were kept in part have gaps. */
export function replayedValues({ request, paths }: ReplayableCall): ReplayedValues | undefined {
  const kept = Object.keys(request.arguments).sort((one, other) => one.length - other.length);
  if (kept.length === 0) return undefined;
  let payload: unknown;
  const placed: string[] = [];
  for (const pointer of kept) {
    if (placed.some((path) => isBelow(pointer, path))) continue;
    placed.push(pointer);
    payload = placeAt(payload, parsePointer(pointer) ?? [], request.arguments[pointer]);
  }
  return { payload, holds: (path) => paths.some((pointer) => isBelow(path, pointer)) };
}

function isBelow(path: string, pointer: string): boolean {
  return path === pointer || pointer === "" || path.startsWith(`${pointer}/`);
}

/** Largest index at which a list is made for a value: a longer one is an object, whose paths are the same. */
const MOST_GAPS = 1000;

function placeAt(node: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const isIndex = /^(?:0|[1-9][0-9]{0,3})$/.test(key) && Number(key) <= MOST_GAPS;
  const parent = (node ?? (isIndex ? [] : {})) as Record<string, unknown>;
  const inner = Object.hasOwn(parent, key) ? parent[key] : undefined;
  const entry = { value: placeAt(inner, rest, value), enumerable: true, writable: true, configurable: true };
  return Object.defineProperty(parent, key, entry);
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = parseJson(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}
