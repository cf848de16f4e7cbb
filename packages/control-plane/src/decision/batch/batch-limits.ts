// The limits and dollars of one batch: requests and tokens as it counts them, what it spends and sets aside. It decides nothing:
// count-limits.ts and caps.ts say what is over a limit.

import { utcDay } from "@portcullis/core";
import type { TenantTx } from "../../db/tx.js";
import { type StateRow, writeBuckets, writeCosts, writeCounters, writeHighs, writeMinutes } from "./batch-rows.js";
import { addedCost, type CostEntry, costEntry, costRow, stateRow } from "./cost-entry.js";
import type { Bucket } from "./limits.js";

export class BatchLimits {
  /** Set when a limit was used up or came free, so that edges should hear of it. */
  hasMoved = false;
  readonly #counters = new Map<string, { stored: number; added: number }>();
  readonly #buckets = new Map<string, Bucket>();
  readonly #touchedBuckets = new Set<string>();
  readonly #costs = new Map<string, CostEntry>();
  readonly #minutes = new Map<string, { agentId: string; minute: number; addedNano: bigint }>();
  readonly #highs = new Map<string, { agentId: string; toolName: string; highNano: bigint }>();

  constructor(private readonly tx: TenantTx) {}

  /** Takes a row that was read; one that the batch has already stays as it has it. */
  take(row: StateRow): void {
    if (row.kind === "cost") {
      const key = `${row.name} ${row.day}`;
      if (!this.#costs.has(key)) this.#costs.set(key, costEntry({ ...row, scope: row.name }));
    } else if (row.kind === "counter") {
      if (!this.#counters.has(row.name)) this.#counters.set(row.name, { stored: row.requests, added: 0 });
    } else if (!this.#buckets.has(row.name)) {
      this.#buckets.set(row.name, { tokens: row.tokens, updatedAtMs: row.touched_at });
    }
  }

  requests(period: string): number {
    const counter = this.#counters.get(period);
    return (counter?.stored ?? 0) + (counter?.added ?? 0);
  }

  /** Without those of this batch. */
  requestsBefore(period: string): number {
    return this.#counters.get(period)?.stored ?? 0;
  }

  countRequest(period: string): void {
    const counter = this.#counters.get(period) ?? { stored: 0, added: 0 };
    counter.added += 1;
    this.#counters.set(period, counter);
  }

  bucket(scope: string): Bucket | undefined {
    return this.#buckets.get(scope);
  }

  setBucket(scope: string, bucket: Bucket): void {
    this.#buckets.set(scope, bucket);
    this.#touchedBuckets.add(scope);
  }

  cost(scope: string, day: string): CostEntry {
    const key = `${scope} ${day}`;
    const known = this.#costs.get(key);
    if (known !== undefined) return known;
    const entry = costEntry({ scope, day, spent_nano: 0n, reserved_nano: 0n, warned_at: null, blocked_at: null });
    this.#costs.set(key, entry);
    return entry;
  }

  addCost(entry: CostEntry, spentNano: bigint, reservedNano: bigint): void {
    entry.spentNano += spentNano;
    entry.reservedNano += reservedNano;
    entry.addedSpentNano += spentNano;
    entry.addedReservedNano += reservedNano;
    entry.isTouched = true;
  }

  addMinute(agentId: string, minute: number, amountNano: bigint): void {
    if (amountNano === 0n) return;
    const key = `${agentId} ${minute}`;
    const entry = this.#minutes.get(key) ?? { agentId, minute, addedNano: 0n };
    entry.addedNano += amountNano;
    this.#minutes.set(key, entry);
  }

  /** What this batch has added to an agent's minutes after `minute`. */
  addedSince(agentId: string, minute: number): bigint {
    let sum = 0n;
    for (const entry of this.#minutes.values()) {
      if (entry.agentId === agentId && entry.minute > minute) sum += entry.addedNano;
    }
    return sum;
  }

  noteHigh(agentId: string, toolName: string, amountNano: bigint): void {
    const key = `${agentId} ${toolName}`;
    const known = this.#highs.get(key);
    if (known === undefined || known.highNano < amountNano) {
      this.#highs.set(key, { agentId, toolName, highNano: amountNano });
    }
  }

  /** The rows as they are once the batch is written. */
  rows(): StateRow[] {
    return [
      ...[...this.#costs.values()].map(costRow),
      ...[...this.#counters.keys()].map((name) => stateRow({ kind: "counter", name, requests: this.requests(name) })),
      ...[...this.#buckets].map(([name, { tokens, updatedAtMs }]) =>
        stateRow({ kind: "bucket", name, tokens, touched_at: updatedAtMs }),
      ),
    ];
  }

  /** What is to be written. */
  writes() {
    const { tenantId: tenant_id, nowMs } = this.tx;
    const counters = [...this.#counters].filter(([, counter]) => counter.added !== 0);
    const buckets = [...this.#touchedBuckets].map((scope) => [scope, this.#buckets.get(scope) as Bucket] as const);
    const costs = [...this.#costs.values()].filter((entry) => entry.isTouched);
    const minutes = [...this.#minutes.values()].filter((entry) => entry.addedNano !== 0n);
    const day = utcDay(nowMs);
    return [
      writeCounters.of(counters.map(([period, { added }]) => ({ tenant_id, period, requests: added }))),
      writeBuckets.of(
        buckets.map(([scope, { tokens, updatedAtMs }]) => ({ tenant_id, scope, tokens, updated_at: updatedAtMs })),
      ),
      writeCosts.of(costs.map((entry) => addedCost(tenant_id, entry))),
      writeMinutes.of(
        minutes.map(({ agentId, minute, addedNano }) => ({
          tenant_id,
          agent_id: agentId,
          minute,
          amount_nano: addedNano,
        })),
      ),
      writeHighs.of(
        [...this.#highs.values()].map(({ agentId, toolName, highNano }) => ({
          tenant_id,
          agent_id: agentId,
          tool_name: toolName,
          day,
          high_nano: highNano,
        })),
      ),
    ];
  }
}
