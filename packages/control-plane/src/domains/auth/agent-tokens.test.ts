// Signing in as an agent, over real HTTP: the internal secret, quarantine, rotation of secrets, and delegation.

import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion } from "../../db/state.js";
import { type Answer, accessToken, type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";
import { MAX_ISSUED_LENGTH } from "../../tokens/token-text.js";
import { updateAgent } from "../agents/store.js";

const dataOf = (answer: Answer) => answer.body.data as Record<string, unknown>;

eachDatabase("signing in as an agent", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    // These tests are about what is decided, on a busy machine too.
    fixture = await openHttpFixture(database.url, { DECISION_GATHER_TOTAL_TIMEOUT: "20" });
  });
  afterAll(() => fixture.close());

  const secretHeader = () => ({ "x-internal-secret": fixture.app.services.keys.internalSecrets[0] ?? "" });
  const agentLogin = (body: Record<string, unknown>, headers: Record<string, string> = secretHeader()) =>
    fixture.call(undefined, "POST", "/auth/agent/token", { body, headers });
  const own = () => ({ agent_id: fixture.made.agent.id, secret: fixture.made.agent.secret });

  async function createAgent(...tools: string[]) {
    const answer = await fixture.call("ADMIN", "POST", "/agents", { body: { name: randomUUID() } });
    const id = String(dataOf(answer).id);
    for (const tool_name of tools) {
      const granted = await fixture.call("ADMIN", "POST", `/agents/${id}/permissions`, { body: { tool_name } });
      expect(granted.status).toBe(201);
    }
    const made = await fixture.call("ADMIN", "POST", "/auth/credentials", { body: { agent_id: id } });
    return { id, secret: String(dataOf(made).secret) };
  }
  /** Grants `count` more tools to an agent, without a request for each. */
  const grantMany = (agent_id: string, count: number) =>
    fixture.app.services.store.write(fixture.made.tenantId, async (tx) => {
      const grants = Array.from({ length: count }, (_, index) => ({
        tenant_id: tx.tenantId,
        id: randomUUID(),
        agent_id,
        tool_name: `warehouse.table_${String(index).padStart(5, "0")}.read`,
        action: "ALLOW" as const,
        created_by: "test",
        created_at: tx.nowMs,
      }));
      await tx.query.insertInto("agent_permissions").values(grants).execute();
      await updateAgent(tx, agent_id, { state_version: await bumpStateVersion(tx) });
    });
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

  it("needs the internal secret", async () => {
    for (const headers of [{}, { "x-internal-secret": "" }, { "x-internal-secret": "wrong" }]) {
      const answer = await agentLogin(own(), headers);
      expect([answer.status, answer.body.error]).toEqual([401, "invalid_internal_secret"]);
    }
    const answer = await agentLogin(own());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(claimsOf(accessToken(answer))).toMatchObject({
      agent_id: fixture.made.agent.id,
      role: "agent",
      permissions: [{ tool_name: "echo", action: "ALLOW" }],
    });
  });

  it("answers unknown agents, wrong secrets and other tenants' agents alike", async () => {
    for (const body of [
      { ...own(), secret: "acs_wrong" },
      { ...own(), agent_id: randomUUID() },
    ]) {
      const answer = await agentLogin(body);
      expect([answer.status, answer.body.error]).toEqual([401, "Invalid credentials"]);
    }
  });

  it("is refused while it is quarantined, and after it was deleted", async () => {
    const agent = await createAgent();
    const body = { agent_id: agent.id, secret: agent.secret };
    const token = accessToken(await agentLogin(body));
    await fixture.call("SECURITY", "PATCH", `/agents/${agent.id}`, { body: { status: "QUARANTINED" } });
    expect((await agentLogin(body)).body.error).toBe("agent_quarantined");
    await fixture.call("SECURITY", "DELETE", `/agents/${agent.id}`);
    expect((await agentLogin(body)).body.error).toBe("Invalid credentials");
    expect((await fixture.call(token, "GET", "/auth/me")).status).toBe(401);
  });

  it("works with a new secret, and with the old one as long as the overlap says", async () => {
    const agent = await createAgent();
    const old = { agent_id: agent.id, secret: agent.secret };
    const token = accessToken(await agentLogin(old));
    const overlapping = await fixture.call("ADMIN", "POST", "/auth/credentials", {
      body: { agent_id: agent.id, overlap_seconds: 60 },
    });
    expect((await agentLogin(old)).status).toBe(200);
    expect((await agentLogin({ ...old, secret: dataOf(overlapping).secret })).status).toBe(200);
    await fixture.call("ADMIN", "POST", "/auth/credentials", { body: { agent_id: agent.id } });
    expect((await agentLogin(old)).status).toBe(401);
    expect((await agentLogin({ ...old, secret: dataOf(overlapping).secret })).status).toBe(401);
    expect((await fixture.call(token, "GET", "/auth/me")).status).toBe(401);
  });

  it("works with no earlier secret once one without an overlap was made, however many there were", async () => {
    const agent = await createAgent();
    const secrets = [agent.secret];
    const rotate = async (overlap_seconds: number) =>
      dataOf(
        await fixture.call("ADMIN", "POST", "/auth/credentials", { body: { agent_id: agent.id, overlap_seconds } }),
      );
    for (let count = 0; count < 12; count++) secrets.push((await rotate(604_800)).secret as string);
    const newest = (await rotate(0)).secret as string;
    const login = async (secret: string) => (await agentLogin({ agent_id: agent.id, secret })).status;
    expect(await login(newest)).toBe(200);
    // The oldest first, and not all: an address may fail only so often.
    for (const secret of secrets.slice(0, 4)) expect(await login(secret)).toBe(401);
  });

  it("carries delegation, with no grant that a hop lacks and no end later than one", async () => {
    const first = await createAgent("read", "write");
    const second = await createAgent("read", "delete");
    const firstToken = accessToken(await agentLogin({ agent_id: first.id, secret: first.secret }));
    const body = { agent_id: second.id, secret: second.secret, subject_token: firstToken };
    const secondToken = accessToken(await agentLogin(body));
    const [one, two] = [claimsOf(firstToken), claimsOf(secondToken)];
    expect(two.permissions).toEqual([{ tool_name: "read", action: "ALLOW" }]);
    expect(two.act).toEqual({ sub: first.id, jti: one.jti });
    expect(Number(two.exp)).toBeLessThanOrEqual(Number(one.exp));
    const thirdToken = accessToken(await agentLogin({ ...own(), subject_token: secondToken }));
    expect(claimsOf(thirdToken).act).toEqual({ sub: second.id, jti: two.jti, act: two.act });
    expect(claimsOf(thirdToken).permissions).toEqual([]);
    const renewed = claimsOf(accessToken(await fixture.call(secondToken, "POST", "/auth/refresh")));
    expect(renewed.act).toEqual(two.act);
    expect(renewed.permissions).toEqual(two.permissions);
    expect(Number(renewed.exp)).toBeLessThanOrEqual(Number(one.exp));
    await fixture.call("ADMIN", "POST", "/auth/revoke", { body: { token: firstToken } });
    for (const token of [secondToken, thirdToken]) {
      expect((await fixture.call(token, "GET", "/auth/me")).status).toBe(401);
    }
    for (const subject_token of [firstToken, fixture.tokens.ADMIN, "garbage"]) {
      expect((await agentLogin({ ...own(), subject_token })).body.error).toBe("Invalid or expired token");
    }
  });

  it("by delegation of one that must ask asks too", async () => {
    const asking = await createAgent();
    const grant = { tool_name: "read", action: "ESCALATE" };
    await fixture.call("ADMIN", "POST", `/agents/${asking.id}/permissions`, { body: grant });
    const free = await createAgent("read");
    const subject_token = accessToken(await agentLogin({ agent_id: asking.id, secret: asking.secret }));
    const token = accessToken(await agentLogin({ agent_id: free.id, secret: free.secret, subject_token }));
    expect(claimsOf(token).permissions).toEqual([grant]);
    const headers = { "x-agent-id": free.id };
    const answer = await fixture.call(token, "POST", "/execute", { body: { tool_name: "read" }, headers });
    expect(answer).toMatchObject({ status: 403, body: { error: "approval_required" } });
  });

  it.each([80, 110, 2000])(
    "gives a token that works and fits into a header, of %d grants, by delegation too",
    async (count) => {
      const [first, second] = [await createAgent("echo"), await createAgent("echo")];
      for (const { id } of [first, second]) await grantMany(id, count);
      const firstToken = accessToken(await agentLogin({ agent_id: first.id, secret: first.secret }));
      const body = { agent_id: second.id, secret: second.secret, subject_token: firstToken };
      const secondToken = accessToken(await agentLogin(body));
      const renewed = accessToken(await fixture.call(secondToken, "POST", "/auth/refresh"));
      for (const token of [firstToken, secondToken, renewed]) {
        expect(token.length).toBeLessThanOrEqual(MAX_ISSUED_LENGTH);
        const me = dataOf(await fixture.call(token, "GET", "/auth/me"));
        expect(me.permissions).toHaveLength(count + 1);
        const carried = claimsOf(token).permissions;
        if (carried !== undefined) expect(carried).toEqual(me.permissions);
      }
      expect([claimsOf(firstToken).permissions === undefined, count]).toEqual([count > 100, count]);
      const headers = { "x-agent-id": second.id };
      for (const tool_name of ["echo", "warehouse.table_00079.read"]) {
        const answer = await fixture.call(secondToken, "POST", "/execute", { body: { tool_name }, headers });
        expect(answer, tool_name).toMatchObject({ status: 404, body: { error: "tool_not_found" } });
      }
      const answer = await fixture.call(secondToken, "POST", "/execute", { body: { tool_name: "other" }, headers });
      expect(answer).toMatchObject({ status: 403, body: { data: { rule_id: "agent.deny.tool_not_granted" } } });
      const hint = (answer.body.meta as { readonly hint?: string }).hint;
      expect(hint).toContain("no grant for the tool other. An operator gives it one");
    },
  );
});
