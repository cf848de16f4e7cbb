// Handlers of tag decision: what was decided lately.

import { FINDING_CODES, type FindingCode } from "@portcullis/contract";
import { formatInstant, HOUR_MS } from "@portcullis/core";
import type { HandlersOf } from "../../http/handler.js";
import { decodeCursor, pageOf } from "../../http/paging.js";
import { countCallsSince, type DecisionCount } from "../../ledger/count-calls.js";
import { findRows } from "../../ledger/find-rows.js";

const RULES_LISTED = 50;

export const decisionHandlers: HandlersOf<"decision"> = {
  async "decision.summary"(context, { query }) {
    const sinceMs = Date.now() - query.hours * HOUR_MS;
    const counts = await countCallsSince(context, { sinceMs });
    const sum = (pick: (row: DecisionCount) => boolean) =>
      counts.filter(pick).reduce((total, { count }) => total + count, 0);
    return {
      since: formatInstant(sinceMs),
      total: sum(() => true),
      allow: sum(({ decision }) => decision === "allow"),
      deny: sum(({ decision }) => decision === "deny"),
      escalate: sum(({ decision }) => decision === "escalate"),
      by_rule: countsByRule(counts),
    };
  },

  async "decision.history"(context, { query }) {
    const after = decodeCursor("decision.history", query.cursor, ["number"]);
    const filter = { action: "execute", agentId: query.agent_id, decision: query.action };
    const rows = await findRows(context, filter, { limit: query.limit + 1, beforeSeq: after?.[0] ?? null });
    return pageOf(
      "decision.history",
      rows,
      query.limit,
      (row) => [row.seq],
      (row) => ({
        audit_id: row.id,
        request_id: row.request_id,
        agent_id: row.agent_id,
        tool_name: row.tool_name,
        decision: row.decision,
        outcome: row.outcome,
        rule_id: row.rule_id,
        findings: codesOf(row.findings),
        score: row.score,
        created_at: formatInstant(row.created_at),
      }),
    );
  },
};

/** The most frequent first; equal ones by name, so that the answer is stable. */
function countsByRule(counts: readonly DecisionCount[]): { rule_id: string; count: number }[] {
  const totals = new Map<string, number>();
  for (const { rule_id, count } of counts) {
    if (rule_id !== null) totals.set(rule_id, (totals.get(rule_id) ?? 0) + count);
  }
  return [...totals]
    .map(([rule_id, count]) => ({ rule_id, count }))
    .sort((a, b) => b.count - a.count || (a.rule_id < b.rule_id ? -1 : 1))
    .slice(0, RULES_LISTED);
}

function codesOf(text: string): FindingCode[] {
  const codes = JSON.parse(text) as unknown[];
  return codes.filter((code): code is FindingCode => (FINDING_CODES as readonly unknown[]).includes(code));
}
