// API keys and what they open: tokens cut by scopes, edge sessions of one tenant, admission of tokens at an edge.

import { randomUUID } from "node:crypto";
import { API_KEY_SCOPES } from "@portcullis/contract";
import { sha256Hex } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, accessToken, type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";

const dataOf = (answer: Answer) => answer.body.data as Record<string, unknown>;

eachDatabase("api keys", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url, { PORTCULLIS_TRUSTED_PROXIES: "127.0.0.1" });
  });
  afterAll(() => fixture.close());

  let addresses = 0;
  const from = () => ({ headers: { "x-forwarded-for": `203.0.113.${++addresses % 250}` }, tenantId: null });
  const validate = (api_key: string) =>
    fixture.call(undefined, "POST", "/api-keys/validate", { body: { api_key }, ...from() });
  async function createKey(...scopes: string[]) {
    const answer = await fixture.call("ADMIN", "POST", "/api-keys", { body: { name: randomUUID(), scopes } });
    expect(answer.status).toBe(201);
    return { id: String(dataOf(answer).id), key: String(dataOf(answer).key) };
  }
  const openSession = (api_key: string, more: Record<string, unknown> = {}) =>
    fixture.call(undefined, "POST", "/edge/session", {
      body: { api_key, instance: randomUUID(), home: "sidecar", version: "1", ...more },
      ...from(),
    });
  const sessionToken = (answer: Answer) => {
    expect(answer.status).toBe(200);
    return String(dataOf(answer).session_token);
  };

  it("are shown once, kept as a hash, and listed without the key", async () => {
    vi.stubEnv("PORTCULLIS_TEST_HASHES", "full");
    const { id, key } = await createKey("read");
    expect(key).toMatch(/^acp_[\w-]{43}$/);
    const list = await fixture.call("AUDITOR", "GET", "/api-keys?limit=500");
    const item = (dataOf(list).items as Record<string, unknown>[]).find((each) => each.id === id);
    expect(item).toMatchObject({ prefix: key.slice(0, 12), scopes: ["read"], revoked_at: null });
    expect(JSON.stringify(list.body)).not.toContain(key);
    const stored = await fixture.app.services.store.read(fixture.made.tenantId, (db) =>
      db.query.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
    expect(stored.key_hash).toMatch(/^\$2[aby]\$10\$/);
  });

  it("with an unknown scope are 422", async () => {
    const answer = await fixture.call("ADMIN", "POST", "/api-keys", { body: { name: "x", scopes: ["root"] } });
    expect(answer.status).toBe(422);
  });

  it("give a token of their creator, cut by their scopes", async () => {
    const { key } = await createKey("read");
    const answer = await validate(key);
    expect(dataOf(answer)).toMatchObject({
      user_id: fixture.made.users.ADMIN.id,
      tenant_id: fixture.made.tenantId,
      role: "ADMIN",
      scopes: ["read"],
    });
    const token = accessToken(answer);
    expect((await fixture.call(token, "GET", "/agents")).status).toBe(200);
    const write = await fixture.call(token, "POST", "/agents", { body: { name: "x" } });
    expect([write.status, write.body.error]).toEqual([403, "insufficient_scope"]);
    expect(write.body.meta?.hint).toMatch(/^\w+\.\w+ is for API keys with the scope write or admin\.$/);
    const renewed = accessToken(await fixture.call(token, "POST", "/auth/refresh"));
    expect((await fixture.call(renewed, "POST", "/agents", { body: { name: "x" } })).status).toBe(403);
  });

  it("open what their scopes name, and everything with `admin`", async () => {
    const opens = async (scope: string, method: string, path: string) => {
      const token = accessToken(await validate((await createKey(scope)).key));
      return (await fixture.call(token, method, path)).body.error !== "insufficient_scope";
    };
    expect(await opens("audit:read", "GET", "/audit/logs")).toBe(true);
    expect(await opens("audit:read", "GET", "/agents")).toBe(false);
    expect(await opens("billing:read", "GET", "/billing/summary")).toBe(true);
    expect(await opens("billing:read", "GET", "/audit/logs")).toBe(false);
    expect(await opens("write", "POST", "/agents")).toBe(true);
    expect(await opens("write", "GET", "/agents")).toBe(false);
    expect(await opens("execute", "GET", "/agents")).toBe(false);
    expect(await opens("execute", "GET", "/auth/me")).toBe(true);
    for (const path of ["/agents", "/audit/logs", "/admin-nothing"])
      expect(await opens("admin", "GET", path)).toBe(true);
  });

  it("are what /auth/me says that a key's token may do, not its creator's permissions", async () => {
    for (const scopes of [["read"], ["execute", "audit:read"], ["admin"]]) {
      const token = accessToken(await validate((await createKey(...scopes)).key));
      const me = dataOf(await fixture.call(token, "GET", "/auth/me"));
      expect(me).toMatchObject({ role: "ADMIN", permissions: scopes });
    }
    expect(dataOf(await fixture.call("ADMIN", "GET", "/auth/me")).permissions).toEqual(["*"]);
  });

  it("make no credential that may do more than they: only `admin` opens what gives out passwords, secrets and keys", async () => {
    const { agent } = fixture.made;
    const account = { email: `${randomUUID()}@example.com`, password: "a long password", role: "ADMIN" };
    const makers: [path: string, body: Record<string, unknown>][] = [
      ["/api-keys", { name: "more", scopes: ["admin"] }],
      ["/auth/users", account],
      ["/auth/credentials", { agent_id: agent.id, overlap_seconds: 600 }],
      ["/auth/tenants", { name: "another", admin: { ...account, role: undefined } }],
    ];
    const statusesOf = async (...scopes: string[]) => {
      const token = accessToken(await validate((await createKey(...scopes)).key));
      const answers = makers.map(([path, body]) => fixture.call(token, "POST", path, { body }));
      return (await Promise.all(answers)).map(({ status, body }) => body.error ?? status);
    };
    const less = API_KEY_SCOPES.filter((scope) => scope !== "admin");
    expect(await statusesOf(...less)).toEqual(Array(makers.length).fill("insufficient_scope"));
    expect(await statusesOf("admin")).toContain(201);
  });

  it("that are wrong, revoked or of an inactive creator are refused alike", async () => {
    const { id, key } = await createKey("read", "edge");
    const token = accessToken(await validate(key));
    const session = sessionToken(await openSession(key));
    expect((await fixture.call("ADMIN", "DELETE", `/api-keys/${id}`)).status).toBe(204);
    for (const bad of [key, `${key.slice(0, 20)}${"x".repeat(27)}`, "acp_", ""]) {
      const answer = await validate(bad);
      expect([answer.status, answer.body.error]).toEqual([401, "invalid_api_key"]);
    }
    expect((await fixture.call(token, "GET", "/auth/me")).status).toBe(401);
    const records = { body: { records: [], state_version: 0 } };
    const edge = await fixture.call(session, "POST", "/edge/records", records);
    expect([edge.status, edge.body.error]).toEqual([401, "invalid_edge_session"]);
    expect((await fixture.call("ADMIN", "DELETE", `/api-keys/${id}`)).status).toBe(404);
  });

  describe("edge sessions", () => {
    it("need the scope `edge`", async () => {
      const answer = await openSession((await createKey("read")).key);
      expect([answer.status, answer.body.error]).toEqual([403, "insufficient_scope"]);
      expect((await openSession("acp_nope")).body.error).toBe("invalid_api_key");
    });

    it("open the edge's operations and nothing else", async () => {
      const answer = await openSession(fixture.made.apiKey.key);
      expect(dataOf(answer)).toMatchObject({ tenant_id: fixture.made.tenantId, expires_in: 900 });
      const token = sessionToken(answer);
      const records = { body: { records: [], state_version: 0 } };
      expect((await fixture.call(token, "POST", "/edge/records", records)).status).toBe(200);
      const user = await fixture.call(token, "GET", "/agents");
      expect([user.status, user.body.error]).toEqual([401, "Invalid or expired token"]);
      const other = await fixture.call("ADMIN", "POST", "/edge/records", records);
      expect([other.status, other.body.error]).toEqual([401, "invalid_edge_session"]);
      const foreign = await fixture.call(token, "POST", "/edge/records", { ...records, tenantId: randomUUID() });
      expect([foreign.status, foreign.body.error]).toEqual([401, "tenant_mismatch"]);
    });

    it("stand in for the internal secret, for agents of their own tenant", async () => {
      const token = sessionToken(await openSession(fixture.made.apiKey.key));
      const body = { agent_id: fixture.made.agent.id, secret: fixture.made.agent.secret };
      expect((await fixture.call(token, "POST", "/auth/agent/token", { body })).status).toBe(200);
      const foreign = await fixture.call(token, "POST", "/auth/agent/token", { body, tenantId: randomUUID() });
      expect([foreign.status, foreign.body.error]).toEqual([401, "tenant_mismatch"]);
    });

    const SECRETS = { none: {}, own: { folder_secret: "s".repeat(64) }, other: { folder_secret: "t".repeat(64) } };
    const CLAIMS = (["none", "own"] as const).flatMap((stored) =>
      (["none", "own", "other"] as const).flatMap((given) =>
        ["same", "other", "replaced"].map((key) => {
          // A secret that is stored must be given; without one the key is all there is.
          const isCarriedOn = stored === "own" ? given === "own" : key === "same";
          return { stored, given, key, isCarriedOn };
        }),
      ),
    );

    it.each(CLAIMS)(
      "of an instance with $stored secret: the $key key and $given secret carry it on: $isCarriedOn",
      async (claim) => {
        const before = await createKey("edge");
        const [first, second] = [randomUUID(), randomUUID()];
        await openSession(before.key, { instance: first, ...SECRETS[claim.stored] });
        if (claim.key === "replaced") await fixture.call("ADMIN", "DELETE", `/api-keys/${before.id}`);
        const { key } = claim.key === "same" ? before : await createKey("edge");
        await openSession(key, { instance: second, previous_instances: [first], ...SECRETS[claim.given] });
        const rows = await fixture.app.services.store.read(fixture.made.tenantId, (db) =>
          db.query.selectFrom("edge_instances").select("successor").where("instance", "=", first).execute(),
        );
        expect(rows).toEqual([{ successor: claim.isCarriedOn ? second : null }]);
        if (claim.key === "replaced") return;
        const itself = await openSession(key, { instance: first, ...SECRETS[claim.given] });
        const mayBeFirst = claim.key === "same" && (claim.stored === "none" || claim.given === "own");
        expect(itself.status).toBe(mayBeFirst ? 200 : 409);
      },
    );

    it("carry on earlier instances of the same key, which nobody waits for any more, and of no other", async () => {
      const key = await createKey("edge");
      const [first, second, strange] = [randomUUID(), randomUUID(), randomUUID()];
      await openSession(key.key, { instance: first });
      await openSession(fixture.made.apiKey.key, { instance: strange });
      const { store, sync } = fixture.app.services;
      const streams = await Promise.all(
        [first, strange].map((instance) =>
          sync.subscribe(fixture.made.tenantId, () => undefined, { instance, home: "sidecar" }),
        ),
      );
      await openSession(key.key, { instance: second, previous_instances: [first, strange, randomUUID()] });
      const rows = await store.read(fixture.made.tenantId, (db) =>
        db.query.selectFrom("edge_instances").select(["instance", "successor", "connected_at"]).execute(),
      );
      expect(rows.find((row) => row.instance === first)).toMatchObject({ successor: second, connected_at: null });
      expect(rows.find((row) => row.instance === strange)).toMatchObject({
        successor: null,
        connected_at: expect.any(Number),
      });
      for (const stream of streams) await stream.close();
      const taken = await openSession(key.key, { instance: strange });
      expect([taken.status, taken.body.data]).toEqual([409, { field: "instance" }]);
    });
  });

  describe("admission", () => {
    const admit = async (body: Record<string, unknown>, session?: string) =>
      fixture.call(session ?? sessionToken(await openSession(fixture.made.apiKey.key)), "POST", "/edge/admit", {
        body: { tenant_id: fixture.made.tenantId, address: "10.0.0.1", ...body },
      });

    it("answers the token's facts and the agent's, and records the first use", async () => {
      const instance = randomUUID();
      const session = sessionToken(await openSession(fixture.made.apiKey.key, { instance }));
      const token = await fixture.signInAgent(fixture.made.agent.id, fixture.made.agent.secret);
      const answer = dataOf(await admit({ token }, session));
      expect(answer).toMatchObject({
        token_hash: sha256Hex(token),
        role: "agent",
        subject: fixture.made.agent.id,
        permissions: [{ tool_name: "echo", action: "ALLOW" }],
        act: [],
        agent: { agent_id: fixture.made.agent.id, status: "ACTIVE", grants: [{ tool_name: "echo", action: "ALLOW" }] },
      });
      await admit({ token });
      const row = await fixture.app.services.store.read(fixture.made.tenantId, (db) =>
        db.query.selectFrom("tokens").selectAll().where("jti", "=", String(answer.jti)).executeTakeFirstOrThrow(),
      );
      expect(row).toMatchObject({ first_used_edge: instance, first_used_address: "10.0.0.1" });
    });

    it("answers users of any role with the agent that they named", async () => {
      const agent_id = fixture.made.agent.id;
      for (const role of ["ADMIN", "VIEWER"] as const) {
        const answer = dataOf(await admit({ token: fixture.tokens[role], agent_id }));
        expect(answer).toMatchObject({ role, permissions: null, agent: { agent_id } });
      }
      expect(dataOf(await admit({ token: fixture.tokens.ADMIN }))).toMatchObject({ agent: null, scopes: null });
      const unknown = await admit({ token: fixture.tokens.ADMIN, agent_id: randomUUID() });
      expect([unknown.status, unknown.body.error]).toEqual([404, "agent_not_found"]);
    });

    it("tells a key's scopes, of which the edge sees whether it may call", async () => {
      for (const scope of ["read", "execute"]) {
        const token = accessToken(await validate((await createKey(scope)).key));
        expect(dataOf(await admit({ token }))).toMatchObject({ role: "ADMIN", scopes: [scope] });
      }
    });

    it("refuses tokens that are not valid, or of another tenant", async () => {
      expect((await admit({ token: "garbage" })).body.error).toBe("Invalid or expired token");
      expect((await admit({ token: fixture.tokens.ADMIN, tenant_id: randomUUID() })).body.error).toBe(
        "tenant_mismatch",
      );
      const gone = await fixture.signIn("ADMIN");
      await fixture.call(gone, "POST", "/auth/logout");
      expect((await admit({ token: gone })).body.error).toBe("Invalid or expired token");
    });
  });
});
