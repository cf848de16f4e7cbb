// A tenant's own patterns: `#` is one digit, `@` one letter, `?` one of either, `\` makes the next sign literal. Their length
// is fixed and they are compared character by character, so that no pattern can be slow.

type Step = { readonly kind: "digit" | "letter" | "either" } | { readonly kind: "literal"; readonly sign: string };

export interface FixedPattern {
  readonly steps: readonly Step[];
}

export const SHORTEST_PATTERN = 3;
export const LONGEST_PATTERN = 64;

/** Reads a pattern; undefined where it is too short or too long. */
export function parseFixedPattern(text: string): FixedPattern | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (sign === "#") steps.push({ kind: "digit" });
    else if (sign === "@") steps.push({ kind: "letter" });
    else if (sign === "?") steps.push({ kind: "either" });
    else if (sign === "\\") {
      at += 1;
      steps.push({ kind: "literal", sign: (text[at] ?? "\\").toLowerCase() });
    } else steps.push({ kind: "literal", sign: sign.toLowerCase() });
  }
  return steps.length < SHORTEST_PATTERN || steps.length > LONGEST_PATTERN ? undefined : { steps };
}

/** How many characters from a place on fit the pattern's first steps. */
export function countFitting({ steps }: FixedPattern, text: string, at: number): number {
  let matched = 0;
  while (
    matched < steps.length &&
    at + matched < text.length &&
    fits(steps[matched] as Step, text[at + matched] as string)
  )
    matched += 1;
  return matched;
}

/** Whether a stretch is no part of a longer word. */
export function standsAlone(text: string, start: number, end: number): boolean {
  const isCut = isWordUnit(text[start] as string) && start > 0 && isWordUnit(text[start - 1] as string);
  return !isCut && !(isWordUnit(text[end - 1] as string) && isWordUnit(text[end] ?? " "));
}

/** Patterns by the signs that they may begin with: most places of a text begin none. */
export class PatternsByStart<T extends FixedPattern> {
  private readonly bySign = new Map<string, T[]>();
  /** Those that begin with a class of signs. */
  private readonly byClass: readonly T[];

  constructor(patterns: readonly T[]) {
    this.byClass = patterns.filter(({ steps }) => steps[0]?.kind !== "literal");
    for (const pattern of patterns) {
      const [first] = pattern.steps;
      if (first?.kind !== "literal") continue;
      const likely = patterns.filter(({ steps: [step] }) => step !== undefined && mayBeginWith(step, first.sign));
      this.bySign.set(first.sign, likely);
    }
  }

  /** In the order of the list. */
  at(text: string, at: number): readonly T[] {
    return this.bySign.get((text[at] as string).toLowerCase()) ?? this.byClass;
  }
}

function mayBeginWith(step: Step, sign: string): boolean {
  return step.kind !== "literal" || step.sign === sign;
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
