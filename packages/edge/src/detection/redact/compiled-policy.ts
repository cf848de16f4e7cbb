// A policy checked and made ready for use. Everything that is wrong with it is said here, before any text is touched.

import { type CustomMatcher, compilePatterns } from "./custom-pattern.js";
import type { KeyMeaning } from "./key-meaning.js";
import { normaliseKey } from "./key-meaning.js";
import {
  REDACTION_KINDS,
  type RedactionAction,
  RedactionError,
  type RedactionKind,
  type RedactionPolicy,
} from "./policy.js";
import type { DetectOptions } from "./run.js";

const ACTIONS: ReadonlySet<string> = new Set(["mask", "last_four", "token", "drop", "allow"]);

export interface CompiledPolicy {
  readonly policy: RedactionPolicy;
  readonly keys: ReadonlySet<string>;
  actionOf(kind: RedactionKind): RedactionAction;
  options(keyMeaning: KeyMeaning, isFinal: boolean): DetectOptions;
  readonly isIdle: boolean;
}

/** Checks and compiles; throws a RedactionError that says what is wrong. */
export function compilePolicy(policy: RedactionPolicy): CompiledPolicy {
  for (const [kind, action] of Object.entries(policy.kinds)) {
    if (!(REDACTION_KINDS as readonly string[]).includes(kind))
      throw new RedactionError(`the policy names an unknown kind: ${kind.slice(0, 40)}`);
    if (!ACTIONS.has(action))
      throw new RedactionError(`the policy gives ${kind} an unknown action; use mask, last_four, token, drop or allow`);
  }
  const usesToken = [
    ...Object.values(policy.kinds),
    ...(policy.patterns ?? []).map((pattern) => pattern.action),
  ].includes("token");
  if (usesToken && (policy.tokenKey === undefined || policy.tokenKey.length < 16)) {
    throw new RedactionError("the action token needs a tokenKey of at least 16 characters in the policy");
  }
  const custom: CustomMatcher | undefined = compilePatterns(policy.patterns);
  const isWanted = (kind: RedactionKind): boolean => (policy.kinds[kind] ?? "allow") !== "allow";
  const wants = Object.fromEntries(REDACTION_KINDS.map((kind) => [kind, isWanted(kind)])) as Record<
    RedactionKind,
    boolean
  >;
  return {
    policy,
    keys: new Set((policy.keys ?? []).map(compareKey)),
    actionOf: (kind) => policy.kinds[kind] ?? "mask",
    options: (keyMeaning, isFinal) => ({ wants, custom, keyMeaning, isFinal }),
    isIdle: !REDACTION_KINDS.some(isWanted) && custom === undefined && (policy.keys ?? []).length === 0,
  };
}

/** Keys are compared without case, `_` and `-`. */
export function compareKey(key: string): string {
  return normaliseKey(key).replaceAll("_", "");
}
