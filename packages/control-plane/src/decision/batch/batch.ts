// The unit of work of one transaction of one tenant: what read-batch.ts read under the tenant's lock is judged and counted in
// memory, and written in a few statements: on PostgreSQL in two round trips, the commit included, or in one where nothing has to
// be read (batch-memory.ts). Lock order: tenant state, chain head, then the rows of limits, caps and calls.

import { auditIdOf } from "@portcullis/core";
import type { Selectable } from "kysely";
import type { ContractViolationTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import { runStatement, sendStatement, sendTogether } from "../../db/statements.js";
import type { TenantTx } from "../../db/tx.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { RowDraft } from "../../ledger/row-draft.js";
import { BatchAnswers } from "./batch-answers.js";
import { BatchApprovals } from "./batch-approvals.js";
import { BatchLimits } from "./batch-limits.js";
import {
  closeRequests,
  DELETE_KEYS,
  type IdempotencyRow,
  type InputsRow,
  insertInputs,
  insertRequests,
  insertViolations,
  type LockedRow,
  OPEN_UNBOUNDED,
  type RequestRow,
  SUCCESSORS,
  type WrittenKey,
  writeKeys,
} from "./batch-rows.js";
import { type BatchNeeds, type BatchRows, type NeededRows, readRows, stateRowsOf } from "./read-batch.js";

export class TenantBatch {
  readonly tx: TenantTx;
  /** The tenant's state and its chain's head, locked. */
  readonly state: LockedRow;
  /** What was read for it at the beginning. */
  readonly needs: BatchNeeds;
  /** The database's clock, and this process's at that instant. */
  readonly clock: { readonly nowMs: number; readonly atMs: number };
  readonly drafts: RowDraft[] = [];
  readonly answers: BatchAnswers;
  readonly approvals: BatchApprovals;
  readonly limits: BatchLimits;
  readonly violations: Selectable<ContractViolationTable>[] = [];
  readonly #requests = new Map<string, RequestRow>();
  readonly #inserted = new Set<RequestRow>();
  readonly #closed = new Set<RequestRow>();
  readonly #inputs: InputsRow[] = [];
  readonly #auditIds = new Set<string>();
  readonly #madeIds = new Map<string, string>();
  readonly #keys = new Map<string, IdempotencyRow>();
  readonly #writtenKeys = new Map<string, WrittenKey>();
  readonly #releasedKeys = new Set<string>();
  readonly #successors = new Map<string, string>();
  #openUnbounded: number | null = null;
  /** `decided` of the calls that this batch begins, and of those that it ends. */
  readonly #begun: (string | null)[] = [];
  readonly #ended: (string | null)[] = [];
  #left: LockedRow;

  private constructor(tx: TenantTx, { locked, needs }: BatchRows) {
    this.tx = tx;
    this.state = locked;
    this.needs = needs;
    this.answers = new BatchAnswers(tx, locked);
    this.approvals = new BatchApprovals(tx);
    this.limits = new BatchLimits(tx);
    this.clock = { nowMs: tx.nowMs, atMs: performance.now() };
    this.#left = locked;
  }

  /** Takes what the transaction has read; reads what could not be known to be needed. */
  static async open(tx: TenantTx, rows: BatchRows): Promise<TenantBatch> {
    const batch = new TenantBatch(tx, rows);
    await batch.#take(rows);
    return batch;
  }

  /** State and head as they are after `flush`. */
  get left(): LockedRow {
    return this.#left;
  }

  /** The calls that it permits, and those that it ends. */
  get begun(): RequestRow[] {
    return [...this.#inserted].filter((row) => row.status === "open");
  }

  get ended(): ReadonlySet<RequestRow> {
    return this.#closed;
  }

  /** Reads rows that turn out to be needed. Those that the batch has already stay as it has them. */
  async readMore(needs: BatchNeeds): Promise<void> {
    await this.#take(await readRows(this.tx, needs));
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
    return this.#auditIds.has(this.auditIdOf(requestId));
  }

  /** The audit id of a request, made once. */
  auditIdOf(requestId: string): string {
    const known = this.#madeIds.get(requestId);
    if (known !== undefined) return known;
    const made = auditIdOf(this.tenantId, requestId);
    this.#madeIds.set(requestId, made);
    return made;
  }

  /** The members of a row's content, from this batch or from the chain; undefined without such a row. */
  async contentOfRow(auditId: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const draft = this.drafts.find((each) => each.auditId === auditId);
    if (draft !== undefined) return draft.fields;
    const row = await this.tx.query
      .selectFrom("audit_logs")
      .select("content")
      .where("tenant_id", "=", this.tenantId)
      .where("id", "=", auditId)
      .executeTakeFirst();
    return row === undefined ? undefined : (JSON.parse(row.content) as Record<string, unknown>);
  }

  /** `inputs` is what simulations may replay of the call. */
  insertRequest(row: RequestRow, inputs: string | null): void {
    this.#requests.set(row.request_id, row);
    this.#inserted.add(row);
    if (row.status === "open") this.#begun.push(row.decided);
    if (inputs === null) return;
    const { tenant_id, created_at, request_id } = row;
    this.#inputs.push({ tenant_id, created_at, request_id, inputs });
  }

  closeRequest(row: RequestRow): void {
    this.releaseRequest(row);
    row.decided = null;
    row.reservation_nano = 0n;
  }

  /** Closes a call that may still be settled: what was decided of it and what it had reserved stay to be read. */
  releaseRequest(row: RequestRow): void {
    if (row.status === "open") this.#ended.push(row.decided);
    row.status = "closed";
    // A permit is not given out again once its call has ended.
    row.answer = null;
    row.closed_at = this.nowMs;
    this.#closed.add(row);
  }

  append(draft: RowDraft): void {
    this.#auditIds.add(draft.auditId);
    this.drafts.push(draft);
  }

  /** The key's row while it holds; undefined when it is free. */
  key(agentId: string, key: string): IdempotencyRow | undefined {
    const row = this.#keys.get(`${agentId} ${key}`);
    return row !== undefined && (row.expires_at === null || row.expires_at > this.nowMs) ? row : undefined;
  }

  setKey(row: WrittenKey): void {
    const name = `${row.agent_id} ${row.key}`;
    this.#keys.set(name, row);
    this.#writtenKeys.set(name, row);
    this.#releasedKeys.delete(row.request_id);
  }

  /** Frees a key that its call no longer needs. */
  releaseKey(agentId: string, key: string, requestId: string): void {
    const name = `${agentId} ${key}`;
    const row = this.#keys.get(name);
    if (row !== undefined && row.request_id !== requestId) return;
    this.#writtenKeys.delete(name);
    this.#keys.delete(name);
    this.#releasedKeys.add(requestId);
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
    return this.#openUnbounded + this.#begun.filter(isUnbounded).length - this.#ended.filter(isUnbounded).length;
  }

  /** Writes everything, the chain last. */
  async flush(ledger: Ledger): Promise<void> {
    const { tx, tenantId: tenant_id } = this;
    if (this.limits.hasMoved) await bumpStateVersion(tx);
    if (this.#releasedKeys.size > 0) await sendStatement(tx, DELETE_KEYS, [tenant_id, [...this.#releasedKeys]]);
    await this.answers.send();
    await this.approvals.sendEnded();
    await sendTogether(tx, [
      ...this.limits.writes(),
      // Calls that end come first: on SQLite the rows of calls that begin then fit into the room that is left.
      closeRequests.of([...this.#closed].filter((row) => !this.#inserted.has(row))),
      insertRequests.of([...this.#inserted]),
      insertInputs.of(this.#inputs),
      writeKeys.of([...this.#writtenKeys.values()]),
      ...this.approvals.writes(),
      insertViolations.of(this.violations),
    ]);
    this.#left = { ...this.state, ...this.answers.counts, ...(await ledger.send(tx, this.state, this.drafts)) };
  }

  async #take(rows: NeededRows): Promise<void> {
    for (const [requestId, auditId] of rows.auditIds) this.#madeIds.set(requestId, auditId);
    for (const row of rows.requests) keep(this.#requests, row.request_id, row);
    for (const row of await stateRowsOf(this.tx, rows)) {
      if (row.kind === "row") this.#auditIds.add(row.name);
      else this.limits.take(row);
    }
    for (const row of rows.keys) {
      if (!this.#releasedKeys.has(row.request_id)) keep(this.#keys, `${row.agent_id} ${row.key}`, row);
    }
    for (const row of rows.approvals) this.approvals.take(row);
    const instances = new Set(rows.needs.instances);
    if (rows.requests.every((row) => instances.has(row.instance))) return;
    const successors = await runStatement<{ instance: string; successor: string }>(this.tx, SUCCESSORS, [
      this.tenantId,
      [...instances],
    ]);
    for (const row of successors) this.#successors.set(row.instance, row.successor);
  }
}

function keep<V>(map: Map<string, V>, name: string, value: V): void {
  if (!map.has(name)) map.set(name, value);
}

function isUnbounded(decided: string | null): boolean {
  return decided?.includes('"unbounded":true') === true;
}
