import { auditIdOf } from "@portcullis/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AGENT, functionTools, permitFor, TENANT } from "../testing/local-control-plane.js";
import { call, createTestEdges, executions, refusals } from "../testing/test-edges.js";

const { setUp, close } = createTestEdges();
afterEach(close);

describe("a call that its caller takes back", () => {
  it("while its tool runs is stopped at once, is not to be repeated blindly, and its record says why", async () => {
    const cancel = new AbortController();
    const tools = functionTools({
      echo: () => {
        queueMicrotask(() => cancel.abort());
        return new Promise(() => {});
      },
    });
    const { send, records } = await setUp({ tools });
    const answer = await send(call, { "x-request-id": "c-1" }, { cancelled: cancel.signal });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: "call_cancelled",
        data: { action: "allow", audit_id: auditIdOf(TENANT, "c-1") },
        meta: { retryable: false, hint: expect.stringContaining("may have done its work") },
      },
    });
    expect(executions(records)).toMatchObject([{ outcome: "aborted", dispatched: true, code: "call_cancelled" }]);
  });

  it("before its tool was called never calls it, and gives its permit back", async () => {
    const cancel = new AbortController();
    const tool = vi.fn(() => 1);
    const { send, plane, records } = await setUp({ tools: functionTools({ echo: tool }) });
    plane.decideWith = (question) => {
      cancel.abort();
      return permitFor(question);
    };
    const answer = await send(call, {}, { cancelled: cancel.signal });
    expect(answer).toMatchObject({ status: 409, body: { error: "call_cancelled" } });
    expect(executions(records)).toMatchObject([{ outcome: "not_started", dispatched: false, code: "call_cancelled" }]);
    expect(tool).not.toHaveBeenCalled();
  });

  it("while it waits for an idempotent twin waits no longer, and is a refusal of its own", async () => {
    const cancel = new AbortController();
    const { send, plane, records, edge } = await setUp();
    plane.decideWith = () => ({ verdict: "again", reason: "idempotent_call_running", after_ms: 5000 });
    const waiting = send(call, { "x-idempotency-key": "k" }, { cancelled: cancel.signal });
    await vi.waitFor(() => expect(edge.status().running).toBe(1), 20_000);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    cancel.abort();
    expect(await waiting).toMatchObject({ status: 409, body: { error: "call_cancelled" } });
    vi.useRealTimers();
    expect(refusals(records)).toMatchObject([{ code: "call_cancelled", agent_id: AGENT }]);
  });

  it("once it has its answer keeps it", async () => {
    const cancel = new AbortController();
    const { send, records, edge } = await setUp();
    const answer = await send(call, {}, { cancelled: cancel.signal });
    cancel.abort();
    expect(answer.status).toBe(200);
    expect(executions(records)).toMatchObject([{ outcome: "allowed", code: null }]);
    expect(edge.status().running).toBe(0);
  });
});
