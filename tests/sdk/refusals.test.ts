// The published client against a real deployment: every typed error provoked for real.

import { randomUUID } from "node:crypto";
import {
  ApprovalRequiredError,
  ConflictError,
  ConnectionError,
  DecisionTimeoutError,
  KillSwitchEngagedError,
  NotFoundError,
  PermissionError,
  PolicyDeniedError,
  Portcullis,
  RateLimitError,
  ServiceUnavailableError,
  UpstreamTimeoutError,
  ValidationError,
} from "@portcullis/sdk";
import { openOwnerConnection, waitFor } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";
import { refusalOf, useClients } from "./client-stack.js";

const { stack, tenant, asUser, asAgent } = useClients();

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
      metadata: { requests_per_second: 0.2, burst: 1 },
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
    expect(limited).not.toEqual([]);
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
    const isFirst = () =>
      client.execute("echo").then(
        () => true,
        () => false,
      );
    await waitFor(isFirst, { what: "a call to be decided in time" });
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
