import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { sendRequest } from "@portcullis/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { createPassThrough, type PassThrough } from "./pass-through.js";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serve(handler: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => close(server));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const SESSION = { authorization: "Bearer edge-session", "x-tenant-id": "a-tenant" };

/** The pass-through that was started last. */
let passThrough: PassThrough;

/** A pass-through on a socket, in front of the address. */
async function startPassThrough(
  controlPlaneUrl: string,
  more: { sessionHeaders?: () => Promise<Record<string, string>>; silenceTimeoutMs?: number } = {},
  onForward: (answer: ServerResponse) => void = () => undefined,
): Promise<string> {
  const made = createPassThrough({ controlPlaneUrl, sessionHeaders: async () => SESSION, ...more });
  passThrough = made;
  open.push(() => made.close());
  return serve((request, response) => {
    onForward(response);
    passThrough.forward(request, response);
  });
}

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A control plane's socket that says what came. */
async function startRecorder(): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const url = await serve(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    response.writeHead(201, { "content-type": "application/json", "x-request-id": "theirs", "set-cookie": "a=b" });
    response.end('{"success":true}');
  });
  return { url, seen };
}

describe("what the sidecar does not serve itself", () => {
  it("reaches the control plane with verb, path, query, headers and body, and its answer comes back as it is", async () => {
    const recorder = await startRecorder();
    const url = await startPassThrough(recorder.url);
    const answer = await sendRequest({
      method: "PATCH",
      url: `${url}/agents/1?x=%2F&y=%20`,
      headers: { authorization: "Bearer mine", "content-type": "application/json", "x-request-id": "r-1" },
      body: '{"a":1}',
    });
    expect(answer).toMatchObject({ status: 201, text: '{"success":true}' });
    expect(answer.headers).toMatchObject({ "x-request-id": "theirs", "set-cookie": ["a=b"] });
    expect(recorder.seen).toMatchObject([{ method: "PATCH", url: "/agents/1?x=%2F&y=%20", body: '{"a":1}' }]);
    expect(recorder.seen[0]?.headers).toMatchObject({ authorization: "Bearer mine", "x-request-id": "r-1" });
    expect(recorder.seen[0]?.headers.host).toBe(new URL(recorder.url).host);
  });

  it("carries the sidecar's word on where it comes from, not the caller's", async () => {
    const recorder = await startRecorder();
    const url = await startPassThrough(recorder.url);
    const headers = { "x-forwarded-for": "192.0.2.1", forwarded: "for=192.0.2.1", "x-forwarded-host": "evil.example" };
    await sendRequest({ method: "GET", url: `${url}/agents`, headers });
    expect(recorder.seen[0]?.headers["x-forwarded-for"]).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
    expect(recorder.seen[0]?.headers.forwarded).toBeUndefined();
    expect(recorder.seen[0]?.headers["x-forwarded-host"]).toBe(new URL(url).host);
  });
});

describe("the end of a request", () => {
  /** Sends the request with a body in chunks, or of a declared length. */
  const send = (url: string, method: string, headers: Record<string, string>, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${url}/agents/1`, { method, headers }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode));
      });
      sent.once("error", reject).end(body);
    });
  const SECOND = "GET /kill-switch HTTP/1.1\r\nhost: x\r\n\r\n";
  const FRAMINGS: [string, Record<string, string>][] = [
    ["in chunks", { "transfer-encoding": "chunked" }],
    ["in chunks, once it is asked for", { "transfer-encoding": "chunked", expect: "100-continue" }],
    ["of a length", { "content-length": String(SECOND.length) }],
    ["of a length, once it is asked for", { "content-length": String(SECOND.length), expect: "100-continue" }],
  ];
  const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

  it.each(METHODS.flatMap((method) => FRAMINGS.map(([framing, headers]) => [method, framing, headers] as const)))(
    "is where the caller ended it: %s with a body %s is no second request",
    async (method, _, headers) => {
      const recorder = await startRecorder();
      const url = await startPassThrough(recorder.url);
      expect(await send(url, method, headers, SECOND)).toBe(201);
      expect(await sendRequest({ method: "GET", url: `${url}/status` })).toMatchObject({ status: 201 });
      expect(recorder.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
        [method, "/agents/1", SECOND],
        ["GET", "/status", ""],
      ]);
    },
  );
});

describe("an agent that signs in through the sidecar", () => {
  const signIn = (url: string, path: string, headers: Record<string, string> = {}, method = "POST") =>
    sendRequest({ method, url: `${url}${path}`, headers: { authorization: "Bearer mine", ...headers }, body: "{}" });

  it("gets the edge's session in place of the internal secret", async () => {
    const recorder = await startRecorder();
    const url = await startPassThrough(recorder.url);
    await signIn(url, "/auth/agent/token");
    await signIn(url, "/auth/agent/token?x=1");
    expect(recorder.seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer edge-session",
      "Bearer edge-session",
    ]);
  });

  it("keeps its own credentials when it brings the secret itself", async () => {
    const recorder = await startRecorder();
    const url = await startPassThrough(recorder.url);
    await signIn(url, "/auth/agent/token", { "x-internal-secret": "secret" });
    expect(recorder.seen[0]?.headers).toMatchObject({ authorization: "Bearer mine", "x-internal-secret": "secret" });
  });

  it.each([
    "/auth/agent/token/",
    "//auth/agent/token",
    "/auth/agent/token/../revoke",
    "/auth/agent/%74oken",
    "/auth/token",
  ])("no other path gets the session: %s", async (path) => {
    const recorder = await startRecorder();
    const url = await startPassThrough(recorder.url);
    await signIn(url, path);
    expect(recorder.seen[0]?.headers.authorization).toBe("Bearer mine");
  });

  it("no other verb gets the session", async () => {
    const recorder = await startRecorder();
    const url = await startPassThrough(recorder.url);
    for (const method of ["GET", "PUT", "DELETE"]) await signIn(url, "/auth/agent/token", {}, method);
    expect(recorder.seen.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill("Bearer mine"));
  });

  it("is sent on without a session when there is none, so that the control plane says what is missing", async () => {
    const recorder = await startRecorder();
    const url = await startPassThrough(recorder.url, { sessionHeaders: () => Promise.reject(new Error("none")) });
    expect(await signIn(url, "/auth/agent/token")).toMatchObject({ status: 201 });
    expect(recorder.seen[0]?.headers.authorization).toBe("Bearer mine");
  });
});

describe("an event stream", () => {
  /** Serves streams that are written to by hand, and counts those that are open. */
  async function startStreams() {
    const streams = new Set<ServerResponse>();
    const url = await serve((_request, response) => {
      streams.add(response);
      response.on("close", () => streams.delete(response));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": hello\n\n");
    });
    return { url, streams };
  }

  it("passes each event as it comes, without waiting for the next", async () => {
    const { url, streams } = await startStreams();
    const through = await startPassThrough(url);
    const response = await fetch(`${through}/events/stream`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async () => Buffer.from((await reader.read()).value ?? []).toString("utf8");
    expect(await next()).toBe(": hello\n\n");
    for (const event of ["id: 1\ndata: a\n\n", "id: 2\ndata: b\n\n"]) {
      for (const stream of streams) stream.write(event);
      expect(await next()).toBe(event);
    }
    await reader.cancel();
  });

  it("ends at the control plane when its reader goes away", async () => {
    const { url, streams } = await startStreams();
    const through = await startPassThrough(url);
    const leaving = new AbortController();
    const response = await fetch(`${through}/events/stream`, { signal: leaving.signal });
    await response.body?.getReader().read();
    expect(streams.size).toBe(1);
    leaving.abort();
    await expect.poll(() => streams.size).toBe(0);
  });

  it("is held back for a reader that takes nothing, and ends at the control plane when that goes on", async () => {
    const { url, streams } = await startStreams();
    const held: ServerResponse[] = [];
    const through = await startPassThrough(url, { silenceTimeoutMs: 1000 }, (answer) => held.push(answer));
    const { hostname, port } = new URL(through);
    const reader = connect(Number(port), hostname).pause();
    reader.write("GET /events/stream HTTP/1.1\r\nhost: x\r\n\r\n");
    await expect.poll(() => streams.size).toBe(1);
    const [stream] = streams;
    if (stream === undefined) throw new Error("no stream");
    const ended = once(stream, "close");
    const isOver = ended.then(() => true);
    const event = `data: ${"x".repeat(65_536)}\n\n`;
    for (let isDrained = true; isDrained; ) {
      isDrained =
        stream.write(event) || (await Promise.race([once(stream, "drain").then(() => true), isOver.then(() => false)]));
      expect(held[0]?.writableLength).toBeLessThan(4 * event.length);
    }
    await ended;
    reader.destroy();
  });

  it("breaks off for its reader when the control plane goes away", async () => {
    const { url, streams } = await startStreams();
    const through = await startPassThrough(url);
    const response = await fetch(`${through}/events/stream`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    for (const stream of streams) stream.destroy();
    await expect(reader.read()).rejects.toThrow();
  });
});

describe("a pass-through that stops", () => {
  const STREAM = { "content-type": "text/event-stream; charset=utf-8" };

  it("ends event streams in order, for their reader and at the control plane", async () => {
    const ends: Promise<unknown>[] = [];
    const url = await serve((_request, response) => {
      ends.push(once(response, "close"));
      response.writeHead(200, STREAM).write(": hello\n\n");
    });
    const through = await startPassThrough(url);
    const response = await fetch(`${through}/events/stream`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    passThrough.stop();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    await Promise.all(ends);
  });

  it("ends a stream whose head had not come", async () => {
    const streams: ServerResponse[] = [];
    const url = await serve((_request, response) => streams.push(response));
    const through = await startPassThrough(url);
    const opened = fetch(`${through}/events/stream`);
    await expect.poll(() => streams.length).toBe(1);
    passThrough.stop();
    streams[0]?.writeHead(200, STREAM).flushHeaders();
    const response = await opened;
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("passes on to its end what was asked for before", async () => {
    const answers: ServerResponse[] = [];
    const url = await serve((_request, response) => answers.push(response.writeHead(200)));
    const through = await startPassThrough(url);
    const asked = fetch(`${through}/audit/logs`);
    await expect.poll(() => answers.length).toBe(1);
    const [answer] = answers;
    answer?.write("first,");
    const response = await asked;
    passThrough.stop();
    answer?.end("last");
    expect(await response.text()).toBe("first,last");
  });

  it("refuses what comes after that", async () => {
    await startPassThrough(await serve(() => undefined));
    passThrough.stop();
    const [asked, answer] = [{}, {}] as [IncomingMessage, ServerResponse];
    expect(() => passThrough.forward(asked, answer)).toThrow(
      expect.objectContaining({ code: "control_plane_unreachable", status: 503 }),
    );
  });
});

describe("a control plane that is away", () => {
  const UNREACHABLE = { success: false, data: null, error: "control_plane_unreachable" };

  it("is 503 control_plane_unreachable with the caller's ids and Retry-After", async () => {
    // Port 9 (discard) of the loopback interface: nothing listens there.
    const url = await startPassThrough("http://127.0.0.1:9");
    const headers = { "x-request-id": "r-7", "x-trace-id": "t-7" };
    const answer = await sendRequest({ method: "GET", url: `${url}/agents`, headers });
    expect(answer).toMatchObject({ status: 503, json: UNREACHABLE });
    expect(answer.headers).toMatchObject({ ...headers, "retry-after": "1", "cache-control": "no-store" });
  });

  it("is 503 too when it is silent for too long", async () => {
    const url = await startPassThrough(await serve(() => undefined), { silenceTimeoutMs: 100 });
    expect(await sendRequest({ method: "GET", url: `${url}/agents` })).toMatchObject({
      status: 503,
      json: UNREACHABLE,
    });
  });

  it.each([
    ["GET", true],
    ["PUT", true],
    ["DELETE", true],
    ["POST", false],
    ["PATCH", false],
  ])(
    "is 503 too when it closes the connection instead of answering: %s may be sent again: %s",
    async (method, retryable) => {
      const url = await startPassThrough(await serve((request) => request.socket.destroy()));
      const answer = await sendRequest({ method, url: `${url}/agents`, body: method === "GET" ? "" : "{}" });
      expect(answer).toMatchObject({ status: 503, json: { ...UNREACHABLE, meta: { retryable } } });
      expect(answer.headers["retry-after"]).toBe(retryable ? "1" : undefined);
    },
  );

  it("is 503 that may be sent again, whatever it was, where nothing has left", async () => {
    const url = await startPassThrough("http://127.0.0.1:9");
    for (const method of ["POST", "PATCH"]) {
      expect(await sendRequest({ method, url: `${url}/agents`, body: "{}" })).toMatchObject({
        status: 503,
        json: { ...UNREACHABLE, meta: { retryable: true } },
      });
    }
  });
});
