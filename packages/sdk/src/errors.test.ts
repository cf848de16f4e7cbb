import nock from "nock";
import { describe, expect, it } from "vitest";
import { BASE, client, failure, serveExecute, success, useNock } from "./client-fixture.js";
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
  PortcullisError,
  RateLimitError,
  ServiceUnavailableError,
  UpstreamError,
  UpstreamTimeoutError,
  ValidationError,
} from "./errors.js";

useNock();

describe("errors", () => {
  const cases: [number, string, unknown][] = [
    [401, "invalid_token", AuthenticationError],
    [403, "agent_quarantined", PermissionError],
    [403, "policy_denied", PolicyDeniedError],
    [403, "kill_switch_engaged", KillSwitchEngagedError],
    [403, "approval_required", ApprovalRequiredError],
    [404, "agent_not_found", NotFoundError],
    [409, "request_id_reused", ConflictError],
    [422, "validation_failed", ValidationError],
    [429, "rate_limited", RateLimitError],
    [502, "upstream_error", UpstreamError],
    [502, "upstream_unreachable", ServiceUnavailableError],
    [503, "store_unavailable", ServiceUnavailableError],
    [504, "decision_timeout", DecisionTimeoutError],
    [504, "upstream_timeout", UpstreamTimeoutError],
  ];
  it.each(cases)("%i %s has its own class, code and request id", async (status, code, Class) => {
    serveExecute([{ status, body: failure(code, { code }), headers: { "retry-after": "7" } }]);
    const error = await client({ maxAttempts: 1 })
      .execute("db.query")
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Class);
    expect(error).toMatchObject({ status, code, requestId: "answered-id", retryAfter: 7 });
  });

  it("tells the seconds to wait of a date as well, as a proxy on the way may write it", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    serveExecute([{ status: 429, body: {}, headers: { "retry-after": date } }]);
    const error = await client({ maxAttempts: 1 })
      .execute("t")
      .catch((thrown: unknown) => thrown);
    expect((error as RateLimitError).retryAfter).toSatisfy((seconds) => seconds > 0 && seconds <= 3600);
  });

  describe("an answer that is not the service's says nothing of the call", () => {
    const bodies: [string, object | string][] = [
      ["a page", "<h1>Gateway Time-out</h1>"],
      ["an error text that is a code of ours", { error: "decision_timeout" }],
      ["a denial without its envelope", { error: "policy_denied", data: null }],
      ["an envelope without a code", { success: false, data: null, error: "upstream_timeout", meta: null }],
    ];
    const classes: [number, unknown][] = [
      [403, PermissionError],
      [500, PortcullisError],
      [502, ServiceUnavailableError],
      [503, ServiceUnavailableError],
      [504, ServiceUnavailableError],
      [520, PortcullisError],
    ];
    const cases = bodies.flatMap(([what, body]) =>
      classes.map(([status, Class]) => [status, what, body, Class] as const),
    );
    it.each(cases)("%i with %s", async (status, _what, body, Class) => {
      nock(BASE).post("/execute").reply(status, body);
      const error = await client({ maxAttempts: 1 })
        .execute("db.query")
        .catch((caught: unknown) => caught);
      expect((error as Error).constructor).toBe(Class);
      expect(error).toMatchObject({ status, code: `HTTP ${status}` });
      if (status >= 500) expect((error as PortcullisError).hint).toContain("audit trail");
    });
  });

  it("a validation error says in its message which field is wrong, never what was sent", async () => {
    const details = [{ type: "missing", loc: ["body", "tool_name"], msg: "Field required", input: "a secret" }];
    serveExecute([{ status: 422, body: failure("Validation failed", { code: "validation_failed", details }) }]);
    await expect(client().execute("db.query")).rejects.toThrow(/^Validation failed: body\.tool_name: Field required$/);
  });

  it("upstream_error carries what the tool said", async () => {
    const data = { tool_status: 400, result: { problem: "no such table" } };
    serveExecute([{ status: 502, body: failure("upstream_error", { code: "upstream_error" }, data) }]);
    const error = (await client()
      .execute("db.query")
      .catch((caught: unknown) => caught)) as UpstreamError;
    expect(error).toBeInstanceOf(ServiceUnavailableError);
    expect([error.name, error.toolStatus, error.result]).toEqual(["UpstreamError", 400, data.result]);
  });

  it("policy_denied carries the decision envelope, approval_required its key", async () => {
    const decision = { action: "deny", rule_id: "agent.deny.destructive_sql", findings: ["destructive_sql"] };
    serveExecute([
      { status: 403, body: failure("policy_denied", { code: "policy_denied" }, decision) },
      {
        status: 403,
        body: failure("approval_required", { code: "approval_required" }, { approval_key: "k", reason: "r" }),
      },
    ]);
    const denied = (await client()
      .execute("db.query")
      .catch((error: unknown) => error)) as PolicyDeniedError;
    expect(denied.decision).toEqual(decision);
    expect(denied.message).toBe("policy_denied: refused by the rule agent.deny.destructive_sql.");
    const escalated = (await client()
      .execute("db.query")
      .catch((error: unknown) => error)) as ApprovalRequiredError;
    expect([escalated.approvalKey, escalated.reason]).toEqual(["k", "r"]);
  });

  it.each([
    ["upstream_error", 400, "upstream_error: the tool answered 400; `result` is what it said."],
    ["upstream_error", null, "upstream_error: See the row."],
    ["response_withheld", 200, "response_withheld: See the row."],
  ])("%s of a tool's %j says in its message what a log line must say", async (code, tool_status, message) => {
    serveExecute([
      { status: 502, body: failure(code, { code, hint: "See the row." }, { action: "allow", tool_status }) },
    ]);
    const error = await client({ maxAttempts: 1 })
      .execute("db.query")
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message, data: { tool_status } });
  });

  it("no answer within the timeout is a ConnectionError that says so", async () => {
    nock(BASE).get("/agents/summary").delayConnection(2000).reply(200, success({}));
    const error = await client({ timeoutMs: 20, maxAttempts: 1 })
      .agents.summary()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: "timed_out", hint: expect.stringContaining("`timeoutMs`") });
  });

  it("a certificate that is not trusted is told as one, not as a service that may be down", async () => {
    nock(BASE)
      .get("/agents/summary")
      .replyWithError(Object.assign(new Error("tls"), { code: "CERT_HAS_EXPIRED" }));
    const error = await client({ maxAttempts: 1 })
      .agents.summary()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "connection_failed", hint: expect.stringContaining("(CERT_HAS_EXPIRED)") });
  });

  it("no answer names the request of the last attempt, by which the audit trail knows the call", async () => {
    const sent: string[] = [];
    nock(BASE)
      .post("/execute")
      .times(3)
      .reply(function () {
        sent.push(String(this.req.headers["x-request-id"]));
        this.req.destroy(new Error("lost"));
        return [500, ""];
      });
    const error = await client()
      .execute("db.query")
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(new Set(sent).size).toBe(3);
    expect((error as ConnectionError).requestId).toBe(sent.at(-1));
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      "a payload that contains itself",
      () => {
        const payload: Record<string, unknown> = {};
        payload.self = payload;
        return client().execute("db.query", payload);
      },
    ],
    ["a header with a line end", () => client().execute("db.query", {}, { approvalKey: "a\nb" })],
    ["a trace id with a line end", () => client().execute("db.query", {}, { traceId: "a\nb" })],
    ["a tenant that no header can hold", () => client({ tenantId: "→" }).agents.summary()],
  ])("a mistake of the caller's is a TypeError at once, and no failure of the service: %s", async (_what, call) => {
    await expect(call()).rejects.toBeInstanceOf(TypeError);
  });

  it("an aborted signal rejects with its own reason and nothing is retried", async () => {
    const reason = new Error("not needed any more");
    await expect(client().execute("db.query", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
