import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readState } from "../db/state.js";
import { type HttpFixture, openHttpFixture } from "../http/http-fixture.js";
import { endOtherTokens } from "./end-other-tokens.js";
import { insertToken } from "./token-store.js";

eachDatabase("tokens of a signing secret that was replaced", (database) => {
  let fixture: HttpFixture;

  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  it("end at each start, whoever issued them, and the state moves for no others", async () => {
    const { store, keys } = fixture.app.services;
    const { tenantId } = fixture.made;
    const insert = (signedBy: string | null, endsInMs: number) =>
      store.write(tenantId, async (tx) => {
        const jti = randomUUID();
        await insertToken(tx, {
          jti,
          kind: "agent",
          subject: fixture.made.agent.id,
          credential_id: null,
          role: "agent",
          permissions: "[]",
          act: "[]",
          issued_at: tx.nowMs - 120_000,
          expires_at: tx.nowMs + endsInMs,
          signed_by: signedBy,
        });
        return jti;
      });
    const own = await insert(keys.tokenSecretId, 60_000);
    const versionOf = async () => (await store.read(tenantId, readState)).state_version;
    const before = await versionOf();
    await endOtherTokens(store, keys.tokenSecretId);
    expect(await versionOf()).toBe(before);

    const ended = [await insert("another", 60_000), await insert(null, 60_000)];
    const expired = await insert("another", -60_000);
    await endOtherTokens(store, keys.tokenSecretId);
    expect(await versionOf()).toBe(before + 1);
    const rows = await store.read(tenantId, (db) =>
      db.query.selectFrom("tokens").select(["jti", "state_version"]).where("revoked_at", "is not", null).execute(),
    );
    const revoked = new Map(rows.map((row) => [row.jti, row.state_version]));
    expect(ended.map((jti) => revoked.get(jti))).toEqual([before + 1, before + 1]);
    expect([own, expired].filter((jti) => revoked.has(jti))).toEqual([]);
  });
});
