// Why a call was decided as it was: the row's decision and signals, and each finding of its scan beside the documentation of
// the rule that it names.

import { type DataOf, FINDING_CODES } from "@portcullis/contract";
import { RULES, type RuleDoc, type ScanSettings } from "@portcullis/edge/detection";
import type { TenantDb } from "../../db/tx.js";
import { settingsOf } from "../../decision/facts/tenant-settings.js";
import type { CallContext } from "../../http/handler.js";
import { findTenant } from "../auth/index.js";
import { requireRow } from "./require-row.js";

type Explanation = DataOf<"audit.explain">;
type ExplainedFinding = Explanation["findings"][number];
type FindingDetail = Omit<ExplainedFinding, "where" | "family" | "title" | "docs" | "fires" | "passes">;

/** The members of a call's content that an explanation shows; rows of other actions have none of them. */
interface CallContent {
  readonly code?: string | null;
  readonly signals_evaluated?: Explanation["signals_evaluated"];
  readonly finding_details?: readonly FindingDetail[];
  readonly edge_statement?: { readonly result_finding_details?: readonly FindingDetail[] } | null;
}

const PAGE = "docs/detection/rules.md";
const RULES_BY_ID = new Map(RULES.map((rule) => [rule.id, rule]));
const SCAN_CODES = new Set<string>(RULES.map(({ code }) => code));

/** Refuses as `requireRow` does. */
export async function explainRow(context: CallContext, auditId: string): Promise<Explanation> {
  const { row, scan } = await context.read(async (db) => ({
    row: await requireRow(db, auditId),
    scan: await readScanSettings(db),
  }));
  const content = JSON.parse(row.content) as CallContent & { readonly at: string };
  const explain = (where: ExplainedFinding["where"], details: readonly FindingDetail[] = []) =>
    details.map((detail) => ({ ...detail, where, ...documentationOf(detail, scan) }));
  const codes = JSON.parse(row.findings) as Explanation["other_findings"];
  const findings = [
    ...explain("arguments", content.finding_details),
    ...explain("result", content.edge_statement?.result_finding_details),
  ];
  return {
    audit_id: row.id,
    seq: String(row.seq),
    at: content.at,
    action: row.action,
    tool_name: row.tool_name,
    agent_id: row.agent_id,
    decision: row.decision,
    outcome: row.outcome,
    code: content.code ?? null,
    rule_id: row.rule_id,
    score: row.score,
    signals_evaluated: content.signals_evaluated ?? null,
    findings,
    other_findings: codes.filter(
      (code) => FINDING_CODES.includes(code) && !(SCAN_CODES.has(code) && findings.some((each) => each.code === code)),
    ),
  };
}

async function readScanSettings(db: TenantDb): Promise<ScanSettings> {
  const tenant = await findTenant(db);
  return tenant === undefined ? {} : settingsOf(tenant).scan;
}

function documentationOf(
  { rule_id, code }: FindingDetail,
  scan: ScanSettings,
): Pick<ExplainedFinding, "family" | "title" | "docs" | "fires" | "passes"> {
  const own = RULES_BY_ID.get("tenant/phrase");
  const rule = RULES_BY_ID.get(rule_id) ?? (code === "tenant_phrase" ? own : undefined);
  // A row may be older or newer than this program, and name a rule that it does not have.
  if (rule === undefined) return { family: "", title: "A rule of another version", docs: PAGE, fires: "", passes: "" };
  const { family, title, fires, passes } = rule;
  const docs = `${PAGE}#${rule.anchor}`;
  return rule === own
    ? { family, docs, passes, ...ownRule(rule_id, scan, rule) }
    : { family, title, docs, fires, passes };
}

/** What the tenant's own phrase or pattern is now; it may be another than when the call was scanned. */
function ownRule(ruleId: string, { phrases = [], patterns = [] }: ScanSettings, rule: RuleDoc) {
  const isIt = ({ id }: { readonly id: string }) => `tenant/${id}` === ruleId;
  const fires = phrases.find(isIt)?.phrase ?? patterns.find(isIt)?.pattern;
  return fires === undefined
    ? { title: `${rule.title}, which is not set any more`, fires: rule.fires }
    : { title: rule.title, fires };
}
