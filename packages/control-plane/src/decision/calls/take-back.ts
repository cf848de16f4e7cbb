// Permits that were committed after their caller had been refused: nothing has run with them, and nothing will.

import type { DecideAnswer, DecideCall, EdgeRecord } from "@portcullis/contract";
import { newId } from "@portcullis/core";

/** The records that end those of the answers that permit. */
export function takeBack(calls: readonly DecideCall[], answers: readonly DecideAnswer[]): EdgeRecord[] {
  return answers.flatMap((answer, index): EdgeRecord[] => {
    const call = calls[index];
    if (answer.verdict !== "permit" || call === undefined) return [];
    return [
      {
        kind: "execution",
        record_id: newId(),
        permit_id: answer.permit_id,
        request_id: call.request_id,
        outcome: "not_started",
        code: "decision_timeout",
        dispatched: false,
        tool_status: null,
        response_hash: null,
        response_bytes: 0,
        redactions: [],
        result_findings: [],
        result_finding_details: [],
        usage: null,
        finished_at: new Date().toISOString(),
        timeline: [],
      },
    ];
  });
}
