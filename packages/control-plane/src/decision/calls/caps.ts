// Dollars of a day: whether a cap leaves room for a reservation, and the warning at 80 %. A cap is never passed by calls whose
// cost has a declared maximum: what is spent and what is set aside count alike.

import { formatUsd, NANO_PER_USD, operatorAuditIdOf } from "@portcullis/core";
import { operatorDraft, SYSTEM } from "../../ledger/operator-draft.js";
import type { TenantBatch } from "../batch/batch.js";
import type { CostEntry } from "../batch/cost-entry.js";
import type { TenantFacts } from "../types.js";

const WARN_NUMERATOR = 80n;
const WARN_DENOMINATOR = 100n;
/** A day ends here without a cap too: sums of money have 64 bits, and a counter that left them could be read by nobody. */
const MAX_DAY_NANO = 1_000_000_000n * NANO_PER_USD;

/** A cap with the dollars that count against it on one day. */
export interface CappedScope {
  readonly scope: "agent" | "tenant";
  readonly capNano: bigint | null;
  readonly entry: CostEntry;
}

/** The agent's and the tenant's dollars of a day. */
export function cappedScopes(batch: TenantBatch, facts: TenantFacts, agentId: string, day: string): CappedScope[] {
  return [
    {
      scope: "agent",
      capNano: facts.agents.get(agentId)?.dailyCostCapNano ?? null,
      entry: batch.limits.cost(agentId, day),
    },
    { scope: "tenant", capNano: facts.settings.dailyCostCapNano, entry: batch.limits.cost("tenant", day) },
  ];
}

/** The first scope whose cap does not leave room for the reservation; null when all do. */
export function cappedBy(scopes: readonly CappedScope[], reservationNano: bigint): CappedScope | null {
  return (
    scopes.find(({ capNano, entry }) => {
      const limitNano = capNano === null || capNano > MAX_DAY_NANO ? MAX_DAY_NANO : capNano;
      return entry.spentNano >= limitNano || entry.spentNano + entry.reservedNano + reservationNano > limitNano;
    }) ?? null
  );
}

/** Sets money aside, or gives it back with a negative amount. */
export function reserve(batch: TenantBatch, scopes: readonly CappedScope[], reservationNano: bigint): void {
  if (reservationNano === 0n) return;
  for (const { entry } of scopes) batch.limits.addCost(entry, 0n, reservationNano);
}

/** Turns a reservation into what the call cost; warns once a day when a cap is used to 80 %. */
export function settle(
  batch: TenantBatch,
  scopes: readonly CappedScope[],
  amounts: { readonly spentNano: bigint; readonly reservationNano: bigint },
  call: { readonly request_id: string; readonly agent_id: string },
): void {
  if (amounts.spentNano === 0n && amounts.reservationNano === 0n) return;
  for (const { scope, capNano, entry } of scopes) {
    const before = entry.spentNano;
    batch.limits.addCost(entry, amounts.spentNano, -amounts.reservationNano);
    if (capNano === null || amounts.spentNano === 0n) continue;
    if (before < capNano && entry.spentNano >= capNano) {
      batch.limits.hasMoved = true;
      // Edges refuse by themselves from here on, so no later decision would write this row.
      noteBlocked(batch, { scope, capNano, entry }, call);
    }
    const isWarned = entry.warnedAtMs !== null;
    if (isWarned || entry.spentNano * WARN_DENOMINATOR < capNano * WARN_NUMERATOR) continue;
    entry.warnedAtMs = batch.nowMs;
    appendCapRow(batch, "agent_cost_warning", { scope, capNano, entry }, call);
  }
}

/** Notes a cap that is used up, or that has refused a call; one row a day says so. */
export function noteBlocked(
  batch: TenantBatch,
  { scope, capNano, entry }: CappedScope,
  call: { readonly request_id: string; readonly agent_id: string },
): void {
  if (entry.blockedAtMs !== null || capNano === null) return;
  entry.blockedAtMs = batch.nowMs;
  entry.isTouched = true;
  appendCapRow(batch, "agent_cost_blocked", { scope, capNano, entry }, call);
}

function appendCapRow(
  batch: TenantBatch,
  event: "agent_cost_warning" | "agent_cost_blocked",
  { scope, capNano, entry }: CappedScope & { capNano: bigint },
  call: { readonly request_id: string; readonly agent_id: string },
): void {
  batch.append(
    operatorDraft(batch.tenantId, {
      ...SYSTEM,
      auditId: operatorAuditIdOf(batch.tenantId, call.request_id, `${event}:${scope}`),
      action: event,
      requestId: call.request_id,
      agentId: call.agent_id,
      decision: event === "agent_cost_blocked" ? "deny" : "allow",
      fields: {
        scope,
        day: entry.day,
        cap_usd: formatUsd(capNano),
        spent_usd: formatUsd(entry.spentNano),
        reserved_usd: formatUsd(entry.reservedNano),
      },
    }),
  );
}
