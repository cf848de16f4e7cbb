// Adds the matches of one reading up: within a window of words, each rule counts once, and scores combine by noisy-or.
// Hints alone stay below the threshold; many different hints close together do not.
import { UNITS_PER_WORD } from "../text/token-stream.js";
import type { RuleMatch } from "./match.js";
import { INJECTION_FAMILIES, type InjectionFamily } from "./rule.js";
import { INJECTION_RULES } from "./rule-table.js";

const WINDOW_UNITS = 220 * UNITS_PER_WORD;

export interface Cluster {
  /** Noisy-or over all rules in the densest window. */
  readonly total: number;
  /** The same by family. */
  readonly byFamily: Readonly<Partial<Record<InjectionFamily, number>>>;
  /** Matches of that window, one for each rule, strongest first. */
  readonly matches: readonly RuleMatch[];
}

const FAMILY_OF_RULE: readonly number[] = INJECTION_RULES.map((rule) => INJECTION_FAMILIES.indexOf(rule.family));

/** The latest match of each rule, emptied behind each reading: a list of all rules is dear to make for a few matches. */
const latest: (RuleMatch | undefined)[] = new Array(INJECTION_RULES.length).fill(undefined);

/** The densest window of the matches, which come in the order of their heads. */
export function findCluster(matches: readonly RuleMatch[]): Cluster | undefined {
  if (matches.length === 0) return undefined;
  const seen: number[] = [];
  let bestTotal = -1;
  let best: RuleMatch[] = [];
  for (const match of matches) {
    const known = latest[match.rule];
    if (known === undefined) seen.push(match.rule);
    // Within a window the stronger of two matches of one rule stays.
    if (known === undefined || known.unit < match.unit - WINDOW_UNITS || known.score <= match.score)
      latest[match.rule] = match;
    let miss = 1;
    for (const rule of seen) {
      const other = latest[rule] as RuleMatch;
      if (other.unit >= match.unit - WINDOW_UNITS) miss *= 1 - other.score;
    }
    if (1 - miss > bestTotal) {
      bestTotal = 1 - miss;
      best = seen.map((rule) => latest[rule] as RuleMatch).filter((other) => other.unit >= match.unit - WINDOW_UNITS);
    }
  }
  for (const rule of seen) latest[rule] = undefined;
  const missByFamily: number[] = new Array(INJECTION_FAMILIES.length).fill(1);
  for (const match of best) {
    const family = FAMILY_OF_RULE[match.rule] as number;
    missByFamily[family] = (missByFamily[family] as number) * (1 - match.score);
  }
  const byFamily: Partial<Record<InjectionFamily, number>> = {};
  INJECTION_FAMILIES.forEach((family, index) => {
    const miss = missByFamily[index] as number;
    if (miss < 1) byFamily[family] = 1 - miss;
  });
  best.sort((a, b) => b.score - a.score || a.start - b.start || a.rule - b.rule);
  return { total: bestTotal, byFamily, matches: best };
}
