// The row of a call's request, by which its repeats are known: what every kind of answer keeps of it.

import { MINUTE_MS, utcDay } from "@portcullis/core";
import type { TenantBatch } from "../batch/batch.js";
import type { RequestRow } from "../batch/batch-rows.js";
import type { PreparedCall } from "./prepared.js";

/** `own` is what the answer adds or keeps otherwise. */
export function requestRow(
  batch: TenantBatch,
  prepared: PreparedCall,
  own: Pick<RequestRow, "status" | "answer"> & Partial<RequestRow>,
): RequestRow {
  const { call, instance, facts } = prepared;
  return {
    tenant_id: batch.tenantId,
    request_id: call.request_id,
    audit_id: batch.auditIdOf(call.request_id),
    instance,
    agent_id: call.agent_id,
    tool_name: call.tool_name,
    permit_id: null,
    decided: null,
    idempotency_key: call.idempotency_key ?? null,
    counter_day: utcDay(batch.nowMs),
    minute: Math.floor(batch.nowMs / MINUTE_MS),
    reservation_nano: 0n,
    price_nano: null,
    rate_revision: facts.rates.revision,
    created_at: batch.nowMs,
    close_at: null,
    closed_at: null,
    ...own,
  };
}
