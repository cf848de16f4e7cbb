import { newId } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion } from "../db/state.js";
import { type HttpFixture, openHttpFixture } from "../http/http-fixture.js";
import { EdgeSessions } from "./edge-sessions.js";

eachDatabase("sessions of edges that were verified before", (database) => {
  let fixture: HttpFixture;
  let token: string;
  let verified: number;
  let sessions: EdgeSessions;

  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
    const made = await fixture.call("ADMIN", "POST", "/api-keys", { body: { name: "edge", scopes: ["edge"] } });
    const { key } = made.body.data as { key: string };
    const body = { api_key: key, instance: newId(), previous_instances: [], home: "sidecar", version: "1" };
    const opened = await fixture.call(undefined, "POST", "/edge/session", { body, tenantId: null });
    token = (opened.body.data as { session_token: string }).session_token;
    const { store, tokens } = fixture.app.services;
    verified = 0;
    sessions = new EdgeSessions(store, {
      verify: (text) => {
        verified += 1;
        return tokens.verify(text);
      },
    });
  });
  afterAll(() => fixture.close());

  it("are found again without being verified again, and renewed once for all who ask meanwhile, in their order", async () => {
    const session = await sessions.find(token);
    verified = 0;
    expect(await sessions.find(token)).toBe(session);
    expect(verified).toBe(0);
    const { store } = fixture.app.services;
    const version = await store.write(fixture.made.tenantId, bumpStateVersion);
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((each) => session.renew().then(() => order.push(each))));
    expect(order).toEqual([1, 2, 3]);
    expect(verified).toBe(1);
    expect(session.stateVersion).toBe(version);
  });

  it("are verified each time where nothing else looks at the tenant's state", async () => {
    await sessions.find(token);
    verified = 0;
    await sessions.findValid(token);
    expect(verified).toBe(1);
  });

  it("are no other kind of token's", async () => {
    for (const other of [fixture.tokens.ADMIN, fixture.tokens.agent, "no token"]) {
      await expect(sessions.find(other)).rejects.toMatchObject({ code: "invalid_edge_session" });
    }
  });
});
