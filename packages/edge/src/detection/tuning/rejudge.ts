// What other settings would have made of a scan, from what it left: its findings and signals, without the text. Good enough
// to see beforehand what a change does; what needs the text (phrases, patterns, rules that were off) it cannot know.
import { CompiledRules, familyOf } from "../compiled-rules.js";
import type { Finding } from "../findings.js";
import { INJECTION_FAMILIES } from "../injection/rule.js";
import { DEFAULT_INJECTION_THRESHOLD, DEFAULT_THRESHOLDS, type ScanOptions } from "../options.js";

type StoredFinding = Pick<Finding, "rule_id" | "path" | "score"> & { readonly view: string };

export interface Rejudged<F> {
  /** Findings that stay. */
  readonly findings: readonly F[];
  /** Families whose highest score reaches the threshold now, though none of their rules was reported. */
  readonly families: readonly string[];
}

const INJECTION: readonly string[] = INJECTION_FAMILIES;
const ALWAYS_ON: readonly string[] = ["structure/truncated", "structure/incomplete"];

export function rejudgeFindings<F extends StoredFinding>(
  findings: readonly F[],
  signals: Readonly<Record<string, number>>,
  options: ScanOptions,
): Rejudged<F> {
  const rules = new CompiledRules(options);
  const ownIds = [...(options.tenantPhrases ?? []), ...(options.tenantPatterns ?? [])].map(({ id }) => `tenant/${id}`);
  const isOn = ({ rule_id, path }: F): boolean => {
    if (ALWAYS_ON.includes(rule_id)) return true;
    if (familyOf(rule_id) === "tenant" && !ownIds.includes(rule_id)) return false;
    const here = rules.at(path);
    return here !== undefined && !here.isOff(rule_id);
  };
  const on = findings.filter(isOn);
  const reached = on.filter((finding) => ALWAYS_ON.includes(finding.rule_id) || reaches(finding, on, options));
  const stays = reached.filter(
    // What was encoded was reported for the sake of what it held.
    ({ rule_id, path }) =>
      familyOf(rule_id) !== "encoded" || reached.some((other) => other.path === path && isInside(other)),
  );
  return { findings: stays, families: newFamilies(findings, signals, options) };
}

function isInside({ view }: StoredFinding): boolean {
  return view.startsWith("decoded:");
}

function reaches(finding: StoredFinding, on: readonly StoredFinding[], options: ScanOptions): boolean {
  const family = familyOf(finding.rule_id);
  if (!INJECTION.includes(family)) return finding.score >= (options.thresholds?.[family] ?? 0);
  // Orders of one string are reported together, by the sum of them all.
  const together = on.filter(({ path, rule_id }) => path === finding.path && INJECTION.includes(familyOf(rule_id)));
  return together.some(
    ({ score, rule_id }) =>
      score >= Math.min(thresholdOf(familyOf(rule_id), options), thresholdOf("injection", options)),
  );
}

function newFamilies(
  findings: readonly StoredFinding[],
  signals: Readonly<Record<string, number>>,
  options: ScanOptions,
): string[] {
  const known = new Set(findings.map(({ rule_id }) => familyOf(rule_id)));
  const hasOrders = INJECTION.some((family) => known.has(family));
  return Object.entries(options.thresholds ?? {}).flatMap(([family, threshold]) => {
    const isOrder = family === "injection" || INJECTION.includes(family);
    if ((signals[family] ?? 0) < Math.max(threshold, Number.MIN_VALUE)) return [];
    if (known.has(family) || (isOrder && hasOrders) || isFamilyOff(family, options)) return [];
    return [family];
  });
}

function isFamilyOff(family: string, { rulesOff = [] }: ScanOptions): boolean {
  return rulesOff.includes(family) || rulesOff.includes("*");
}

function thresholdOf(family: string, { thresholds }: ScanOptions): number {
  return thresholds?.[family] ?? DEFAULT_THRESHOLDS[family] ?? DEFAULT_INJECTION_THRESHOLD;
}
