import { createServer } from "node:http";
import { connect } from "node:net";
import { Refusal } from "@portcullis/contract";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireLocalCaller } from "./local-only.js";

const isTaken = (headers: Record<string, string>) => {
  try {
    requireLocalCaller(headers);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "origin_refused") return false;
    throw error;
  }
};

const LOCAL = ["localhost", "LOCALHOST", "LocalHost", "127.0.0.1", "[::1]"];
const FOREIGN = [
  "",
  " ",
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil",
  "localhost.evil.example",
  "evil.localhost",
  "evil-localhost",
  "xlocalhost",
  "localhost.",
  "127.0.0.1.",
  "127.1",
  "127.0.0.2",
  "127.0.0.1x",
  "0.0.0.0",
  "0",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "::1",
  "[::1]evil.example",
  "[::1].evil.example",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[0:0:0:0:0:0:0:1]",
  "localhost@evil.example",
  "user@localhost",
  "evil.example@localhost",
  "localhost/evil.example",
  "localhost#evil.example",
  "localhost?evil.example",
  "localhost,evil.example",
  "localhost evil.example",
  "evil.example localhost",
  "localhost\tevil",
  "ⓛocalhost",
  "ｌocalhost",
  "169.254.169.254",
];

describe("who may speak to the sidecar", () => {
  it.each(LOCAL)("Host %s is taken, with any port and without one", (host) => {
    for (const port of ["", ":80", ":8081", ":65535"]) expect(isTaken({ host: `${host}${port}` }), port).toBe(true);
  });

  it.each(FOREIGN)("Host %j is refused, with a port and without one", (host) => {
    for (const port of ["", ":8081"]) expect(isTaken({ host: `${host}${port}` }), port).toBe(false);
  });

  it.each([
    "localhost:",
    "localhost:port",
    "localhost:808180",
    "localhost:80:80",
    "127.0.0.1:80@evil.example",
    ":8081",
  ])("Host %j, whose port is none, is refused", (host) => expect(isTaken({ host })).toBe(false));

  it("a request without a Host is refused", () => {
    expect(isTaken({})).toBe(false);
  });

  it.each(LOCAL)("Origin of %s is taken over http and https", (name) => {
    for (const origin of [`http://${name}`, `https://${name}`, `http://${name}:3000`]) {
      expect(isTaken({ host: "localhost", origin }), origin).toBe(true);
    }
  });

  it.each([
    "null",
    "",
    "localhost",
    "file://",
    "file://localhost",
    "ftp://localhost",
    "chrome-extension://abcdefgh",
    "http://",
    "http://localhost/",
    "http://localhost http://evil.example",
    "http://evil.example",
    "https://evil.example:8081",
    "http://evil.example#localhost",
    "xhttp://localhost",
    ...FOREIGN.filter((name) => name.trim() !== "").map((name) => `http://${name}`),
  ])("Origin %j is refused", (origin) => expect(isTaken({ host: "localhost", origin })).toBe(false));

  it("a local Origin does not make up for a foreign Host", () => {
    expect(isTaken({ host: "evil.example", origin: "http://localhost" })).toBe(false);
  });

  it("no text is taken that a browser would resolve by name to another machine", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.webAuthority()), (host) => {
        if (!isTaken({ host })) return;
        expect(["localhost", "127.0.0.1", "[::1]"]).toContain(new URL(`http://${host}`).hostname);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a Host that is sent twice", () => {
  let server: ReturnType<typeof createServer>;
  beforeEach(async () => {
    server = createServer((request, response) => {
      response.end(isTaken(request.headers as Record<string, string>) ? "taken" : "refused");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    ["evil.example", "localhost"],
    ["localhost", "evil.example"],
  ])("%s then %s does not reach a handler as a local one and a foreign one at once", async (first, second) => {
    const { port } = server.address() as { port: number };
    const text = await new Promise<string>((resolve, reject) => {
      let read = "";
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`GET / HTTP/1.1\r\nHost: ${first}\r\nHost: ${second}\r\nConnection: close\r\n\r\n`);
      });
      socket.on("data", (chunk) => {
        read += chunk.toString("latin1");
      });
      socket.on("close", () => resolve(read)).on("error", reject);
    });
    // Node keeps the first alone; what matters is that the second cannot replace it.
    expect(text.includes("taken")).toBe(first === "localhost");
  });
});
