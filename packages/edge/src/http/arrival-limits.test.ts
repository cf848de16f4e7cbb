// Over real sockets: whatever a client does slowly, it is told so and its connection ends; what takes long once the request has
// arrived is left alone.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SILENCE, SLOW_REQUESTS, startSlowClient } from "@portcullis/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { arrivalLimits } from "./arrival-limits.js";
import { answerClientError } from "./client-error.js";

/** Longer than a busy machine takes to read a head that was sent at once. */
const REQUEST_TIMEOUT_MS = 2000;
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

/** What came back until the server ended the connection. */
async function drip(head: string, rest: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return (await startSlowClient(`http://127.0.0.1:${port}`, [head, rest])).received;
}

describe("a request that arrives too slowly is refused with 400 and its connection ends", () => {
  it.each(Object.entries(SLOW_REQUESTS))("%s", async (_, [head, rest]) => {
    const answer = await drip(head, rest);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({
      success: false,
      error: "malformed_request",
    });
  });
});

describe("a connection on which nothing is asked", () => {
  it("ends without a word, which a client would take for the answer to what it asks just then", async () => {
    expect(await drip(...SILENCE)).toBe("");
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
