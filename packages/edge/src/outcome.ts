// The one boundary of the pipeline: a value, a Refusal or anything unknown becomes an answer, and a record wherever one is
// owed. Unknown is a refusal. It never throws.
import {
  type DecideAnswer,
  type Envelope,
  type ErrorCode,
  type ExecutionRecord,
  envelopeOfRefusal,
  headersOfRefusal,
  Refusal,
} from "@portcullis/contract";
import { newId } from "@portcullis/core";
import type { Call } from "./calls/call.js";
import type { RecordKeeper } from "./calls/record-keeper.js";
import type { Replay } from "./calls/stage-values.js";
import type { EdgeParts } from "./edge-parts.js";
import { showDetails } from "./inspection/finding-places.js";
import { type Json, LazyJson } from "./inspection/lazy-json.js";
import type { ExecuteAnswer } from "./ports.js";
import { asRefusal, CallerRefusal, DecidedRefusal, DecisionTimeout, type KnownCaller } from "./refusals.js";
import type { Concluded } from "./stages/audit.js";

/** The answer of a call, without the headers that every answer has. */
export interface Outcome {
  readonly status: number;
  readonly body: Json<Envelope>;
  readonly code: ErrorCode | null;
  /** The error behind a refusal, where there is one. */
  readonly cause?: unknown;
  /** Headers of this answer alone. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Runs the pipeline and gives the answer of the call, whatever happened. */
export async function settle(
  call: Call,
  edge: EdgeParts,
  pipeline: () => Promise<Outcome>,
): Promise<ExecuteAnswer & Pick<Outcome, "cause">> {
  let outcome: Outcome;
  try {
    outcome = await pipeline();
  } catch (error) {
    outcome = await refuse(call, edge, asRefusal(error));
  }
  const { status, body, code, cause } = outcome;
  const { requestId, traceId, traceparent } = call;
  const headers = { "x-request-id": requestId, "x-trace-id": traceId, traceparent, ...outcome.headers };
  return { status, headers, body, code, cause };
}

/** Refuses a malformed request id before anything is named by it. */
export function requireRequestId(call: Call): void {
  if (call.requestIdRejected) throw new Refusal("invalid_request_id");
}

/** The stored answer of an earlier call with the same idempotency key: its row exists, this repeat adds none. */
export function replayed({ status, code, text }: Replay): Outcome {
  return { status, body: new LazyJson(text), code };
}

/** Stores the record of a permitted call, then gives its answer. Without a durable record there is no 200. */
export async function store({ status, body, refusal, record }: Concluded, keeper: RecordKeeper): Promise<Outcome> {
  try {
    await keeper.put(record);
  } catch {
    const detail = "The call ran, but its record is not stored yet; do not repeat it.";
    return outcomeOf(new Refusal("store_unavailable", { detail, retryable: false }));
  }
  if (refusal === null) return { status, body, code: null };
  return { status, body, code: refusal.code, cause: refusal.cause, headers: headersOfRefusal(refusal) };
}

/** Takes the answer to a `decide` that was given up on: closes a permit, and records the refusal where nothing was decided. */
export function settleLateAnswer(call: Call, edge: EdgeParts, answer: DecideAnswer | null): void {
  if (answer?.verdict === "permit") {
    const record = bareRecord(call, edge, answer.permit_id, {
      outcome: "not_started",
      code: "decision_timeout",
      dispatched: false,
    });
    void edge.keeper.put(record).catch(() => undefined);
  } else if (answer === null || answer.verdict === "again") {
    const timeout = new Refusal("decision_timeout");
    void noteRefusal(call, edge, timeout, callerOf(call, timeout)).catch(() => undefined);
  }
}

async function refuse(call: Call, edge: EdgeParts, refusal: Refusal): Promise<Outcome> {
  try {
    return outcomeOf(refusal, await recordRefusal(call, edge, refusal));
  } catch {
    // The refusal stands whether or not its record is stored already; the keeper has it.
    return outcomeOf(refusal);
  }
}

/** Records a refusal where one is owed; gives the audit id of its row, or null where there is none. */
async function recordRefusal(call: Call, edge: EdgeParts, refusal: Refusal): Promise<string | null> {
  if (refusal instanceof DecidedRefusal) return refusal.auditId;
  if (refusal instanceof DecisionTimeout && refusal.permitMayCome) return null;
  const decided = call.timeline.given("policy");
  if (decided?.verdict === "permit") {
    // Only a fault of this edge leads here: stages 8 to 10 give values. The permit must be closed all the same.
    const dispatched = call.timeline.given("execution")?.dispatched ?? true;
    const outcome = dispatched ? "failed" : "not_started";
    await edge.keeper.put(
      bareRecord(call, edge, decided.permit.permit_id, { outcome, code: refusal.code, dispatched }),
    );
    return decided.permit.audit_id;
  }
  return noteRefusal(call, edge, refusal, callerOf(call, refusal));
}

async function noteRefusal(
  call: Call,
  edge: EdgeParts,
  refusal: Refusal,
  caller: KnownCaller | null,
): Promise<string | null> {
  if (caller === null) return null;
  const inspected = call.timeline.given("inference");
  return edge.refusals.note({
    requestId: call.requestId,
    code: refusal.code,
    caller,
    toolName: inspected?.toolName ?? null,
    payloadHash: inspected?.decide.payload_hash ?? null,
    findings: [...new Set(inspected?.decide.findings.map((finding) => finding.code))],
    findingDetails: showDetails(inspected?.decide.findings ?? []),
    timeline: call.timeline.entries(),
  });
}

function callerOf(call: Call, refusal: Refusal): KnownCaller | null {
  return refusal instanceof CallerRefusal ? refusal.caller : (call.timeline.given("auth") ?? null);
}

function bareRecord(
  call: Call,
  edge: EdgeParts,
  permitId: string,
  end: Pick<ExecutionRecord, "outcome" | "code" | "dispatched">,
): ExecutionRecord {
  const answer = call.timeline.given("execution")?.answer;
  return {
    kind: "execution",
    record_id: newId(),
    permit_id: permitId,
    request_id: call.requestId,
    ...end,
    tool_status: answer?.status ?? null,
    response_hash: answer?.hash ?? null,
    response_bytes: answer?.bytes ?? 0,
    redactions: [],
    result_findings: [],
    result_finding_details: [],
    usage: null,
    finished_at: new Date(edge.clock.now()).toISOString(),
    timeline: call.timeline.entries(),
  };
}

function outcomeOf(refusal: Refusal, auditId: string | null = null): Outcome {
  const body = envelopeOfRefusal(refusal);
  if (auditId !== null) {
    body.meta = { ...body.meta, audit_id: auditId };
    if (NAMES_ITS_ROW.has(refusal.code) && body.data !== null) body.data = { ...body.data, audit_id: auditId };
  }
  const { status, code, cause } = refusal;
  return { status, body: { value: body }, code, cause, headers: headersOfRefusal(refusal) };
}

/** Refusals whose `data` has an `audit_id`. */
const NAMES_ITS_ROW: ReadonlySet<ErrorCode> = new Set(["kill_switch_engaged", "rate_limited"]);
