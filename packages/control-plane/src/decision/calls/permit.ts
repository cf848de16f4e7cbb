// The permit as its begin record tells it: when the call is decided, and whenever the same question comes again.

import { type DecideAnswer, type DecisionEnvelope, PERMIT_LAPSES_AFTER_MS } from "@portcullis/contract";
import { formatUsd, formatUsdOrNull } from "@portcullis/core";
import type { RequestRow } from "../batch/batch-rows.js";
import { envelopeOf } from "./call-rows.js";
import type { Decided } from "./decided.js";

type Permit = Extract<DecideAnswer, { verdict: "permit" }>;

export function permitOf(row: RequestRow & { readonly permit_id: string }, decided: Decided): Permit {
  return {
    verdict: "permit",
    permit_id: row.permit_id,
    audit_id: row.audit_id,
    tool_timeout_ms: decided.tool_timeout_ms,
    lapses_after_ms: PERMIT_LAPSES_AFTER_MS,
    decision: envelopeOf("allow", row.audit_id, {
      ruleId: decided.rule_id,
      findings: decided.findings,
      score: decided.score,
      signals_evaluated: decided.fields.signals_evaluated as DecisionEnvelope["signals_evaluated"],
    }),
    pricing: {
      rate_revision: row.rate_revision,
      price_usd: formatUsdOrNull(row.price_nano),
      reservation_usd: formatUsd(row.reservation_nano),
    },
    keep_answer: row.idempotency_key !== null,
  };
}
