// Scans one payload.
import { compareFindings, type Finding, type FindingCode } from "./findings.js";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, DEFAULT_MAX_NODES, type ScanOptions } from "./options.js";
import { walkStrings } from "./walk.js";

export interface ScanResult {
  readonly findings: Finding[];
  /** Unique, sorted. */
  readonly codes: FindingCode[];
  /** 0 to 1. */
  readonly risk: number;
  readonly signals: Record<string, number>;
  readonly nodes: number;
  readonly depth: number;
}

const OVERRIDE = /\b(?:ignore|disregard|forget) (?:all )?(?:the )?(?:previous|prior|above) (?:instructions|rules|prompts)\b/i;
const DESTRUCTIVE = /\b(?:drop (?:table|database|schema)|truncate table) \w+/i;

export function scan(payload: unknown, options: ScanOptions = {}): ScanResult {
  const findings: Finding[] = [];
  try {
    const limits = { maxNodes: options.maxNodes ?? DEFAULT_MAX_NODES, maxCharacters: options.maxBytes ?? DEFAULT_MAX_BYTES };
    const report = walkStrings(payload, limits, (leaf) => {
      const place = { path: leaf.path, view: "plain" as const };
      const override = OVERRIDE.exec(leaf.text);
      if (override) {
        const start = override.index;
        const end = start + override[0].length;
        findings.push({ code: "prompt_injection_detected", severity: "high", score: 0.9, ...place, start, end, rule_id: "override/ignore" });
      }
      const sql = DESTRUCTIVE.exec(leaf.text);
      if (sql) {
        const start = sql.index;
        findings.push({ code: "destructive_sql", severity: "critical", score: 1, ...place, start, end: start + sql[0].length, rule_id: "sql/drop" });
      }
    });
    const structure = { path: "", start: 0, end: 0, view: "structure" as const };
    if (report.depth > (options.maxDepth ?? DEFAULT_MAX_DEPTH)) {
      findings.push({ code: "deep_json", severity: "medium", score: 0.6, ...structure, rule_id: "structure/depth" });
    }
    if (report.truncated) {
      findings.push({ code: "scan_truncated", severity: "high", score: 1, ...structure, rule_id: "structure/truncated" });
    }
    findings.sort(compareFindings);
    const risk = findings.reduce((highest, finding) => Math.max(highest, finding.score), 0);
    const codes = [...new Set(findings.map((finding) => finding.code))].sort();
    return { findings, codes, risk, signals: {}, nodes: report.nodes, depth: report.depth };
  } catch {
    const finding: Finding = { code: "scan_incomplete", severity: "high", score: 1, path: "", start: 0, end: 0, view: "structure", rule_id: "structure/incomplete" };
    return { findings: [finding], codes: ["scan_incomplete"], risk: 1, signals: {}, nodes: 0, depth: 0 };
  }
}
