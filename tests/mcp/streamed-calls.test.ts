// Calls that last: what a client is told while the tool runs, how long it waits for a sign of life, how it takes a call back, and what
// becomes of the call of a client that goes away.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { auditRowOf, type TestAgent, waitFor } from "@portcullis/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import type { PeerCall } from "./mcp-peer-tools.js";
import { basic, connectMcp, tellsOfLoad, textOf, untilDecided, useMcpStack } from "./mcp-stack.js";

const mcp = useMcpStack();
const STREAM = { accept: "application/json, text/event-stream" };
const TOOLS = ["echo", "hold", "wait", "chatter", "test_tool_with_progress"];
let agent: TestAgent;
let other: TestAgent;
beforeAll(async () => {
  const grants = [...TOOLS.map((name) => `peer.${name}`), "everything.trigger-long-running-operation"];
  agent = await mcp().stack.tenant.createAgent({ grants });
  other = await mcp().stack.tenant.createAgent({ grants });
});

interface Posted {
  readonly as?: TestAgent;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}
function post(message: unknown, { as = agent, headers = {}, signal }: Posted = {}): Promise<Response> {
  return fetch(`${mcp().stack.sidecarUrl}/mcp/peer`, {
    method: "POST",
    headers: { authorization: basic(as), accept: "application/json", "content-type": "application/json", ...headers },
    body: JSON.stringify(message),
    ...(signal === undefined ? {} : { signal }),
  });
}
const call = (name: string, id: number | string = 1, meta: Record<string, unknown> = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: {}, _meta: meta },
});
const cancel = (requestId: number | string) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId, reason: "no longer wanted" },
});
const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const openSession = async (as = agent) => (await post(initialize, { as })).headers.get("mcp-session-id") as string;

/** The messages of a stream that has ended. */
function messagesIn(stream: string): { id?: unknown; result?: Record<string, unknown>; params?: unknown }[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string));
}

/** Sends a message whose answer is there at once; again for as long as the machine is too busy to decide its calls. */
function postDecided(message: unknown, posted: Posted = {}): Promise<Response> {
  const sendInTime = async () => {
    const answer = await post(message, posted);
    return tellsOfLoad(await answer.clone().text()) ? undefined : answer;
  };
  return waitFor(sendInTime, { what: "a call to be decided in time" });
}

interface Started {
  readonly answer: Promise<Response>;
  readonly entered: PeerCall;
}

/** Starts a call and waits until its tool runs; sends it again if the machine was too busy to decide it. */
function start(name: string, send: () => Promise<Response>): Promise<Started> {
  return waitFor(() => startOnce(name, send), { what: `a call of ${name} to be decided in time` });
}

async function startOnce(name: string, send: () => Promise<Response>): Promise<Started | undefined> {
  const before = mcp().peer.calls.length;
  const answer = send();
  const refused = answer.then(async (it) => {
    const text = await it.clone().text();
    if (tellsOfLoad(text)) return undefined;
    throw new Error(`The call of ${name} ended before its tool was entered: ${text}`);
  });
  // Of a call whose tool runs nobody asks how it ended.
  refused.catch(() => undefined);
  const entered = await Promise.race([mcp().peer.entered(name, before), refused]);
  return entered && { answer, entered };
}
const rowOf = (entered: PeerCall) => auditRowOf(mcp().stack, String(entered.meta["portcullis/request_id"]));

describe("a call that lasts", () => {
  test("is answered as a stream long before its tool ends, with the redacted result as its last event", async () => {
    const { answer, entered } = await start("wait", () => post(call("wait"), { headers: STREAM }));
    const { status, headers, body } = await answer;
    expect({ status, type: headers.get("content-type") }).toEqual({
      status: 200,
      type: "text/event-stream; charset=utf-8",
    });
    expect(headers.get("x-accel-buffering")).toBe("no");
    entered.finish();
    const messages = messagesIn(await new Response(body).text());
    expect(messages).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        result: expect.objectContaining({ content: [{ type: "text", text: "waited for [REDACTED:EMAIL]" }] }),
      },
    ]);
  });

  test("is answered as JSON to a client that takes nothing else", async () => {
    const { answer, entered } = await start("wait", () => post(call("wait")));
    entered.finish();
    const { headers, ...response } = await answer.then(async (it) => ({ headers: it.headers, json: await it.json() }));
    expect(headers.get("content-type")).toBe("application/json");
    expect(response.json).toMatchObject({ id: 1, result: { content: expect.anything() } });
  });

  test("is ended by the kill switch as any other: a refusal as the stream's result", async () => {
    const { answer, entered } = await start("hold", () => post(call("hold"), { headers: STREAM }));
    const stream = await answer;
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const admin = mcp().stack.tenant.users.ADMIN;
    const params = { tenant_id: mcp().stack.tenant.id };
    await mcp().stack.call("killSwitch.engage", { as: admin, params, body: { reason: "an incident" } });
    const [last, ...more] = messagesIn(await stream.text());
    expect(more).toEqual([]);
    expect(last?.result).toMatchObject({
      isError: true,
      structuredContent: {
        error: "kill_switch_engaged",
        engaged_by: admin.id,
        reason: "an incident",
        audit_id: expect.any(String),
      },
    });
    await mcp().stack.call("killSwitch.disengage", { as: admin, params, body: { reason: "over" } });
    expect(await rowOf(entered)).toMatchObject({ outcome: "aborted" });
    const { call: again } = await connectMcp(mcp(), "peer", agent);
    await waitFor(async () => (await again("echo")).isError !== true, { what: "calls to be let through again" });
  });

  test("runs to its end when its client goes away, and is a row like any other", async () => {
    const leave = new AbortController();
    const { answer, entered } = await start("wait", () =>
      post(call("wait"), { headers: STREAM, signal: leave.signal }),
    );
    await answer;
    leave.abort();
    expect(entered.signal.aborted).toBe(false);
    entered.finish();
    expect(await rowOf(entered)).toMatchObject({ decision: "allow", outcome: "allowed" });
  });

  test("whose client went away gives its answer to whoever repeats it with its idempotency key", async () => {
    const leave = new AbortController();
    const message = call("wait", 1, { "portcullis/idempotency_key": randomUUID() });
    const { answer, entered } = await start("wait", () => post(message, { headers: STREAM, signal: leave.signal }));
    await answer;
    leave.abort();
    const before = mcp().peer.calls.length;
    const repeat = postDecided(message);
    entered.finish();
    expect(await (await repeat).text()).toContain("waited for [REDACTED:EMAIL]");
    expect(mcp().peer.calls).toHaveLength(before);
  });
});

describe("progress", () => {
  test("of a tool over HTTP reaches the client that asked for it, redacted, and no log of the server's does", async () => {
    const { client } = await connectMcp(mcp(), "peer", agent);
    const others: unknown[] = [];
    client.fallbackNotificationHandler = async (notification) => void others.push(notification);
    const told: unknown[] = [];
    const onprogress = (it: unknown) => void told.push(it);
    const result = await untilDecided(() => client.callTool({ name: "chatter" }, undefined, { onprogress }));
    expect(told).toEqual([{ progress: 1, message: "asked [REDACTED:EMAIL]" }]);
    expect(result._meta).toMatchObject({ "portcullis/decision": { redactions: [{ kind: "email", count: 2 }] } });
    expect(others).toEqual([]);
  });

  test("of a tool over stdio does so too, step by step", async () => {
    const { client } = await connectMcp(mcp(), "everything", agent);
    const told: unknown[] = [];
    const onprogress = (it: unknown) => void told.push(it);
    const operation = { name: "trigger-long-running-operation", arguments: { duration: 0.3, steps: 3 } };
    await untilDecided(() => client.callTool(operation, undefined, { onprogress }));
    expect(told).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
  });

  test("comes under the client's own token, and only where it gave one; the server never sees that token", async () => {
    const before = mcp().peer.calls.length;
    const asking = call("chatter", 1, { progressToken: "mine-7" });
    const text = await (await postDecided(asking, { headers: STREAM })).text();
    expect(messagesIn(text).map(({ params }) => params)).toEqual([
      { progressToken: "mine-7", progress: 1, message: "asked [REDACTED:EMAIL]" },
      undefined,
    ]);
    expect(
      JSON.stringify(
        mcp()
          .peer.calls.slice(before)
          .map(({ meta }) => meta),
      ),
    ).not.toContain("mine-7");
    const silent = await (await postDecided(call("chatter"), { headers: STREAM })).text();
    expect(silent).not.toContain("progressToken");
  });

  test("keeps a client waiting that has a short time for silence alone", async () => {
    const { client } = await connectMcp(mcp(), "peer", agent);
    const before = mcp().peer.calls.length;
    const told: unknown[] = [];
    const options = { onprogress: (it: unknown) => void told.push(it), resetTimeoutOnProgress: true };
    const running = untilDecided(() => client.callTool({ name: "wait" }, undefined, options));
    const entered = await mcp().peer.entered("wait", before);
    const progressToken = entered.meta.progressToken as number;
    await entered.notify({ method: "notifications/progress", params: { progressToken, progress: 1 } });
    await waitFor(() => told.length === 1, { what: "the progress to be told before the answer" });
    entered.finish();
    expect((await running).isError ?? false).toBe(false);
  });
});

describe("notifications/cancelled", () => {
  test("of the SDK's client stops its tool, and the row says so", async () => {
    const { client } = await connectMcp(mcp(), "peer", agent);
    const before = mcp().peer.calls.length;
    const stop = new AbortController();
    const running = untilDecided(() => client.callTool({ name: "hold" }, undefined, { signal: stop.signal }));
    const entered = await mcp().peer.entered("hold", before);
    stop.abort("changed my mind");
    await expect(running).rejects.toThrow();
    await waitFor(() => entered.signal.aborted, { what: "the tool to be cancelled" });
    const row = await rowOf(entered);
    expect(row).toMatchObject({ decision: "allow", outcome: "aborted" });
    expect(JSON.parse(row.content)).toMatchObject({ code: "call_cancelled", billable: true });
  });

  test("ends the stream of its call without a result, and is itself answered 202", async () => {
    const session = { ...STREAM, "mcp-session-id": await openSession() };
    const { answer, entered } = await start("hold", () => post(call("hold", "a-1"), { headers: session }));
    const stream = await answer;
    const accepted = await post(cancel("a-1"), { headers: session });
    expect([accepted.status, await accepted.text()]).toEqual([202, ""]);
    expect(await stream.text()).not.toContain("data:");
    expect(entered.signal.aborted || (await once(entered.signal, "abort"))).toBeTruthy();
  });

  test("of a client that takes JSON alone leaves its call the refusal as its answer", async () => {
    const headers = { "mcp-session-id": await openSession() };
    const { answer } = await start("hold", () => post(call("hold"), { headers }));
    await post(cancel(1), { headers });
    expect(await (await answer).json()).toMatchObject({
      id: 1,
      result: { isError: true, structuredContent: { error: "call_cancelled", audit_id: expect.any(String) } },
    });
  });

  test("ends no call of another session, another agent, another id or another server, and none without a session", async () => {
    const session = await openSession();
    const headers = { "mcp-session-id": session };
    const { answer, entered } = await start("wait", () => post(call("wait", 7), { headers }));
    const attempts = [
      post(cancel(7), { headers: { "mcp-session-id": await openSession() } }),
      post(cancel(7), { headers, as: other }),
      // As the agent of the call, by its id in a header.
      post(cancel(7), { headers: { ...headers, "x-agent-id": agent.id }, as: other }),
      post(cancel(8), { headers }),
      post(cancel("7"), { headers }),
      post(cancel(7)),
      post({ ...cancel(7), params: {} }, { headers }),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(attempts.map(() => 202));
    entered.finish();
    expect(await (await answer).text()).toContain("waited for");
    expect(await rowOf(entered)).toMatchObject({ outcome: "allowed" });
  });
});

describe("a session", () => {
  test("is given by initialize alone, and is a name: one that nobody was given is as good", async () => {
    expect(await openSession()).toMatch(/^[0-9a-f-]{36}$/);
    expect(await openSession()).not.toBe(await openSession());
    const headers = { "mcp-session-id": "of-a-sidecar-that-was-started-again" };
    const answer = await postDecided(call("echo"), { headers });
    expect(answer.headers.get("mcp-session-id")).toBeNull();
    expect(await answer.json()).toMatchObject({ id: 1, result: { content: expect.anything() } });
  });

  test.each(["GET", "DELETE"])("has no stream of its own and no end: %s is 405", async (method) => {
    const headers = { authorization: basic(agent), accept: "text/event-stream", "mcp-session-id": await openSession() };
    const answer = await fetch(`${mcp().stack.sidecarUrl}/mcp/peer`, { method, headers });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("outlives the SDK's client, which ends it and hears that it cannot", async () => {
    const { client } = await connectMcp(mcp(), "peer", agent);
    const transport = client.transport as unknown as { terminateSession(): Promise<void> };
    await transport.terminateSession();
    expect(textOf(await untilDecided(() => client.callTool({ name: "echo" })))).toContain("args");
  });
});

describe("what is no request of the protocol", () => {
  const VERSIONS = ["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

  test.each(VERSIONS)("MCP-Protocol-Version %s is taken, with a batch where that version has them", async (version) => {
    const headers = { "mcp-protocol-version": version };
    expect((await postDecided(call("echo"), { headers })).status).toBe(200);
    const batch = await postDecided([call("echo", 1), call("echo", 2)], { headers });
    const json = await batch.json();
    if (version < "2025-06-18") expect(json).toHaveLength(2);
    else {
      expect(batch.status).toBe(400);
      expect(json).toMatchObject({ error: "malformed_body", meta: { hint: expect.stringContaining(version) } });
    }
  });

  test.each(["2099-01-01", "1", "", "2025-06-18, 2025-11-25"])("MCP-Protocol-Version '%s' is 400", async (version) => {
    const answer = await post(call("echo"), { headers: { "mcp-protocol-version": version } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: "malformed_request",
      meta: { hint: expect.stringContaining("2025-11-25") },
    });
    expect((await post(initialize, { headers: { "mcp-protocol-version": version } })).status).toBe(200);
  });

  test.each([
    ["null", null],
    ["a number", 5],
    ["an empty batch", []],
    ["a batch with what is none", [call("echo"), 5]],
    ["without jsonrpc", { id: 1, method: "tools/list" }],
    ["with another jsonrpc", { jsonrpc: "1.0", id: 1, method: "tools/list" }],
    ["with null as its id", { jsonrpc: "2.0", id: null, method: "tools/list" }],
    ["with a fraction as its id", { jsonrpc: "2.0", id: 1.5, method: "tools/list" }],
    ["with an object as its id", { jsonrpc: "2.0", id: {}, method: "tools/list" }],
    ["with a number as its method", { jsonrpc: "2.0", id: 1, method: 5 }],
    ["an answer with result and error", { jsonrpc: "2.0", id: 1, result: {}, error: { code: 1, message: "x" } }],
    ["a batch that begins a session", [initialize, call("echo")]],
  ])("a message that is %s is 400", async (_, message) => {
    const answer = await post(message);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "malformed_body", meta: { hint: expect.any(String) } });
  });

  test.each([
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
    ["one that nobody knows", { jsonrpc: "2.0", method: "notifications/unknown", params: { a: 1 } }],
    [
      "progress of the client's",
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } },
    ],
    ["a cancellation of nothing", cancel("no such call")],
    ["an answer to nothing", { jsonrpc: "2.0", id: 1, result: {} }],
    ["several of them", [{ jsonrpc: "2.0", method: "notifications/initialized" }, cancel(1)]],
  ])("%s is 202 without a body", async (_, message) => {
    const answer = await post(message);
    expect([answer.status, await answer.text()]).toEqual([202, ""]);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", ""])("a Content-Type of '%s' is 415", async (type) => {
    expect((await post(call("echo"), { headers: { "content-type": type } })).status).toBe(415);
  });

  test("a batch that cancels a call of its own answers the others", async () => {
    const session = { "mcp-session-id": await openSession() };
    const { answer } = await start("hold", () => post([call("echo", 1), call("hold", 2)], { headers: session }));
    await post(cancel(2), { headers: session });
    expect(await (await answer).json()).toHaveLength(2);
  });
});
