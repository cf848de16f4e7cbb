// Dollars of a scope while a batch counts them, and rows of limits and dollars as the transaction reads them.

import type { StateRow } from "./batch-rows.js";

/** Dollars of one scope on one day: as stored, and what this batch adds. */
export interface CostEntry {
  readonly scope: string;
  readonly day: string;
  spentNano: bigint;
  reservedNano: bigint;
  warnedAtMs: number | null;
  blockedAtMs: number | null;
  addedSpentNano: bigint;
  addedReservedNano: bigint;
  isTouched: boolean;
}

export function costEntry(
  row: Pick<StateRow, "day" | "spent_nano" | "reserved_nano" | "warned_at" | "blocked_at"> & { scope: string },
): CostEntry {
  return {
    scope: row.scope,
    day: row.day,
    spentNano: row.spent_nano,
    reservedNano: row.reserved_nano,
    warnedAtMs: row.warned_at,
    blockedAtMs: row.blocked_at,
    addedSpentNano: 0n,
    addedReservedNano: 0n,
    isTouched: false,
  };
}

/** What a batch has to write of it. */
export function addedCost(tenant_id: string, entry: CostEntry) {
  return {
    tenant_id,
    scope: entry.scope,
    day: entry.day,
    spent_nano: entry.addedSpentNano,
    reserved_nano: entry.addedReservedNano,
    warned_at: entry.warnedAtMs,
    blocked_at: entry.blockedAtMs,
  };
}

/** The entry as a row, which the next batch takes as if it had read it. */
export function costRow({ scope, day, spentNano, reservedNano, warnedAtMs, blockedAtMs }: CostEntry): StateRow {
  return stateRow({
    kind: "cost",
    name: scope,
    day,
    spent_nano: spentNano,
    reserved_nano: reservedNano,
    warned_at: warnedAtMs,
    blocked_at: blockedAtMs,
  });
}

export function stateRow(own: Pick<StateRow, "kind" | "name"> & Partial<StateRow>): StateRow {
  const empty = { day: "", requests: 0, tokens: 0, touched_at: 0, spent_nano: 0n, reserved_nano: 0n };
  return { ...empty, warned_at: null, blocked_at: null, ...own };
}
