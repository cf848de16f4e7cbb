// Over real sockets: whatever a client does slowly, it is told so and its connection ends; what takes long once the request has
// arrived is left alone.

import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { arrivalLimits } from "./arrival-limits.js";
import { answerClientError } from "./client-error.js";

const REQUEST_TIMEOUT_MS = 300;
const DRIP_EVERY_MS = 20;
let server: Server;
/** Ends the answer of `/long`. */
let finishLong: () => void;

beforeEach(async () => {
  server = createServer(arrivalLimits(REQUEST_TIMEOUT_MS), (request, response) => {
    if (request.url === "/refused") return void response.writeHead(401).end();
    if (request.url === "/stream") return void response.writeHead(200).write("first");
    request.resume().once("end", () => {
      response.writeHead(200).write("begun ");
      finishLong = () => response.end("done");
    });
  });
  server.on("clientError", answerClientError);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

/** Sends `head`, then `drip` again and again; what came back until the connection ended, which only the server does. */
function drip(head: string, drip: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => socket.write(head));
  const timer = setInterval(() => socket.write(drip), DRIP_EVERY_MS);
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
  });
  socket.on("error", () => undefined);
  return new Promise((resolve) =>
    socket.once("close", () => {
      clearInterval(timer);
      resolve(received);
    }),
  );
}

describe("a request that arrives too slowly is refused with 400 and its connection ends", () => {
  const slow: Record<string, readonly [head: string, drip: string]> = {
    "nothing at all": ["", ""],
    "a first line, byte by byte": ["GET /", "x"],
    "headers without an end": ["POST / HTTP/1.1\r\nHost: x\r\n", "x: y\r\n"],
    "a body shorter than its length": ["POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", "x"],
    "chunks without an end": ["POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"],
    "the size of a chunk": ["POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "0"],
    "trailers without an end": ["POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "x: y\r\n"],
  };
  it.each(Object.entries(slow))("%s", async (_, [head, rest]) => {
    const answer = await drip(head, rest);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({
      success: false,
      error: "malformed_request",
    });
  });
});

describe("a request whose answer has begun while its body still drips", () => {
  const BODY = "HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n";

  it("loses its connection when it was refused before", async () => {
    expect(await drip(`POST /refused ${BODY}`, "x")).toMatch(/^HTTP\/1\.1 401 /);
  });

  it("loses its connection, and nothing is written into the answer", async () => {
    const answer = await drip(`GET /stream ${BODY}`, "x");
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toContain("malformed_request");
  });
});

it("an answer that takes longer than a request may is not cut", async () => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/long`, { method: "POST", body: "all of it" });
  // A connection that was opened later has met the limit meanwhile.
  await drip("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", "x");
  finishLong();
  expect(await response.text()).toBe("begun done");
});
