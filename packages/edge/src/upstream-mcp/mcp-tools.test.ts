// Answers that do not come, streams that end without one, are resumed, or cannot be: what the runner makes of each, over real
// sockets, and what it leaves behind at the server.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@portcullis/core";
import { afterEach, describe, expect, it } from "vitest";
import { CallStop } from "../calls/call-stop.js";
import type { ToolRequest } from "../ports.js";
import { runTool } from "../testing/run-tool.js";
import { createMcpTools, type McpTools } from "./mcp-tools.js";

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
type Answer = (message: Message, request: IncomingMessage, response: ServerResponse) => void;
interface Peer {
  readonly tools: McpTools;
  /** Calls of the tool that arrived. */
  readonly calls: number;
  /** Last event ids that streams were resumed from. */
  readonly resumed: string[];
  /** Lists of tools that were asked for. */
  readonly lists: number;
  /** Notifications that arrived. */
  readonly notices: Message[];
  /** Sessions that were ended. */
  readonly ended: unknown[];
  /** Ends the process, as far as a client can tell. */
  stop(): void;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const event = (id: number | undefined, text: string, eventId?: string) =>
  `${eventId === undefined ? "" : `id: ${eventId}\n`}data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } })}\n\n`;
function deferred(): [Promise<void>, () => void] {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((resolveIt) => {
    resolve = resolveIt;
  });
  return [promise, resolve];
}
const answerWith =
  (result: unknown): Answer =>
  ({ id }, _request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  };
const asStream = { "content-type": "text/event-stream" };

/** An MCP server with one tool `echo`; `onCall` answers its calls, `onResume` requests that resume a stream. */
async function startPeer(options: {
  readonly onCall: Answer;
  readonly onResume?: (lastEventId: string, response: ServerResponse) => void;
  readonly onEnd?: (response: ServerResponse) => void;
  /** Comes before each list of tools is answered. */
  readonly beforeList?: () => Promise<void>;
  readonly sessions?: boolean;
}): Promise<Peer> {
  let [calls, lists] = [0, 0];
  const resumed: string[] = [];
  const notices: Message[] = [];
  const ended: unknown[] = [];
  const session: Record<string, string> = options.sessions === false ? {} : { "mcp-session-id": "one" };
  const results: Record<string, unknown> = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "p", version: "1" } },
    "tools/list": { tools: [{ name: "echo", inputSchema: { type: "object" } }] },
  };
  const answer = async (message: Message, request: IncomingMessage, response: ServerResponse) => {
    const result = results[message.method];
    if (message.method === "tools/list") {
      lists += 1;
      await options.beforeList?.();
    }
    if (message.id === undefined) {
      notices.push(message);
      response.writeHead(202).end();
    } else if (result === undefined) {
      calls += 1;
      options.onCall(message, request, response);
    } else {
      response.writeHead(200, { "content-type": "application/json", ...session });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    }
  };
  const server = createServer((request, response) => {
    const lastEventId = request.headers["last-event-id"];
    if (request.method === "DELETE") {
      ended.push(request.headers["mcp-session-id"]);
      return options.onEnd === undefined ? void response.writeHead(204).end() : options.onEnd(response);
    }
    if (request.method !== "POST") {
      if (typeof lastEventId !== "string") return void response.writeHead(405).end();
      resumed.push(lastEventId);
      return options.onResume?.(lastEventId, response);
    }
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
    });
    request.on("end", () => void answer(JSON.parse(text) as Message, request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const tools = createMcpTools({ peer: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` } });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  open.push(async () => {
    await tools.close();
    stop();
  });
  return {
    tools,
    get calls() {
      return calls;
    },
    get lists() {
      return lists;
    },
    resumed,
    notices,
    ended,
    stop,
  };
}

async function run({ tools }: Peer, stop = new CallStop()) {
  const request: ToolRequest = {
    toolName: "peer.echo",
    payload: {},
    timeoutMs: 60_000,
    requestId: newId(),
    traceId: "0".repeat(32),
    traceparent: "",
    agentId: newId(),
    tenantId: newId(),
    idempotencyKey: undefined,
    definitionHash: (await tools.describerOf?.("peer.echo")?.(stop.signal))?.hash ?? null,
  };
  return runTool(tools, request, stop);
}

const failedWith = (code: string, detail = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(detail) });

describe("an answer over a stream", () => {
  it.each<[string, Answer]>([
    ["ends", (_message, _request, response) => response.writeHead(200, asStream).end(": working\n\n")],
    [
      "breaks",
      (_message, _request, response) => {
        response.writeHead(200, asStream);
        response.write(": working\n\n", () => response.destroy());
      },
    ],
  ])("fails the call at once when the stream %s without it, and is not asked for again", async (_, onCall) => {
    const peer = await startPeer({ onCall });
    await expect(run(peer)).rejects.toThrow(failedWith("upstream_error"));
    expect(peer.calls).toBe(1);
  });

  it("is given when it is the last thing that came, cut in pieces", async () => {
    const peer = await startPeer({
      onCall: ({ id }, _request, response) => {
        response.writeHead(200, asStream);
        const text = event(id, "é".repeat(5000));
        const bytes = Buffer.from(text);
        response.write(bytes.subarray(0, 101));
        setImmediate(() => response.end(bytes.subarray(101)));
      },
    });
    expect(await run(peer)).toMatchObject({ status: 200, result: { content: [{ text: "é".repeat(5000) }] } });
  });

  it("may come over a stream that is resumed from its last event's id", async () => {
    let asked: number | undefined;
    const peer = await startPeer({
      onCall: ({ id }, _request, response) => {
        asked = id;
        response.writeHead(200, asStream).end("retry: 1\nid: a-1\ndata: \n\n");
      },
      onResume: (lastEventId, response) => {
        response.writeHead(200, asStream);
        if (lastEventId === "a-1") response.end("id: a-2\ndata: \n\n");
        else response.end(event(asked, "late", "a-3"));
      },
    });
    expect(await run(peer)).toMatchObject({ status: 200, result: { content: [{ text: "late" }] } });
    expect(peer.resumed).toEqual(["a-1", "a-2"]);
    expect(peer.calls).toBe(1);
  });

  it.each<[string, (peer: Peer, response: ServerResponse) => void]>([
    ["the server is gone", (peer) => peer.stop()],
    ["the server does not know it", (_peer, response) => response.writeHead(404).end()],
    ["it ends with nothing", (_peer, response) => response.writeHead(200, asStream).end()],
  ])("fails the call when it cannot be resumed: %s", async (_, onResume) => {
    const peer: Peer = await startPeer({
      onCall: (_message, _request, response) =>
        void response.writeHead(200, asStream).end("retry: 1\nid: a-1\ndata: \n\n"),
      onResume: (_lastEventId, response) => onResume(peer, response),
    });
    await expect(run(peer)).rejects.toThrow(failedWith("upstream_error"));
    expect(peer.calls).toBe(1);
  });
});

describe("an answer that cannot come any more", () => {
  const asJson = { "content-type": "application/json" };
  const result = { content: [{ type: "text", text: "fine" }] };
  it.each<[string, (id: number | undefined) => unknown]>([
    ["is of another request", () => ({ jsonrpc: "2.0", id: 999, result })],
    ["is an error that names no request", () => ({ jsonrpc: "2.0", error: { code: -32700, message: "parse" } })],
    [
      "is an error of the request null",
      () => ({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "parse" } }),
    ],
    ["is a notification alone", () => ({ jsonrpc: "2.0", method: "notifications/message", params: {} })],
    ["is an empty batch", () => []],
    ["is null", () => null],
    ["has a result that is no object", (id) => ({ jsonrpc: "2.0", id, result: "fine" })],
  ])("fails the call at once when what the server said as JSON %s", async (_, body) => {
    const peer = await startPeer({
      onCall: ({ id }, _request, response) => void response.writeHead(200, asJson).end(JSON.stringify(body(id))),
    });
    await expect(run(peer)).rejects.toThrow(failedWith("upstream_error", /not one of the protocol/));
    expect(peer.calls).toBe(1);
  });

  it.each([200, 202, 204])("fails the call at once when %d and nothing is all that the server says", async (status) => {
    const peer = await startPeer({ onCall: (_message, _request, response) => void response.writeHead(status).end() });
    await expect(run(peer)).rejects.toThrow(failedWith("upstream_error", /not one of the protocol/));
    expect(peer.calls).toBe(1);
  });

  it.each([302, 307, 401, 429, 503])(
    "is told with the status %d, which is not followed and not repeated",
    async (status) => {
      const peer = await startPeer({
        onCall: (_message, _request, response) => void response.writeHead(status, { location: "/elsewhere" }).end(),
      });
      await expect(run(peer)).rejects.toThrow(
        failedWith("upstream_error", new RegExp(`answered with HTTP ${status}\\.`)),
      );
      expect(peer.calls).toBe(1);
    },
  );
});

describe("a result that the protocol's version here does not know", () => {
  it.each<[string, object]>([
    ["a block of another kind", { content: [{ type: "odour", smell: "tar" }] }],
    ["more members in a block", { content: [{ type: "text", text: "a", lang: "en", annotations: null }] }],
    ["a block that lacks what its kind has", { content: [{ type: "image", url: "https://x/y" }, null, 7] }],
    ["content that is no list", { content: "fine" }],
    ["members that are null", { content: [], structuredContent: null, isError: null }],
    ["more members beside the content", { content: [], toolResult: { rows: [1] } }],
  ])("is given as the server said it, with %s: the tool has run", async (_, result) => {
    expect(await run(await startPeer({ onCall: answerWith(result) }))).toMatchObject({ status: 200, result });
  });

  it.each<[string, object]>([
    ["none", { structuredContent: { n: 1 } }],
    ["null", { content: null, structuredContent: { n: 1 } }],
  ])("has empty content where the server gave %s", async (_, result) => {
    const answer = await run(await startPeer({ onCall: answerWith(result) }));
    expect(answer.result).toEqual({ content: [], structuredContent: { n: 1 } });
  });

  it("is the tool's error where it says so in any way", async () => {
    const result = { isError: "yes", content: [{ type: "odour" }] };
    expect(await run(await startPeer({ onCall: answerWith(result) }))).toMatchObject({ status: 500, result });
  });
});

describe("of a call that is over the server keeps nothing", () => {
  it.each([
    ["before its headers came", undefined],
    ["while its stream is open", ": working\n\n"],
    ["while its stream could be resumed", "retry: 1\nid: a-1\ndata: \n\n"],
  ])("stopped %s: it is told, and then left", async (_, sent) => {
    const stop = new CallStop();
    const [left, resolveLeft] = deferred();
    const peer: Peer = await startPeer({
      onCall: ({ id }, _request, response) => {
        if (peer.calls > 1) return response.writeHead(200, asStream).end(event(id, "next"));
        response.once("close", resolveLeft);
        if (sent !== undefined) response.writeHead(200, asStream).write(sent);
        stop.stop(new Error("stopped"));
      },
    });
    await expect(run(peer, stop)).rejects.toThrow("stopped");
    await left;
    expect(peer.notices.filter(({ method }) => method === "notifications/cancelled")).toMatchObject([
      { params: { requestId: 2 } },
    ]);
    // The next call's exchange is later than any that would resume the last one's.
    expect(await run(peer)).toMatchObject({ status: 200 });
    expect(peer.resumed).toEqual([]);
  });

  it("answered by an error on a stream with ids: that is not resumed", async () => {
    const peer = await startPeer({
      onCall: ({ id }, _request, response) => {
        const error = { jsonrpc: "2.0", id, error: { code: -32000, message: "no" } };
        response.writeHead(200, asStream).end(`retry: 1\nid: a-1\ndata: ${JSON.stringify(error)}\n\n`);
      },
    });
    for (const _ of [1, 2, 3]) expect(await run(peer)).toMatchObject({ status: 500, result: { code: -32000 } });
    expect(peer.resumed).toEqual([]);
  });
});

describe("the list of tools", () => {
  it("is asked for once by all who need it at a time, and does not end with one who waits no more", async () => {
    const [asked, resolveAsked] = deferred();
    const [goOn, resolveGoOn] = deferred();
    const peer = await startPeer({
      onCall: answerWith({ content: [] }),
      beforeList: () => {
        resolveAsked();
        return goOn;
      },
    });
    const leaving = new AbortController();
    const first = peer.tools.listTools("peer", leaving.signal);
    await asked;
    const others = Array.from({ length: 30 }, () => run(peer));
    const again = peer.tools.listTools("peer");
    leaving.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    resolveGoOn();
    expect((await again).map(({ localName }) => localName)).toEqual(["echo"]);
    for (const other of others) expect(await other).toMatchObject({ status: 200 });
    expect([peer.lists, peer.calls]).toEqual([1, 30]);
    expect(peer.notices.map(({ method }) => method)).toEqual(["notifications/initialized"]);
    await peer.tools.listTools("peer");
    expect(peer.lists).toBe(2);
  });
});

describe("the session at a server", () => {
  const onCall: Answer = ({ id }, _request, response) => void response.writeHead(200, asStream).end(event(id, "fine"));

  it("ends with the connection, once", async () => {
    const peer = await startPeer({ onCall });
    await run(peer);
    await peer.tools.close();
    expect(peer.ended).toEqual(["one"]);
  });

  it("is not ended where there is none", async () => {
    const peer = await startPeer({ onCall, sessions: false });
    await run(peer);
    await peer.tools.close();
    expect(peer.ended).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ["does not let it end", (response) => response.writeHead(405).end()],
    ["says nothing to its end", () => undefined],
    ["breaks off", (response) => response.destroy()],
  ])("does not hold up the connection's end at a server that %s", async (_, onEnd) => {
    const peer = await startPeer({ onCall, onEnd });
    await run(peer);
    await peer.tools.close();
    expect(peer.ended).toEqual(["one"]);
  });
});

describe("a 404", () => {
  it("for a session that the server has forgotten means that the call did not run: it is made once more", async () => {
    const peer: Peer = await startPeer({
      onCall: ({ id }, _request, response) => {
        if (peer.calls === 1) response.writeHead(404).end();
        else response.writeHead(200, asStream).end(event(id, "second"));
      },
    });
    expect(await run(peer)).toMatchObject({ result: { content: [{ text: "second" }] } });
    expect(peer.calls).toBe(2);
  });

  it("without a session may come from anyone on the way: the call is not made again", async () => {
    const peer = await startPeer({
      sessions: false,
      onCall: (_message, _request, response) => void response.writeHead(404).end(),
    });
    await expect(run(peer)).rejects.toThrow(failedWith("upstream_error"));
    expect(peer.calls).toBe(1);
  });
});
