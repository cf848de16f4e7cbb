import { setImmediate as nextTurn } from "node:timers/promises";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Reader } from "../db/tx.js";
import { ChainVerifier, MAX_VERIFICATIONS_PER_USER } from "./chain-verifier.js";
import { callDraft, type LedgerFixture, openLedgerFixture } from "./ledger-fixture.js";

const USER = "user:one";

eachDatabase("verifications that are asked for", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  const chainOf = async (rows: number): Promise<string> => {
    const tenant = await fixture.createTenant();
    for (let left = rows; left > 0; left -= 200) {
      await fixture.append(
        tenant,
        Array.from({ length: Math.min(200, left) }, () => callDraft(tenant)),
      );
    }
    return tenant;
  };
  /** A verifier, and the most reads of one tenant that it had open at once and how many in all. */
  const openVerifier = () => {
    const open = new Map<string, number>();
    const seen = { reads: 0, atOnce: 0 };
    const read: Reader["read"] = async (tenantId, work) => {
      const now = (open.get(tenantId) ?? 0) + 1;
      open.set(tenantId, now);
      seen.reads++;
      seen.atOnce = Math.max(seen.atOnce, now);
      return fixture.store.read(tenantId, work).finally(() => open.set(tenantId, (open.get(tenantId) ?? 1) - 1));
    };
    const verifier = new ChainVerifier({ databaseUrl: database.url, store: { read }, keys: fixture.keys });
    return { verifier, seen };
  };

  it("are done once for everyone who asks for the same rows meanwhile", async () => {
    const tenant = await chainOf(250);
    const { verifier, seen } = openVerifier();
    await verifier.verify(tenant, USER, {});
    const { reads } = seen;
    const reports = await Promise.all(Array.from({ length: 5 }, () => verifier.verify(tenant, USER, {})));
    expect(seen.reads).toBe(reads * 2);
    for (const report of reports) expect(report).toMatchObject({ valid: true, rows: 250 });
    await verifier.close();
  });

  it("run one after the other for one tenant, and see rows that came in between", async () => {
    const tenant = await chainOf(120);
    const { verifier, seen } = openVerifier();
    const ranges = [{}, { fromSeq: 10 }, { fromSeq: 20, toSeq: 40 }];
    const reports = await Promise.all(ranges.map((range) => verifier.verify(tenant, USER, range)));
    expect(reports.map((report) => report.rows)).toEqual([120, 111, 21]);
    expect(seen.atOnce).toBe(1);
    await fixture.append(tenant, [callDraft(tenant)]);
    expect(await verifier.verify(tenant, USER, {})).toMatchObject({ valid: true, rows: 121 });
    await verifier.close();
  });

  it("are bounded for each user, who is told, and for no other; one that ends makes room", async () => {
    const [tenant, neighbour] = [await chainOf(20), await chainOf(20)];
    const { verifier } = openVerifier();
    const ask = (tenantId: string, user: string, fromSeq: number) => verifier.verify(tenantId, user, { fromSeq });
    const asked = Array.from({ length: MAX_VERIFICATIONS_PER_USER }, (_, index) => ask(tenant, USER, index + 1));
    await expect(ask(tenant, USER, 19)).rejects.toMatchObject({
      code: "too_many_verifications",
      details: { data: { limit: MAX_VERIFICATIONS_PER_USER } },
    });
    const others = [ask(tenant, USER, 1), ask(tenant, "user:two", 19), ask(neighbour, USER, 19)];
    expect((await Promise.all(others)).map((report) => report.rows)).toEqual([20, 2, 2]);
    await Promise.all(asked);
    expect(await ask(tenant, USER, 19)).toMatchObject({ rows: 2 });
    await verifier.close();
  });

  it("leave the loop to others between their slices", async () => {
    const tenant = await chainOf(1000);
    const { verifier } = openVerifier();
    let isDone = false;
    const report = verifier.verify(tenant, USER, {}).finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns++) await nextTurn();
    expect(await report).toMatchObject({ valid: true, rows: 1000 });
    expect(turns).toBeGreaterThanOrEqual(10);
    await verifier.close();
  });

  it("are refused once the process closes", async () => {
    const tenant = await chainOf(1);
    const { verifier } = openVerifier();
    await verifier.close();
    await expect(verifier.verify(tenant, USER, {})).rejects.toMatchObject({ code: "store_unavailable" });
  });
});
