// The answer of one request on a real socket: JSON or a stream of events, by what the client takes and how long its calls last.
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, expect, it, vi } from "vitest";
import { acceptedBy } from "./accepted.js";
import { Exchange } from "./exchange.js";

let server: Server | undefined;
afterEach(async () => {
  vi.useRealTimers();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

const call = (id: number): JSONRPCMessage => ({ jsonrpc: "2.0", id, method: "tools/call" });
const answer = (id: number, text = "done"): JSONRPCMessage => ({ jsonrpc: "2.0", id, result: { text } });
const progress = (step: number): JSONRPCMessage => ({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: "t", progress: step },
});
const BOTH = "application/json, text/event-stream";

/** An exchange of these messages whose protocol is the test, and what its client gets of it. */
async function open(messages: JSONRPCMessage | JSONRPCMessage[], accept = BOTH) {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  let begin: (exchange: Exchange) => void = () => {};
  const begun = new Promise<Exchange>((resolve) => (begin = resolve));
  server = createServer((request, response) => {
    const exchange = new Exchange(response, messages, acceptedBy(request.headers.accept), { "mcp-session-id": "s" });
    exchange.deliver();
    begin(exchange);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  let text = "";
  const request = get({ port, headers: { accept } });
  const head = new Promise<IncomingMessage>((resolve) => request.once("response", resolve));
  const ended = head.then(async (response) => {
    for await (const chunk of response) text += String(chunk);
    return text;
  });
  // Two of the tests break off before the end.
  ended.catch(() => undefined);
  const until = (part: string) => vi.waitFor(() => expect(text).toContain(part), { timeout: 20_000, interval: 5 });
  return { exchange: await begun, request, head, ended, until };
}

const event = (message: JSONRPCMessage) => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

it("is JSON where the call ends within a second", async () => {
  const { exchange, head, ended } = await open(call(1));
  await vi.advanceTimersByTimeAsync(999);
  await exchange.send(answer(1));
  expect((await head).headers).toMatchObject({ "content-type": "application/json", "mcp-session-id": "s" });
  expect(JSON.parse(await ended)).toEqual(answer(1));
});

it("is a stream after a second, alive by a comment every fifteen, which ends with the answer", async () => {
  const { exchange, head, ended, until } = await open(call(1));
  await vi.advanceTimersByTimeAsync(1000);
  expect((await head).headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "mcp-session-id": "s",
  });
  // Far below the five minutes after which Node's fetch gives up.
  for (let minutes = 0; minutes < 10; minutes += 0.25) await vi.advanceTimersByTimeAsync(15_000);
  await until(": keep-alive\n\n".repeat(40));
  await exchange.send(answer(1));
  expect(await ended).toBe(": keep-alive\n\n".repeat(40) + event(answer(1)));
});

it("is a stream as soon as there is progress to tell", async () => {
  const { exchange, ended } = await open(call(1));
  await exchange.send(progress(1), { relatedRequestId: 1 });
  await exchange.send(progress(2), { relatedRequestId: 1 });
  await exchange.send(answer(1));
  await exchange.send(progress(3), { relatedRequestId: 1 });
  expect(await ended).toBe(event(progress(1)) + event(progress(2)) + event(answer(1)));
});

it("is JSON for a client that takes nothing else, however long it lasts and whatever is told", async () => {
  const { exchange, ended } = await open(call(1), "application/json");
  await exchange.send(progress(1), { relatedRequestId: 1 });
  await vi.advanceTimersByTimeAsync(600_000);
  await exchange.send(answer(1));
  expect(JSON.parse(await ended)).toEqual(answer(1));
});

it("is a stream at once for a client that takes nothing else", async () => {
  const { exchange, head, ended } = await open(call(1), "text/event-stream");
  expect((await head).headers["content-type"]).toMatch(/^text\/event-stream/);
  await exchange.send(answer(1));
  expect(await ended).toBe(event(answer(1)));
});

it("of a batch is a list, or every answer by itself, those too that came before the stream", async () => {
  const list = await open([call(1), call(2)]);
  await list.exchange.send(answer(2));
  await list.exchange.send(answer(1));
  expect(JSON.parse(await list.ended)).toEqual([answer(2), answer(1)]);
  server?.close();
  const stream = await open([call(1), call(2)]);
  await stream.exchange.send(answer(2));
  await vi.advanceTimersByTimeAsync(1000);
  await stream.exchange.send(answer(1));
  expect(await stream.ended).toBe(event(answer(2)) + event(answer(1)));
});

it("of a call that was cancelled is none in a stream, and in JSON what became of it", async () => {
  const stream = await open(call(1));
  stream.exchange.withdraw(1);
  await stream.exchange.send(answer(1));
  expect((await stream.head).headers["content-type"]).toMatch(/^text\/event-stream/);
  expect(await stream.ended).toBe("");
  server?.close();
  const json = await open(call(1), "application/json");
  json.exchange.withdraw(1);
  await json.exchange.send(answer(1));
  expect(JSON.parse(await json.ended)).toEqual(answer(1));
});

it("is 202 without a body for what needs no answer", async () => {
  const { head, ended } = await open({ jsonrpc: "2.0", method: "notifications/initialized" });
  expect((await head).statusCode).toBe(202);
  expect(await ended).toBe("");
});

it("ends with a client that has gone: nothing is written any more, and nothing keeps running", async () => {
  const { exchange, head, request } = await open(call(1), "text/event-stream");
  const closed = new Promise<void>((resolve) => (exchange.onclose = resolve));
  await head;
  request.destroy();
  await closed;
  expect(vi.getTimerCount()).toBe(0);
  await exchange.send(progress(1), { relatedRequestId: 1 });
  await exchange.send(answer(1));
});

it("keeps no progress for a reader who takes none of it", async () => {
  const { exchange, head } = await open(call(1));
  await exchange.send(progress(1), { relatedRequestId: 1 });
  const response = (await head).pause();
  const long = (step: number): JSONRPCMessage => ({ ...progress(step), params: { message: "x".repeat(10_000) } });
  for (let step = 2; step < 10_000; step++) await exchange.send(long(step), { relatedRequestId: 1 });
  const { writableLength } = (exchange as unknown as { response: { writableLength: number } }).response;
  expect(writableLength).toBeLessThan(1_000_000);
  response.destroy();
});
