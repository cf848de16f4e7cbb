import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { limitReading } from "./reading-limit.js";

/** More than the system's buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, "x");
/** Many times what passes between two writes to a slow client: the system lets a sender go on only in large steps. */
const LIMIT_MS = 2000;
const PIECE_EVERY_MS = 10;
let server: Server;
/** Resolves when the connection of a request has ended at the server's side. */
let cut: Promise<unknown>;

beforeEach(async () => {
  server = createServer((request, response) => {
    cut = once(request.socket, "close");
    if (request.url === "/large") return void response.end(LARGE);
    setTimeout(() => response.end("late"), LIMIT_MS * 2);
  });
  limitReading(server, LIMIT_MS);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

async function ask(path: string): Promise<Socket> {
  const asked = once(server, "request");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await asked;
  return socket;
}

it("a client that takes nothing of its answer loses the connection", async () => {
  const socket = await ask("/large");
  await cut;
  socket.destroy();
});

it("a client that takes an answer slowly gets all of it", async () => {
  const socket = await ask("/large");
  let received = 0;
  for await (const piece of socket) {
    received += (piece as Buffer).length;
    if (received >= LARGE.length) break;
    // Some 500 pieces: the whole takes longer than the limit.
    await delay(PIECE_EVERY_MS);
  }
  expect(received).toBeGreaterThan(LARGE.length);
});

it("the time before an answer does not count", async () => {
  const socket = await ask("/late");
  const [chunk] = await once(socket.resume(), "data");
  expect(String(chunk)).toMatch(/late/);
  socket.destroy();
});
