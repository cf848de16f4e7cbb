// Records for tests.
import type { ExecutionRecord } from "@portcullis/contract";
import { newId } from "@portcullis/core";

export function testRecord(recordId: string = newId(), changes: Partial<ExecutionRecord> = {}): ExecutionRecord {
  return {
    kind: "execution",
    record_id: recordId,
    permit_id: newId(),
    request_id: newId(),
    outcome: "allowed",
    code: null,
    dispatched: true,
    tool_status: 200,
    response_hash: "0".repeat(64),
    response_bytes: 2,
    redactions: [],
    result_findings: [],
    result_finding_details: [],
    usage: null,
    finished_at: "2026-01-01T00:00:00.000Z",
    timeline: [],
    ...changes,
  };
}
