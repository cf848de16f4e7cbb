// What a scan has found so far: the findings, and what is known of the string at hand, by which its parts and layers tell what they
// need not look for any more.
import { familyOf, type RulesAt } from "./compiled-rules.js";
import type { Finding, FindingCode, Severity } from "./findings.js";
import type { Reading } from "./injection/readings.js";
import { DEFAULT_INJECTION_THRESHOLD, DEFAULT_THRESHOLDS, type ScanOptions } from "./options.js";
import type { Leaf } from "./walk.js";

/** What a string is refused for, whatever else it may hold. */
const ATTACKS: ReadonlySet<FindingCode> = new Set([
  "prompt_injection_detected",
  "destructive_sql",
  "destructive_shell",
]);
const SEVERE: ReadonlySet<Severity> = new Set(["critical", "high"]);

export class FindingCollector {
  readonly findings: Finding[] = [];
  /** Rules that are on in the string at hand. */
  rules!: RulesAt;
  /** Whether the string at hand holds an order to a model, a statement or a command that is to be refused. */
  isAttack = false;
  /** Rules that were found in the string at hand. */
  private readonly known = new Set<string>();
  /**
   * Codes of which the string at hand holds a critical finding already. What is decoded from it can make them no worse, so
   * that these parts are not looked for there: else one text could make every part read it several times.
   */
  private readonly settled = new Set<FindingCode>();
  private readonly highest = new Map<string, number>();

  constructor(private readonly thresholds: ScanOptions["thresholds"]) {}

  /** Forgets what was known of the string before. */
  begin(rules: RulesAt): void {
    this.rules = rules;
    this.isAttack = false;
    // To clear a set that is empty makes a new table all the same.
    for (const noted of [this.known, this.settled]) if (noted.size > 0) noted.clear();
  }

  /** Whether the string at hand holds a critical finding of this code. */
  isSettled(code: FindingCode): boolean {
    return this.settled.has(code);
  }

  add(finding: Finding, leaf: Pick<Leaf, "isKey">): void {
    // What the text shows plainly is not hidden in what is decoded from it.
    if (finding.view.startsWith("decoded:")) {
      if (this.known.has(finding.rule_id)) return;
    }
    this.known.add(finding.rule_id);
    if (finding.severity === "critical") this.settled.add(finding.code);
    if (ATTACKS.has(finding.code) && SEVERE.has(finding.severity)) this.isAttack = true;
    this.findings.push(leaf.isKey ? { ...finding, start: 0, end: 0 } : finding);
  }

  /** Adds what stands for itself, where its rule is on and its score reaches its family's threshold. */
  addScored(finding: Finding, leaf: Pick<Leaf, "isKey">): void {
    if (this.rules.isOff(finding.rule_id)) return;
    const family = familyOf(finding.rule_id);
    this.note(family, finding.score);
    if (finding.score >= (this.thresholds?.[family] ?? 0)) this.add(finding, leaf);
  }

  /** Notes a score of a family, whether it is reported or not. */
  note(family: string, score: number): void {
    if (score > (this.highest.get(family) ?? 0)) this.highest.set(family, score);
  }

  /** Whether a reading reaches a threshold: that of the sum, or of one of its families. */
  fires({ cluster: { byFamily, total } }: Reading): boolean {
    if (total >= this.threshold("injection")) return true;
    return Object.entries(byFamily).some(([family, score]) => score >= this.threshold(family));
  }

  /** The highest score of each family, by name. */
  signals(): Record<string, number> {
    if (this.highest.size === 0) return {};
    const signals: Record<string, number> = {};
    for (const name of [...this.highest.keys()].sort())
      signals[name] = Math.round((this.highest.get(name) as number) * 1e4) / 1e4;
    return signals;
  }

  private threshold(family: string): number {
    return this.thresholds?.[family] ?? DEFAULT_THRESHOLDS[family] ?? DEFAULT_INJECTION_THRESHOLD;
  }
}
