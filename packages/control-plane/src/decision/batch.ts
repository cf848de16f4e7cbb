// The unit of work of one transaction of one tenant: what the calls and records of a batch need is read in a few statements
// under the tenant's lock, judged and counted in memory, and written in a few statements. Lock order: tenant state, limits
// and caps, begin records, chain head (the ledger's append comes last).

import { auditIdOf, utcDay } from "@portcullis/core";
import type { Selectable } from "kysely";
import type {
  ContractViolationTable,
  CostCounterTable,
  IdempotencyKeyTable,
  RateBucketTable,
  RequestTable,
} from "../db/schema.js";
import { bumpStateVersion, type TenantStateRow } from "../db/state.js";
import type { TenantTx } from "../db/tx.js";
import type { Ledger, RowDraft } from "../ledger/ledger.js";
import { APPROVALS, type ApprovalRow, insertApprovals, markApprovalsUsed, PENDING_APPROVALS } from "./approvals.js";
import { type Bucket, periodsOf } from "./limits.js";
import { insertRows, runStatement, statement, updateRows } from "./statements.js";

export type RequestRow = Selectable<RequestTable>;
export type IdempotencyRow = Selectable<IdempotencyKeyTable>;
type CostRow = Selectable<CostCounterTable>;

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

/** What a batch reads beforehand. */
export interface BatchNeeds {
  readonly requestIds: readonly string[];
  readonly agentIds: readonly string[];
  readonly keys: readonly { readonly agentId: string; readonly key: string }[];
  readonly approvalKeys: readonly string[];
  /** Calls that may be escalated or decided; false for batches of records alone. */
  readonly decides: boolean;
  readonly instances: readonly string[];
}

const LOCK = statement(
  `select s.tenant_id, s.state_version, s.kill_engaged, s.kill_engaged_at, s.kill_engaged_by, s.kill_reason, s.kill_note,
     h.halted
   from tenant_states s join chain_heads h on h.tenant_id = s.tenant_id where s.tenant_id = $1 for update of s`,
);
const REQUESTS = statement("select * from requests where tenant_id = $1 and request_id in $list2");
const AUDIT_IDS = statement("select id from audit_logs where tenant_id = $1 and id in $list2");
const COUNTERS = statement("select period, requests from request_counters where tenant_id = $1 and period in $list2");
const BUCKETS = statement(
  "select scope, tokens, updated_at from rate_buckets where tenant_id = $1 and scope in $list2",
);
const COSTS = statement(
  `select scope, day, spent_nano, reserved_nano, warned_at, blocked_at from cost_counters
   where tenant_id = $1 and day in $list2 and scope in $list3`,
);
const KEYS = statement("select * from idempotency_keys where tenant_id = $1 and agent_id in $list2 and key in $list3");
const SUCCESSORS = statement(
  "select instance, successor from edge_instances where tenant_id = $1 and successor in $list2",
);
const OPEN_UNBOUNDED = statement(
  "select count(*) as open from requests where tenant_id = $1 and status = 'open' and decided like '%\"unbounded\":true%'",
);
const DELETE_KEYS = statement("delete from idempotency_keys where tenant_id = $1 and request_id in $list2");

const writeCounters = insertRows(
  "request_counters",
  ["tenant_id", "period", "requests"],
  "on conflict (tenant_id, period) do update set requests = request_counters.requests + excluded.requests",
);
const writeBuckets = insertRows(
  "rate_buckets",
  ["tenant_id", "scope", "tokens", "updated_at"],
  "on conflict (tenant_id, scope) do update set tokens = excluded.tokens, updated_at = excluded.updated_at",
);
const writeCosts = insertRows(
  "cost_counters",
  ["tenant_id", "scope", "day", "spent_nano", "reserved_nano", "warned_at", "blocked_at"],
  `on conflict (tenant_id, scope, day) do update set spent_nano = cost_counters.spent_nano + excluded.spent_nano,
   reserved_nano = cost_counters.reserved_nano + excluded.reserved_nano,
   warned_at = coalesce(cost_counters.warned_at, excluded.warned_at),
   blocked_at = coalesce(cost_counters.blocked_at, excluded.blocked_at)`,
);
const writeMinutes = insertRows(
  "cost_minutes",
  ["tenant_id", "agent_id", "minute", "amount_nano"],
  "on conflict (tenant_id, agent_id, minute) do update set amount_nano = cost_minutes.amount_nano + excluded.amount_nano",
);
const writeHighs = insertRows(
  "cost_highs",
  ["tenant_id", "agent_id", "tool_name", "day", "high_nano"],
  `on conflict (tenant_id, agent_id, tool_name, day) do update set high_nano =
   case when excluded.high_nano > cost_highs.high_nano then excluded.high_nano else cost_highs.high_nano end`,
);
const insertRequests = insertRows("requests", [
  "tenant_id",
  "request_id",
  "audit_id",
  "status",
  "instance",
  "agent_id",
  "tool_name",
  "permit_id",
  "answer",
  "decided",
  "inputs",
  "idempotency_key",
  "counter_day",
  "minute",
  "reservation_nano",
  "price_nano",
  "rate_revision",
  "created_at",
  "close_at",
  "closed_at",
]);
const closeRequests = updateRows(
  "requests",
  ["tenant_id", "request_id"],
  ["status", "reservation_nano", "decided", "closed_at"],
);
const writeKeys = insertRows(
  "idempotency_keys",
  ["tenant_id", "agent_id", "key", "body_hash", "request_id", "status", "answer_status", "answer_body", "expires_at"],
  `on conflict (tenant_id, agent_id, key) do update set body_hash = excluded.body_hash, request_id = excluded.request_id,
   status = excluded.status, answer_status = excluded.answer_status, answer_body = excluded.answer_body,
   expires_at = excluded.expires_at`,
);
const insertViolations = insertRows("contract_violations", [
  "tenant_id",
  "id",
  "contract_id",
  "contract_name",
  "agent_id",
  "reason",
  "audit_id",
  "detected_at",
]);

export class TenantBatch {
  readonly tx: TenantTx;
  readonly state: TenantStateRow & { readonly halted: string | null };
  readonly drafts: RowDraft[] = [];
  readonly violations: Selectable<ContractViolationTable>[] = [];
  /** Set when a limit was used up or came free, so that edges should hear of it. */
  limitsMoved = false;
  readonly #requests = new Map<string, RequestRow>();
  readonly #inserted = new Set<RequestRow>();
  readonly #closed = new Set<RequestRow>();
  readonly #auditIds = new Set<string>();
  readonly #counters = new Map<string, { stored: number; added: number }>();
  readonly #buckets = new Map<string, Bucket>();
  readonly #touchedBuckets = new Set<string>();
  readonly #costs = new Map<string, CostEntry>();
  readonly #minutes = new Map<string, { agentId: string; minute: number; addedNano: bigint }>();
  readonly #highs = new Map<string, { agentId: string; toolName: string; highNano: bigint }>();
  readonly #keys = new Map<string, IdempotencyRow>();
  readonly #writtenKeys = new Set<IdempotencyRow>();
  readonly #releasedKeys = new Set<string>();
  readonly #approvals = new Map<string, ApprovalRow>();
  readonly #newApprovals: ApprovalRow[] = [];
  readonly #usedApprovals: ApprovalRow[] = [];
  readonly #successors = new Map<string, string>();
  #openUnbounded: number | null = null;
  /** Open calls without a declared maximum: begun less ended in this batch. */
  #addedUnbounded = 0;

  private constructor(tx: TenantTx, state: TenantStateRow & { halted: string | null }) {
    this.tx = tx;
    this.state = state;
  }

  /** Locks the tenant and reads what the batch needs. */
  static async open(tx: TenantTx, needs: BatchNeeds): Promise<TenantBatch> {
    const [state] = await runStatement<TenantStateRow & { halted: string | null }>(tx, LOCK, [tx.tenantId]);
    if (state === undefined) throw new Error(`Tenant ${tx.tenantId} has no state row.`);
    const batch = new TenantBatch(tx, state);
    await batch.#load(needs);
    return batch;
  }

  get tenantId(): string {
    return this.tx.tenantId;
  }

  get nowMs(): number {
    return this.tx.nowMs;
  }

  request(requestId: string): RequestRow | undefined {
    return this.#requests.get(requestId);
  }

  /** Whether a row with the audit id of this request is in the chain, or on its way there. */
  hasRow(requestId: string): boolean {
    return this.#auditIds.has(auditIdOf(this.tenantId, requestId));
  }

  insertRequest(row: RequestRow): void {
    this.#requests.set(row.request_id, row);
    this.#inserted.add(row);
    if (row.status === "open" && isUnbounded(row)) this.#addedUnbounded += 1;
  }

  closeRequest(row: RequestRow): void {
    if (row.status === "open" && isUnbounded(row)) this.#addedUnbounded -= 1;
    row.status = "closed";
    row.decided = null;
    row.reservation_nano = 0n;
    row.closed_at = this.nowMs;
    this.#closed.add(row);
  }

  append(draft: RowDraft): void {
    this.#auditIds.add(draft.auditId);
    this.drafts.push(draft);
  }

  requests(period: string): number {
    const counter = this.#counters.get(period);
    return (counter?.stored ?? 0) + (counter?.added ?? 0);
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

  /** The key's row while it holds; undefined when it is free. */
  key(agentId: string, key: string): IdempotencyRow | undefined {
    const row = this.#keys.get(`${agentId} ${key}`);
    return row !== undefined && (row.expires_at === null || row.expires_at > this.nowMs) ? row : undefined;
  }

  setKey(row: IdempotencyRow): void {
    const name = `${row.agent_id} ${row.key}`;
    const before = this.#keys.get(name);
    if (before !== undefined) this.#writtenKeys.delete(before);
    this.#keys.set(name, row);
    this.#writtenKeys.add(row);
    this.#releasedKeys.delete(row.request_id);
  }

  /** Frees a key that its call no longer needs. */
  releaseKey(agentId: string, key: string, requestId: string): void {
    const row = this.#keys.get(`${agentId} ${key}`);
    if (row !== undefined && row.request_id !== requestId) return;
    if (row !== undefined) this.#writtenKeys.delete(row);
    this.#keys.delete(`${agentId} ${key}`);
    this.#releasedKeys.add(requestId);
  }

  approval(key: string): ApprovalRow | undefined {
    return this.#approvals.get(key);
  }

  useApproval(row: ApprovalRow, auditId: string): void {
    row.status = "used";
    row.used_audit_id = auditId;
    this.#usedApprovals.push(row);
  }

  /** A pending approval of this call that was asked for before. */
  async findPending(callHash: string, isSame: (row: ApprovalRow) => boolean): Promise<ApprovalRow | undefined> {
    const own = this.#newApprovals.find(isSame);
    if (own !== undefined) return own;
    const rows = await runStatement<ApprovalRow>(this.tx, PENDING_APPROVALS, [this.tenantId, this.nowMs, [callHash]]);
    return rows.find(isSame);
  }

  addApproval(row: ApprovalRow): void {
    this.#newApprovals.push(row);
  }

  /** Whether `instance` may end the permits of `owner`: its own, or those of an instance that it carries on. */
  mayEnd(instance: string, owner: string): boolean {
    return instance === owner || this.#successors.get(owner) === instance;
  }

  /** Open calls whose cost has no declared maximum. */
  async openUnbounded(): Promise<number> {
    if (this.#openUnbounded === null) {
      const [row] = await runStatement<{ open: number }>(this.tx, OPEN_UNBOUNDED, [this.tenantId]);
      this.#openUnbounded = row?.open ?? 0;
    }
    return this.#openUnbounded + this.#addedUnbounded;
  }

  /** Writes everything, in lock order; the chain last. */
  async flush(ledger: Ledger): Promise<void> {
    const { tx, tenantId: tenant_id } = this;
    if (this.limitsMoved) await bumpStateVersion(tx);
    const counters = [...this.#counters].filter(([, counter]) => counter.added !== 0);
    await writeCounters.run(
      tx,
      counters.map(([period, { added }]) => ({ tenant_id, period, requests: added })),
    );
    const buckets = [...this.#touchedBuckets].map((scope): Selectable<RateBucketTable> => {
      const bucket = this.#buckets.get(scope) as Bucket;
      return { tenant_id, scope, tokens: bucket.tokens, updated_at: bucket.updatedAtMs };
    });
    await writeBuckets.run(tx, buckets);
    const costs = [...this.#costs.values()].filter((entry) => entry.isTouched);
    await writeCosts.run(
      tx,
      costs.map((entry) => ({
        tenant_id,
        scope: entry.scope,
        day: entry.day,
        spent_nano: entry.addedSpentNano,
        reserved_nano: entry.addedReservedNano,
        warned_at: entry.warnedAtMs,
        blocked_at: entry.blockedAtMs,
      })),
    );
    const minutes = [...this.#minutes.values()].filter((entry) => entry.addedNano !== 0n);
    await writeMinutes.run(
      tx,
      minutes.map(({ agentId, minute, addedNano }) => ({
        tenant_id,
        agent_id: agentId,
        minute,
        amount_nano: addedNano,
      })),
    );
    const day = utcDay(this.nowMs);
    await writeHighs.run(
      tx,
      [...this.#highs.values()].map(({ agentId, toolName, highNano }) => ({
        tenant_id,
        agent_id: agentId,
        tool_name: toolName,
        day,
        high_nano: highNano,
      })),
    );
    await insertRequests.run(tx, [...this.#inserted]);
    await closeRequests.run(
      tx,
      [...this.#closed].filter((row) => !this.#inserted.has(row)),
    );
    if (this.#releasedKeys.size > 0) await runStatement(tx, DELETE_KEYS, [tenant_id, [...this.#releasedKeys]]);
    await writeKeys.run(tx, [...this.#writtenKeys]);
    await insertApprovals.run(tx, this.#newApprovals);
    await markApprovalsUsed.run(tx, this.#usedApprovals);
    await insertViolations.run(tx, this.violations);
    if (this.drafts.length > 0) await ledger.append(tx, this.drafts);
  }

  async #load(needs: BatchNeeds): Promise<void> {
    const { tx, tenantId } = this;
    const ids = [...new Set(needs.requestIds)];
    for (const row of await runStatement<RequestRow>(tx, REQUESTS, [tenantId, ids])) {
      this.#requests.set(row.request_id, row);
    }
    const unclaimed = ids.filter((id) => !this.#requests.has(id)).map((id) => auditIdOf(tenantId, id));
    if (unclaimed.length > 0) {
      const rows = await runStatement<{ id: string }>(tx, AUDIT_IDS, [tenantId, unclaimed]);
      for (const row of rows) this.#auditIds.add(row.id);
    }
    const { day, month } = periodsOf(this.nowMs);
    const known = [...this.#requests.values()];
    const scopes = [...new Set(["tenant", ...needs.agentIds, ...known.map((row) => row.agent_id)])];
    const days = [...new Set([day, ...known.map((row) => row.counter_day)])];
    if (needs.decides) {
      const counters = await runStatement<{ period: string; requests: number }>(tx, COUNTERS, [tenantId, [day, month]]);
      for (const row of counters) this.#counters.set(row.period, { stored: row.requests, added: 0 });
      const buckets = await runStatement<RateBucketTable>(tx, BUCKETS, [tenantId, scopes]);
      for (const row of buckets) this.#buckets.set(row.scope, { tokens: row.tokens, updatedAtMs: row.updated_at });
    }
    for (const row of await runStatement<CostRow>(tx, COSTS, [tenantId, days, scopes])) {
      this.#costs.set(`${row.scope} ${row.day}`, costEntry(row));
    }
    await this.#loadKeys(needs, known);
    if (needs.approvalKeys.length > 0) {
      const rows = await runStatement<ApprovalRow>(tx, APPROVALS, [tenantId, needs.approvalKeys]);
      for (const row of rows) this.#approvals.set(row.key, row);
    }
    const instances = new Set(needs.instances);
    if (known.some((row) => !instances.has(row.instance))) {
      const rows = await runStatement<{ instance: string; successor: string }>(tx, SUCCESSORS, [
        tenantId,
        [...instances],
      ]);
      for (const row of rows) this.#successors.set(row.instance, row.successor);
    }
  }

  async #loadKeys(needs: BatchNeeds, known: readonly RequestRow[]): Promise<void> {
    const wanted = [
      ...needs.keys,
      ...known.flatMap((row) =>
        row.idempotency_key === null ? [] : [{ agentId: row.agent_id, key: row.idempotency_key }],
      ),
    ];
    if (wanted.length === 0) return;
    const rows = await runStatement<IdempotencyRow>(this.tx, KEYS, [
      this.tenantId,
      [...new Set(wanted.map((entry) => entry.agentId))],
      [...new Set(wanted.map((entry) => entry.key))],
    ]);
    for (const row of rows) this.#keys.set(`${row.agent_id} ${row.key}`, row);
  }
}

function isUnbounded(row: RequestRow): boolean {
  return row.decided?.includes('"unbounded":true') === true;
}

function costEntry(row: Omit<CostRow, "tenant_id">): CostEntry {
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
