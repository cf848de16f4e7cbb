// The published client against a real deployment: signing in, every typed error provoked for real, resources, lists,
// AbortSignal, receipts checked offline.

import { randomUUID } from "node:crypto";
import {
  ApprovalRequiredError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DecisionTimeoutError,
  KillSwitchEngagedError,
  NotFoundError,
  PermissionError,
  PolicyDeniedError,
  Portcullis,
  type PortcullisError,
  RateLimitError,
  ServiceUnavailableError,
  UpstreamTimeoutError,
  ValidationError,
} from "@portcullis/sdk";
import { verifyReceipt } from "@portcullis/sdk/verify";
import {
  HOMES,
  type HomeName,
  openOwnerConnection,
  type TestAgent,
  useDatabase,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";

const stack = useStack(useDatabase("sqlite"), {
  oneTenant: true,
  toolNames: ["echo", "emails", "fail", "fail_retry", "hang", "hold", "priced", "dead", "huge"],
});
const tenant = () => stack().tenant;
const urlOf = (home: HomeName) => stack().urlOf(home);

const asUser = (role: "ADMIN" | "SECURITY" | "AUDITOR" | "VIEWER", home: HomeName = "control plane") => {
  const { email, password } = tenant().users[role];
  return new Portcullis({ baseUrl: urlOf(home), tenantId: tenant().id, user: { email, password } });
};
const asAgent = (agent: TestAgent = tenant().agent, more: { maxAttempts?: number; timeoutMs?: number } = {}) =>
  new Portcullis({ baseUrl: urlOf("sidecar"), tenantId: tenant().id, agent, ...more });

/** What a call is refused with; throws when it is not. */
async function refusalOf<T extends PortcullisError>(
  call: PromiseLike<unknown>,
  kind: abstract new (...args: never[]) => T,
): Promise<T> {
  const error = await Promise.resolve(call).then(
    (value) => new Error(`not refused: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof kind) return error;
  throw error;
}

describe.each(HOMES)("signing in at the %s", (home) => {
  test("by API key needs no tenant: the key names it", async () => {
    const { key } = await tenant().createApiKey(["execute", "read"]);
    const client = new Portcullis({ baseUrl: urlOf(home), apiKey: key, agentId: tenant().agent.id });
    expect((await client.execute("echo", { n: 1 })).result).toMatchObject({ ran: "echo", body: { n: 1 } });
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

describe("each refusal has a class of its own", () => {
  test("PolicyDeniedError with the decision", async () => {
    const stranger = await tenant().createAgent();
    const error = await refusalOf(asAgent(stranger).execute("echo"), PolicyDeniedError);
    expect(error).toBeInstanceOf(PermissionError);
    expect(error).toMatchObject({ status: 403, code: "policy_denied", traceId: expect.any(String) });
    expect(error.decision).toMatchObject({
      action: "deny",
      rule_id: "agent.deny.tool_not_granted",
      findings: ["tool_not_granted"],
      signals_evaluated: { policy: { triggered: true } },
    });
    expect(error.message).toMatch(/^policy_denied: /);
  });

  test("ApprovalRequiredError with the key; approved, the same call with the key goes through once", async () => {
    const agent = await tenant().createAgent({ grants: { echo: "ESCALATE" } });
    const client = asAgent(agent);
    const error = await refusalOf(client.execute("echo", { n: 4 }), ApprovalRequiredError);
    expect(error.reason).toEqual(expect.any(String));
    const { approvalKey } = error;
    const pending = await asUser("AUDITOR").autoResponse.listPending({ limit: 500 });
    expect(pending.items.map(({ key }) => key)).toContain(approvalKey);
    await asUser("ADMIN").autoResponse.approvePending(approvalKey, { reason: "seen" });
    expect((await client.execute("echo", { n: 4 }, { approvalKey })).action).toBe("allow");
    await refusalOf(client.execute("echo", { n: 4 }, { approvalKey }), ApprovalRequiredError);
  });

  test("RateLimitError with the limit's kind and retryAfter; a client with patience waits and gets through", async () => {
    const agent = await tenant().createAgent({
      grants: ["echo"],
      metadata: { requests_per_second: 1, burst: 1 },
    });
    const client = asAgent(agent, { maxAttempts: 1 });
    const errors = await Promise.all(
      Array.from({ length: 6 }, () =>
        client.execute("echo").then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    const limited = errors.filter((error) => error instanceof RateLimitError);
    expect(limited.length).toBeGreaterThanOrEqual(3);
    expect(limited[0]).toMatchObject({ status: 429, code: "rate_limited", retryAfter: expect.any(Number) });
    expect(limited[0]?.retryAfter).toBeGreaterThanOrEqual(1);
    expect(limited[0]?.limitType).toMatch(/^tenant_(rps|burst)$/);
    expect((await asAgent(agent, { maxAttempts: 10 }).execute("echo")).action).toBe("allow");
  });

  test("RateLimitError of type agent_cost where a cap has no room left", async () => {
    const agent = await tenant().createAgent({ grants: ["priced"], metadata: { daily_cost_cap_usd: "0.1" } });
    const error = await refusalOf(asAgent(agent, { maxAttempts: 1 }).execute("priced"), RateLimitError);
    expect(error).toMatchObject({ limitType: "agent_cost", data: { scope: "agent" } });
  });

  test("KillSwitchEngagedError with who and why, for a call that is running and for the next", async () => {
    const security = asUser("SECURITY");
    const running = refusalOf(asAgent().execute("hold"), KillSwitchEngagedError);
    await waitFor(() => stack().tools.runs.some(({ tool }) => tool === "hold"), { what: "the tool to run" });
    await security.killSwitch.engage({ reason: "an incident" });
    expect(await running).toMatchObject({ data: { reason: "an incident", audit_id: expect.any(String) } });
    const next = await refusalOf(asAgent().execute("echo"), KillSwitchEngagedError);
    expect(next.data).toMatchObject({ engaged_by: tenant().users.SECURITY.id, reason: "an incident" });
    expect(await security.killSwitch.get()).toMatchObject({ engaged: true });
    await security.killSwitch.disengage({ reason: "over" });
    await waitFor(
      () =>
        asAgent()
          .execute("echo")
          .then(
            () => true,
            () => false,
          ),
      { what: "calls to go through" },
    );
  });

  test("UpstreamTimeoutError when the tool does not answer, once: it may have run", async () => {
    const before = stack().tools.runs.filter(({ tool }) => tool === "hang").length;
    const error = await refusalOf(asAgent().execute("hang"), UpstreamTimeoutError);
    expect(error).toMatchObject({ status: 504, code: "upstream_timeout" });
    expect(stack().tools.runs.filter(({ tool }) => tool === "hang")).toHaveLength(before + 1);
  });

  test("DecisionTimeoutError when the decision is late, and nothing ran", async () => {
    const hasty = await stack().startSidecar(tenant(), { DECISION_GATHER_TOTAL_TIMEOUT: "0.3" });
    const client = new Portcullis({ baseUrl: hasty.url, tenantId: tenant().id, agent: tenant().agent });
    await client.execute("echo");
    // Another writer has the database: no decision is made before it lets go.
    const owner = await openOwnerConnection(stack().databaseUrl);
    await owner.run("begin immediate");
    const payload = { hasty: randomUUID() };
    const error = await refusalOf(client.execute("echo", payload), DecisionTimeoutError);
    await owner.run("rollback");
    await owner.close();
    expect(error).toMatchObject({
      status: 504,
      code: "decision_timeout",
      data: { deadline_seconds: 0.3, request_id: error.requestId },
    });
    expect(stack().tools.runs.filter(({ body }) => body === JSON.stringify(payload))).toEqual([]);
  });

  test("ServiceUnavailableError for a tool that fails, with its redacted answer, and for one that is not there", async () => {
    const failed = await refusalOf(asAgent().execute("fail"), ServiceUnavailableError);
    expect(failed).toMatchObject({
      status: 502,
      code: "upstream_error",
      data: { tool_status: 503, result: { problem: "out of paper" } },
    });
    expect(JSON.stringify(failed.data)).not.toContain("ops@example.com");
    const gone = await refusalOf(asAgent().execute("dead"), ServiceUnavailableError);
    expect(gone.code).toBe("upstream_unreachable");
    const huge = await refusalOf(asAgent().execute("huge"), ServiceUnavailableError);
    expect(huge.code).toBe("response_too_large");
  });

  test("ValidationError names each field; NotFoundError, ConflictError and PermissionError say what they say", async () => {
    const admin = asUser("ADMIN");
    const invalid = await refusalOf(admin.agents.create({ name: "" }), ValidationError);
    expect(invalid.details).toMatchObject([{ loc: expect.arrayContaining(["name"]), msg: expect.any(String) }]);
    expect(await refusalOf(admin.agents.get(randomUUID()), NotFoundError)).toMatchObject({ status: 404 });
    const taken = await refusalOf(admin.registry.createTool({ tool_name: "ECHO" }), ConflictError);
    expect(taken).toMatchObject({ status: 409, data: { field: "tool_name" } });
    const forbidden = await refusalOf(asUser("VIEWER").agents.create({ name: "x" }), PermissionError);
    expect(forbidden.message).toMatch(/^Write operations require ADMIN or SECURITY role/);
  });

  test("ConnectionError when nobody listens, and when the client's own time is over", async () => {
    const nobody = new Portcullis({ baseUrl: "http://127.0.0.1:9", tenantId: tenant().id, agent: tenant().agent });
    expect(await refusalOf(nobody.execute("echo"), ConnectionError)).toMatchObject({
      status: 0,
      code: "connection_failed",
      hint: expect.any(String),
    });
    const hasty = asAgent(tenant().agent, { maxAttempts: 1 });
    expect(await refusalOf(hasty.execute("hold", {}, { timeoutMs: 200 }), ConnectionError)).toMatchObject({
      code: "timed_out",
    });
    stack().tools.release();
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
