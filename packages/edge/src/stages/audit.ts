// Stage 10 at the edge: the record of a permitted call, and the answer that its caller gets. The row itself is chained and
// signed by the control plane.
import {
  type Envelope,
  type ExecutionRecord,
  envelopeOf,
  envelopeOfRefusal,
  Refusal,
  type Usage,
} from "@portcullis/contract";
import { formatUsd, newId, parseUsd, priceCall } from "@portcullis/core";
import type { Call } from "../calls/call.js";
import type { Executed, Filtered, Inspected, Permitted } from "../calls/stage-values.js";
import { MAX_KEPT_ANSWER_BYTES } from "../inspection/answer-size.js";
import type { StatedUsage } from "../inspection/detection-jobs.js";
import { envelopeText } from "../inspection/envelope-text.js";
import { type Json, LazyJson, textOf, withText } from "../inspection/lazy-json.js";
import type { Clock } from "../ports.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";

/** An answer and the record that must be stored before it is given. */
export interface Concluded {
  readonly status: number;
  readonly body: Json<Envelope>;
  readonly refusal: Refusal | null;
  readonly record: ExecutionRecord;
}

export function conclude(
  call: Call,
  inspected: Inspected,
  { permit }: Permitted,
  executed: Executed,
  filtered: Filtered,
  { mirror, clock }: { mirror: TenantMirror; clock: Clock },
): Concluded {
  const startMs = call.timeline.elapsedMs();
  const refusal = answerRefusal(inspected, permit, executed, filtered, mirror);
  const status = refusal?.status ?? 200;
  const envelope =
    refusal === null ? envelopeOf(dataOf(inspected, permit, executed, filtered, mirror)) : envelopeOfRefusal(refusal);
  const resultText = showsResult(refusal) ? filtered.result?.text : undefined;
  const answer =
    resultText === undefined ? { value: envelope } : new LazyJson<Envelope>(envelopeText(envelope, resultText));
  const mayBeKept = permit.keep_answer && executed.outcome !== "not_started";
  const body = mayBeKept ? withText(answer) : answer;
  const outcome = filtered.refusal === null ? executed.outcome : "failed";
  call.timeline.note("audit", startMs, outcome);
  const record: ExecutionRecord = {
    kind: "execution",
    record_id: newId(),
    permit_id: permit.permit_id,
    request_id: call.requestId,
    outcome,
    code: refusal?.code ?? null,
    dispatched: executed.dispatched,
    tool_status: executed.answer?.status ?? null,
    response_hash: executed.answer?.hash ?? null,
    response_bytes: executed.answer?.bytes ?? 0,
    redactions: filtered.redactions,
    result_findings: filtered.usage.isUnreadable ? [...filtered.findings, "usage_unreadable"] : filtered.findings,
    result_finding_details: filtered.findingDetails,
    usage: countedUsage(filtered.usage),
    finished_at: new Date(clock.now()).toISOString(),
    timeline: call.timeline.entries(),
    ...(mayBeKept && Buffer.byteLength(textOf(body)) <= MAX_KEPT_ANSWER_BYTES
      ? { answer: { status, body: envelope }, ...(resultText === undefined ? {} : { answer_result: resultText }) }
      : {}),
  };
  return { status, body, refusal, record };
}

/** The refusal with the data that its caller is owed: after a permit that is the decision, wherever the code has no own. */
function answerRefusal(
  inspected: Inspected,
  permit: Permitted["permit"],
  executed: Executed,
  filtered: Filtered,
  mirror: TenantMirror,
): Refusal | null {
  const refusal = filtered.refusal ?? executed.refusal;
  if (refusal === null) return null;
  const own = refusal.details.data;
  if (refusal.code === "decision_timeout") return refusal;
  if (refusal.code === "kill_switch_engaged")
    return withData(refusal, { ...(own as object), audit_id: permit.audit_id });
  if (showsResult(refusal)) return withData(refusal, dataOf(inspected, permit, executed, filtered, mirror));
  const toolStatus = executed.answer === null ? {} : { tool_status: executed.answer.status };
  return withData(refusal, { ...permit.decision, ...toolStatus });
}

/** Whether an answer shows the tool's: beside a 200, the refusal that says that the tool failed. */
function showsResult(refusal: Refusal | null): boolean {
  return refusal === null || refusal.code === "upstream_error";
}

function withData(refusal: Refusal, data: unknown): Refusal {
  return new Refusal(refusal.code, { ...refusal.details, data }, { cause: refusal.cause });
}

function dataOf(
  inspected: Inspected,
  permit: Permitted["permit"],
  executed: Executed,
  filtered: Filtered,
  mirror: TenantMirror,
) {
  // Assigned, for V8 makes slow objects of members that follow a spread.
  return Object.assign({}, permit.decision, {
    // A text is put there afterwards.
    result: filtered.result === undefined || filtered.result.text !== undefined ? null : filtered.result.value,
    tool_status: executed.answer?.status ?? null,
    redactions: filtered.redactions,
    result_findings: filtered.findings,
    cost_usd: costOf(inspected.usage, permit, filtered.usage, mirror),
  });
}

/** What the ledger will bill, from the same rule and rates. */
function costOf(
  usage: Usage | undefined,
  permit: Permitted["permit"],
  { counted }: StatedUsage,
  mirror: TenantMirror,
): string {
  const rates = mirror.settings?.rates;
  if (rates === undefined) return "0";
  const price = priceCall({
    counted,
    usage: usage
      ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens, model: usage.model ?? null }
      : null,
    tool: permit.pricing.price_usd === null ? null : { priceNanoUsd: parseUsd(permit.pricing.price_usd) },
    // The type of an optional member differs by nothing but an explicit undefined, which JSON does not have.
    rates: rates as Parameters<typeof priceCall>[0]["rates"],
  });
  return formatUsd(price.amountNanoUsd);
}

function countedUsage({ counted }: StatedUsage): Usage | null {
  if (counted === null) return null;
  const counts = { prompt_tokens: counted.promptTokens, completion_tokens: counted.completionTokens };
  return counted.model === null ? counts : { model: counted.model, ...counts };
}
