import { randomUUID } from "node:crypto";
import { type InputOf, type OperationId, operations } from "@portcullis/contract";
import { makeReceipt, sha256Hex, ToolNameError, verifyReceipt } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../db/tx.js";
import { makeContext } from "../../http/call-context.js";
import type { CallContext } from "../../http/handler.js";
import { openKeyRing } from "../../keys/open-key-ring.js";
import { rotateRowKey } from "../../keys/rotate-row-key.js";
import { chainRowOf } from "../../ledger/chain-row.js";
import { ChainVerifier } from "../../ledger/chain-verifier.js";
import { findRows } from "../../ledger/find-rows.js";
import { restoreChain } from "../../ledger/guard-heads.js";
import { callDraft, type LedgerFixture, openLedgerFixture } from "../../ledger/ledger-fixture.js";
import { openLedger } from "../../ledger/open-ledger.js";
import { findRow, listRows, type RowFilter } from "../../ledger/read.js";
import type { Services } from "../../services.js";
import { drainTenant } from "../../workers/usage-drain.js";
import { billingHandlers } from "../billing/index.js";
import { receiptsHandlers } from "../receipts/index.js";
import { transparencyHandlers } from "../transparency/index.js";
import { auditHandlers } from "./index.js";

eachDatabase("chain, receipts and billing over their handlers", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  /** A call of an operation by an administrator of the tenant. */
  const contextOf = (tenantId: string, id: OperationId): CallContext => {
    const { store, keys, ledger } = fixture;
    const verifier = new ChainVerifier({ databaseUrl: database.url, store, keys });
    const requestId = randomUUID();
    const subject = randomUUID();
    return makeContext(
      { store, keys, ledger, verifier } as Services,
      { ...operations[id], id },
      {
        tenantId,
        requestId,
        traceId: "0".repeat(32),
        address: "127.0.0.1",
        setHeader: () => {},
        principal: {
          kind: "user",
          tenantId,
          subject,
          role: "ADMIN",
          jti: randomUUID(),
          hopJtis: [],
          expiresAtMs: 0,
          isPlatformAdmin: false,
          permissions: ["*"],
          scopes: null,
          token: "",
        },
      },
    );
  };
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
  const receiptOf = (tenant: string, audit_id: string) =>
    auditHandlers["audit.receipt"](contextOf(tenant, "audit.receipt"), {
      params: { audit_id },
      query: undefined,
      body: undefined,
    });

  describe("audit rows", () => {
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
      await expect(receiptOf(tenant, draft.auditId)).rejects.toMatchObject({ code: "not_found" });
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

  describe("receipts", () => {
    it("a receipt verifies with the published keys alone, and not when a character of it is changed", async () => {
      const tenant = await fixture.createTenant();
      const draft = callDraft(tenant);
      await fixture.append(tenant, [draft]);
      const { receipt, signature_valid } = await receiptOf(tenant, draft.auditId);
      const published = await transparencyHandlers["transparency.keys"](contextOf(tenant, "transparency.keys"), {
        params: undefined,
        query: undefined,
        body: undefined,
      });
      expect(signature_valid).toBe(true);
      expect(verifyReceipt(receipt, published).valid).toBe(true);
      const archived = JSON.parse(JSON.stringify(receipt)) as Record<string, unknown>;
      const check = (body: Record<string, unknown>) =>
        receiptsHandlers["receipts.verify"](contextOf(tenant, "receipts.verify"), {
          params: undefined,
          query: undefined,
          body: { receipt: body },
        });
      expect(await check(archived)).toMatchObject({ valid: true, violations: [] });
      const forged = { ...archived, content: String(archived.content).replace("search", "remove") };
      expect(await check(forged)).toMatchObject({ valid: false });
      expect(await check({})).toMatchObject({ valid: false });
    });

    it("holds by a key that another replica has made since this process read its keys", async () => {
      const tenant = await fixture.createTenant();
      const rotateElsewhere = async () => {
        await rotateRowKey(fixture.store, fixture.keySettings);
        const ledger = openLedger(await openKeyRing(fixture.store, fixture.keySettings));
        const draft = callDraft(tenant);
        await fixture.store.write(tenant, (tx) => ledger.append(tx, [draft]));
        return draft.auditId;
      };
      const fetched = await receiptOf(tenant, await rotateElsewhere());
      expect(fetched.signature_valid).toBe(true);
      const auditId = await rotateElsewhere();
      const row = await fixture.store.read(tenant, (db) => findRow(db, auditId));
      if (row === undefined) throw new Error("The row is not there.");
      const verified = await receiptsHandlers["receipts.verify"](contextOf(tenant, "receipts.verify"), {
        params: undefined,
        query: undefined,
        body: { receipt: { ...makeReceipt({ row: chainRowOf(row) }) } },
      });
      expect(verified).toMatchObject({ valid: true, violations: [] });
    });

    it("the published keys fit the contract and their first is the one that signs", async () => {
      const tenant = await fixture.createTenant();
      const none = { params: undefined, query: undefined, body: undefined };
      const keys = await transparencyHandlers["transparency.keys"](contextOf(tenant, "transparency.keys"), none);
      const key = await receiptsHandlers["receipts.key"](contextOf(tenant, "receipts.key"), none);
      operations["transparency.keys"].data.parse(keys);
      expect(operations["receipts.key"].data.parse(key).fingerprint).toBe(keys.primary_fingerprint);
      expect(keys.keys[0]).toEqual(key.jwk);
    });

    it("a call that was decided but has no row yet is pending, an unknown one is not found", async () => {
      const tenant = await fixture.createTenant();
      const auditId = randomUUID();
      await fixture.store.write(tenant, ({ query }) =>
        query
          .insertInto("requests")
          .values({
            tenant_id: tenant,
            request_id: "r",
            audit_id: auditId,
            status: "open",
            instance: "i",
            agent_id: "a",
            tool_name: "t",
            permit_id: null,
            answer: null,
            decided: null,
            idempotency_key: null,
            counter_day: "2026-01-01",
            minute: 0,
            reservation_nano: 0n,
            price_nano: null,
            rate_revision: "r",
            created_at: 0,
            close_at: null,
            closed_at: null,
          })
          .execute(),
      );
      await expect(receiptOf(tenant, auditId)).rejects.toMatchObject({
        code: "audit_pending",
        details: { retryAfterS: 1 },
      });
      await expect(receiptOf(tenant, randomUUID())).rejects.toMatchObject({ code: "not_found" });
    });
  });

  describe("billing", () => {
    const summary = (tenant: string) =>
      billingHandlers["billing.summary"](contextOf(tenant, "billing.summary"), {
        params: undefined,
        query: { days: 30 },
        body: undefined,
      });

    it("the summary adds up, before and after the drain", async () => {
      const tenant = await fixture.createTenant();
      await fixture.append(tenant, [
        callDraft(tenant, 1_500_000_000n),
        callDraft(tenant, 250_000_000n, { toolName: "mail" }),
        callDraft(tenant),
      ]);
      expect(await summary(tenant)).toMatchObject({ total_usd: "0", pending_usd: "1.75", calls: 0, by_agent: [] });
      await drainTenant(fixture.store, tenant, 10);
      const after = operations["billing.summary"].data.parse(await summary(tenant));
      expect(after).toMatchObject({ total_usd: "1.75", pending_usd: "0", calls: 2 });
      expect(after.by_tool).toEqual([
        { tool_name: "search", amount_usd: "1.5", calls: 1 },
        { tool_name: "mail", amount_usd: "0.25", calls: 1 },
      ]);
      expect(after.daily).toEqual([{ day: after.to, amount_usd: "1.75", calls: 2 }]);
      expect(after.today).toEqual({ spent_usd: "0", reserved_usd: "0", cap_usd: null, percent_of_cap: null });
    });

    it("today's counter is shown against the cap", async () => {
      const tenant = await fixture.createTenant();
      const { to } = await summary(tenant);
      await fixture.store.platform("tenants", async ({ query }) => {
        await query.updateTable("tenants").set({ daily_cost_cap_nano: 3n }).where("id", "=", tenant).execute();
        await query
          .insertInto("cost_counters")
          .values({
            tenant_id: tenant,
            scope: "tenant",
            day: to,
            spent_nano: 1n,
            reserved_nano: 1n,
            warned_at: null,
            blocked_at: null,
          })
          .execute();
      });
      expect((await summary(tenant)).today).toMatchObject({ percent_of_cap: 66.66 });
    });

    it("rates are the built-in ones until they are set; setting them is a row, a new revision and a new state", async () => {
      const tenant = await fixture.createTenant();
      const get = () =>
        billingHandlers["billing.getRates"](contextOf(tenant, "billing.getRates"), {
          params: undefined,
          query: undefined,
          body: undefined,
        });
      const set = (price: string | number) =>
        billingHandlers["billing.setRates"](contextOf(tenant, "billing.setRates"), {
          params: undefined,
          query: undefined,
          body: {
            default: { prompt_usd_per_million: price, completion_usd_per_million: "2.50" },
            rates: { m: { prompt_usd_per_million: 1, completion_usd_per_million: "2", call_usd: "0.1" } },
          },
        });
      expect(await get()).toMatchObject({ revision: "builtin-1", updated_at: null });
      const first = await set("1.0");
      expect(first.default).toEqual({ prompt_usd_per_million: "1", completion_usd_per_million: "2.5" });
      const second = await set(3);
      expect(second.revision).not.toBe(first.revision);
      expect((await set(1)).revision).toBe(first.revision);
      expect(operations["billing.getRates"].data.parse(await get())).toMatchObject({ revision: first.revision });
      await expect(set(999_999_999)).rejects.toMatchObject({ code: "validation_failed" });
      const rows = (await list(tenant)).items;
      expect(rows.map((row) => row.action)).toEqual(["rates_changed", "rates_changed", "rates_changed"]);
      expect(rows[0]?.metadata_json).toMatchObject({
        old_revision: second.revision,
        new_revision: first.revision,
        models: 1,
      });
      const state = await fixture.store.read(tenant, ({ query }) =>
        query.selectFrom("tenant_states").select("state_version").where("tenant_id", "=", tenant).executeTakeFirst(),
      );
      expect(state?.state_version).toBe(4);
    });
  });
});
