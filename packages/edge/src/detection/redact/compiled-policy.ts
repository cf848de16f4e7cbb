// A policy checked and made ready for use. Everything that is wrong with it is said here, before any text is touched.

import { compilePathPattern } from "../path-pattern.js";
import { type CustomMatcher, compilePatterns } from "./custom-pattern.js";
import type { DetectOptions } from "./detect-options.js";
import type { KeyMeaning } from "./key-meaning.js";
import { normaliseKey } from "./key-meaning.js";
import {
  REDACTION_ACTIONS,
  REDACTION_KINDS,
  type RedactionAction,
  RedactionError,
  type RedactionKind,
  type RedactionOverride,
  type RedactionPolicy,
} from "./policy.js";

export interface CompiledPolicy {
  readonly policy: RedactionPolicy;
  readonly keys: ReadonlySet<string>;
  actionOf(kind: RedactionKind): RedactionAction;
  options(keyMeaning: KeyMeaning, isFinal: boolean): DetectOptions;
  /** For a text as it reads: addresses, numbers and keys by their form, since what parts a password is part of it as it is written. */
  spelledOptions(keyMeaning: KeyMeaning, isFinal: boolean, accepts: DetectOptions["accepts"]): DetectOptions;
  /** The policy that holds at a path, or at one of those `around` it: this one, or one with other actions. */
  at(path: string, around?: readonly string[]): CompiledPolicy;
  readonly isIdle: boolean;
}

const SPELLED_KINDS: readonly RedactionKind[] = ["email", "phone", "card", "iban", "us_ssn", "api_key", "jwt"];

const compiledPolicies = new WeakMap<RedactionPolicy, CompiledPolicy>();

/** Checks and compiles; throws a RedactionError that says what is wrong. */
export function compilePolicy(policy: RedactionPolicy): CompiledPolicy {
  const known = compiledPolicies.get(policy);
  if (known !== undefined) return known;
  const compiled = compile(policy);
  compiledPolicies.set(policy, compiled);
  return compiled;
}

function compile(policy: RedactionPolicy): CompiledPolicy {
  checkActions(policy);
  const base = compileActions(policy);
  const overrides = (policy.overrides ?? []).map((override) => ({
    override,
    tests: override.paths.map(compilePathPattern),
  }));
  if (overrides.length === 0) return base;
  /** By the overrides that hold at a path. */
  const byOverrides = new Map<string, CompiledPolicy>([["", base]]);
  const at = (path: string, around: readonly string[] = []): CompiledPolicy => {
    const holding = overrides.filter(({ tests }) => tests.some((test) => test(path) || around.some(test)));
    const key = holding.map((one) => overrides.indexOf(one)).join();
    const found =
      byOverrides.get(key) ?? compileActions(holding.reduce((all, { override }) => mix(all, override), policy));
    byOverrides.set(key, found);
    return found;
  };
  // A kind that is left alone everywhere else may be looked for at some place.
  return { ...base, at, isIdle: base.isIdle && overrides.every(({ override }) => isIdle(mix(policy, override))) };
}

function mix(policy: RedactionPolicy, { kinds }: RedactionOverride): RedactionPolicy {
  const { custom } = kinds;
  const patterns = custom && policy.patterns?.map((pattern) => ({ ...pattern, action: custom }));
  return { ...policy, kinds: { ...policy.kinds, ...kinds }, ...(patterns === undefined ? {} : { patterns }) };
}

function checkActions(policy: RedactionPolicy): void {
  const used = [policy.kinds, ...(policy.overrides ?? []).map(({ kinds }) => kinds)].flatMap((kinds) =>
    Object.entries(kinds),
  );
  for (const [kind, action] of used) {
    if (!(REDACTION_KINDS as readonly string[]).includes(kind))
      throw new RedactionError(`the policy names an unknown kind: ${kind.slice(0, 40)}`);
    if (!(REDACTION_ACTIONS as readonly string[]).includes(action))
      throw new RedactionError(`the policy gives ${kind} an unknown action; use ${REDACTION_ACTIONS.join(", ")}`);
  }
  const actions = [...used.map(([, action]) => action), ...(policy.patterns ?? []).map(({ action }) => action)];
  if (actions.includes("token") && (policy.tokenKey === undefined || policy.tokenKey.length < 16)) {
    throw new RedactionError("the action token needs a tokenKey of at least 16 characters in the policy");
  }
}

function compileActions(policy: RedactionPolicy): CompiledPolicy {
  const custom: CustomMatcher | undefined = compilePatterns(policy.patterns);
  const wantsOf = (kinds: readonly RedactionKind[]) =>
    Object.fromEntries(
      REDACTION_KINDS.map((kind) => [kind, kinds.includes(kind) && isWanted(policy, kind)]),
    ) as DetectOptions["wants"];
  const wants = wantsOf(REDACTION_KINDS);
  const spelledWants = wantsOf(SPELLED_KINDS);
  const compiled: CompiledPolicy = {
    policy,
    keys: new Set((policy.keys ?? []).map(compareKey)),
    actionOf: (kind) => policy.kinds[kind] ?? "mask",
    options: (keyMeaning, isFinal) => ({ wants, custom, keyMeaning, isFinal, accepts: undefined }),
    spelledOptions: (keyMeaning, isFinal, accepts) => ({
      wants: spelledWants,
      custom: undefined,
      keyMeaning,
      isFinal,
      accepts,
    }),
    at: () => compiled,
    isIdle: isIdle(policy),
  };
  return compiled;
}

function isWanted({ kinds }: RedactionPolicy, kind: RedactionKind): boolean {
  return (kinds[kind] ?? "allow") !== "allow";
}

function isIdle(policy: RedactionPolicy): boolean {
  const isNothingWanted = !REDACTION_KINDS.some((kind) => isWanted(policy, kind));
  return isNothingWanted && (policy.patterns ?? []).length === 0 && (policy.keys ?? []).length === 0;
}

/** Keys are compared without case, `_` and `-`. */
export function compareKey(key: string): string {
  return normaliseKey(key).replaceAll("_", "");
}
