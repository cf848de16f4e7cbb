// The live stream over a real socket: order, resumption without gaps, channels, and its end with the reader's right to it.

import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { FindingCode } from "@portcullis/contract";
import { eachDatabase, openEventStream } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";
import type { RowDraft } from "../../ledger/row-draft.js";
import { MAX_STREAMS_PER_READER } from "./open-streams.js";

interface SeenEvent {
  readonly id: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Rows of `wideDraft`: some megabytes more than a connection holds. */
const LONG_CHAIN = 9000;
/** 200 events of such rows. */
const MAX_PAGE_BYTES = 200 * 4096;

eachDatabase("event stream", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  const createAgent = () => fixture.call("ADMIN", "POST", "/agents", { body: { name: randomUUID() } });

  async function open(token: string, headers: Record<string, string> = {}, query = "") {
    const abort = new AbortController();
    const response = await fetch(`${fixture.url}/events/stream${query}`, {
      headers: { authorization: `Bearer ${token}`, "x-tenant-id": fixture.made.tenantId, ...headers },
      signal: abort.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let isOver = false;
    const read = async () => {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) isOver = true;
      else text += chunk.value;
    };
    const events = (): SeenEvent[] =>
      text
        .split("\n\n")
        .filter((block) => block.startsWith("id: "))
        .map((block) => {
          const [id = "", event = "", data = ""] = block.split("\n");
          return {
            id: Number(id.slice(4)),
            event: event.slice(7),
            data: JSON.parse(data.slice(6)) as SeenEvent["data"],
          };
        });
    return {
      response,
      text: () => text,
      read,
      events,
      async until(matches: (seen: SeenEvent[]) => boolean) {
        while (!matches(events()) && !isOver) await read();
        return events();
      },
      async end() {
        while (!isOver) await read();
      },
      close: () => abort.abort(),
    };
  }

  it("brings each row once, in the chain's order, as it is appended", async () => {
    const stream = await open(fixture.tokens.AUDITOR);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.response.headers.get("x-request-id")).not.toBeNull();
    await Promise.all(Array.from({ length: 8 }, createAgent));
    const seen = await stream.until((events) => events.length >= 8);
    expect(seen.map((each) => each.event)).toEqual(Array(8).fill("agent_created"));
    const first = seen[0]?.id ?? 0;
    expect(seen.map((each) => each.id)).toEqual(Array.from({ length: 8 }, (_, index) => first + index));
    expect(Object.keys(seen[0]?.data ?? {}).sort()).toEqual(
      ["action", "agent_id", "at", "audit_id", "decision", "findings", "outcome", "score", "tool_name"].sort(),
    );
    stream.close();
  });

  it("resumes after the last id without a gap", async () => {
    const first = await open(fixture.tokens.AUDITOR, { "last-event-id": "0" });
    const before = await first.until((events) => events.length >= 3);
    first.close();
    const last = before[2]?.id ?? 0;
    await createAgent();
    const second = await open(fixture.tokens.AUDITOR, { "last-event-id": String(last) });
    const after = await second.until((events) => events.length >= 2);
    expect(after[0]?.id).toBe(last + 1);
    second.close();
    const wrong = await fixture.call("AUDITOR", "GET", "/events/stream", { headers: { "last-event-id": "x" } });
    expect(wrong.status).toBe(422);
  });

  it("gives an agent its own calls only, and one agent's rows to who asks for them", async () => {
    const body = { tool_name: "missing-tool", payload: {} };
    const own = { "x-agent-id": fixture.made.agent.id };
    const stream = await open(fixture.tokens.agent, { "last-event-id": "0" });
    const call = await fixture.call("agent", "POST", "/execute", { body, headers: own });
    expect(call.status).toBeGreaterThanOrEqual(400);
    const [seen] = await stream.until((events) => events.length >= 1);
    expect(seen).toMatchObject({ event: "decision", data: { agent_id: fixture.made.agent.id, action: "execute" } });
    stream.close();
    const asked = await open(fixture.tokens.ADMIN, { "last-event-id": "0" }, `?agent_id=${fixture.made.agent.id}`);
    for (const each of await asked.until((events) => events.length >= 1)) {
      expect(each.data.agent_id).toBe(fixture.made.agent.id);
    }
    asked.close();
    const other = await fixture.call("agent", "GET", `/events/stream?agent_id=${randomUUID()}`);
    expect([other.status, other.body.error]).toEqual([403, "agent_mismatch"]);
  });

  it("ends when the reader's token is revoked", async () => {
    const token = await fixture.signIn("AUDITOR");
    const stream = await open(token);
    await fixture.call("ADMIN", "POST", "/auth/revoke", { body: { token } });
    await stream.end();
    expect(stream.text()).toContain(": open");
  });

  describe("over a chain that is longer than sockets hold for a reader that does not read", () => {
    let other: HttpFixture;
    let token: string;
    const append = (rows: number) => {
      const { store, ledger } = other.app.services;
      const drafts = Array.from({ length: rows }, wideDraft);
      return store.write(other.made.tenantId, (tx) => ledger.append(tx, drafts));
    };
    const headersOf = (auditor: string) => ({ authorization: `Bearer ${auditor}`, "x-tenant-id": other.made.tenantId });
    beforeAll(async () => {
      other = await openHttpFixture(await database.createAnother());
      for (let written = 0; written < LONG_CHAIN; written += 500) await append(500);
      token = await other.signIn("AUDITOR");
    });
    afterAll(() => other.close());

    it("keeps a page for each reader that takes nothing, however much is appended; calls and other readers go on", async () => {
      const idle = Array.from({ length: 10 }, () => randomUUID());
      const answers = collectAnswers(idle);
      const sockets = idle.map((requestId) =>
        startIdleReader(`${other.url}/events/stream`, {
          ...headersOf(token),
          "x-request-id": requestId,
          "last-event-id": "0",
        }),
      );
      const waiting = () => answers.filter((answer) => answer.writableNeedDrain).map((answer) => answer.writableLength);
      await expect.poll(waiting).toHaveLength(idle.length);

      const stream = await openEventStream(`${other.url}/events/stream`, headersOf(token));
      for (let round = 0; round < 4; round++) await append(500);
      expect((await other.call("ADMIN", "POST", "/agents", { body: { name: randomUUID() } })).status).toBe(201);
      await stream.next(({ event }) => event === "agent_created");
      expect(stream.events).toHaveLength(2001);
      await expect.poll(waiting).toHaveLength(idle.length);
      expect(Math.max(...waiting())).toBeLessThan(MAX_PAGE_BYTES);
      stream.close();
      for (const socket of sockets) socket.destroy();
    });

    it("ends as well when the token is revoked, and does not bring the rest", async () => {
      const response = await fetch(`${other.url}/events/stream`, {
        headers: { ...headersOf(token), "last-event-id": "0" },
      });
      await other.call("ADMIN", "POST", "/auth/revoke", { body: { token } });
      const seen = (await response.text()).split("\n\n").filter((block) => block.includes("event: ")).length;
      expect(seen).toBeGreaterThan(0);
      expect(seen).toBeLessThan(LONG_CHAIN);
    });
  });

  it("names its place when it begins, so that one that is cut before its first row can be resumed", async () => {
    const stream = await open(fixture.tokens.AUDITOR);
    while (!stream.text().includes("\n\n")) await stream.read();
    const id = /^: open\nid: (\d+)\n\n/.exec(stream.text())?.[1] ?? "";
    stream.close();
    await createAgent();
    const resumed = await open(fixture.tokens.AUDITOR, { "last-event-id": id });
    const [first] = await resumed.until((events) => events.length >= 1);
    expect(first).toMatchObject({ id: Number(id) + 1, event: "agent_created" });
    resumed.close();
  });

  it("is bounded for each reader, who is told, and for no other; a stream that ends makes room", async () => {
    const streams = await Promise.all(
      Array.from({ length: MAX_STREAMS_PER_READER }, () => open(fixture.tokens.SECURITY)),
    );
    expect(streams.map(({ response }) => response.status)).toEqual(Array(MAX_STREAMS_PER_READER).fill(200));
    const refused = await fixture.call("SECURITY", "GET", "/events/stream");
    expect([refused.status, refused.body.error, refused.body.data]).toEqual([
      429,
      "too_many_streams",
      { limit: MAX_STREAMS_PER_READER },
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = await open(fixture.tokens.AUDITOR);
    expect(other.response.status).toBe(200);
    streams.pop()?.close();
    const again = async () => {
      const stream = await open(fixture.tokens.SECURITY);
      stream.close();
      return stream.response.status;
    };
    await expect.poll(again).toBe(200);
    for (const stream of [...streams, other]) stream.close();
  });

  it("ends when the server closes", async () => {
    const other = await openHttpFixture(await database.createAnother());
    const response = await fetch(`${other.url}/events/stream`, {
      headers: { authorization: `Bearer ${other.tokens.ADMIN}`, "x-tenant-id": other.made.tenantId },
    });
    const ended = response.text();
    await other.close();
    expect(await ended).toContain(": open");
  });
});

/** The server's answers to requests with these ids, as they begin. */
function collectAnswers(requestIds: readonly string[]): ServerResponse[] {
  const answers: ServerResponse[] = [];
  const onStart = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (!requestIds.includes(String(request.headers["x-request-id"]))) return;
    answers.push(response);
    if (answers.length === requestIds.length) unsubscribe("http.server.request.start", onStart);
  };
  subscribe("http.server.request.start", onStart);
  return answers;
}

/** Sends a request and reads nothing of its answer. */
function startIdleReader(url: string, headers: Readonly<Record<string, string>>): Socket {
  const { host, hostname, pathname, port } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.pause().write(`GET ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return socket;
}

/** A row whose event is some kilobytes long. */
function wideDraft(): RowDraft {
  return {
    auditId: randomUUID(),
    requestId: randomUUID(),
    action: "role_gate_refused",
    agentId: null,
    actor: "system",
    role: "system",
    decision: "deny",
    outcome: "denied",
    toolName: null,
    ruleId: null,
    score: 0,
    findings: Array<FindingCode>(100).fill("prompt_injection_detected"),
    fields: {},
  };
}
