// Which rules are on, by where a text stands: those of the options, less those that a context allows at its paths.

import { INJECTION_RULES } from "./injection/rule-table.js";
import type { AllowedContext, ScanOptions } from "./options.js";
import { compilePathPattern, type PathTest } from "./path-pattern.js";

/** The rules that are on at one place. */
export interface RulesAt {
  isOff(ruleId: string): boolean;
  /** The same for the injection rules, by their place in the table. */
  readonly isInjectionRuleOff: (index: number) => boolean;
}

interface CompiledContext {
  readonly rules: readonly string[];
  readonly tests: readonly PathTest[];
}

const EVERY_RULE = "*";

export class CompiledRules {
  private readonly base: RulesAt | undefined;
  private readonly contexts: readonly CompiledContext[];
  /** By the contexts that hold at a place. */
  private readonly known = new Map<string, RulesAt | undefined>();

  constructor({ rulesOff = [], allowedContexts = [] }: Pick<ScanOptions, "rulesOff" | "allowedContexts">) {
    this.base = rulesWithout(rulesOff);
    this.contexts = allowedContexts.map(({ rules, paths }: AllowedContext) => ({
      rules: [...rulesOff, ...rules],
      tests: paths.map(compilePathPattern),
    }));
  }

  /** The rules at a path; undefined where none is on. */
  at(path: string): RulesAt | undefined {
    if (this.contexts.length === 0) return this.base;
    const holding = this.contexts.flatMap(({ tests }, index) => (tests.some((test) => test(path)) ? [index] : []));
    if (holding.length === 0) return this.base;
    const key = holding.join();
    if (!this.known.has(key)) {
      this.known.set(key, rulesWithout(holding.flatMap((index) => this.contexts[index]?.rules ?? [])));
    }
    return this.known.get(key);
  }
}

/** Families by the ids of built-in rules, which are few and asked for with every finding. */
const families = new Map<string, string>();

/** A rule's family: what stands before the stroke of its id. */
export function familyOf(ruleId: string): string {
  const known = families.get(ruleId);
  if (known !== undefined) return known;
  const family = ruleId.slice(0, ruleId.indexOf("/"));
  if (family !== "tenant") families.set(ruleId, family);
  return family;
}

function rulesWithout(names: readonly string[]): RulesAt | undefined {
  if (names.length === 0) return ALL_ON;
  const off = new Set(names);
  if (off.has(EVERY_RULE)) return undefined;
  const isOff = (ruleId: string): boolean => off.has(ruleId) || off.has(familyOf(ruleId));
  const injection = INJECTION_RULES.map(({ id }) => isOff(id));
  return { isOff, isInjectionRuleOff: (index) => injection[index] === true };
}

const ALL_ON: RulesAt = { isOff: () => false, isInjectionRuleOff: () => false };
