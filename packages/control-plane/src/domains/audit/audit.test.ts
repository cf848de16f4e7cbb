import { randomUUID } from "node:crypto";
import { type InputOf, type OperationId, operations } from "@portcullis/contract";
import { sha256Hex, ToolNameError } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../db/tx.js";
import { administratorContext } from "../../http/context-fixture.js";
import type { CallContext } from "../../http/handler.js";
import { findRows } from "../../ledger/find-rows.js";
import { restoreChain } from "../../ledger/guard-heads.js";
import { callDraft, type LedgerFixture, openLedgerFixture } from "../../ledger/ledger-fixture.js";
import { listRows, type RowFilter } from "../../ledger/read.js";
import { auditHandlers } from "./index.js";

eachDatabase("audit rows over their handlers", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  const contextOf = (tenantId: string, id: OperationId) => administratorContext(fixture, database.url, tenantId, id);
  const list = (tenant: string, query: Partial<InputOf<"audit.list">["query"]> = {}) =>
    auditHandlers["audit.list"](contextOf(tenant, "audit.list"), {
      params: undefined,
      query: { limit: 50, ...query },
      body: undefined,
    });
  const search = (tenant: string, body: Partial<InputOf<"audit.search">["body"]>) =>
    auditHandlers["audit.search"](contextOf(tenant, "audit.search"), {
      params: undefined,
      query: undefined,
      body: { limit: 50, ...body },
    });

  it("pages come newest first, without a gap or a repeat, while rows are appended", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(
      tenant,
      Array.from({ length: 7 }, () => callDraft(tenant)),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(tenant, { limit: 3, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.items.map((row) => row.seq));
      cursor = page.next_cursor ?? undefined;
      await fixture.append(tenant, [callDraft(tenant)]);
    } while (cursor !== undefined);
    expect(seen).toEqual(["7", "6", "5", "4", "3", "2", "1"]);
  });

  it("an item fits the contract, has every column, and its content hashes to its hash", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(tenant, [callDraft(tenant, 7n)]);
    const data = operations["audit.list"].data.parse(await list(tenant));
    const [row] = data.items;
    expect(sha256Hex(row?.content ?? "")).toBe(row?.content_hash);
    expect(row?.metadata_json).toMatchObject({ amount_usd: "0.000000007", billable: true, policy_revision: "r1" });
    expect(row?.metadata_json).not.toHaveProperty("tenant");
  });

  it("filters narrow, tool names fold, and a malformed cursor is refused", async () => {
    const tenant = await fixture.createTenant();
    const denied = callDraft(tenant, undefined, {
      decision: "deny",
      outcome: "denied",
      findings: ["destructive_sql", "encoded_payload"],
      toolName: "sql",
    });
    await fixture.append(tenant, [callDraft(tenant), denied]);
    const ids = async (page: Promise<{ items: { id: string }[] }>) => (await page).items.map((row) => row.id);
    expect(await ids(list(tenant, { decision: "deny" }))).toEqual([denied.auditId]);
    expect(await ids(list(tenant, { tool_name: " SQL " }))).toEqual([denied.auditId]);
    expect(await ids(search(tenant, { findings: ["encoded_payload", "destructive_sql"] }))).toEqual([denied.auditId]);
    expect(await ids(search(tenant, { request_id: denied.requestId }))).toEqual([denied.auditId]);
    const [newest, ...earlier] = (await list(tenant, {})).items;
    expect(await ids(search(tenant, { seq: Number(newest?.seq) }))).toEqual([newest?.id]);
    expect(await ids(search(tenant, { seq: Number(newest?.seq) + 1 }))).toEqual([]);
    expect(earlier.length).toBeGreaterThan(0);
    expect(await ids(search(tenant, { until: "2020-01-01T00:00:00.000Z" }))).toEqual([]);
    for (const since of ["2020-01-01T00:00:00.000Z", "2020-01-01T00:00:00Z", "2020-01-01T02:00:00.5+02:00"]) {
      expect(await ids(search(tenant, { since }))).toHaveLength(2);
      expect(await ids(search(tenant, { until: since }))).toHaveLength(0);
    }
    await expect(list(tenant, { cursor: "x" })).rejects.toMatchObject({ code: "invalid_cursor" });
    await expect(list(tenant, { tool_name: "a\u200bb" })).rejects.toBeInstanceOf(ToolNameError);
  });

  describe("that no index serves are looked for through windows", () => {
    const OTHER = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb";
    const startMs = Date.parse("2026-01-01T00:00:00Z");
    const secondsApart = (index: number) => startMs + index * 1000;
    /** Every sixth row is of a call that failed, every fifth of another agent. */
    const appendRows = (tenant: string, count: number, msOf: (index: number) => number) =>
      fixture.store.write(tenant, async (tx) => {
        for (let n = 0; n < count; n++) {
          const agentId = n % 5 === 0 ? { agentId: OTHER } : {};
          const draft = callDraft(tenant, undefined, { ...(n % 6 === 0 ? { outcome: "failed" } : {}), ...agentId });
          await fixture.ledger.append({ ...tx, nowMs: msOf(n) }, [draft]);
        }
      });
    let tenant: string;
    beforeAll(async () => {
      tenant = await fixture.createTenant();
      await appendRows(tenant, 150, secondsApart);
    });
    /** Places of the rows, and how many reads they took. */
    const find = async (of: string, filter: RowFilter, limit = 1000, beforeSeq: number | null = null) => {
      const { read } = contextOf(of, "audit.list");
      let reads = 0;
      const counted: CallContext["read"] = (work) => {
        reads += 1;
        return read(work);
      };
      const rows = await findRows({ read: counted }, filter, { limit, beforeSeq }, 8);
      return { seqs: rows.map((row) => row.seq), reads };
    };

    it("and pages over them are whole", async () => {
      const seqs = async (limit: number, beforeSeq: number | null) =>
        (await find(tenant, { outcome: "failed" }, limit, beforeSeq)).seqs;
      expect(await seqs(1000, null)).toEqual(Array.from({ length: 25 }, (_, n) => 145 - 6 * n));
      expect(await seqs(2, null)).toEqual([145, 139]);
      expect(await seqs(2, 19)).toEqual([13, 7]);
      expect(await seqs(2, 1)).toEqual([]);
    });

    it("of an agent, or of a time: all that there are, in no more windows than these have rows", async () => {
      const whole = (filter: RowFilter) =>
        fixture.store.read(tenant, (db) => listRows(db, filter, { limit: 1000, beforeSeq: null }));
      for (const [agentId, oneIn] of [
        [undefined, 1],
        [OTHER, 5],
        [randomUUID(), Number.POSITIVE_INFINITY],
      ] as const) {
        for (const [since, until] of [
          [undefined, undefined],
          [140, undefined],
          [undefined, 10],
          [60, 75],
          [66, 66],
          [149, undefined],
          [150, undefined],
          [undefined, 0],
        ] as const) {
          const sinceMs = since === undefined ? undefined : secondsApart(since);
          const untilMs = until === undefined ? undefined : secondsApart(until);
          const filter = { outcome: "failed", agentId, sinceMs, untilMs };
          const { seqs, reads } = await find(tenant, filter);
          expect(seqs, JSON.stringify(filter)).toEqual((await whole(filter)).map((row) => row.seq));
          const rows = ((until ?? 150) - (since ?? 0)) / oneIn;
          expect(reads, JSON.stringify(filter)).toBeLessThanOrEqual(2 + Math.ceil(rows / 8));
        }
      }
    });

    it("of a time also where an operator let the chain go on after its clock had jumped", async () => {
      const { store, keys, createTenant } = fixture;
      const jumped = await createTenant();
      const dayLaterMs = startMs + 86_400_000;
      await appendRows(jumped, 20, secondsApart);
      await appendRows(jumped, 20, () => dayLaterMs);
      const write: Store["write"] = (id, work) =>
        store.write(id, (tx) => work({ ...tx, nowMs: secondsApart(60) }, undefined as never));
      const confirmation = { requestId: "r", actor: "jane", role: "operator", reason: "the clock was wrong" };
      await restoreChain({ ...store, write }, keys, jumped, confirmation);
      await appendRows(jumped, 100, () => secondsApart(90));
      expect((await find(jumped, { outcome: "failed", sinceMs: dayLaterMs })).seqs).toEqual([39, 33, 27, 21]);
    });
  });

  it("another tenant's rows are not there", async () => {
    const [tenant, other] = [await fixture.createTenant(), await fixture.createTenant()];
    const draft = callDraft(other);
    await fixture.append(other, [draft]);
    expect((await list(tenant)).items).toEqual([]);
    const receipt = auditHandlers["audit.receipt"](contextOf(tenant, "audit.receipt"), {
      params: { audit_id: draft.auditId },
      query: undefined,
      body: undefined,
    });
    await expect(receipt).rejects.toMatchObject({ code: "not_found" });
  });

  it("verification answers in the contract's words", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(tenant, [callDraft(tenant), callDraft(tenant)]);
    const answer = await auditHandlers["audit.verify"](contextOf(tenant, "audit.verify"), {
      params: undefined,
      query: { from_seq: 2 },
      body: undefined,
    });
    expect(operations["audit.verify"].data.parse(answer)).toMatchObject({
      valid: true,
      violations: [],
      rows: 1,
      from_seq: "2",
      to_seq: "2",
      anchored: false,
    });
  });
});
