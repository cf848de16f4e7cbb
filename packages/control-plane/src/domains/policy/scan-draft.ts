// Other settings of the scan over past calls: what would be found of each. Findings were kept of every call; of its payload
// only those values that policies read, and these are scanned again, so that new phrases and patterns are tried on them.

import type { DataOf, DecideCall, FindingCode } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import { rejudgeFindings, riskOf, type ScanSettings, scan, scanOptionsFor } from "@portcullis/edge/detection";
import { type ReplayableCall, replayedValues } from "../../decision/inputs/inputs.js";
import type { PolicyRequest } from "../../decision/policy/index.js";
import type { KeptRequest } from "./store.js";

type Report = NonNullable<DataOf<"policy.simulate">["findings"]>;
type Finding = DecideCall["findings"][number];

export class ScanDraft {
  readonly #settings: ScanSettings;
  readonly #counts = { from_findings: 0, from_payloads: 0, unknown: 0, newly_flagged: 0, no_longer_flagged: 0 };
  readonly #rules = new Map<string, { was: number; now: number }>();
  readonly #changed: Report["changed"] = [];

  constructor(settings: ScanSettings) {
    this.#settings = settings;
  }

  /** Notes what changes of a call, and gives its request as the policies would see it. */
  judge(row: KeptRequest, kept: ReplayableCall): PolicyRequest {
    if (kept.scan === undefined) {
      this.#counts.unknown += 1;
      return kept.request;
    }
    const { findings, signals } = kept.scan;
    const options = scanOptionsFor(this.#settings, kept.request.toolName, "arguments");
    const stored = rejudgeFindings(findings, signals, options);
    const values = replayedValues(kept);
    if (values === undefined) this.#counts.from_findings += 1;
    else this.#counts.from_payloads += 1;
    const isSeenAgain = ({ path, view }: Finding) => view !== "structure" && values?.holds(path) === true;
    const again =
      values === undefined ? [] : scan(values.payload, options).findings.filter(({ view }) => view !== "structure");
    const now = [...stored.findings.filter((finding) => !isSeenAgain(finding)), ...again];
    const wasRules = rulesOf(findings);
    const nowRules = [...new Set([...rulesOf(now), ...stored.families.map((family) => `${family}/*`)])];
    this.#note(row, wasRules, nowRules);
    if (isSame(wasRules, nowRules)) return kept.request;
    return { ...kept.request, ...rescanned(kept.request, findings, now) };
  }

  report(): Report {
    const rules = [...this.#rules].map(([rule_id, { was, now }]) => ({ rule_id, was, now }));
    return {
      ...this.#counts,
      rules: rules.filter(({ was, now }) => was !== now).sort((one, other) => (one.rule_id < other.rule_id ? -1 : 1)),
      changed: this.#changed,
    };
  }

  #note(row: KeptRequest, was: readonly string[], now: readonly string[]): void {
    for (const id of was) this.#countOf(id).was += 1;
    for (const id of now) this.#countOf(id).now += 1;
    if (isSame(was, now)) return;
    const was_flagged = was.length > 0;
    const is_flagged = now.length > 0;
    if (is_flagged && !was_flagged) this.#counts.newly_flagged += 1;
    if (was_flagged && !is_flagged) this.#counts.no_longer_flagged += 1;
    this.#changed.push({
      audit_id: row.audit_id,
      tool_name: row.tool_name,
      agent_id: row.agent_id,
      at: formatInstant(row.created_at),
      was_flagged,
      is_flagged,
      gone: was.filter((id) => !now.includes(id)),
      come: now.filter((id) => !was.includes(id)),
    });
  }

  #countOf(ruleId: string): { was: number; now: number } {
    const count = this.#rules.get(ruleId) ?? { was: 0, now: 0 };
    this.#rules.set(ruleId, count);
    return count;
  }
}

function rulesOf(findings: readonly Pick<Finding, "rule_id">[]): string[] {
  return [...new Set(findings.map(({ rule_id }) => rule_id))].sort();
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

/** Codes that are not the scan's stay as they are. */
function rescanned(
  request: PolicyRequest,
  was: readonly Finding[],
  now: readonly (Pick<Finding, "score"> & { code: FindingCode })[],
): { findings: readonly FindingCode[]; risk: number } {
  const scanned = new Set(was.map(({ code }) => code));
  const others = request.findings.filter((code) => !scanned.has(code));
  return {
    findings: [...new Set([...now.map(({ code }) => code), ...others])],
    risk: Math.round(riskOf(now) * 1e4) / 1e4,
  };
}
