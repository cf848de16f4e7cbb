// Signing in and what a token is good for, over real HTTP: the order of the login, header and cookie, revocation, renewal,
// and the block of addresses that guess. Agents sign in in agent-tokens.test.ts.

import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, accessToken, type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";
import { guardSecret } from "./failed-sign-ins.js";

const PROXIED = { PORTCULLIS_TRUSTED_PROXIES: "127.0.0.1" };
const dataOf = (answer: Answer) => answer.body.data as Record<string, unknown>;

eachDatabase("signing in", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url, PROXIED);
  });
  afterAll(() => fixture.close());

  let addresses = 0;
  /** Failures are counted by address, so that each test comes from its own. */
  const nextAddress = () => ({ "x-forwarded-for": `192.0.2.${++addresses}` });
  const login = (body: unknown, options: Parameters<HttpFixture["call"]>[3] = {}) =>
    fixture.call(undefined, "POST", "/auth/token", {
      body,
      ...options,
      headers: { ...nextAddress(), ...options.headers },
    });
  const admin = () => ({ email: fixture.made.users.ADMIN.email, password: fixture.made.users.ADMIN.password });
  const updateUser = (id: string, change: { is_active?: 0 | 1; org_id?: string | null; role?: "VIEWER" | "ADMIN" }) =>
    fixture.app.services.store.write(fixture.made.tenantId, (tx) =>
      tx.query.updateTable("users").set(change).where("tenant_id", "=", tx.tenantId).where("id", "=", id).execute(),
    );
  const rowsOf = (action: string) =>
    fixture.app.services.store.read(fixture.made.tenantId, async (db) => {
      const rows = await db.query
        .selectFrom("audit_logs")
        .select("content")
        .where("tenant_id", "=", db.tenantId)
        .where("action", "=", action)
        .orderBy("seq")
        .execute();
      return rows.map((row) => row.content);
    });

  async function createUser(role = "AUDITOR") {
    const body = { email: `User-${randomUUID()}@Example.com`, password: "correct horse battery", role };
    const answer = await fixture.call("ADMIN", "POST", "/auth/users", { body });
    expect(answer.status).toBe(201);
    return { ...body, id: String(dataOf(answer).id), email: String(dataOf(answer).email) };
  }

  describe("as a user", () => {
    it("gives a token, a cookie and a row", async () => {
      const answer = await login(admin());
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({
        token_type: "bearer",
        expires_in: 900,
        tenant_id: fixture.made.tenantId,
        role: "ADMIN",
      });
      const cookie = answer.headers.get("set-cookie") ?? "";
      expect(cookie).toMatch(/^acp_token=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=900$/);
      const claims = JSON.parse(Buffer.from(accessToken(answer).split(".")[1] ?? "", "base64url").toString()) as object;
      expect(Object.keys(claims).sort()).toEqual(["exp", "iat", "jti", "org_id", "role", "tenant_id", "user_id"]);
      expect((await rowsOf("user_login")).at(-1)).toContain(fixture.made.users.ADMIN.id);
    });

    it("refuses a request id that has signed somebody in", async () => {
      const headers = { "x-request-id": randomUUID() };
      expect((await login(admin(), { headers })).status).toBe(200);
      const again = await login(admin(), { headers });
      expect([again.status, again.body.error]).toEqual([409, "request_id_reused"]);
      expect(again.headers.get("set-cookie")).toBeNull();
    });

    it("looks e-mail addresses up in lower case", async () => {
      const answer = await login({ ...admin(), email: admin().email.toUpperCase() });
      expect(answer.status).toBe(200);
    });

    it("answers unknown users, wrong passwords and inactive users alike", async () => {
      const inactive = await createUser();
      await updateUser(inactive.id, { is_active: 0 });
      const attempts = [
        { email: "nobody@example.com", password: "whatever it is" },
        { ...admin(), password: "wrong" },
        { ...admin(), password: `${admin().password}${"x".repeat(80)}` },
        { email: inactive.email, password: inactive.password },
      ];
      for (const attempt of attempts) {
        const answer = await login(attempt);
        expect([answer.status, answer.body.error, answer.body.data]).toEqual([401, "Invalid credentials", null]);
        expect(answer.headers.get("set-cookie")).toBeNull();
      }
    });

    it("compares the tenant after the password, and the organisation after the tenant", async () => {
      const other = randomUUID();
      const wrongBoth = await login({ ...admin(), password: "wrong" }, { tenantId: other });
      expect(wrongBoth.body.error).toBe("Invalid credentials");
      const wrongTenant = await login(admin(), { tenantId: other });
      expect([wrongTenant.status, wrongTenant.body.error]).toEqual([401, "tenant_mismatch"]);
      const user = await createUser();
      await updateUser(user.id, { org_id: null });
      const { email, password } = user;
      const split = await login({ email, password }, { tenantId: other });
      expect(split.body.error).toBe("tenant_mismatch");
      const broken = await login({ email, password });
      expect([broken.status, broken.body.error]).toEqual([500, "inconsistent account metadata"]);
    });

    it("needs the tenant's header before anything else of the request", async () => {
      const missing = await login({ email: 1 }, { tenantId: null });
      expect([missing.status, missing.body.error]).toEqual([400, "X-Tenant-ID header required"]);
      const invalid = await login({ email: 1 }, { tenantId: "x" });
      expect([invalid.status, invalid.body.error]).toEqual([400, "Invalid Tenant UUID"]);
      expect((await login({ email: 1 })).status).toBe(422);
    });

    it("refuses passwords that bcrypt would cut, and never repeats one", async () => {
      const body = { email: "long@example.com", password: "ü".repeat(40), role: "VIEWER" };
      const answer = await fixture.call("ADMIN", "POST", "/auth/users", { body });
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body)).not.toContain("üü");
    });

    it("has one account per e-mail address in the deployment", async () => {
      const user = await createUser();
      const body = { email: user.email.toUpperCase(), password: "correct horse battery", role: "VIEWER" };
      const answer = await fixture.call("ADMIN", "POST", "/auth/users", { body });
      expect([answer.status, answer.body.data]).toEqual([409, { field: "email" }]);
    });

    it.each([
      ["address", () => "198.51.100.7"],
      ["IPv6 network, from whichever of its addresses,", (attempt: number) => `2001:db8:7:7:${attempt}::1`],
    ])(
      "is blocked for an %s after 20 failures, even with the right password, and for no other",
      async (_, addressOf) => {
        for (let attempt = 0; attempt < 20; attempt++) {
          const body =
            attempt % 2 === 0 ? { ...admin(), password: "wrong" } : { email: "no@example.com", password: "no" };
          const headers = { "x-forwarded-for": addressOf(attempt) };
          expect((await login(body, { headers })).status).toBe(401);
        }
        const from = { headers: { "x-forwarded-for": addressOf(20) } };
        const blocked = await login(admin(), from);
        expect([blocked.status, blocked.body.error]).toEqual([403, "ip_blocked"]);
        expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(0);
        const first = await login("{", { ...from, tenantId: null });
        expect(first.body.error).toBe("ip_blocked");
        const key = await fixture.call(undefined, "POST", "/api-keys/validate", { body: { api_key: "x" }, ...from });
        expect(key.body.error).toBe("ip_blocked");
        expect((await login(admin())).status).toBe(200);
      },
    );

    it("is not blocked until a time comes that a clock had which was set back, and is again after 20 failures", async () => {
      const address = "198.51.100.9";
      const from = { headers: { "x-forwarded-for": address } };
      const fail = async () => {
        for (let attempt = 0; attempt < 20; attempt++) await login({ ...admin(), password: "wrong" }, from);
      };
      await fail();
      await fixture.app.services.store.platform("failed sign-ins by address", ({ query, nowMs }) =>
        query
          .updateTable("auth_failures")
          .set({ window_started_at: nowMs + 7_200_000 })
          .where("address", "=", address)
          .execute(),
      );
      expect((await login(admin(), from)).status).toBe(200);
      await fail();
      expect((await login(admin(), from)).body.error).toBe("ip_blocked");
    });

    it("waits ten seconds at most for those before it at its address", async () => {
      const signIn = <T>(exchange: () => Promise<T>) =>
        guardSecret(fixture.app.services.store, "198.51.100.7", exchange);
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      let end: () => void = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const before = [1, 2, 3, 4].map(() => signIn(() => ended));
      const late = signIn(async () => "in").catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      vi.useRealTimers();
      expect(await late).toMatchObject({ code: "store_unavailable" });
      end();
      await Promise.all(before);
      expect(await signIn(async () => "in")).toBe("in");
    });

    it("by a generated secret is not ended by what others did at its address: API keys, edges, and agents through them", async () => {
      const from = { headers: { "x-forwarded-for": "198.51.100.8" }, tenantId: null };
      const openSession = (api_key: string) =>
        fixture.call(undefined, "POST", "/edge/session", {
          body: { api_key, instance: randomUUID(), home: "sidecar", version: "1" },
          ...from,
        });
      const session = String(dataOf(await openSession(fixture.made.apiKey.key)).session_token);
      const signInAgent = (secret: string) =>
        fixture.call(session, "POST", "/auth/agent/token", {
          body: { agent_id: fixture.made.agent.id, secret },
          headers: from.headers,
        });
      for (let attempt = 0; attempt < 20; attempt++) expect((await signInAgent("wrong")).status).toBe(401);
      expect((await login(admin(), { headers: from.headers })).body.error).toBe("ip_blocked");
      expect((await signInAgent(fixture.made.agent.secret)).status).toBe(200);
      expect((await openSession(fixture.made.apiKey.key)).status).toBe(200);
      const exchange = (api_key: string) =>
        fixture.call(undefined, "POST", "/api-keys/validate", { body: { api_key }, ...from });
      expect((await exchange(fixture.made.apiKey.key)).status).toBe(200);
      for (const wrong of [signInAgent("wrong"), openSession("acp_wrong"), exchange("acp_wrong")]) {
        expect((await wrong).body.error).toBe("ip_blocked");
      }
      const internal = await fixture.call(undefined, "POST", "/auth/agent/token", {
        body: { agent_id: fixture.made.agent.id, secret: fixture.made.agent.secret },
        headers: { ...from.headers, "x-internal-secret": "not it" },
      });
      expect(internal.body.error).toBe("ip_blocked");
    });
  });

  describe("a token", () => {
    it("is taken from the header when a cookie comes too", async () => {
      const cookie = `acp_token=${fixture.tokens.VIEWER}`;
      const me = await fixture.call("ADMIN", "GET", "/auth/me", { headers: { cookie } });
      expect(dataOf(me).role).toBe("ADMIN");
      const bad = await fixture.call("garbage", "GET", "/auth/me", { headers: { cookie } });
      expect(bad.status).toBe(401);
      const basic = await fixture.call(undefined, "GET", "/auth/me", {
        headers: { cookie, authorization: "Basic eDp5" },
      });
      expect(basic.status).toBe(401);
      const byCookie = await fixture.call(undefined, "GET", "/auth/me", { headers: { cookie: `a=b; ${cookie}` } });
      expect(dataOf(byCookie).role).toBe("VIEWER");
    });

    it("writes by cookie from our own pages and from programs, never from another site", async () => {
      const cookie = `acp_token=${fixture.tokens.ADMIN}`;
      const write = (headers: Record<string, string>) =>
        fixture.call(undefined, "POST", "/agents", { body: { name: randomUUID() }, headers: { cookie, ...headers } });
      const { host } = new URL(fixture.url);
      const refused: Record<string, string>[] = [
        { origin: "https://evil.example" },
        { origin: "null" },
        { referer: "https://evil.example/form" },
        { referer: `http://evil.example/http://${host}/` },
        { origin: "https://evil.example", referer: `http://${host}/docs` },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "none" },
        { "sec-fetch-site": "cross-site", origin: `http://${host}` },
      ];
      for (const headers of refused) {
        const answer = await write(headers);
        expect([headers, answer.status, answer.body.error]).toEqual([headers, 403, "cross_site_request"]);
      }
      expect((await write({})).status).toBe(201);
      expect((await write({ "sec-fetch-site": "same-origin" })).status).toBe(201);
      expect((await write({ origin: `http://${host}` })).status).toBe(201);
      expect((await write({ referer: `http://${host}/docs?a#b` })).status).toBe(201);
      const read = await fixture.call(undefined, "GET", "/agents", { headers: { cookie } });
      expect(read.status).toBe(200);
    });

    it("is renewed with a fresh id, and the old one stays valid", async () => {
      const old = await fixture.signIn("AUDITOR");
      const renewed = await fixture.call(old, "POST", "/auth/refresh");
      expect(renewed.headers.get("set-cookie")).toContain("acp_token=");
      const fresh = accessToken(renewed);
      expect(fresh).not.toBe(old);
      for (const token of [old, fresh]) expect((await fixture.call(token, "GET", "/auth/me")).status).toBe(200);
    });

    it("keeps its role until it ends; its renewal has the role of now", async () => {
      const user = await createUser("ADMIN");
      const token = accessToken(await login({ email: user.email, password: user.password }));
      await updateUser(user.id, { role: "VIEWER" });
      expect(dataOf(await fixture.call(token, "GET", "/auth/me")).role).toBe("ADMIN");
      expect(dataOf(await fixture.call(token, "POST", "/auth/refresh")).role).toBe("VIEWER");
    });

    it("ends at once on logout, with a row and an emptied cookie", async () => {
      const token = await fixture.signIn("VIEWER");
      const answer = await fixture.call(token, "POST", "/auth/logout");
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
        204,
        "acp_token=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0",
      ]);
      const after = await fixture.call(token, "GET", "/auth/me");
      expect([after.status, after.body.error]).toEqual([401, "Invalid or expired token"]);
      expect((await rowsOf("token_revoked")).at(-1)).toContain(fixture.made.users.VIEWER.id);
    });

    it("ends at once when it is revoked, by id or by value", async () => {
      const byValue = await fixture.signIn("AUDITOR");
      expect((await fixture.call("SECURITY", "POST", "/auth/revoke", { body: { token: byValue } })).status).toBe(204);
      expect((await fixture.call(byValue, "GET", "/auth/me")).status).toBe(401);
      const byId = await fixture.signIn("AUDITOR");
      const { jti } = dataOf(await fixture.call("ADMIN", "POST", "/auth/introspect", { body: { token: byId } }));
      expect((await fixture.call("ADMIN", "POST", "/auth/revoke", { body: { jti } })).status).toBe(204);
      expect((await fixture.call(byId, "GET", "/auth/me")).status).toBe(401);
      const row = (await rowsOf("token_revoked")).at(-1) ?? "";
      expect(row).toContain(`"revoked_by":"${fixture.made.users.ADMIN.id}"`);
      expect(row).toContain(`"target_user_id":"${fixture.made.users.AUDITOR.id}"`);
      for (const body of [{ jti: randomUUID() }, { token: "garbage" }]) {
        expect((await fixture.call("ADMIN", "POST", "/auth/revoke", { body })).status).toBe(404);
      }
    });

    it("ends when its user is deactivated", async () => {
      const user = await createUser();
      const token = accessToken(await login({ email: user.email, password: user.password }));
      await updateUser(user.id, { is_active: 0 });
      expect((await fixture.call(token, "GET", "/auth/me")).status).toBe(401);
    });

    it("is only ever `active: false` to those whom it does not concern", async () => {
      const introspect = (as: "ADMIN" | "agent", token: string) =>
        fixture.call(as, "POST", "/auth/introspect", { body: { token } });
      expect(dataOf(await introspect("ADMIN", fixture.tokens.VIEWER))).toMatchObject({ active: true, role: "VIEWER" });
      expect(dataOf(await introspect("agent", fixture.tokens.agent))).toMatchObject({ active: true, role: "agent" });
      expect(dataOf(await introspect("agent", fixture.tokens.ADMIN))).toEqual({ active: false });
      expect(dataOf(await introspect("ADMIN", "garbage"))).toEqual({ active: false });
    });
  });

  describe("tenants", () => {
    it("are made by platform administrators, with an ADMIN who can sign in", async () => {
      const adminUser = { email: `boss-${randomUUID()}@example.com`, password: "a long enough one" };
      const limits = { tier: "enterprise", daily_inference_cost_cap_usd: "12.5", monthly_request_cap: 77 };
      const answer = await fixture.call("ADMIN", "POST", "/auth/tenants", {
        body: { name: "Second", ...limits, admin: adminUser },
      });
      expect(answer.status).toBe(201);
      const tenantId = String(dataOf(answer).id);
      const token = accessToken(await login(adminUser, { tenantId }));
      const own = await fixture.call(token, "GET", `/auth/tenants/${tenantId}`, { tenantId });
      expect(dataOf(own)).toMatchObject({ name: "Second", ...limits });
      const foreign = await fixture.call(token, "GET", `/auth/tenants/${fixture.made.tenantId}`, { tenantId });
      expect(foreign.status).toBe(404);
      const more = await fixture.call(token, "POST", "/auth/tenants", { tenantId, body: { name: "Third" } });
      expect([more.status, more.body.error]).toEqual([403, "platform_admin_required"]);
      const listed = await fixture.call(token, "GET", "/agents", { tenantId });
      expect(dataOf(listed)).toEqual({ items: [], next_cursor: null });
      const again = await fixture.call("ADMIN", "POST", "/auth/tenants", { body: { id: tenantId, name: "Renamed" } });
      expect(dataOf(again)).toMatchObject({ id: tenantId, name: "Renamed", ...limits });
    });

    it("are neither made nor changed by a request id that has made or changed one", async () => {
      const names = async () => {
        const tenants = await fixture.app.services.store.platform("tenants", ({ query }) =>
          query.selectFrom("tenants").select("name").execute(),
        );
        return tenants.map(({ name }) => name);
      };
      const [first, second] = [randomUUID(), randomUUID()];
      const save = (id: string, name: string) =>
        fixture.call("ADMIN", "POST", "/auth/tenants", { body: { id, name }, headers: { "x-request-id": first } });
      expect(dataOf(await save(first, "Once"))).toMatchObject({ name: "Once", tier: "free" });
      for (const id of [first, second]) {
        const again = await save(id, `Again ${id}`);
        expect([again.status, again.body.error]).toEqual([409, "request_id_reused"]);
        expect(await names()).not.toContain(`Again ${id}`);
      }
    });
  });
});
