// The specification's section Authentication, through real HTTP: sign-in, tokens, their end, API keys, internal secrets.

import { randomUUID } from "node:crypto";
import {
  anyAddress,
  bearer,
  type Credentials,
  callPath,
  claimsOf,
  eachDatabase,
  execute,
  forgeToken,
  HOMES,
  headerOf,
  openOwnerConnection,
  type TestUser,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

const JWT_SECRET_KEY = "a-signing-secret-that-the-tests-know-0123456789";
const INTERNAL_SECRET_PREVIOUS = "the-internal-secret-before-this-one-0123456789";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

eachDatabase("authentication", (database) => {
  const stack = useStack(database, { env: { JWT_SECRET_KEY, INTERNAL_SECRET_PREVIOUS } });
  const admin = () => stack().tenant.users.ADMIN;
  const signIn = (user: { email: string; password: string }, headers: Record<string, string> = {}) =>
    stack().call("auth.token", {
      headers: { "x-tenant-id": stack().tenant.id, "x-forwarded-for": anyAddress(), ...headers },
      body: { email: user.email, password: user.password },
    });
  const me = (as: Credentials, headers: Record<string, string> = {}) => stack().call("auth.me", { as, headers });
  const newUser = async (role: TestUser["role"] = "SECURITY") => {
    const account = { email: `${randomUUID()}@test.example`, password: `pass-${randomUUID()}` };
    const made = await stack().call("auth.createUser", { as: admin(), body: { ...account, role } });
    return { ...account, id: made.data.id };
  };

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

  describe("accounts that are not in order", () => {
    const change = async (userId: string, assignment: string) => {
      const owner = await openOwnerConnection(stack().databaseUrl);
      await owner.run(`update users set ${assignment} where id = '${userId}'`);
      await owner.close();
    };
    test("a null org_id is 500 inconsistent account metadata", async () => {
      const user = await newUser();
      await change(user.id, "org_id = null");
      expect(await signIn(user)).toMatchObject({ status: 500, error: "inconsistent account metadata" });
    });
    test("a user that is not active cannot sign in, and its tokens are 401", async () => {
      const user = await newUser();
      const { access_token: token } = (await signIn(user)).data;
      expect((await me(bearer(token, stack().tenant.id))).status).toBe(200);
      await change(user.id, "is_active = 0");
      expect(await signIn(user)).toMatchObject({ status: 401, error: "Invalid credentials" });
      expect(await me(bearer(token, stack().tenant.id))).toMatchObject({
        status: 401,
        error: "Invalid or expired token",
      });
    });
    test("a role that changed applies at the next sign-in; existing tokens keep theirs", async () => {
      const user = await newUser("VIEWER");
      const { access_token: token } = (await signIn(user)).data;
      await change(user.id, "role = 'AUDITOR'");
      expect((await me(bearer(token, stack().tenant.id))).data.role).toBe("VIEWER");
      expect((await signIn(user)).data.role).toBe("AUDITOR");
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

  describe("agents", () => {
    const signInAgent = (headers: Record<string, string>, body: Record<string, unknown> = {}) =>
      stack().call("auth.agentToken", {
        headers: { "x-tenant-id": stack().tenant.id, "x-forwarded-for": anyAddress(), ...headers },
        body: { agent_id: stack().tenant.agent.id, secret: stack().tenant.agent.secret, ...body },
      });
    test("POST /auth/agent/token with X-Internal-Secret mints a token with agent_id, role agent and permissions", async () => {
      const answer = await signInAgent({ "x-internal-secret": stack().internalSecret });
      expect(answer.data).toMatchObject({
        token_type: "bearer",
        role: "agent",
        tenant_id: stack().tenant.id,
        expires_in: 3600,
      });
      const claims = claimsOf(answer.data.access_token);
      expect(claims).toMatchObject({
        agent_id: stack().tenant.agent.id,
        role: "agent",
        tenant_id: stack().tenant.id,
        jti: expect.stringMatching(UUID),
      });
      expect(claims.permissions).toContainEqual({ tool_name: "echo", action: "ALLOW" });
    });
    test("INTERNAL_SECRET_PREVIOUS is accepted too", async () => {
      expect((await signInAgent({ "x-internal-secret": INTERNAL_SECRET_PREVIOUS })).status).toBe(200);
    });
    test("no secret, or a wrong one, is 401", async () => {
      expect(await signInAgent({})).toMatchObject({ status: 401, error: "invalid_internal_secret" });
      expect(await signInAgent({ "x-internal-secret": "wrong" })).toMatchObject({
        status: 401,
        error: "invalid_internal_secret",
      });
    });
    test("a wrong agent secret, an unknown and a foreign agent are 401 Invalid credentials alike", async () => {
      const headers = { "x-internal-secret": stack().internalSecret };
      for (const body of [
        { secret: "wrong" },
        { agent_id: randomUUID() },
        { agent_id: stack().otherTenant.agent.id, secret: stack().otherTenant.agent.secret },
      ]) {
        expect(await signInAgent(headers, body)).toMatchObject({ status: 401, error: "Invalid credentials" });
      }
    });
    test("a quarantined agent cannot sign in", async () => {
      const agent = await stack().tenant.createAgent();
      await stack().call("agents.update", {
        as: admin(),
        params: { agent_id: agent.id },
        body: { status: "QUARANTINED" },
      });
      const answer = await signInAgent(
        { "x-internal-secret": stack().internalSecret },
        { agent_id: agent.id, secret: agent.secret },
      );
      expect(answer).toMatchObject({ status: 403, error: "agent_quarantined" });
    });
    test("new credentials end the old secret at once, and the tokens that it minted", async () => {
      const agent = await stack().tenant.createAgent({ grants: ["echo"] });
      const made = await stack().call("auth.createCredentials", { as: admin(), body: { agent_id: agent.id } });
      expect(made.data.secret).not.toBe(agent.secret);
      const answer = await signInAgent(
        { "x-internal-secret": stack().internalSecret },
        { agent_id: agent.id, secret: agent.secret },
      );
      expect(answer).toMatchObject({ status: 401, error: "Invalid credentials" });
      expect(await me(agent)).toMatchObject({ status: 401, error: "Invalid or expired token" });
    });
    test("through the sidecar an agent signs in without the internal secret", async () => {
      const answer = await stack().callAt(stack().sidecarUrl, "auth.agentToken", {
        headers: { "x-tenant-id": stack().tenant.id },
        body: { agent_id: stack().tenant.agent.id, secret: stack().tenant.agent.secret },
      });
      expect(answer.data.role).toBe("agent");
    });
    test("but not an agent of another tenant", async () => {
      const { otherTenant } = stack();
      const answer = await stack().callAt(stack().sidecarUrl, "auth.agentToken", {
        headers: { "x-tenant-id": otherTenant.id },
        body: { agent_id: otherTenant.agent.id, secret: otherTenant.agent.secret },
      });
      expect(answer.status).toBe(401);
    });
    test("a deleted agent's token is 401", async () => {
      const agent = await stack().tenant.createAgent({ grants: ["echo"] });
      await stack().call("agents.delete", { as: admin(), params: { agent_id: agent.id } });
      expect(await me(agent)).toMatchObject({ status: 401, error: "Invalid or expired token" });
    });
  });

  describe("API keys", () => {
    test("a key has the prefix acp_, is shown once, and lists only prefix and metadata", async () => {
      const made = await stack().call("apiKeys.create", {
        as: admin(),
        body: { name: "ci", scopes: ["read", "execute"] },
      });
      expect(made.data.key).toMatch(/^acp_/);
      const listed = await stack().call("apiKeys.list", { as: stack().tenant.users.AUDITOR, query: { limit: 500 } });
      const item = listed.data.items.find(({ id }) => id === made.data.id);
      expect(item).toMatchObject({ name: "ci", scopes: ["read", "execute"], revoked_at: null, created_by: admin().id });
      expect(made.data.key.startsWith(item?.prefix ?? "none")).toBe(true);
      expect(listed.text).not.toContain(made.data.key);
      expect(listed.text).not.toContain("key_hash");
    });
    test("validate resolves user_id and tenant_id and gives an access_token with the creator's role", async () => {
      const { key } = await stack().tenant.createApiKey(["read"]);
      const answer = await stack().call("apiKeys.validate", { body: { api_key: key } });
      expect(answer.data).toMatchObject({
        user_id: admin().id,
        tenant_id: stack().tenant.id,
        role: "ADMIN",
        scopes: ["read"],
      });
      const as = bearer(answer.data.access_token, stack().tenant.id);
      expect((await stack().call("agents.list", { as })).status).toBe(200);
      expect(await stack().call("agents.create", { as, body: { name: randomUUID() } })).toMatchObject({
        status: 403,
        error: "insufficient_scope",
      });
    });
    test("an unknown scope is 422", async () => {
      const answer = await stack().call("apiKeys.create", { as: admin(), body: { name: "k", scopes: ["root"] } });
      expect(answer).toMatchObject({ status: 422, error: "Validation failed" });
      expect(answer.body.meta?.details).toMatchObject([{ loc: ["body", "scopes", 0], input: "root" }]);
    });
    test("an unknown key, and one with a wrong end, are 401 invalid_api_key", async () => {
      const { key } = await stack().tenant.createApiKey(["read"]);
      for (const wrong of ["acp_unknown", `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`, ""]) {
        const answer = await stack().call("apiKeys.validate", {
          headers: { "x-forwarded-for": anyAddress() },
          body: { api_key: wrong },
        });
        expect(answer).toMatchObject({ status: 401, error: "invalid_api_key" });
      }
    });
    test("a key of scope execute runs tools as a named agent, at both homes; one of scope read does not", async () => {
      const { tenant } = stack();
      const runner = await tenant.createApiKey(["execute"]);
      const reader = await tenant.createApiKey(["read"]);
      for (const home of HOMES) {
        const as = (key: Credentials): Credentials => ({ headers: { ...key.headers, "x-agent-id": tenant.agent.id } });
        expect((await execute(stack(), home, "echo", { as: as(runner) })).status, home).toBe(200);
        expect(await execute(stack(), home, "echo", { as: as(reader) }), home).toMatchObject({
          status: 403,
          error: "insufficient_scope",
        });
      }
    });
    test("revoking a key ends it and the tokens that it minted", async () => {
      const made = await stack().tenant.createApiKey(["read"]);
      expect((await stack().call("apiKeys.revoke", { as: admin(), params: { key_id: made.id } })).status).toBe(204);
      expect(await me(made)).toMatchObject({ status: 401, error: "Invalid or expired token" });
      const again = await stack().call("apiKeys.validate", {
        headers: { "x-forwarded-for": anyAddress() },
        body: { api_key: made.key },
      });
      expect(again).toMatchObject({ status: 401, error: "invalid_api_key" });
    });
    test("an edge session takes a key of scope edge only, and reaches its own tenant only", async () => {
      const body = { instance: randomUUID(), home: "sidecar", version: "1" };
      const reader = await stack().tenant.createApiKey(["read"]);
      const refused = await stack().call("edge.session", { body: { ...body, api_key: reader.key } });
      expect(refused).toMatchObject({ status: 403, error: "insufficient_scope" });
      const edge = await stack().tenant.createApiKey(["edge"]);
      const session = await stack().call("edge.session", { body: { ...body, api_key: edge.key } });
      expect(session.data).toMatchObject({
        tenant_id: stack().tenant.id,
        instance: body.instance,
        expires_in: expect.any(Number),
      });
      const as = bearer(session.data.session_token, stack().tenant.id);
      expect(await stack().call("agents.list", { as })).toMatchObject({
        status: 401,
        error: "Invalid or expired token",
      });
      const foreign = await stack().call("edge.admit", {
        as,
        body: { token: stack().otherTenant.agent.token, tenant_id: stack().otherTenant.id, address: "127.0.0.1" },
      });
      expect(foreign.status).toBe(401);
    });
  });

  describe("users and tenants", () => {
    test("a created user has its e-mail in lower case and no password in any answer", async () => {
      const account = { email: `${randomUUID()}@Test.Example`, password: `pass-${randomUUID()}`, role: "AUDITOR" };
      const made = await stack().call("auth.createUser", { as: admin(), body: account });
      expect(made.status).toBe(201);
      expect(made.data).toMatchObject({
        email: account.email.toLowerCase(),
        role: "AUDITOR",
        is_active: true,
        org_id: stack().tenant.id,
      });
      expect(made.text).not.toMatch(/password|\$2[aby]\$/);
    });
    test("an e-mail address is taken once over the deployment: 409 names the field", async () => {
      for (const tenant of [stack().tenant, stack().otherTenant]) {
        const answer = await stack().call("auth.createUser", {
          as: tenant.users.ADMIN,
          body: { email: admin().email, password: `pass-${randomUUID()}`, role: "VIEWER" },
        });
        expect(answer).toMatchObject({ status: 409, error: "conflict" });
        expect(answer.body.data).toMatchObject({ field: "email" });
      }
    });
    test("a password in a refused body is not sent back", async () => {
      const answer = await stack().call("auth.createUser", {
        as: admin(),
        body: { email: "x", password: "short", role: "VIEWER" },
      });
      expect(answer.status).toBe(422);
      expect(answer.text).not.toContain("short");
    });
    test("only a platform administrator saves tenants", async () => {
      const refused = await stack().call("auth.saveTenant", { as: admin(), body: { name: "x" } });
      expect(refused).toMatchObject({ status: 403, error: "platform_admin_required" });
    });
    test("GET /auth/tenants/{tenant_id} is the own tenant's only", async () => {
      const own = await stack().call("auth.getTenant", {
        as: stack().tenant.users.VIEWER,
        params: { tenant_id: stack().tenant.id },
      });
      expect(own.data).toMatchObject({
        id: stack().tenant.id,
        name: "first-tenant-name",
        behavior_cross_tenant_enabled: true,
      });
      const other = await stack().call("auth.getTenant", {
        as: admin(),
        params: { tenant_id: stack().otherTenant.id },
      });
      expect(other.status).toBeGreaterThanOrEqual(401);
      expect(other.text).not.toContain("second-tenant-name");
    });
    test("a refused write is an audit row of its tenant", async () => {
      const { AUDITOR } = stack().tenant.users;
      const requestId = randomUUID();
      const refused = await stack().call("agents.create", {
        as: AUDITOR,
        headers: { "x-request-id": requestId },
        body: { name: "x" },
      });
      expect(refused.status).toBe(403);
      await waitFor(
        async () => {
          const rows = await stack().call("audit.search", { as: admin(), body: { action: "role_gate_refused" } });
          return rows.data.items.some(({ content }) => content.includes(AUDITOR.id));
        },
        { what: "the row of the role gate" },
      );
    });
    test("an unauthenticated request leaves no trace of the tenant's secrets in its answer", async () => {
      const answer = await callPath(stack().url, "GET", "/agents", { headers: { "x-tenant-id": stack().tenant.id } });
      expect(answer.text).not.toContain("first-tenant-name");
    });
  });
});
