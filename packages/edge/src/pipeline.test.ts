import { readFileSync } from "node:fs";
import { executeData, Refusal, STAGES } from "@portcullis/contract";
import { auditIdOf, formatJson, newId, sha256Hex } from "@portcullis/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CallObserver } from "./ports.js";
import { AGENT, agentFacts, functionTools, permitFor, TENANT } from "./testing/local-control-plane.js";
import { call, createTestEdges, executions, refusals, seen } from "./testing/test-edges.js";

const { setUp, close } = createTestEdges();
afterEach(async () => {
  vi.useRealTimers();
  await close();
});

describe("a permitted call", () => {
  it("answers the decision envelope, the result and what it cost, and leaves one record", async () => {
    const { send, records } = await setUp();
    const answer = await send(call, { "x-request-id": "r-1", "x-trace-id": "t-1" });
    expect(answer.status).toBe(200);
    expect(() => executeData.parse(answer.body.data)).not.toThrow();
    expect(answer.headers).toMatchObject({ "x-request-id": "r-1", "x-trace-id": "t-1" });
    expect(answer.body).toMatchObject({
      success: true,
      error: null,
      data: {
        action: "allow",
        audit_id: auditIdOf(TENANT, "r-1"),
        result: { text: "hello" },
        tool_status: 200,
        redactions: [],
        cost_usd: "0",
      },
    });
    expect(executions(records)).toMatchObject([
      { outcome: "allowed", code: null, dispatched: true, request_id: "r-1" },
    ]);
  });

  it("passes the eleven stages in their order", async () => {
    const { send, records } = await setUp();
    await send(call);
    expect(executions(records)[0]?.timeline.map(({ stage }) => stage)).toEqual([...STAGES]);
  });

  it("is redacted, and its cost is the answer's tokens at the rate", async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 500_000 };
    const { send, records } = await setUp({
      tools: functionTools({ echo: () => ({ mail: "ann@example.com", usage }) }),
    });
    const { body } = await send(call);
    expect(body.data).toMatchObject({ cost_usd: "2", redactions: [{ kind: "email", count: 1 }] });
    expect(JSON.stringify(body)).not.toContain("ann@example.com");
    expect(executions(records)[0]).toMatchObject({ usage, redactions: [{ kind: "email", count: 1 }] });
  });

  it("folds the tool's name and takes it from the path", async () => {
    const { edge, headers } = await setUp();
    const body = Buffer.from('{"payload":{"a":1}}');
    const answer = seen(await edge.execute({ body, headers, address: "::1", toolNameInPath: " ECHO " }));
    expect(answer.body.data).toMatchObject({ result: { a: 1 } });
  });

  it("sends only the argument values that policies read", async () => {
    const { send, plane } = await setUp();
    plane.change({ policy: { revision: "p2", argument_paths: { echo: ["/amount", "/absent"], "*": ["/deep/0/x"] } } });
    await send({ tool_name: "echo", payload: { amount: 5, deep: [{ x: "y" }], secret: "s3cret" } });
    expect(plane.questions[0]).toMatchObject({ policy_revision: "p2", arguments: { "/amount": 5, "/deep/0/x": "y" } });
    expect(JSON.stringify(plane.questions[0])).not.toContain("s3cret");
  });

  it("takes an integer of any length as it was written: the tool, the hash, the policies, the answer and its record", async () => {
    const ran: unknown[] = [];
    const { send, edge, headers, plane, records } = await setUp({
      tools: functionTools({
        echo: ({ payload }) => {
          ran.push(payload);
          return payload;
        },
      }),
    });
    plane.change({ policy: { revision: "p2", argument_paths: { echo: ["/n"] } } });
    const payload = { n: 12345678901234567890n };
    const next = { n: 12345678901234567891n };
    const small = { n: 1 };
    for (const one of [payload, next, small]) await send(`{"tool_name":"echo","payload":${formatJson(one)}}`);
    const body = { value: { tool_name: "echo", payload } };
    const embedded = seen(await edge.execute({ body, headers, address: "::1" }));
    expect(ran).toEqual([payload, next, small, payload]);
    expect(embedded.body.data).toMatchObject({ result: payload });
    expect(plane.questions.map(({ payload_hash }) => payload_hash)).toEqual(
      [payload, next, small, payload].map((one) => sha256Hex(formatJson(one))),
    );
    expect(plane.questions[0]?.arguments).toEqual({ "/n": payload.n });
    expect(new Set(plane.questions.map(({ body_hash }) => body_hash)).size).toBe(3);
    // The shape has types, and a number is a number.
    expect(new Set(plane.questions.map(({ shape_hash }) => shape_hash)).size).toBe(1);
    expect(executions(records)).toHaveLength(4);
  });

  it("reads the argument values again when the policies changed meanwhile", async () => {
    const { send, plane } = await setUp();
    plane.decideWith = (question) =>
      question.policy_revision === "p9"
        ? permitFor(question)
        : {
            verdict: "again",
            reason: "policy_revision_changed",
            after_ms: 0,
            policy_revision: "p9",
            argument_paths: ["/text"],
          };
    expect((await send(call)).status).toBe(200);
    expect(plane.questions[1]?.arguments).toEqual({ "/text": "hello" });
  });

  it("waits for the twin with the same idempotency key and gives its answer", async () => {
    const { send, plane, records } = await setUp();
    let asked = 0;
    plane.decideWith = () =>
      ++asked < 3
        ? { verdict: "again", reason: "idempotent_call_running", after_ms: 5 }
        : {
            verdict: "replay",
            status: 200,
            code: null,
            text: '{"success":true,"data":{"result":1},"error":null,"meta":null}',
          };
    expect(await send(call, { "x-idempotency-key": "k" })).toMatchObject({
      status: 200,
      body: { data: { result: 1 } },
    });
    expect(records.records).toEqual([]);
  });

  it("keeps its answer with the record when the permit asks for it", async () => {
    const { send, records } = await setUp();
    const { body } = await send(call, { "x-idempotency-key": "k" });
    expect(executions(records)[0]?.answer).toEqual({ status: 200, body });
  });

  it("answers 503 and offers the record again when it cannot be stored", async () => {
    const { send, records, edge } = await setUp();
    records.broken = true;
    expect((await send(call)).status).toBe(503);
    records.broken = false;
    await edge.close();
    expect(executions(records)).toMatchObject([{ outcome: "allowed", dispatched: true }]);
  });
});

describe("the decision", () => {
  it("passes a refusal on as the control plane gave it, without a record of its own", async () => {
    const { send, plane, records } = await setUp();
    const data = { action: "deny", rule_id: "agent.deny.destructive_sql" };
    plane.decideWith = () => ({ verdict: "refuse", code: "policy_denied", data, audit_id: newId() });
    expect(await send(call)).toMatchObject({ status: 403, body: { error: "policy_denied", data } });
    expect(records.records).toEqual([]);
  });

  it("answers 504 after the deadline and closes the permit that comes too late", async () => {
    const { send, plane, records } = await setUp({ options: { decisionTimeoutMs: 20 } });
    let release: () => void = () => {};
    plane.decideWith = (question) => new Promise((resolve) => (release = () => resolve(permitFor(question))));
    const answer = await send(call, { "x-request-id": "late" });
    expect(answer).toMatchObject({
      status: 504,
      body: { error: "decision_timeout", data: { deadline_seconds: 0.02, request_id: "late" } },
    });
    expect(records.records).toEqual([]);
    release();
    await vi.waitFor(
      () => expect(executions(records)).toMatchObject([{ outcome: "not_started", dispatched: false }]),
      20_000,
    );
  });

  it.each([
    ["after the deadline", 20, 504],
    ["before it", 600_000, 503],
  ])(
    "leaves a record for each of its questions that were lost %s: any of them may have been permitted",
    async (_, decisionTimeoutMs, status) => {
      const { send, plane, records, edge } = await setUp({ options: { decisionTimeoutMs } });
      const lose: (() => void)[] = [];
      plane.decideWith = () =>
        new Promise((_resolve, reject) => lose.push(() => reject(new Refusal("store_unavailable"))));
      const ids = Array.from({ length: 5 }, (_each, index) => `lost-${index}`);
      const answering = ids.map((id) => send(call, { "x-request-id": id }));
      if (status === 504) await Promise.all(answering);
      await vi.waitFor(() => expect(lose).toHaveLength(5), 20_000);
      for (const each of lose) each();
      expect((await Promise.all(answering)).map((answer) => answer.status)).toEqual(Array(5).fill(status));
      await edge.close();
      expect(refusals(records).map(({ request_id, count }) => [request_id, count])).toEqual(ids.map((id) => [id, 1]));
    },
  );

  it("answers 504 at the deadline also where the policies changed meanwhile and it had to ask again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { send, plane } = await setUp({ options: { decisionTimeoutMs: 100 } });
    const change = { after_ms: 0, policy_revision: "p2", argument_paths: [] };
    plane.decideWith = () =>
      new Promise((resolve) =>
        setTimeout(() => resolve({ verdict: "again", reason: "policy_revision_changed", ...change }), 60),
      );
    const answering = send(call);
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.race([answering, "nothing yet"])).toMatchObject({ status: 504 });
    expect(plane.questions).toHaveLength(2);
  });

  it("runs nothing on a permit that has lapsed, and records it as not started", async () => {
    const ran = vi.fn();
    const { send, plane, records } = await setUp({ tools: functionTools({ echo: ran }) });
    plane.decideWith = (question) => permitFor(question, { lapses_after_ms: 1 });
    const decide = plane.decide.bind(plane);
    plane.decide = async (question) => ({ ...(await decide(question)), sentAtMs: performance.now() - 2 });
    expect((await send(call)).status).toBe(504);
    expect(ran).not.toHaveBeenCalled();
    expect(executions(records)).toMatchObject([
      { outcome: "not_started", dispatched: false, code: "decision_timeout" },
    ]);
  });

  it("runs nothing when the permit comes after the kill", async () => {
    const ran = vi.fn();
    const { send, plane, records } = await setUp({ tools: functionTools({ echo: ran }) });
    plane.decideWith = (question) => {
      plane.change({
        kill_switch: { engaged: true, engaged_at: "2026-01-01T00:00:00.000Z", engaged_by: "u", reason: "drill" },
      });
      return permitFor(question);
    };
    expect(await send(call)).toMatchObject({
      status: 403,
      body: { error: "kill_switch_engaged", data: { reason: "drill" } },
    });
    expect(ran).not.toHaveBeenCalled();
    expect(executions(records)).toMatchObject([{ outcome: "not_started", code: "kill_switch_engaged" }]);
  });

  it("turns an unknown error of a port into a refusal that ran nothing", async () => {
    const observe = vi.fn<CallObserver>();
    const { send, plane, records } = await setUp({ options: { observe } });
    const cause = new Error("secret detail");
    plane.decide = () => Promise.reject(cause);
    const answer = await send(call);
    expect(answer).toMatchObject({ status: 500, body: { error: "internal_error" } });
    expect(JSON.stringify(answer)).not.toContain("secret detail");
    expect(refusals(records)).toMatchObject([{ code: "internal", tool_name: "echo" }]);
    // Whoever keeps a log is told what it was, and of which call.
    const requestId = answer.headers["x-request-id"];
    expect(observe).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ error: "internal", cause, requestId }));
  });
});

describe("an edge", () => {
  it("lists only granted tools", async () => {
    const { edge, headers, plane } = await setUp();
    const grants = [
      { tool_name: "echo", action: "ALLOW" as const },
      { tool_name: "drop", action: "ALLOW" as const },
      { tool_name: "drop", action: "DENY" as const },
      { tool_name: "extra", action: "ALLOW" as const },
    ];
    plane.change({ agents: { [AGENT]: agentFacts({ grants }) } });
    expect(await edge.grantedTools({ headers, address: "::1" }, ["Echo", "drop", "extra", "none"])).toEqual(["Echo"]);
  });

  it("knows whether a token lacks what its agent has been granted, denied or had escalated since", async () => {
    const { edge, headers, plane } = await setUp();
    const lacks = () => edge.lacksGrants({ headers, address: "::1" });
    const { grants } = agentFacts();
    expect(await lacks()).toBe(false);
    for (const action of ["ALLOW", "DENY", "ESCALATE"] as const) {
      plane.change({ agents: { [AGENT]: agentFacts({ grants: [...grants, { tool_name: "extra", action }] }) } });
      expect(await lacks()).toBe(true);
    }
    plane.change({ agents: { [AGENT]: agentFacts({ grants: grants.slice(1) }) } });
    expect(await lacks()).toBe(false);
  });

  it("aborts what runs and keeps its record when it closes", async () => {
    let started: () => void = () => {};
    const isRunning = new Promise<void>((resolve) => (started = resolve));
    const { send, edge, records } = await setUp({ tools: functionTools({ echo: () => new Promise(() => started()) }) });
    const running = send(call);
    await isRunning;
    await edge.close();
    expect((await running).status).toBe(503);
    expect(executions(records)).toMatchObject([{ outcome: "aborted" }]);
  });

  it("keeps the pipeline on one page", () => {
    const page = readFileSync(new URL("./pipeline.ts", import.meta.url), "utf8");
    expect(page.split("\n").length).toBeLessThanOrEqual(60);
  });
});
