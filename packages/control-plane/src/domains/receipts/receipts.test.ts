import { randomUUID } from "node:crypto";
import { type OperationId, operations } from "@portcullis/contract";
import { makeReceipt, verifyReceipt } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { administratorContext } from "../../http/context-fixture.js";
import { openKeyRing } from "../../keys/open-key-ring.js";
import { rotateRowKey } from "../../keys/rotate-row-key.js";
import { chainRowOf } from "../../ledger/chain-row.js";
import { callDraft, type LedgerFixture, openLedgerFixture } from "../../ledger/ledger-fixture.js";
import { openLedger } from "../../ledger/open-ledger.js";
import { findRow } from "../../ledger/read.js";
import { auditHandlers } from "../audit/index.js";
import { transparencyHandlers } from "../transparency/index.js";
import { receiptsHandlers } from "./index.js";

eachDatabase("receipts over their handlers", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  const contextOf = (tenantId: string, id: OperationId) => administratorContext(fixture, database.url, tenantId, id);
  const receiptOf = (tenant: string, audit_id: string) =>
    auditHandlers["audit.receipt"](contextOf(tenant, "audit.receipt"), {
      params: { audit_id },
      query: undefined,
      body: undefined,
    });

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
