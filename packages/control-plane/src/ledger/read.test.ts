import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callDraft, type LedgerFixture, openLedgerFixture } from "./ledger-fixture.js";
import { findFirstSince } from "./read.js";

eachDatabase("places in the chain by time", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  it("the first row since an instant is found wherever it stands", async () => {
    const tenant = await fixture.createTenant();
    for (let batch = 0; batch < 50; batch++) {
      await fixture.append(
        tenant,
        Array.from({ length: 1 + (batch % 7) }, () => callDraft(tenant)),
      );
    }
    const rows = await fixture.store.read(tenant, ({ query }) =>
      query
        .selectFrom("audit_logs")
        .select(["seq", "created_at"])
        .where("tenant_id", "=", tenant)
        .orderBy("seq")
        .execute(),
    );
    const instants = new Set(rows.flatMap(({ created_at }) => [created_at - 1, created_at, created_at + 1]));
    for (const since of instants) {
      const first = rows.find((row) => row.created_at >= since)?.seq ?? null;
      expect(await fixture.store.read(tenant, (db) => findFirstSince(db, since))).toBe(first);
    }
  });

  it("a chain without rows has none since any instant", async () => {
    const tenant = await fixture.createTenant();
    expect(await fixture.store.read(tenant, (db) => findFirstSince(db, 0))).toBeNull();
  });
});
