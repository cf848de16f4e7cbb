import { newId } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion } from "../../db/state.js";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";
import { createTokenService } from "../../tokens/token-service.js";

eachDatabase("the session of a sync stream", (database) => {
  let fixture: HttpFixture;

  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  const createKey = async (): Promise<{ id: string; key: string }> => {
    const made = await fixture.call("ADMIN", "POST", "/api-keys", { body: { name: "sidecar", scopes: ["edge"] } });
    return made.body.data;
  };
  const openSession = async (key: string, instance = newId()): Promise<string> => {
    const body = { api_key: key, instance, previous_instances: [], home: "sidecar", version: "1" };
    const { body: answer } = await fixture.call(undefined, "POST", "/edge/session", { body, tenantId: null });
    return (answer.data as { session_token: string }).session_token;
  };
  /** Opens the stream, up to its snapshot. */
  const follow = async (token: string): Promise<{ readonly ended: Promise<void> }> => {
    const response = await fetch(`${fixture.url}/edge/sync`, { headers: { authorization: `Bearer ${token}` } });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    expect(first).toContain("event: snapshot");
    const drain = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    return { ended: drain() };
  };

  it("ends with its API key's revocation, and other keys' streams go on", async () => {
    const [revoked, kept] = [await createKey(), await createKey()];
    const stream = await follow(await openSession(revoked.key));
    const other = await follow(await openSession(kept.key));
    expect((await fixture.call("ADMIN", "DELETE", `/api-keys/${revoked.id}`)).status).toBe(204);
    await stream.ended;
    const winner = await Promise.race([other.ended.then(() => "ended"), fixture.call("ADMIN", "GET", "/api-keys")]);
    expect(winner).toMatchObject({ status: 200 });
    await fixture.call("ADMIN", "DELETE", `/api-keys/${kept.id}`);
    await other.ended;
  });

  it("ends when the key's creator is deactivated, though nobody announced it", async () => {
    const { id, key } = await createKey();
    const { store } = fixture.app.services;
    const stream = await follow(await openSession(key));
    const setActive = (isActive: 0 | 1) =>
      store.write(fixture.made.tenantId, async (tx) => {
        await bumpStateVersion(tx);
        const { created_by } = await tx.query
          .selectFrom("api_keys")
          .select("created_by")
          .where("tenant_id", "=", tx.tenantId)
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        await tx.query
          .updateTable("users")
          .set({ is_active: isActive })
          .where("tenant_id", "=", tx.tenantId)
          .where("id", "=", created_by)
          .execute();
      });
    await setActive(0);
    await stream.ended;
    await setActive(1);
  });

  it("ends when its instance opens another, by the same session or by a new one, and no other instance's does", async () => {
    const { key } = await createKey();
    const instance = newId();
    const other = await follow(await openSession(key));
    const token = await openSession(key, instance);
    let last = await follow(token);
    for (const next of [token, await openSession(key, instance), token]) {
      const before = last;
      last = await follow(next);
      await before.ended;
    }
    const winner = await Promise.race([
      other.ended.then(() => "ended"),
      last.ended.then(() => "ended"),
      fixture.call("ADMIN", "GET", "/api-keys"),
    ]);
    expect(winner).toMatchObject({ status: 200 });
    // What they follow by is one edge that the kill switch waits for, not five.
    const { sync } = fixture.app.services;
    const { tenantId } = fixture.made;
    const waited = await sync.waitForAcknowledgement(tenantId, Number.MAX_SAFE_INTEGER, 0);
    expect(waited.pending.filter((each) => each === instance)).toEqual([instance]);
  });

  it("ends when its token expires", async () => {
    const { id } = await createKey();
    const { store, keys } = fixture.app.services;
    const tokens = createTokenService(store, keys, 5000);
    const instance = newId();
    const issued = await store.write(fixture.made.tenantId, (tx) =>
      tokens.issueEdgeSession(tx, { instance, apiKeyId: id }),
    );
    const stream = await follow(issued.token);
    await stream.ended;
    expect(Date.now()).toBeGreaterThanOrEqual(issued.expiresAtMs - 1);
  });
});
