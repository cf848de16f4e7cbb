// The specification's section Authentication, through real HTTP: users and tenants, and accounts that are not in order.

import { randomUUID } from "node:crypto";
import { bearer, callPath, eachDatabase, openOwnerConnection, waitFor } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";
import { useSignIn } from "./sign-in-stack.js";

eachDatabase("accounts", (database) => {
  const { stack, admin, signIn, me, newUser } = useSignIn(database);

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
    test("GET /users lists the tenant's users, newest first, by pages, and nobody else's", async () => {
      const made = await newUser("VIEWER");
      const as = stack().tenant.users.AUDITOR;
      const { data, text } = await stack().call("users.list", { as, query: { limit: 500 } });
      expect(data.items[0]).toMatchObject({ id: made.id, role: "VIEWER", is_active: true });
      expect(data.items.map(({ email }) => email)).toEqual(expect.arrayContaining([admin().email]));
      expect(new Set(data.items.map((user) => user.tenant_id))).toEqual(new Set([stack().tenant.id]));
      expect(text).not.toMatch(/password|\$2[aby]\$/);
      const first = await stack().call("users.list", { as, query: { limit: 1 } });
      const cursor = first.data.next_cursor as string;
      const second = await stack().call("users.list", { as, query: { limit: 1, cursor } });
      expect([first, second].map((page) => page.data.items[0]?.id)).toEqual(data.items.slice(0, 2).map(({ id }) => id));
      expect(await stack().call("users.list", { as: stack().tenant.users.VIEWER })).toMatchObject({
        status: 403,
        error: "insufficient_role",
      });
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
