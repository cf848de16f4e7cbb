// One record inside the recording transaction: it ends the permit that it names, once. The reservation becomes what the call
// cost, on the day of the decision; the row is built from what was decided and from what the edge states.

import {
  type EdgeRecord,
  type ErrorCode,
  type ExecutionRecord,
  type FindingCode,
  mayBePermitted,
  type RecordAck,
  type RefusalRecord,
} from "@portcullis/contract";
import { auditIdOf, type CallPrice, operatorAuditIdOf, priceCall, type RateTable } from "@portcullis/core";
import type { KeptStage, RowDraft } from "../../ledger/row-draft.js";
import { settledDraft } from "../../ledger/settled-draft.js";
import type { TenantBatch } from "../batch/batch.js";
import type { RequestRow } from "../batch/batch-rows.js";
import type { KnownCaller } from "../facts/caller-facts.js";
import { usageOf } from "../judging/pricing.js";
import type { TenantFacts } from "../types.js";
import { edgeRefusalDraft } from "./call-rows.js";
import { cappedScopes, settle } from "./caps.js";
import { type Decided, endDraft, readDecided } from "./decided.js";
import { answerOfRecord, endKey } from "./idempotency.js";
import { keepStages } from "./kept-stages.js";
import { faultOf } from "./record-fault.js";

/** What recording needs beside the batch. */
export interface RecordPorts {
  readonly facts: TenantFacts;
  readonly callers: ReadonlyMap<string, KnownCaller>;
  /** The rate table of a revision of this tenant. */
  readonly ratesOf: (revision: string) => Promise<RateTable>;
}

/** Takes records of one instance; one acknowledgement each, in order. */
export async function recordCalls(
  batch: TenantBatch,
  instance: string,
  records: readonly EdgeRecord[],
  ports: RecordPorts,
): Promise<RecordAck[]> {
  const acks: RecordAck[] = [];
  for (const record of records) acks.push(await recordCall(batch, instance, record, ports));
  return acks;
}

/** Takes one record. Repeats are acknowledged as duplicates; what names no permit of this instance is refused. */
async function recordCall(
  batch: TenantBatch,
  instance: string,
  record: EdgeRecord,
  ports: RecordPorts,
): Promise<RecordAck> {
  return record.kind === "execution"
    ? recordExecution(batch, instance, record, ports)
    : recordRefusal(batch, instance, record, ports);
}

/**
 * Ends a permit that was not used as far as the control plane knows. What was decided stays with the call: a record may still
 * say that the tool was called, and settles it.
 */
export function releasePermit(batch: TenantBatch, facts: TenantFacts, row: RequestRow, code: ErrorCode): void {
  const decided = readDecided(row);
  if (row.status !== "open" || decided === null) return;
  endRequest(batch, facts, row, decided, {
    record: null,
    outcome: "not_started",
    code,
    price: null,
    instance: row.instance,
    stages: [],
  });
}

async function recordExecution(
  batch: TenantBatch,
  instance: string,
  record: ExecutionRecord,
  ports: RecordPorts,
): Promise<RecordAck> {
  const row = batch.request(record.request_id);
  if (row === undefined || row.permit_id === null || row.permit_id !== record.permit_id) {
    return refused(record, "unknown_permit");
  }
  if (!batch.mayEnd(instance, row.instance)) return refused(record, "permit_of_another_instance");
  const fault = faultOf(record);
  if (fault !== null) return refused(record, fault);
  const ack = { record_id: record.record_id, audit_id: row.audit_id };
  const decided = readDecided(row);
  if (row.status === "closed" && (decided === null || !isBillable(record))) return { ...ack, status: "duplicate" };
  if (decided === null) return refused(record, "begin_record_incomplete");
  const price = isBillable(record) ? priceOf(record, row, decided, await ports.ratesOf(row.rate_revision)) : null;
  const { outcome, code } = record;
  const stages = keepStages(record.timeline);
  endRequest(batch, ports.facts, row, decided, { record, outcome, code, price, instance, stages });
  return { ...ack, status: "accepted" };
}

async function recordRefusal(
  batch: TenantBatch,
  instance: string,
  record: RefusalRecord,
  { facts, callers }: RecordPorts,
): Promise<RecordAck> {
  const caller = callers.get(record.jti);
  if (isOfAnotherAgent(record, caller)) return refused(record, "agent_of_another_token");
  const audit_id = auditIdOf(batch.tenantId, record.request_id);
  const ack = { record_id: record.record_id, audit_id };
  const row = batch.request(record.request_id);
  if (row !== undefined && isUnseenPermit(batch, instance, row, record)) {
    releasePermit(batch, facts, row, record.code);
    return { ...ack, status: "accepted" };
  }
  const draft = edgeRefusalDraft(record, batch.tenantId, instance, caller);
  if (row === undefined && !batch.hasRow(record.request_id)) {
    batch.append(draft);
    return { ...ack, status: "accepted" };
  }
  if (isOfCall(record, await contentOf(batch, record.request_id, row))) return { ...ack, status: "duplicate" };
  // A caller may repeat its request id; the refusal of another call is a row all the same, under an id of its own.
  const ownId = operatorAuditIdOf(batch.tenantId, record.request_id, record.record_id);
  if ((await batch.contentOfRow(ownId)) !== undefined) return { ...ack, audit_id: ownId, status: "duplicate" };
  batch.append({ ...draft, auditId: ownId });
  return { ...ack, audit_id: ownId, status: "accepted" };
}

/** An agent's token speaks for that agent alone: no edge may put its refusals to another's account. */
function isOfAnotherAgent({ agent_id }: RefusalRecord, caller: KnownCaller | undefined): boolean {
  return caller?.kind === "agent" && agent_id !== null && agent_id !== caller.subject;
}

/** What is known of the call that has the request id: its row, or what was decided while it runs. */
async function contentOf(
  batch: TenantBatch,
  requestId: string,
  row: RequestRow | undefined,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const decided = row?.status === "open" ? readDecided(row) : null;
  return decided?.fields ?? (await batch.contentOfRow(auditIdOf(batch.tenantId, requestId)));
}

/** Whether the refusal is of that very call, or is the one that its row shows; without its content nothing tells them apart. */
function isOfCall(record: RefusalRecord, content: Readonly<Record<string, unknown>> | undefined): boolean {
  if (content === undefined) return true;
  const { jti, payload_hash, code, edge_statement } = content;
  if (jti !== record.jti) return false;
  // A call that came with another's request id may well have the same payload.
  if (record.payload_hash !== null && record.code !== "request_id_reused") return payload_hash === record.payload_hash;
  const shown = edge_statement as { readonly refused_at?: unknown; readonly count?: unknown } | undefined;
  return code === record.code && shown?.refused_at === record.at && shown.count === record.count;
}

/** The edge had no answer to `decide`, and so has not seen this permit, which therefore was not used. */
function isUnseenPermit(batch: TenantBatch, instance: string, row: RequestRow, record: RefusalRecord): boolean {
  if (row.status !== "open" || !mayBePermitted(record.code, record.payload_hash)) return false;
  const asked = readDecided(row)?.fields;
  return (
    batch.mayEnd(instance, row.instance) && asked?.jti === record.jti && asked.payload_hash === record.payload_hash
  );
}

interface Ending {
  readonly record: ExecutionRecord | null;
  readonly outcome: string;
  readonly code: string | null;
  /** Null where nothing is billed. */
  readonly price: CallPrice | null;
  readonly instance: string;
  readonly stages: readonly KeptStage[];
}

function endRequest(batch: TenantBatch, facts: TenantFacts, row: RequestRow, decided: Decided, ending: Ending): void {
  const { record, price } = ending;
  const spentNano = price?.amountNanoUsd ?? 0n;
  const reservationNano = row.reservation_nano;
  const heldNano = row.status === "closed" ? 0n : reservationNano;
  const findings: FindingCode[] = [...(price?.flags ?? [])];
  if (spentNano > reservationNano && reservationNano > 0n) findings.push("cost_above_reservation");
  else if (spentNano > 0n && reservationNano === 0n && !decided.unbounded) findings.push("cost_above_reservation");
  if (record?.result_findings.includes("usage_unreadable")) findings.push("usage_unreadable");
  if (record?.result_findings.includes("prompt_injection_detected")) findings.push("injected_result");
  const draft = endDraft(row, decided, {
    outcome: ending.outcome,
    code: ending.code,
    statement: statementOf(record, ending.instance),
    charge: price === null ? undefined : chargeOf(price),
    findings,
    stages: ending.stages,
    responseHash: record?.response_hash ?? null,
    redactions: record?.redactions ?? [],
  });
  batch.append(row.status === "open" ? draft : settledDraft(batch.tenantId, draft, "record"));
  settle(
    batch,
    cappedScopes(batch, facts, row.agent_id, row.counter_day),
    { spentNano, reservationNano: heldNano },
    { request_id: row.request_id, agent_id: row.agent_id },
  );
  batch.limits.addMinute(row.agent_id, row.minute, spentNano - heldNano);
  if (spentNano > 0n && decided.unbounded) batch.limits.noteHigh(row.agent_id, row.tool_name, spentNano);
  const dispatched = record !== null && isBillable(record);
  endKey(batch, row, { dispatched, answer: record === null ? undefined : answerOfRecord(record) });
  const { approval } = decided.fields;
  if (typeof approval === "string") {
    if (!dispatched) batch.approvals.free(approval, row.audit_id);
    // It was given back when the call was closed, which ran all the same.
    else if (row.status === "closed") batch.approvals.spend(approval, row.audit_id);
  }
  if (record === null) batch.releaseRequest(row);
  else batch.closeRequest(row);
}

/** Stage 8 sent the call to the tool, and the tool was there. */
function isBillable({ dispatched, code, outcome }: ExecutionRecord): boolean {
  return dispatched && outcome !== "not_started" && code !== "upstream_unreachable";
}

function priceOf(record: ExecutionRecord, row: RequestRow, decided: Decided, rates: RateTable): CallPrice {
  const price = priceCall({
    counted: usageOf(record.usage),
    usage: usageOf(decided.usage),
    tool: row.price_nano === null ? null : { priceNanoUsd: row.price_nano },
    rates,
  });
  // Nothing came back that would say what it cost: the reservation is the best that is known.
  const isCutShort = record.outcome === "aborted" || record.code === "upstream_timeout";
  return isCutShort && record.usage === null && price.amountNanoUsd < row.reservation_nano
    ? { ...price, amountNanoUsd: row.reservation_nano }
    : price;
}

function chargeOf(price: CallPrice): NonNullable<RowDraft["charge"]> {
  return {
    amountNano: price.amountNanoUsd,
    rateRevision: price.rateRevision,
    modelName: price.model,
    promptTokens: price.promptTokens,
    completionTokens: price.completionTokens,
  };
}

function statementOf(record: ExecutionRecord | null, instance: string) {
  if (record === null) return null;
  return {
    instance,
    dispatched: record.dispatched,
    tool_status: record.tool_status,
    response_bytes: record.response_bytes,
    result_findings: record.result_findings,
    result_finding_details: record.result_finding_details,
    finished_at: record.finished_at,
  };
}

function refused({ record_id }: EdgeRecord, reason: string): RecordAck {
  return { record_id, status: "refused", reason };
}
