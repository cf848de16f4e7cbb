// Over real sockets: requests that Node would not let a server hear, and clients that leave in the middle of any.

import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerClientError } from "./client-error.js";
import { HEAR_WITHOUT_HOST, hearRequests } from "./unheard-requests.js";

let server: Server;
/** Each connection's end at the server. */
let ends: Promise<void>[];
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);

beforeEach(async () => {
  ends = [];
  uncaught.length = 0;
  process.on("uncaughtException", onUncaught);
  server = createServer(HEAR_WITHOUT_HOST, (request, response) => {
    request.resume().once("end", () => response.end("heard"));
  });
  server.on("clientError", answerClientError);
  // Not by `once` of node:events, which would listen for errors too.
  server.on("connection", (socket) => ends.push(new Promise((resolve) => socket.once("close", () => resolve()))));
  hearRequests(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  process.off("uncaughtException", onUncaught);
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
});

function open(head: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(head);
  return socket.on("error", () => undefined);
}

const HEADS = {
  "a plain request": "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
  "one without Host": "GET / HTTP/1.1\r\n\r\n",
  "one with an unknown expectation": "POST / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nContent-Length: 2\r\n\r\n{}",
  "one whose body is still to come": "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
  "a tunnel": "CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n",
  "no HTTP": "no HTTP\r\n\r\n",
};

describe("a client that resets its connection ends nothing but that", () => {
  it.each(Object.entries(HEADS))("%s", async (_, head) => {
    for (let round = 0; round < 20; round++) {
      const now = open(head);
      now.once("connect", () => now.write("x".repeat(1000 * round), () => now.resetAndDestroy()));
      const answered = open(head);
      answered.once("data", () => answered.resetAndDestroy());
      // A body that never comes has no answer to wait for.
      if (head === HEADS["one whose body is still to come"]) answered.once("connect", () => answered.resetAndDestroy());
    }
    await expect.poll(() => ends.length).toBe(40);
    await Promise.all(ends);
    expect(uncaught).toEqual([]);
  });
});

it("a tunnel is refused with a reason, and its connection ends", async () => {
  const socket = open(HEADS["a tunnel"]);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain("no proxy");
});
