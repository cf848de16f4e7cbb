// The published client against a real deployment: signing in, calls, resources, lists, AbortSignal, receipts checked offline.

import { randomUUID } from "node:crypto";
import {
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  PolicyDeniedError,
  Portcullis,
} from "@portcullis/sdk";
import { verifyReceipt } from "@portcullis/sdk/verify";
import { HOMES, waitFor } from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { refusalOf, useClients } from "./client-stack.js";

const { stack, tenant, urlOf, asUser, asAgent } = useClients();

describe.each(HOMES)("signing in at the %s", (home) => {
  test("by API key needs no tenant: the key names it", async () => {
    const { key } = await tenant().createApiKey(["execute", "read"]);
    const client = new Portcullis({ baseUrl: urlOf(home), apiKey: key, agentId: tenant().agent.id });
    expect((await client.execute("echo", { n: 1 })).result).toMatchObject({ ran: "echo", body: { n: 1 } });
    const long = { n: 12345678901234567890n };
    expect((await client.execute("echo", long)).result).toMatchObject({ ran: "echo", body: long });
    expect((await client.agents.get(tenant().agent.id)).name).toBe("main-agent");
    await refusalOf(client.agents.create({ name: "x" }), PermissionError);
  });

  test("by e-mail and password", async () => {
    const me = await asUser("SECURITY", home).auth.me();
    expect(me).toMatchObject({ email: tenant().users.SECURITY.email, role: "SECURITY" });
  });

  test("by a token that the caller manages", async () => {
    const { token } = tenant().agent;
    const client = new Portcullis({
      baseUrl: urlOf(home),
      tenantId: tenant().id,
      agentId: tenant().agent.id,
      accessToken: token,
    });
    expect((await client.execute("echo")).action).toBe("allow");
  });

  test("with what is wrong is an AuthenticationError, for everything that is asked", async () => {
    const common = { baseUrl: urlOf(home), tenantId: tenant().id };
    const clients: [Portcullis, string][] = [
      [
        new Portcullis({ ...common, user: { email: tenant().users.ADMIN.email, password: "wrong" } }),
        "invalid_credentials",
      ],
      [new Portcullis({ ...common, apiKey: "acp_wrong" }), "invalid_api_key"],
      [new Portcullis({ ...common, accessToken: "wrong" }), "invalid_token"],
    ];
    for (const [client, code] of clients) {
      const error = await refusalOf(client.auth.me(), AuthenticationError);
      expect(error).toMatchObject({ status: 401, code, requestId: expect.any(String) });
      expect(error.message).not.toContain("wrong");
    }
  });

  test("a token that was revoked is replaced by a new one, without the caller's help", async () => {
    const sent: string[] = [];
    const { email, password } = tenant().users.ADMIN;
    const client = new Portcullis({
      baseUrl: urlOf(home),
      tenantId: tenant().id,
      user: { email, password },
      fetch: (input, init) => {
        sent.push(new Headers(init?.headers).get("authorization") ?? "");
        return fetch(input, init);
      },
    });
    await client.auth.me();
    const first = sent.at(-1) as string;
    await client.auth.revoke({ token: first.replace("Bearer ", "") });
    await waitFor(async () => (await client.auth.me()) && sent.at(-1) !== first, { what: "another token" });
  });
});

describe("an agent's credentials", () => {
  test("sign in through the sidecar, and at the control plane with the internal secret only", async () => {
    expect((await asAgent().execute("echo")).action).toBe("allow");
    const common = { baseUrl: urlOf("control plane"), tenantId: tenant().id };
    const { id, secret } = tenant().agent;
    const error = await refusalOf(
      new Portcullis({ ...common, agent: { id, secret } }).execute("echo"),
      AuthenticationError,
    );
    expect(error.code).toBe("invalid_internal_secret");
    const platform = new Portcullis({ ...common, agent: { id, secret, internalSecret: stack().internalSecret } });
    expect((await platform.execute("echo")).action).toBe("allow");
    await refusalOf(asAgent({ ...tenant().agent, secret: "wrong" }).execute("echo"), AuthenticationError);
  });
});

describe("execute", () => {
  test("gives the decision, the redacted answer and its cost", async () => {
    const answer = await asAgent().execute("emails");
    expect(answer).toMatchObject({
      action: "allow",
      rule_id: null,
      findings: [],
      redactions: [{ kind: "email", count: 3 }],
      tool_status: 200,
      receipt_url: `/audit/logs/${answer.audit_id}/receipt`,
    });
    expect(JSON.stringify(answer.result)).not.toContain("jane.doe@example.com");
    expect((await asAgent().execute("priced")).cost_usd).toBe("0.25");
  });

  test("with the idempotency key of an earlier call gives that call's answer, and the tool runs once", async () => {
    const idempotencyKey = randomUUID();
    const first = await asAgent().execute("echo", { n: 2 }, { idempotencyKey });
    const second = await asAgent().execute("echo", { n: 2 }, { idempotencyKey });
    expect(second.audit_id).toBe(first.audit_id);
    expect(stack().tools.runs.filter(({ body }) => body === '{"n":2}')).toHaveLength(1);
    await refusalOf(asAgent().execute("echo", { n: 3 }, { idempotencyKey }), ConflictError);
  });
});

describe("an AbortSignal", () => {
  test("ends a call at once, with the signal's own reason", async () => {
    const before = stack().tools.runs.length;
    const leaving = new AbortController();
    const call = asAgent().execute("hold", {}, { signal: leaving.signal });
    const ended = expect(call).rejects.toThrow("changed my mind");
    await waitFor(() => stack().tools.runs.length > before, { what: "the tool to run" });
    leaving.abort(new Error("changed my mind"));
    await ended;
    stack().tools.release();
  });

  test("that is aborted already sends nothing", async () => {
    const payload = { never: randomUUID() };
    await expect(asAgent().execute("echo", payload, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(stack().tools.runs.filter(({ body }) => body === JSON.stringify(payload))).toEqual([]);
  });
});

describe("resources", () => {
  test("an agent: made, read, changed, granted, listed, removed", async () => {
    const admin = asUser("ADMIN", "sidecar");
    const made = await admin.agents.create({ name: `made-${randomUUID()}`, risk_level: "high" });
    expect(await admin.agents.get(made.id)).toMatchObject({ name: made.name, risk_level: "high", status: "ACTIVE" });
    await admin.agents.update(made.id, { status: "QUARANTINED" });
    expect((await admin.agents.get(made.id)).status).toBe("QUARANTINED");
    const grant = await admin.agents.grantPermission(made.id, { tool_name: "Echo", action: "ALLOW" });
    expect((await admin.agents.listPermissions(made.id)).items).toMatchObject([{ tool_name: "echo", action: "ALLOW" }]);
    await admin.agents.revokePermission(made.id, grant.id);
    expect((await admin.agents.listPermissions(made.id)).items).toEqual([]);
    await admin.agents.delete(made.id);
    await refusalOf(admin.agents.get(made.id), NotFoundError);
  });

  test("a list: its first page when awaited, every item of every page when iterated", async () => {
    const admin = asUser("ADMIN");
    const names = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => (await admin.agents.create({ name: `page-${index}` })).name),
    );
    const first = await admin.agents.list({ limit: 2 });
    expect(first.items).toHaveLength(2);
    expect(first.next_cursor).toEqual(expect.any(String));
    const all: string[] = [];
    for await (const agent of admin.agents.list({ limit: 2 })) all.push(agent.name);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(names));
    let pages = 0;
    for await (const page of admin.agents.list({ limit: 2 }).pages()) pages += page.items.length > 0 ? 1 : 0;
    expect(pages).toBe(Math.ceil(all.length / 2));
  });

  test("a policy that was uploaded decides the next call", async () => {
    const admin = asUser("ADMIN");
    const policy = `@id("limits.no-large")
forbid(principal, action == Action::"echo", resource) when { context.args has amount && context.args.amount > 100 };`;
    const schema = { type: "object", properties: { amount: { type: "integer" } } };
    await admin.registry.updateTool("echo", { input_schema: schema });
    const uploaded = await admin.policy.upload({ name: "limits", policy });
    expect(uploaded).toMatchObject({ name: "limits" });
    const error = await refusalOf(asAgent().execute("echo", { amount: 101 }), PolicyDeniedError);
    expect(error.decision.rule_id).toBe("limits.no-large");
    expect((await asAgent().execute("echo", { amount: 99 })).action).toBe("allow");
  });

  test("the service's own texts come as they are", async () => {
    const client = asUser("VIEWER");
    expect(await client.service.metrics()).toMatch(/^# HELP /m);
    expect(await client.service.openapi()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  });
});

describe("a receipt", () => {
  let keys: Awaited<ReturnType<Portcullis["transparency"]["keys"]>>["keys"];
  beforeAll(async () => {
    ({ keys } = await asUser("AUDITOR").transparency.keys());
  });
  const receiptOf = async (auditId: string) => {
    const auditor = asUser("AUDITOR");
    const found = await waitFor(
      () =>
        auditor.audit
          .receipt(auditId)
          .catch((error: unknown) => (error instanceof NotFoundError ? null : Promise.reject(error))),
      { what: "the row" },
    );
    return found.receipt;
  };

  test("is verified offline by keys that were pinned before, and its content is the call's", async () => {
    const { audit_id } = await asAgent().execute("echo", { n: 7 });
    const receipt = await receiptOf(audit_id);
    expect(verifyReceipt(receipt, { keys })).toEqual({ valid: true, checked: "signature", violations: [] });
    expect(receipt.audit_id).toBe(audit_id);
    expect(JSON.parse(receipt.content)).toMatchObject({ agent_id: tenant().agent.id, tool: "echo" });
    expect(await asUser("AUDITOR").receipts.verify({ receipt })).toMatchObject({ valid: true });
  });

  test("that was touched anywhere, or that another key signed, is not valid", async () => {
    const receipt = await receiptOf((await asAgent().execute("echo", { n: 8 })).audit_id);
    const touched = [
      { ...receipt, content: receipt.content.replace('"echo"', '"ecko"') },
      { ...receipt, audit_id: randomUUID() },
      { ...receipt, event_hash: receipt.event_hash.replace(/^./, (first) => (first === "0" ? "1" : "0")) },
      { ...receipt, prev_hash: null },
    ];
    for (const one of touched) expect(verifyReceipt(one, { keys }).valid).toBe(false);
    expect(verifyReceipt(receipt, { keys: [] })).toMatchObject({
      valid: false,
      violations: [{ code: "unknown_key" }],
    });
  });
});
