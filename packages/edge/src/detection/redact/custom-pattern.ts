// A tenant's own patterns: fixed length, matched character by character, so that no pattern can be slow.

import { type CustomPattern, type RedactionAction, RedactionError } from "./policy.js";
import type { Detected, Reach } from "./run.js";

const MOST_PATTERNS = 100;
const LONGEST_PATTERN = 64;

type Step = { readonly kind: "digit" | "letter" | "either" } | { readonly kind: "literal"; readonly sign: string };

interface Compiled {
  readonly steps: readonly Step[];
  readonly action: RedactionAction;
}

export interface CustomMatcher {
  /** The first pattern that matches at a place. */
  matchAt(text: string, at: number, reach: Reach): Detected | undefined;
}

/** Compiles patterns; throws a RedactionError that names the one that is refused. */
export function compilePatterns(patterns: readonly CustomPattern[] | undefined): CustomMatcher | undefined {
  if (patterns === undefined || patterns.length === 0) return undefined;
  if (patterns.length > MOST_PATTERNS)
    throw new RedactionError(`a policy holds at most ${MOST_PATTERNS} patterns, this one ${patterns.length}`);
  const compiled = patterns.map(compile);
  return {
    matchAt(text, at, reach) {
      for (const pattern of compiled) {
        const size = pattern.steps.length;
        let matched = 0;
        while (
          matched < size &&
          at + matched < text.length &&
          fits(pattern.steps[matched] as Step, text[at + matched] as string)
        )
          matched += 1;
        // The reach of a failed match ends at the character that failed.
        if (at + matched + 1 > reach.end && (matched === size || at + matched >= text.length))
          reach.end = at + matched + 1;
        if (matched < size) continue;
        const edge = isWordUnit(text[at] as string) && at > 0 && isWordUnit(text[at - 1] as string);
        const isOpen = isWordUnit(text[at + size - 1] as string) && isWordUnit(text[at + size] ?? " ");
        if (!edge && !isOpen) return { kind: "custom", start: at, end: at + size, action: pattern.action };
      }
      return undefined;
    },
  };
}

function compile(pattern: CustomPattern): Compiled {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.pattern.length; at += 1) {
    const sign = pattern.pattern[at] as string;
    if (sign === "#") steps.push({ kind: "digit" });
    else if (sign === "@") steps.push({ kind: "letter" });
    else if (sign === "?") steps.push({ kind: "either" });
    else if (sign === "\\") {
      at += 1;
      steps.push({ kind: "literal", sign: (pattern.pattern[at] ?? "\\").toLowerCase() });
    } else steps.push({ kind: "literal", sign: sign.toLowerCase() });
  }
  if (steps.length < 3 || steps.length > LONGEST_PATTERN) {
    throw new RedactionError(`the pattern ${pattern.id} must have 3 to ${LONGEST_PATTERN} characters`);
  }
  if (
    "[REDACTED:".toLowerCase().includes(steps.map((step) => (step.kind === "literal" ? step.sign : "\u0000")).join(""))
  ) {
    throw new RedactionError(`the pattern ${pattern.id} would match placeholders`);
  }
  return { steps, action: pattern.action };
}

function fits(step: Step, sign: string): boolean {
  if (step.kind === "literal") return sign === step.sign || sign.toLowerCase() === step.sign;
  const isDigit = sign >= "0" && sign <= "9";
  const isLetter = /\p{L}/u.test(sign);
  return step.kind === "digit" ? isDigit : step.kind === "letter" ? isLetter : isDigit || isLetter;
}

function isWordUnit(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}
