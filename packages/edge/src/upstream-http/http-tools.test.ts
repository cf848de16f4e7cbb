import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { type HttpTool, httpTool } from "@portcullis/contract";
import { afterEach, describe, expect, it } from "vitest";
import { CallStop } from "../calls/call-stop.js";
import { LazyJson, type Payload } from "../inspection/lazy-json.js";
import type { ToolRequest, ToolRunner } from "../ports.js";
import { runTool } from "../testing/run-tool.js";
import { guardedLookup, isPrivateAddress } from "./address-guard.js";
import { createHttpTools, type HttpToolsOptions } from "./http-tools.js";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Handler = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    handler(Object.assign(request, { text: Buffer.concat(chunks).toString() }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A port that nobody listens at. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createTcpServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function toolsAt(url: string, tool: Partial<HttpTool> = {}, options: HttpToolsOptions = {}): ToolRunner {
  const runner = createHttpTools([httpTool.parse({ name: "t", url, ...tool })], { allowPrivate: true, ...options });
  cleanups.push(() => runner.close());
  return runner;
}

const request: ToolRequest = {
  toolName: "t",
  payload: { a: 1, list: ["x", "y"], text: "é" },
  timeoutMs: 1000,
  requestId: "r-1",
  traceId: "t-1",
  traceparent: "00-11111111111111111111111111111111-2222222222222222-01",
  agentId: "agent",
  tenantId: "tenant",
  idempotencyKey: "key",
};
const run = (runner: ToolRunner, stop?: CallStop) => runTool(runner, request, stop);

describe("an HTTP tool", () => {
  it("gets the payload as JSON with our ids and its own headers", async () => {
    let seen: { headers: Record<string, unknown>; text: string; method: string | undefined } | undefined;
    const url = await serve((incoming, response) => {
      seen = { headers: incoming.headers, text: incoming.text, method: incoming.method };
      response.setHeader("content-type", "application/json").end('{"ok":true}');
    });
    const answer = await run(toolsAt(`${url}/path?x=1`, { headers: { Authorization: "Bearer tool-secret" } }));
    expect(answer).toEqual({
      status: 200,
      result: { ok: true },
      bytes: 11,
      hash: createHash("sha256").update('{"ok":true}').digest("hex"),
    });
    expect(JSON.parse(seen?.text ?? "")).toEqual(request.payload);
    expect(seen?.headers).toMatchObject({
      authorization: "Bearer tool-secret",
      "content-type": "application/json",
      "x-request-id": "r-1",
      "x-trace-id": "t-1",
      traceparent: request.traceparent,
      "x-agent-id": "agent",
      "x-tenant-id": "tenant",
      "x-idempotency-key": "key",
    });
  });

  it("gets the payload as query when it is a GET", async () => {
    const url = await serve((incoming, response) => response.end(incoming.url));
    const answer = await run(toolsAt(`${url}/q?k=v`, { method: "GET" }));
    expect(answer.result).toBe("/q?k=v&a=1&list=x&list=y&text=%C3%A9");
  });

  it("gets no second value of what its own URL's query says", async () => {
    const url = await serve((incoming, response) => response.end(incoming.url));
    const tool = toolsAt(`${url}/q?a=fixed&list=`, { method: "GET" });
    expect((await run(tool)).result).toBe("/q?a=fixed&list=&text=%C3%A9");
  });

  it("gets the payload's own text where that is at hand, and as a query what it says", async () => {
    const url = await serve((incoming, response) => response.end(incoming.text || incoming.url));
    const payload = new LazyJson<Payload["value"]>(`{"b":1, "a":${2n ** 64n}}`);
    const large = { ...request, payload: payload.value, payloadText: payload.text };
    expect((await runTool(toolsAt(url), large)).result).toBe(payload.text);
    const got = await runTool(toolsAt(`${url}/q`, { method: "GET" }), large);
    expect(got.result).toBe(`/q?b=1&a=${2n ** 64n}`);
  });

  it("gets integers with the digits that they were written with, in either way", async () => {
    const url = await serve((incoming, response) => response.end(incoming.text || incoming.url));
    const long = { ...request, payload: { a: 2n ** 64n, list: [-(2n ** 63n), { b: 2n ** 70n }] } };
    const posted = await runTool(toolsAt(url), long);
    expect(posted.result).toBe(`{"a":${2n ** 64n},"list":[${-(2n ** 63n)},{"b":${2n ** 70n}}]}`);
    const got = await runTool(toolsAt(`${url}/q`, { method: "GET" }), long);
    expect(decodeURIComponent(String(got.result))).toBe(
      `/q?a=${2n ** 64n}&list=${-(2n ** 63n)}&list={"b":${2n ** 70n}}`,
    );
  });

  it.each([
    ["text", "text/plain", Buffer.from("héllo"), "héllo"],
    ["JSON of a suffix type", "application/problem+json; charset=utf-8", Buffer.from('{"a":1}'), { a: 1 }],
    ["JSON that does not parse, as text", "application/json", Buffer.from("{nope"), "{nope"],
    [
      "JSON nested without end, as text",
      "application/json",
      Buffer.from("[".repeat(5000) + "]".repeat(5000)),
      "[".repeat(5000) + "]".repeat(5000),
    ],
    [
      "JSON with integers as they were written",
      "application/json",
      Buffer.from(`{"id":${2n ** 64n}}`),
      { id: 2n ** 64n },
    ],
    ["numbers that no double holds, as text", "application/json", Buffer.from('{"a":1e400}'), { a: "1e400" }],
    ["bytes", "image/png", Buffer.from([0, 255]), { content_type: "image/png", base64: "AP8=" }],
    ["text in UTF-16 by its mark", "text/plain", Buffer.from("\ufeffh\u00e9llo", "utf16le"), "h\u00e9llo"],
    ["text in UTF-16 that says it is UTF-8", "text/plain; charset=utf-8", Buffer.from("hello", "utf16le"), "hello"],
    ["JSON in UTF-16", "application/json", Buffer.from('{"a":1}', "utf16le").swap16(), { a: 1 }],
    ["text that is none", "text/plain", Buffer.from([0xff]), { content_type: "text/plain", base64: "/w==" }],
    ["nothing", "application/json", Buffer.alloc(0), null],
  ])("gives %s", async (_, contentType, body, result) => {
    const url = await serve((_incoming, response) => response.setHeader("content-type", contentType).end(body));
    expect((await run(toolsAt(url))).result).toEqual(result);
  });

  it.each([
    ["text/event-stream; charset=utf-8", "data: x\n\n", "event_stream"],
    ["application/x-ndjson", '{"a":1}\n{"a":2}\n', "json_lines"],
    ["application/x-ndjson", '{"a":1}\n{"a":\n2}\n', "json_text"],
    ["text/plain; charset=utf-8", '0:"a"\n0:"b"\n', "json_lines"],
    ["application/json", "{nope", "json_text"],
    ["application/json", '{"a":1}', undefined],
    ["text/plain", "data: x\n\n", undefined],
  ])("tells the form of %s: %j", async (contentType, body, form) => {
    const url = await serve((_incoming, response) => response.setHeader("content-type", contentType).end(body));
    expect((await run(toolsAt(url))).form).toBe(form);
  });

  it("decompresses, within the limit", async () => {
    const body = gzipSync(JSON.stringify("x".repeat(100_000)));
    const url = await serve((_, response) =>
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(body),
    );
    expect((await run(toolsAt(url))).result).toHaveLength(100_000);
    await expect(run(toolsAt(url, {}, { maxAnswerBytes: 50_000 }))).rejects.toMatchObject({
      code: "response_too_large",
    });
  });

  it("that was encoded twice is an error, on one line or on two: what would be read was never meant", async () => {
    for (const encodings of ["br, gzip", ["br", "gzip"], ["gzip", "gzip"]]) {
      const body = gzipSync("{}");
      const url = await serve((_, response) => response.setHeader("content-encoding", encodings).end(body));
      await expect(run(toolsAt(url))).rejects.toMatchObject({ code: "upstream_error" });
    }
  });

  it("is cut off at the limit", async () => {
    const url = await serve((_, response) => response.end(Buffer.alloc(200_000)));
    await expect(run(toolsAt(url, {}, { maxAnswerBytes: 100_000 }))).rejects.toMatchObject({
      code: "response_too_large",
    });
  });

  it("is not followed to another place", async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end());
    expect((await run(toolsAt(url))).status).toBe(302);
  });

  it("is unreachable when nothing was sent, and an error when the connection broke afterwards", async () => {
    const port = await closedPort();
    await expect(run(toolsAt(`http://127.0.0.1:${port}`))).rejects.toMatchObject({ code: "upstream_unreachable" });
    await expect(run(toolsAt("http://no-such-host.invalid"))).rejects.toMatchObject({ code: "upstream_unreachable" });
    const url = await serve((_, response) => response.destroy());
    await expect(run(toolsAt(url))).rejects.toMatchObject({ code: "upstream_error" });
  });

  it("is tried again only where that was declared safe", async () => {
    let hits = 0;
    const url = await serve((_, response) => response.writeHead(++hits % 3 === 0 ? 200 : 503).end());
    expect((await run(toolsAt(url))).status).toBe(503);
    hits = 0;
    expect((await run(toolsAt(url, { retry_safe: true }))).status).toBe(200);
    expect(hits).toBe(3);
  });

  it("is unreachable, and so unbilled, when it is stopped before its connection stands", async () => {
    const silent = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    for (const retry_safe of [false, true]) {
      const stop = new CallStop();
      setTimeout(() => stop.stop(new Error("stop")), 50);
      await expect(run(toolsAt(url, { retry_safe }, { connectTimeoutMs: 300 }), stop)).rejects.toMatchObject({
        code: "upstream_unreachable",
      });
    }
    silent.close();
  });

  it("is unreachable, too, when it is stopped between two attempts that sent nothing", async () => {
    const port = await closedPort();
    const stop = new CallStop();
    // Refused at once, it waits for its next attempt from then on.
    const onStop = stop.onStop.bind(stop);
    let listeners = 0;
    stop.onStop = (listener) => {
      listeners += 1;
      if (listeners === 2) queueMicrotask(() => stop.stop(new Error("stop")));
      return onStop(listener);
    };
    const ran = run(toolsAt(`http://127.0.0.1:${port}`, { retry_safe: true }), stop);
    await expect(ran).rejects.toMatchObject({ code: "upstream_unreachable" });
  });

  it("ends with the reason that it is stopped for, and its connection with it", async () => {
    let closed: () => void = () => {};
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    const stop = new CallStop();
    const url = await serve((incoming) => {
      incoming.socket.on("close", () => closed());
      stop.stop(new Error("stop"));
    });
    await expect(run(toolsAt(url), stop)).rejects.toThrow("stop");
    await isClosed;
  });
});

describe("where a tool may be", () => {
  it.each([
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://169.254.169.254/",
    "http://2130706433/",
    "http://localhost:9/",
  ])("%s is refused at start unless private addresses are allowed", (url) => {
    expect(() => createHttpTools([httpTool.parse({ name: "t", url })])).toThrow("private address");
    expect(createHttpTools([httpTool.parse({ name: "t", url })], { allowPrivate: true }).has("t")).toBe(true);
  });

  it("is judged by the addresses that its name resolves to", async () => {
    for (const all of [true, false]) {
      const error = await new Promise((resolve) => guardedLookup("localhost", { all }, resolve));
      expect(error).toMatchObject({ code: "EPRIVATE" });
    }
  });

  it.each([
    ["8.8.8.8", false],
    ["2606:4700::1111", false],
    ["64:ff9b::808:808", false],
    ["64:ff9b::7f00:1", true],
    ["64:ff9b::a", true],
    ["::ffff:8.8.8.8", true],
    ["100.100.100.200", true],
    ["168.63.129.16", true],
    ["168.63.129.17", false],
    ["fd00::1", true],
    ["fe80::1%eth0", true],
    ["2001:2::1", true],
    ["2001:20::1", true],
    ["2001:200::1", false],
    ["3fff:fff::1", true],
    ["5f00::1", true],
    ["100:0:0:1::1", true],
    ["not an address", true],
  ])("%s private: %s", (address, isPrivate) => {
    expect(isPrivateAddress(address)).toBe(isPrivate);
  });

  it.each([
    [{ url: "ftp://example.com/" }, "http or https"],
    [{ url: "/relative" }, "absolute URL"],
    [{ url: "http://user:pass@example.com/" }, "credentials"],
    [{ url: "http://example.com/", headers: { "X-Agent-ID": "x" } }, "X-Agent-ID"],
    [{ url: "http://example.com/", headers: { "x-a": "line\nbreak" } }, "cannot be sent"],
  ])("%o is refused", (tool, message) => {
    expect(() => createHttpTools([httpTool.parse({ name: "t", ...tool })])).toThrow(message);
  });
});
