// Back-pressure over a real socket: a writer that waits never runs ahead of its reader, one that does not wait is cut, and so is a
// reader that takes nothing.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { EventStream } from "./event-stream.js";

const KILOBYTES_64 = "x".repeat(65_536);
let app: FastifyInstance;
let reader: Socket;
/** The server's end of the reader's connection. */
let held: Socket;

afterEach(async () => {
  reader.destroy();
  await app.close();
});

/** Serves one stream and connects a reader that reads nothing. */
async function open(readingLimitMs?: number): Promise<EventStream> {
  let resolveStream: (stream: EventStream) => void = () => {};
  const opened = new Promise<EventStream>((resolve) => {
    resolveStream = resolve;
  });
  app = Fastify();
  app.get("/", (request, reply) => {
    held = request.raw.socket;
    resolveStream(new EventStream(reply, new AbortController().signal, readingLimitMs));
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  reader = connect(address.port, "127.0.0.1", () => reader.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  reader.pause();
  return opened;
}

it("a writer that waits is held until its reader reads", async () => {
  const stream = await open();
  // A kernel takes a few megabytes before it says that the reader is slow.
  let waiting: Promise<void> | null = null;
  for (let index = 0; index < 1000 && waiting === null; index++) {
    const sending = stream.send({ event: "x", data: KILOBYTES_64 });
    const turn = new Promise<"turn">((resolve) => setImmediate(() => resolve("turn")));
    if ((await Promise.race([sending.then(() => "sent"), turn])) === "turn") waiting = sending;
  }
  expect(waiting).not.toBeNull();
  reader.resume();
  await waiting;
  expect(stream.closed.aborted).toBe(false);
});

it("a slow reader is waited for once, however many sends wait", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  const stream = await open();
  const sending: Promise<void>[] = [];
  for (let index = 0; index < 50; index++) sending.push(stream.send({ event: "x", data: KILOBYTES_64 }));
  expect(new Set(sending).size).toBeLessThan(50);
  reader.resume();
  await Promise.all(sending);
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

it("a writer that does not wait is cut off once too much waits, and sending then does nothing", async () => {
  const stream = await open();
  for (let index = 0; index < 300 && !stream.closed.aborted; index++)
    void stream.send({ event: "x", data: KILOBYTES_64 });
  expect(stream.closed.aborted).toBe(true);
  await stream.send({ event: "x", data: 1 });
});

it("a writer that waits is let go once its reader has taken nothing for the limit, and the connection ends", async () => {
  const stream = await open(100);
  const ended = once(held, "close");
  while (!stream.closed.aborted) await stream.send({ event: "x", data: KILOBYTES_64 });
  await ended;
});

it("a reader that has everything is not cut, however long its stream is silent", async () => {
  const stream = await open(100);
  reader.resume();
  for (let event = 0; event < 3; event++) {
    await stream.send({ event: "x", data: event });
    await once(held, "timeout");
    expect(stream.closed.aborted).toBe(false);
  }
});

it("an event that is longer than what may wait reaches its reader, and small ones after it; a second such is too much", async () => {
  const state = { text: "x".repeat(12 * 1024 * 1024) };
  const stream = await open();
  const sending = stream.sendShared({ event: "snapshot", data: state });
  for (let beat = 0; beat < 20; beat++) void stream.sendShared({ event: "heartbeat", data: { beat } });
  expect(stream.closed.aborted).toBe(false);
  reader.resume();
  await sending;
  expect(stream.closed.aborted).toBe(false);
  reader.pause();
  for (let change = 0; change < 4 && !stream.closed.aborted; change++)
    void stream.sendShared({ event: "change", data: { ...state, change } });
  expect(stream.closed.aborted).toBe(true);
});

it("events keep their lines apart, whatever they hold", async () => {
  const stream = await open();
  reader.resume();
  let text = "";
  reader.on("data", (chunk) => {
    text += chunk.toString();
  });
  await stream.send({ id: "7", event: "decision", data: { note: "a\n\ndata: b\r\n" } });
  stream.close();
  await new Promise((resolve) => reader.once("close", resolve).end());
  expect(text).toContain('id: 7\nevent: decision\ndata: {"note":"a\\n\\ndata: b\\r\\n"}\n\n');
});

it("what goes to many streams is written out once for all of them, by its event", async () => {
  let written = 0;
  const data = {
    toJSON: () => {
      written += 1;
      return { note: "a\n\nb" };
    },
  };
  const first = await open();
  const [server, client] = [app, reader];
  const second = await open();
  const text = Promise.all([client, reader].map(readThrough));
  for (const stream of [first, second]) {
    await stream.sendShared({ event: "change", data });
    await stream.sendShared({ event: "snapshot", data });
    stream.close();
  }
  const event = (name: string) => `event: ${name}\ndata: {"note":"a\\n\\nb"}\n\n`;
  for (const received of await text) {
    expect(received).toContain(event("change"));
    expect(received).toContain(event("snapshot"));
  }
  expect(written).toBe(2);
  client.destroy();
  await server.close();
});

async function readThrough(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) {
    text += chunk;
    if (text.includes("\r\n0\r\n\r\n")) break;
  }
  return text;
}
