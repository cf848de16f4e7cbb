// What the last batch of a tenant left, so that the next one need not read it: on PostgreSQL it is then judged before its
// transaction begins, and checked and written in one round trip. Nothing here is trusted: CHECK fails the transaction unless the
// tenant is as it was left. Whoever changes what is remembered moves the state's version, the head, or the day's requests.

import { auditIdOf, DAY_MS, utcDay } from "@portcullis/core";
import { sendStatement } from "../db/statements.js";
import type { TenantTx } from "../db/tx.js";
import type { TenantBatch } from "./batch/batch.js";
import { CHECK, LOCK, type LockedRow, type RequestRow, type StateRow } from "./batch/batch-rows.js";
import { periodsOf } from "./batch/limits.js";
import type { BatchRows } from "./batch/read-batch.js";
import { type Job, needsOf } from "./jobs.js";

/** The most begin records, and agents, kept of one tenant, and the most tenants. What is not kept is read again. */
const MAX_KEPT = 1000;
/** How far the database's clock may be from where it is expected. */
const CLOCK_TOLERANCE_MS = 1000;

/** A tenant as a batch left it, for the rest of its day. */
interface Left {
  readonly locked: LockedRow;
  readonly day: string;
  /** Whose dollars of the day and tokens are known, those that have no row included. */
  readonly agents: Set<string>;
  readonly state: Map<string, StateRow>;
  /** Calls that were permitted and have not ended. */
  readonly open: Map<string, RequestRow>;
  /** The database's clock, and this process's when it was told. */
  readonly clock: { readonly nowMs: number; readonly atMs: number };
  /** Nobody else wrote between the last two batches, and so perhaps nobody will before the next. */
  isAlone: boolean;
}

/** What a batch takes for granted. */
export interface Recalled {
  readonly rows: BatchRows;
  /** Where the database's clock is expected. */
  readonly nowMs: number;
}

export class BatchMemory {
  readonly #tenants = new Map<string, Left>();

  /** All that the jobs need; undefined where something must be read. */
  recall(tenantId: string, jobs: readonly Job[]): Recalled | undefined {
    const left = this.#tenants.get(tenantId);
    if (left === undefined || !left.isAlone) return undefined;
    const nowMs = Math.floor(left.clock.nowMs + performance.now() - left.clock.atMs);
    const needs = needsOf(jobs);
    const isKnown =
      utcDay(nowMs) === left.day &&
      needs.keys.length + needs.approvalKeys.length === 0 &&
      needs.agentIds.every((agentId) => left.agents.has(agentId));
    const ended = isKnown ? endedBy(jobs, left.open) : undefined;
    if (ended === undefined) return undefined;
    const { day, month } = periodsOf(nowMs);
    const scopes = new Set(["tenant", ...needs.agentIds, ...ended.map((row) => row.agent_id)]);
    const names = [day, month].map((period) => nameOf({ kind: "counter", name: period }));
    for (const name of scopes) names.push(nameOf({ kind: "cost", name }), nameOf({ kind: "bucket", name }));
    return {
      nowMs,
      rows: {
        needs,
        auditIds: new Map(needs.requestIds.map((id) => [id, auditIdOf(tenantId, id)])),
        requests: ended,
        state: names.flatMap((name) => left.state.get(name) ?? []),
        guessedAtMs: nowMs,
        keys: [],
        approvals: [],
        locked: left.locked,
      },
    };
  }

  /** Takes over what a batch has committed; `clock` where it took for granted what was remembered, its clock included. */
  keep(batch: TenantBatch, clock?: Left["clock"]): void {
    const day = utcDay(batch.nowMs);
    const before = this.#tenants.get(batch.tenantId);
    const goesOn = before !== undefined && before.day === day && isAsLeft(batch, before);
    const known = goesOn ? before : { day, agents: new Set<string>(), state: new Map(), open: new Map() };
    const left: Left = { ...known, locked: batch.left, clock: clock ?? batch.clock, isAlone: goesOn };
    for (const agentId of batch.needs.agentIds) left.agents.add(agentId);
    for (const row of batch.limits.rows()) if (row.kind !== "cost" || row.day === day) left.state.set(nameOf(row), row);
    for (const row of batch.begun) left.open.set(row.request_id, row);
    for (const row of batch.ended) left.open.delete(row.request_id);
    this.#tenants.delete(batch.tenantId);
    if (left.open.size > MAX_KEPT || left.agents.size > MAX_KEPT) return;
    this.#tenants.set(batch.tenantId, left);
    const [oldest] = this.#tenants.keys();
    if (this.#tenants.size > MAX_KEPT && oldest !== undefined) this.#tenants.delete(oldest);
  }

  /** What was remembered did not hold: the next batch reads, and sees whether somebody else writes. */
  doubt(tenantId: string): void {
    const left = this.#tenants.get(tenantId);
    if (left !== undefined) left.isAlone = false;
  }
}

/** Locks the tenant, as every batch does, and fails the transaction unless what was taken for granted is so. */
export async function sendCheck(tx: TenantTx, rows: BatchRows): Promise<void> {
  const { tenantId, nowMs } = tx;
  const { locked, needs, auditIds, requests, state } = rows;
  const ended = new Set(requests.map((row) => row.request_id));
  const dayStartMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const { day } = periodsOf(nowMs);
  await sendStatement(tx, LOCK, [tenantId]);
  await sendStatement(tx, CHECK, [
    tenantId,
    locked.state_version,
    locked.seq,
    locked.event_hash,
    day,
    state.find(({ kind, name }) => kind === "counter" && name === day)?.requests ?? 0,
    Math.max(nowMs - CLOCK_TOLERANCE_MS, dayStartMs),
    Math.min(nowMs + CLOCK_TOLERANCE_MS, dayStartMs + DAY_MS - 1),
    needs.requestIds.filter((id) => !ended.has(id)),
    [...auditIds.values()],
  ]);
}

/** The begin records that the jobs end, as they are; undefined where a job is about a call that is not known to be new or open. */
function endedBy(jobs: readonly Job[], open: Left["open"]): RequestRow[] | undefined {
  const ended = new Map<string, RequestRow>();
  for (const job of jobs) {
    if (job.kind === "decide") {
      if (job.prepared.some(({ call }) => open.has(call.request_id))) return undefined;
      continue;
    }
    for (const record of job.records) {
      const row = open.get(record.request_id);
      if (record.kind !== "execution" || row === undefined || row.idempotency_key !== null) return undefined;
      ended.set(row.request_id, { ...row });
    }
  }
  return [...ended.values()];
}

/** Whether the batch has found the tenant as it was left. */
function isAsLeft(batch: TenantBatch, { locked, state, day }: Left): boolean {
  return (
    batch.state.state_version === locked.state_version &&
    batch.state.seq === locked.seq &&
    batch.state.event_hash === locked.event_hash &&
    batch.limits.requestsBefore(day) === (state.get(nameOf({ kind: "counter", name: day }))?.requests ?? 0)
  );
}

function nameOf({ kind, name }: Pick<StateRow, "kind" | "name">): string {
  return `${kind} ${name}`;
}
