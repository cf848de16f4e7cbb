// A tenant's own patterns as a detector of the redactor.

import {
  countFitting,
  type FixedPattern,
  LONGEST_PATTERN,
  PatternsByStart,
  parseFixedPattern,
  SHORTEST_PATTERN,
  standsAlone,
} from "../text/fixed-pattern.js";
import type { Detected } from "./detected.js";
import { type CustomPattern, type RedactionAction, RedactionError } from "./policy.js";
import type { Reach } from "./run.js";

const MOST_CUSTOM_PATTERNS = 100;

interface Compiled extends FixedPattern {
  readonly action: RedactionAction;
}

export interface CustomMatcher {
  /** The first pattern that matches at a place. */
  matchAt(text: string, at: number, reach: Reach): Detected | undefined;
}

/** Compiles patterns; throws a RedactionError that names the one that is refused. */
export function compilePatterns(patterns: readonly CustomPattern[] | undefined): CustomMatcher | undefined {
  if (patterns === undefined || patterns.length === 0) return undefined;
  if (patterns.length > MOST_CUSTOM_PATTERNS)
    throw new RedactionError(`a policy holds at most ${MOST_CUSTOM_PATTERNS} patterns, this one ${patterns.length}`);
  const compiled = new PatternsByStart(patterns.map(compile));
  return {
    matchAt(text, at, reach) {
      for (const pattern of compiled.at(text, at)) {
        const size = pattern.steps.length;
        const matched = countFitting(pattern, text, at);
        // The reach of a failed match ends at the character that failed.
        if (at + matched + 1 > reach.end && (matched === size || at + matched >= text.length))
          reach.end = at + matched + 1;
        if (matched < size || !standsAlone(text, at, at + size)) continue;
        return { kind: "custom", start: at, end: at + size, action: pattern.action };
      }
      return undefined;
    },
  };
}

function compile(pattern: CustomPattern): Compiled {
  const parsed = parseFixedPattern(pattern.pattern);
  if (parsed === undefined) {
    throw new RedactionError(
      `the pattern ${pattern.id} must have ${SHORTEST_PATTERN} to ${LONGEST_PATTERN} characters`,
    );
  }
  const literal = parsed.steps.map((step) => (step.kind === "literal" ? step.sign : "\u0000")).join("");
  if ("[redacted:".includes(literal)) throw new RedactionError(`the pattern ${pattern.id} would match placeholders`);
  return { ...parsed, action: pattern.action };
}
