// Records that contradict themselves. An edge is believed about what became of a call, but not where its record cannot be true:
// the call would be billed by one half of it and shown by the other, or its answer given to whoever repeats the idempotency key.

import { type Envelope, type ExecutionRecord, errorTable } from "@portcullis/contract";

/** Why the record cannot be true; null where nothing speaks against it. */
export function faultOf(record: ExecutionRecord): string | null {
  const { outcome, code, dispatched } = record;
  if (outcome === "allowed" && !dispatched) return "allowed_but_not_dispatched";
  if (outcome === "allowed" && code !== null) return "allowed_with_a_code";
  if (outcome === "not_started" && dispatched) return "not_started_but_dispatched";
  if (outcome === "aborted" && !dispatched) return "aborted_but_not_dispatched";
  return isAnswerOf(record) ? null : "answer_of_another_outcome";
}

/**
 * Whether the answer that is kept for repeats is one that a caller can have got of this outcome: status and envelope. The result in it
 * is the edge's word, and as text is not read.
 */
function isAnswerOf({ code, answer, answer_result }: ExecutionRecord): boolean {
  if (answer === undefined) return answer_result === undefined;
  const { status, body } = answer;
  if (!isEnvelope(body) || body.success !== (code === null)) return false;
  if (answer_result !== undefined && !hasRoomForResult(body)) return false;
  return status === (code === null ? 200 : errorTable[code].status);
}

function hasRoomForResult({ data }: Envelope): boolean {
  return typeof data === "object" && data !== null && "result" in data && data.result === null;
}

function isEnvelope(body: unknown): body is Envelope {
  return (
    typeof body === "object" && body !== null && ["success", "data", "error", "meta"].every((name) => name in body)
  );
}
