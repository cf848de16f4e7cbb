// Tag kill-switch over HTTP: reasons, tenants, repetition, and a database that is gone.

import { randomUUID } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import { eachDatabase, findFreePort } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";

eachDatabase("kill switch", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  const path = (tenantId = fixture.made.tenantId) => `/decision/kill-switch/${tenantId}`;
  const engage = (body?: object) => fixture.call("SECURITY", "POST", path(), body === undefined ? {} : { body });
  const disengage = (body: object) => fixture.call("ADMIN", "DELETE", path(), { body });
  const read = async () => (await fixture.call("AUDITOR", "GET", path())).body.data;

  it("is off until it is engaged, and reading it says so with 200", async () => {
    expect(await read()).toEqual({ engaged: false });
  });

  it("wants a reason that is not blank, to engage and to disengage", async () => {
    for (const body of [undefined, {}, { reason: null }, { reason: "" }, { reason: " \t\n" }, { engaged_by: "me" }]) {
      const answer = await engage(body);
      expect([answer.status, answer.body.error]).toEqual([400, "reason required"]);
    }
    for (const body of [{}, { reason: null }, { reason: "  " }]) {
      const answer = await disengage(body);
      expect([answer.status, answer.body.error]).toEqual([400, "reason required"]);
    }
    expect(await read()).toEqual({ engaged: false });
  });

  it("answers 401 tenant_mismatch for another tenant, on every verb", async () => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const options = method === "GET" ? {} : { body: { reason: "x" } };
      const answer = await fixture.call("ADMIN", method, path(randomUUID()), options);
      expect([answer.status, answer.body.error]).toEqual([401, "tenant_mismatch"]);
    }
  });

  it("names the signed-in user, keeps the text as a note, and stays as it was when engaged again", async () => {
    const first = await engage({ reason: "incident 7", engaged_by: "somebody else" });
    expect(first.status).toBe(200);
    const by = fixture.made.users.SECURITY.id;
    expect(first.body.data).toMatchObject({
      engaged: true,
      engaged_by: by,
      reason: "incident 7",
      edges: { acknowledged: 0, pending: [] },
    });
    const again = await fixture.call("ADMIN", "POST", path(), { body: { reason: "another" } });
    expect(again.status).toBe(200);
    expect(await read()).toMatchObject({ engaged: true, engaged_by: by, reason: "incident 7" });
    const rows = await fixture.call("AUDITOR", "GET", "/audit/logs?action=kill_switch_engaged");
    const [newest, oldest] = (rows.body.data as { items: { content: string }[] }).items;
    expect(oldest?.content).toContain('"note":"somebody else"');
    expect(newest?.content).toContain('"already_engaged":true');
  });

  it("lets go with a reason, answers 200, and leaves a row", async () => {
    await engage({ reason: "x" });
    const answer = await disengage({ reason: "over", disengaged_by: "me" });
    expect([answer.status, answer.body.data]).toEqual([200, { engaged: false }]);
    expect(await read()).toEqual({ engaged: false });
    const rows = await fixture.call("AUDITOR", "GET", "/audit/logs?action=kill_switch_disengaged&limit=1");
    const [row] = (rows.body.data as { items: { content: string }[] }).items;
    expect(row?.content).toContain(`"disengaged_by":"${fixture.made.users.ADMIN.id}"`);
  });

  it("moves the state's version each time it changes", async () => {
    const versionOf = () =>
      fixture.app.services.store.read(fixture.made.tenantId, ({ query, tenantId }) =>
        query
          .selectFrom("tenant_states")
          .select("state_version")
          .where("tenant_id", "=", tenantId)
          .executeTakeFirstOrThrow(),
      );
    const before = await versionOf();
    await engage({ reason: "x" });
    const engaged = await versionOf();
    await disengage({ reason: "y" });
    const released = await versionOf();
    expect(engaged.state_version).toBeGreaterThan(before.state_version);
    expect(released.state_version).toBeGreaterThan(engaged.state_version);
  });

  it("may not be engaged by AUDITOR or VIEWER", async () => {
    for (const role of ["AUDITOR", "VIEWER"] as const) {
      const answer = await fixture.call(role, "POST", path(), { body: { reason: "x" } });
      expect([answer.status, answer.body.error]).toEqual([403, "Write operations require ADMIN or SECURITY role"]);
    }
  });

  if (database.kind === "postgres") {
    it("answers 503 store_unavailable while the database cannot be reached, and works again after", async () => {
      const proxy = await openProxy(await database.createAnother());
      const behind = await openHttpFixture(proxy.url);
      const own = `/decision/kill-switch/${behind.made.tenantId}`;
      const engageBehind = () => behind.call("SECURITY", "POST", own, { body: { reason: "x" } });
      await proxy.stop();
      const answer = await engageBehind();
      expect([answer.status, answer.body.error]).toEqual([503, "store_unavailable"]);
      expect((await behind.call("AUDITOR", "GET", own)).status).toBe(503);
      await proxy.start();
      await expect.poll(async () => (await engageBehind()).status).toBe(200);
      await behind.close();
      await proxy.stop();
    });
  }
});

/** A real connection that can be cut. */
async function openProxy(databaseUrl: string): Promise<{ url: string; start(): Promise<void>; stop(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => open.delete(from));
    }
  });
  const port = await findFreePort();
  const listen = () => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen();
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    start: listen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
