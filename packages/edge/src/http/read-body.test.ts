import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Refusal } from "@portcullis/contract";
import { sendRequest } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BodyRoom } from "./body-room.js";
import { readBody } from "./read-body.js";

const MAX_BYTES = 256 * 1024;
/** Less than two of the longest bodies. */
const room = new BodyRoom(300 * 1024);
/** All that have come. */
const requests: IncomingMessage[] = [];
let server: Server;
let url: string;
/** What each request came to, in order. */
const seen: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    readBody(request, MAX_BYTES, room).then(
      (body) => {
        seen.push(`${body.length}`);
        response.end(String(body.length));
      },
      (error: unknown) => {
        const code = error instanceof Refusal ? error.code : String(error);
        seen.push(code);
        response.writeHead(413, { connection: "close" }).end(code);
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const post = (body: Uint8Array, headers: Record<string, string> = {}) =>
  sendRequest({ method: "POST", url, body, headers });

/** Writes bytes as they are and reads until the server closes or has answered. */
function exchange(write: (send: (text: string) => void, end: () => void) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
      write(
        (part) => socket.write(part),
        () => socket.destroy(),
      ),
    );
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(text)).on("error", reject);
  });
}

describe("a body", () => {
  it("comes whole up to the limit", async () => {
    for (const size of [0, 1, MAX_BYTES - 1, MAX_BYTES]) {
      expect(await post(Buffer.alloc(size, "x"))).toMatchObject({ status: 200, text: String(size) });
    }
  });

  it("one byte past the limit is payload_too_large, and the client reads the answer", async () => {
    expect(await post(Buffer.alloc(MAX_BYTES + 1, "x"))).toMatchObject({ status: 413, text: "payload_too_large" });
  });

  it("far past the limit is payload_too_large, and the client reads the answer", async () => {
    expect(await post(Buffer.alloc(20 * 1024 * 1024, "x"))).toMatchObject({ status: 413, text: "payload_too_large" });
  });

  it("without a length is held to the limit by what comes", async () => {
    const chunk = `${(1024).toString(16)}\r\n${"x".repeat(1024)}\r\n`;
    const text = await exchange((send) => {
      send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      send(chunk.repeat(MAX_BYTES / 1024 + 1));
      send("0\r\n\r\n");
    });
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain("payload_too_large");
  });

  it("that is large waits while an older one fills the room, a small one does not, and it comes when that ends", async () => {
    const body = Buffer.alloc(MAX_BYTES, "x");
    const older = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
    older.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${MAX_BYTES}\r\n\r\n`);
    older.write(body.subarray(1));
    await expect.poll(() => room.heldBytes).toBe(MAX_BYTES - 1);
    const large = post(body);
    await expect.poll(() => requests.at(-1)?.isPaused()).toBe(true);
    expect(await post(Buffer.alloc(60_000))).toMatchObject({ status: 200, text: "60000" });
    expect(room.heldBytes).toBeLessThan(2 * MAX_BYTES - 1);
    older.destroy();
    expect(await large).toMatchObject({ status: 200, text: String(MAX_BYTES) });
    expect(room.heldBytes).toBe(0);
  });

  it("that is cut short is malformed_request", async () => {
    const before = seen.length;
    await exchange((send, end) => {
      send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf");
      setImmediate(end);
    });
    await expect.poll(() => seen.slice(before)).toEqual(["malformed_request"]);
  });
});
