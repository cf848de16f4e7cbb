// What is wrong with a tenant's settings of detection, beyond their shape: names that nothing has, patterns that cannot be.
// Whoever saves settings asks here first, so that no edge meets settings that it cannot use.

import { compilePatterns } from "../redact/custom-pattern.js";
import { RedactionError } from "../redact/policy.js";
import { RULES } from "../rules.js";
import { MAX_PHRASE_WORDS, phraseWords } from "../tenant-phrases.js";
import { LONGEST_PATTERN, parseFixedPattern, SHORTEST_PATTERN } from "../text/fixed-pattern.js";
import { nearestName } from "./nearest-name.js";
import type { RedactionSettings, ScanSettings } from "./settings.js";

/** One thing that is wrong, and where in the settings. */
export interface TuningProblem {
  readonly loc: readonly (string | number)[];
  readonly message: string;
}

const RULE_IDS = RULES.map(({ id }) => id).filter((id) => !id.startsWith("tenant/"));
const FAMILIES = [...new Set(RULES.map(({ family }) => family))];
/** A threshold may also be set for the sum over the injection families. */
const THRESHOLDS = [...FAMILIES, "injection"];
const ALWAYS_ON: readonly string[] = ["structure/truncated", "structure/incomplete"];

/** Nothing is wrong where the list is empty. */
export function checkScanSettings(settings: ScanSettings): TuningProblem[] {
  const { rules_off = [], thresholds = {}, phrases = [], patterns = [], allowed_contexts = [] } = settings;
  const own = [...phrases, ...patterns].map(({ id }) => `tenant/${id}`);
  return [
    ...rules_off.flatMap((name, index) => checkRule(name, own, ["rules_off", index])),
    ...Object.keys(thresholds).flatMap((name) => checkFamily(name, ["thresholds", name])),
    ...phrases.flatMap(({ phrase }, index) => checkPhrase(phrase, ["phrases", index, "phrase"])),
    ...patterns.flatMap(({ pattern }, index) => checkPattern(pattern, ["patterns", index, "pattern"])),
    ...checkIds(phrases, "phrases", new Set()),
    ...checkIds(patterns, "patterns", new Set(phrases.map(({ id }) => id))),
    ...allowed_contexts.flatMap(({ rules, tools, paths }, index) => [
      ...rules.flatMap((name, at) =>
        name === "*" ? [] : checkRule(name, own, ["allowed_contexts", index, "rules", at]),
      ),
      ...checkPlaces({ tools, paths }, ["allowed_contexts", index]),
    ]),
  ];
}

/** Nothing is wrong where the list is empty. */
export function checkRedactionSettings({ patterns = [], overrides = [] }: RedactionSettings): TuningProblem[] {
  return [
    ...checkIds(patterns, "patterns", new Set()),
    ...patterns.flatMap((pattern, index) => {
      try {
        compilePatterns([pattern]);
        return [];
      } catch (error) {
        if (!(error instanceof RedactionError)) throw error;
        return [{ loc: ["patterns", index, "pattern"], message: error.message }];
      }
    }),
    ...overrides.flatMap((override, index) => [
      ...checkPlaces(override, ["overrides", index]),
      ...(Object.keys(override.kinds).length > 0
        ? []
        : [{ loc: ["overrides", index, "kinds"], message: "name at least one kind" }]),
    ]),
  ];
}

function checkRule(name: string, own: readonly string[], loc: TuningProblem["loc"]): TuningProblem[] {
  if (ALWAYS_ON.includes(name)) {
    return [{ loc, message: `${name} is never off: it says that a payload was not scanned to its end` }];
  }
  const known = [...RULE_IDS, ...FAMILIES, ...own];
  if (known.includes(name)) return [];
  return [{ loc, message: `no rule or family is called ${shown(name)}${meant(name, known)}` }];
}

function checkFamily(name: string, loc: TuningProblem["loc"]): TuningProblem[] {
  if (THRESHOLDS.includes(name)) return [];
  const hint = RULE_IDS.includes(name) ? "; thresholds are set by family" : meant(name, THRESHOLDS);
  return [{ loc, message: `no family is called ${shown(name)}${hint}` }];
}

function checkPhrase(phrase: string, loc: TuningProblem["loc"]): TuningProblem[] {
  const words = phraseWords(phrase).length;
  if (words === 0) return [{ loc, message: "the phrase holds no word" }];
  return words <= MAX_PHRASE_WORDS ? [] : [{ loc, message: `a phrase has at most ${MAX_PHRASE_WORDS} words` }];
}

function checkPattern(pattern: string, loc: TuningProblem["loc"]): TuningProblem[] {
  if (parseFixedPattern(pattern) !== undefined) return [];
  return [{ loc, message: `a pattern stands for ${SHORTEST_PATTERN} to ${LONGEST_PATTERN} characters` }];
}

function checkIds(list: readonly { readonly id: string }[], name: string, taken: Set<string>): TuningProblem[] {
  return list.flatMap(({ id }, index) => {
    if (taken.has(id)) return [{ loc: [name, index, "id"], message: `the id ${shown(id)} is used twice` }];
    taken.add(id);
    return [];
  });
}

function checkPlaces(
  { tools, paths }: { readonly tools?: readonly string[] | undefined; readonly paths?: readonly string[] | undefined },
  loc: TuningProblem["loc"],
): TuningProblem[] {
  if (tools === undefined && paths === undefined) return [{ loc, message: "name tools, paths, or both" }];
  return (paths ?? []).flatMap((path, index) =>
    path === "" || path.startsWith("/")
      ? []
      : [{ loc: [...loc, "paths", index], message: 'a path is a JSON pointer: "" or /parts/with/strokes' }],
  );
}

function meant(name: string, known: readonly string[]): string {
  const nearest = nearestName(name.toLowerCase().replaceAll("-", "_"), known) ?? nearestName(name.toLowerCase(), known);
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}
