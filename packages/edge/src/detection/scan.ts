// Stage 3: scans one payload and says what was found, where and why. It judges nothing: findings, a risk and signals go
// on to the decision. It never throws; what it could not finish it reports as `scan_incomplete` at full risk.
import { compareFindings, type Finding, type FindingCode } from "./findings.js";
import { LeafScanner } from "./leaf-scanner.js";
import {
  DEFAULT_LINEAR_CAP,
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_NODES,
  HUGE_NODES,
  type ScanOptions,
} from "./options.js";
import { walkStrings } from "./walk.js";

export interface ScanResult {
  /** In a fixed order: by path, place, code, rule, view. */
  readonly findings: Finding[];
  /** Codes of the findings, unique and sorted. */
  readonly codes: FindingCode[];
  /** 0 to 1: noisy-or over families. */
  readonly risk: number;
  /**
   * How much a text resembles known jailbreaks by the linear layer, 0 to 1, one half being its threshold. Only when the
   * layer is on, and apart from findings and signals.
   */
  readonly linear_score?: number;
  /** Highest score by family, hints below the threshold included. */
  readonly signals: Record<string, number>;
  /** Values visited. */
  readonly nodes: number;
  /** Deepest nesting of containers. */
  readonly depth: number;
}

/** How much one finding of a code adds to the risk, times its score. */
const RISK_WEIGHT: Readonly<Record<FindingCode, number>> = {
  prompt_injection_detected: 1,
  destructive_sql: 0.95,
  destructive_shell: 0.95,
  secret_in_arguments: 0.6,
  private_address: 0.6,
  path_traversal: 0.6,
  encoded_payload: 0.5,
  invisible_text: 0.4,
  tenant_phrase: 1,
  deep_json: 0.4,
  huge_json: 0.4,
  scan_truncated: 1,
  scan_incomplete: 1,
};

const INCOMPLETE: Finding = {
  code: "scan_incomplete",
  severity: "high",
  score: 1,
  path: "",
  start: 0,
  end: 0,
  view: "structure",
  rule_id: "structure/incomplete",
};

/** One object, so that it is made ready once. */
const NO_OPTIONS: ScanOptions = {};

/** More findings than this are not listed; the risk is the same. */
const MOST_FINDINGS = 500;

/**
 * Scans any JSON-like value.
 *
 * @example
 * scan({ query: "DROP TABLE users" }).codes; // ["destructive_sql"]
 */
export function scan(payload: unknown, options: ScanOptions = NO_OPTIONS): ScanResult {
  try {
    const scanner = new LeafScanner(options);
    const limits = {
      maxNodes: options.maxNodes ?? DEFAULT_MAX_NODES,
      maxCharacters: options.maxBytes ?? DEFAULT_MAX_BYTES,
    };
    const report = walkStrings(
      payload,
      limits,
      (leaf) => scanner.scanLeaf(leaf),
      (value, path, key) => scanner.scanContainer(value, path, key),
    );
    const findings = scanner.finish();
    if (report.depth > (options.maxDepth ?? DEFAULT_MAX_DEPTH))
      addStructure(findings, "deep_json", 0.6, "structure/depth", options);
    if (report.truncated || scanner.isTruncated())
      addStructure(findings, "scan_truncated", 1, "structure/truncated", options);
    if (report.truncated || report.nodes > HUGE_NODES)
      addStructure(findings, "huge_json", 0.6, "structure/size", options);
    const distinct = inOrder(findings);
    const codes = codesOf(distinct);
    let miss = 1 - riskOf(findings);
    const linear = options.linear?.enabled === true ? scanner.linearScore() : undefined;
    if (linear !== undefined) miss *= 1 - linearRisk(linear, options.linear?.cap ?? DEFAULT_LINEAR_CAP);
    return {
      findings: distinct.slice(0, MOST_FINDINGS),
      codes,
      risk: round(1 - miss),
      ...(linear === undefined ? {} : { linear_score: round(linear) }),
      signals: scanner.signals(),
      nodes: report.nodes,
      depth: report.depth,
    };
  } catch {
    return incomplete();
  }
}

/** Sorts findings, and leaves out repeated ones: a rule may match one place by more than one word of it. */
function inOrder(findings: Finding[]): Finding[] {
  if (findings.length < 2) return findings;
  findings.sort(compareFindings);
  return findings.filter(
    (finding, index) => index === 0 || compareFindings(findings[index - 1] as Finding, finding) !== 0,
  );
}

function codesOf(findings: readonly Finding[]): FindingCode[] {
  return findings.length === 0 ? [] : [...new Set(findings.map((finding) => finding.code))].sort();
}

/** The risk that findings come to, 0 to 1: noisy-or over codes, of each its highest. */
export function riskOf(findings: readonly { readonly code: string; readonly score: number }[]): number {
  if (findings.length === 0) return 0;
  const highest = new Map<string, number>();
  for (const { code, score } of findings) {
    const part = Math.min(1, score * (RISK_WEIGHT[code as FindingCode] ?? 1));
    highest.set(code, Math.max(highest.get(code) ?? 0, part));
  }
  let miss = 1;
  for (const part of highest.values()) miss *= 1 - part;
  return 1 - miss;
}

/** Nothing below the threshold, then in proportion, and never more than the cap. */
function linearRisk(score: number, cap: number): number {
  return Math.max(0, 2 * score - 1) * Math.min(1, Math.max(0, cap));
}

function incomplete(): ScanResult {
  return { findings: [INCOMPLETE], codes: ["scan_incomplete"], risk: 1, signals: {}, nodes: 0, depth: 0 };
}

/** Findings about the payload as a whole: no place in it can be allowed, and that a scan is not complete is never off. */
function addStructure(
  findings: Finding[],
  code: FindingCode,
  score: number,
  ruleId: string,
  { rulesOff, thresholds }: ScanOptions,
): void {
  const severity = code === "scan_truncated" ? "high" : "medium";
  if (code !== "scan_truncated") {
    if (rulesOff?.some((name) => [ruleId, "structure", "*"].includes(name)) === true) return;
    if (score < (thresholds?.structure ?? 0)) return;
  }
  findings.push({ code, severity, score, path: "", start: 0, end: 0, view: "structure", rule_id: ruleId });
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
