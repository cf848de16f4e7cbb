// The specification's section Authentication, through real HTTP: how agents and API keys sign in.

import { randomUUID } from "node:crypto";
import {
  anyAddress,
  auditRowOf,
  bearer,
  type Credentials,
  callPath,
  claimsOf,
  eachDatabase,
  execute,
  HOMES,
  makeTempFolder,
  startHeldCall,
} from "@portcullis/testkit";
import { describe, expect, test } from "vitest";
import { INTERNAL_SECRET_PREVIOUS, UUID, useSignIn } from "./sign-in-stack.js";

eachDatabase("agents and API keys", (database) => {
  const { stack, admin, me } = useSignIn(database);

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
        const refused = await execute(stack(), home, "echo", { as: as(reader) });
        expect(refused, home).toMatchObject({ status: 403, error: "insufficient_scope" });
        // The caller is known, so that its refusal is the row of this very request.
        const row = await auditRowOf(stack(), refused.requestId);
        expect(row, home).toMatchObject({ id: refused.body.meta?.audit_id, action: "execute", decision: "deny" });
        expect(row.metadata_json, home).toMatchObject({ code: "insufficient_scope", actor: `user:${admin().id}` });
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
    test("what a sidecar has recorded when its key is revoked arrives once, with its next key", async () => {
      const folder = await makeTempFolder("edge");
      const env = { PORTCULLIS_BUFFER_DIR: folder.path };
      const before = await stack().startSidecar(stack().tenant, env);
      const held = await startHeldCall(stack(), before.url);
      const [key] = (await stack().call("apiKeys.list", { as: admin(), query: { limit: 1 } })).data.items;
      await stack().call("apiKeys.revoke", { as: admin(), params: { key_id: key?.id ?? "" } });
      // Its stream has ended with the key, so that it aborts what runs; the record has nowhere to go.
      expect((await held.answer).status).toBe(503);
      await before.kill();
      const after = await stack().startSidecar(stack().tenant, env);
      expect(await auditRowOf(stack(), held.requestId)).toMatchObject({ outcome: "aborted" });
      const found = { as: admin(), body: { request_id: held.requestId } };
      expect((await stack().call("audit.search", found)).data.items).toHaveLength(1);
      expect((await callPath(after.url, "GET", "/metrics")).text).toContain("portcullis_records_set_apart 0");
      await after.kill();
      await folder.remove();
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
});
