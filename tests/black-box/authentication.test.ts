// The specification's section Authentication, through real HTTP: sign-in, tokens, their end.

import { randomUUID } from "node:crypto";
import { anyAddress, bearer, claimsOf, eachDatabase, execute, forgeToken, HOMES, headerOf } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";
import { JWT_SECRET_KEY, UUID, useSignIn } from "./sign-in-stack.js";

eachDatabase("authentication", (database) => {
  const { stack, admin, signIn, me, newUser } = useSignIn(database);

  describe("POST /auth/token", () => {
    test("answers access_token, token_type bearer, expires_in in whole seconds, tenant_id and role", async () => {
      const answer = await signIn(admin());
      expect(answer.data).toEqual({
        access_token: expect.any(String),
        token_type: "bearer",
        expires_in: 3600,
        tenant_id: stack().tenant.id,
        role: "ADMIN",
      });
    });
    test("sets the cookie acp_token: HTTP-only, SameSite=strict, not Secure outside production", async () => {
      const answer = await signIn(admin());
      const [cookie = ""] = answer.headers["set-cookie"] ?? [];
      expect(cookie).toContain(`acp_token=${answer.data.access_token}`);
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; SameSite=Strict/i);
      expect(cookie).not.toMatch(/Secure/i);
    });
    test("the token is an HS256 JWT with user_id, role, tenant_id, org_id, jti and exp", async () => {
      const { access_token: token } = (await signIn(admin())).data;
      expect(headerOf(token).alg).toBe("HS256");
      expect(claimsOf(token)).toMatchObject({
        user_id: admin().id,
        role: "ADMIN",
        tenant_id: stack().tenant.id,
        org_id: stack().tenant.id,
        jti: expect.stringMatching(UUID),
        exp: expect.any(Number),
      });
    });
    test("takes the e-mail address in any case", async () => {
      expect((await signIn({ ...admin(), email: admin().email.toUpperCase() })).status).toBe(200);
    });
    test("a wrong password and an unknown user are 401 Invalid credentials alike", async () => {
      const wrong = await signIn({ ...admin(), password: "not the password" });
      const unknown = await signIn({ email: "nobody@test.example", password: "not the password" });
      expect(wrong).toMatchObject({ status: 401, error: "Invalid credentials" });
      expect({ ...unknown.body, meta: null }).toEqual({ ...wrong.body, meta: null });
    });
    test("without X-Tenant-ID it is 400, with one that is no UUID 400", async () => {
      expect(await signIn(admin(), { "x-tenant-id": "" })).toMatchObject({
        status: 400,
        error: "X-Tenant-ID header required",
      });
      expect(await signIn(admin(), { "x-tenant-id": "7" })).toMatchObject({
        status: 400,
        error: "Invalid Tenant UUID",
      });
    });
    test("another tenant's header is 401 tenant_mismatch", async () => {
      const answer = await signIn(admin(), { "x-tenant-id": stack().otherTenant.id });
      expect(answer).toMatchObject({ status: 401, error: "tenant_mismatch" });
    });
    test("writes the audit row user_login", async () => {
      const user = await newUser("VIEWER");
      const signedIn = await signIn(user, { "x-request-id": `login-${user.id}` });
      expect(signedIn.status).toBe(200);
      const rows = await stack().call("audit.list", { as: admin(), query: { action: "user_login" } });
      expect(rows.data.items.map(({ request_id }) => request_id)).toContain(`login-${user.id}`);
      expect(rows.text).not.toContain(user.password);
    });
    test("20 failures from one address block it with 403 ip_blocked, before the password is looked at", async () => {
      const headers = { "x-forwarded-for": anyAddress() };
      for (let attempt = 1; attempt <= 20; attempt++) {
        expect((await signIn({ ...admin(), password: `wrong ${attempt}` }, headers)).status, `attempt ${attempt}`).toBe(
          401,
        );
      }
      const blocked = await signIn(admin(), headers);
      expect(blocked).toMatchObject({ status: 403, error: "ip_blocked" });
      expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(0);
      expect((await signIn(admin())).status).toBe(200);
    });
  });

  describe("tokens", () => {
    test("the cookie signs a read in", async () => {
      const cookie = `acp_token=${admin().token}`;
      expect((await me({ headers: { cookie, "x-tenant-id": stack().tenant.id } })).data.id).toBe(admin().id);
    });
    test("with both, the header wins", async () => {
      const { SECURITY } = stack().tenant.users;
      const answer = await me(SECURITY, { cookie: `acp_token=${admin().token}` });
      expect(answer.data.id).toBe(SECURITY.id);
      expect(await me(bearer("x.y.z", stack().tenant.id), { cookie: `acp_token=${admin().token}` })).toMatchObject({
        status: 401,
      });
    });
    test("a write by cookie from another site is refused", async () => {
      const headers = { cookie: `acp_token=${admin().token}`, "x-tenant-id": stack().tenant.id };
      const body = { name: `agent ${randomUUID()}` };
      const refused = await stack().call("agents.create", {
        headers: { ...headers, origin: "https://evil.example" },
        body,
      });
      expect(refused).toMatchObject({ status: 403, error: "cross_site_request" });
      const taken = await stack().call("agents.create", { headers: { ...headers, origin: stack().url }, body });
      expect(taken.status).toBe(201);
    });
    test("a missing X-Tenant-ID is 400 on reads too; another tenant's is 401 tenant_mismatch", async () => {
      expect(await me(admin(), { "x-tenant-id": "" })).toMatchObject({
        status: 400,
        error: "X-Tenant-ID header required",
      });
      expect(await me(admin(), { "x-tenant-id": stack().otherTenant.id })).toMatchObject({
        status: 401,
        error: "tenant_mismatch",
      });
    });
    const forgeries: [string, (token: string) => string][] = [
      ["expired", (token) => forgeToken(token, { claims: { exp: Math.floor(Date.now() / 1000) - 1 } }, JWT_SECRET_KEY)],
      ["signed with another secret", (token) => forgeToken(token, {}, `${JWT_SECRET_KEY}!`)],
      ["of alg none", (token) => forgeToken(token, { header: { alg: "none" } })],
      ["of HS512", (token) => forgeToken(token, { header: { alg: "HS512" } }, JWT_SECRET_KEY)],
      [
        "with a jti that was never issued",
        (token) => forgeToken(token, { claims: { jti: randomUUID() } }, JWT_SECRET_KEY),
      ],
      [
        "with its issued jti and another role",
        (token) => forgeToken(token, { claims: { role: "SECURITY" } }, JWT_SECRET_KEY),
      ],
      [
        "with its issued jti and another subject",
        (token) => forgeToken(token, { claims: { user_id: randomUUID() } }, JWT_SECRET_KEY),
      ],
      [
        "not yet valid for two minutes",
        (token) => forgeToken(token, { claims: { nbf: Math.floor(Date.now() / 1000) + 120 } }, JWT_SECRET_KEY),
      ],
      ["with one character added", (token) => `${token}A`],
      ["with padding", (token) => `${token}=`],
      ["cut short", (token) => token.slice(0, -2)],
    ];
    test.each(forgeries)("a token that is %s is 401 Invalid or expired token", async (_, forge) => {
      const answer = await me(bearer(forge(admin().token), stack().tenant.id));
      expect(answer).toMatchObject({ status: 401, error: "Invalid or expired token" });
      expect(answer.body.data).toBeNull();
    });
    test.each(HOMES)("at the %s, /execute refuses the same tokens", async (home) => {
      const { agent, id } = stack().tenant;
      for (const [what, forge] of forgeries.filter(([name]) => !/role|subject/.test(name))) {
        const answer = await execute(stack(), home, "echo", { as: bearer(forge(agent.token), id, agent.id) });
        expect(answer, what).toMatchObject({ status: 401, error: "Invalid or expired token" });
      }
    });
    test("GET /auth/me tells a user its id, role, permissions and tenant", async () => {
      const answer = await me(stack().tenant.users.SECURITY);
      expect(answer.data).toMatchObject({
        kind: "user",
        id: stack().tenant.users.SECURITY.id,
        tenant_id: stack().tenant.id,
        role: "SECURITY",
        permissions: ["kill_switch", "view_risk", "execute_agent"],
        email: stack().tenant.users.SECURITY.email,
        is_platform_admin: false,
      });
    });
    test("GET /auth/me tells an agent its grants", async () => {
      const answer = await me(stack().tenant.agent);
      expect(answer.data).toMatchObject({ kind: "agent", id: stack().tenant.agent.id, role: "agent" });
      expect(answer.data.permissions).toContainEqual({ tool_name: "echo", action: "ALLOW" });
    });
    test("introspection tells of a valid token of this tenant, and of others only that they are not active", async () => {
      const ask = (token: string) => stack().call("auth.introspect", { as: admin(), body: { token } });
      expect((await ask(stack().tenant.users.VIEWER.token)).data).toMatchObject({
        active: true,
        sub: stack().tenant.users.VIEWER.id,
        role: "VIEWER",
      });
      expect((await ask(stack().otherTenant.users.VIEWER.token)).data).toEqual({ active: false });
      expect((await ask("x.y.z")).data).toEqual({ active: false });
    });
  });

  describe("refresh and revocation", () => {
    test("refresh gives a fresh jti and expiry; the old token stays valid", async () => {
      const old = await stack().tenant.signIn(admin());
      const answer = await stack().call("auth.refresh", { as: old });
      const fresh = answer.data.access_token;
      expect(claimsOf(fresh).jti).not.toBe(claimsOf(old.token).jti);
      expect(Number(claimsOf(fresh).exp)).toBeGreaterThanOrEqual(Number(claimsOf(old.token).exp));
      expect((await me(bearer(fresh, stack().tenant.id))).status).toBe(200);
      expect((await me(old)).status).toBe(200);
    });
    test("logout answers 204 and the token is 401 from then on", async () => {
      const own = await stack().tenant.signIn(admin());
      expect((await stack().call("auth.logout", { as: own })).status).toBe(204);
      expect(await me(own)).toMatchObject({ status: 401, error: "Invalid or expired token" });
      expect((await me(admin())).status).toBe(200);
    });
    test.each(["jti", "token"] as const)(
      "revoke by %s ends the token on its next use, at both homes, and writes token_revoked",
      async (by) => {
        const { tenant } = stack();
        const agent = await tenant.createAgent({ grants: ["echo"] });
        for (const home of HOMES) expect((await execute(stack(), home, "echo", { as: agent })).status).toBe(200);
        const body = by === "jti" ? { jti: String(claimsOf(agent.token).jti) } : { token: agent.token };
        const requestId = randomUUID();
        const revoked = await stack().call("auth.revoke", {
          as: tenant.users.SECURITY,
          body,
          headers: { "x-request-id": requestId },
        });
        expect(revoked.status).toBe(204);
        for (const home of HOMES) {
          expect(await execute(stack(), home, "echo", { as: agent }), home).toMatchObject({
            status: 401,
            error: "Invalid or expired token",
          });
        }
        const rows = await stack().call("audit.search", { as: admin(), body: { request_id: requestId } });
        expect(rows.data.items[0]).toMatchObject({ action: "token_revoked" });
        expect(JSON.parse(rows.data.items[0]?.content ?? "{}")).toMatchObject({ revoked_by: tenant.users.SECURITY.id });
        expect(rows.text).not.toContain(agent.token);
      },
    );
    test("revoking a jti that was never issued, or another tenant's, is 404 with a detail", async () => {
      for (const jti of [randomUUID(), String(claimsOf(stack().otherTenant.agent.token).jti)]) {
        const answer = await stack().call("auth.revoke", { as: admin(), body: { jti } });
        expect(answer).toMatchObject({ status: 404, error: "not_found" });
        expect(answer.body.detail).toEqual(expect.any(String));
      }
      expect((await me(stack().otherTenant.agent)).status).toBe(200);
    });
  });
});
