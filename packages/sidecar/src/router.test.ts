import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRouter, type RouterParts } from "./router.js";

let reached: string[] = [];
const note = (name: string) => (_request: IncomingMessage, response: ServerResponse) => {
  reached.push(name);
  response.end();
};
const parts = {
  edge: {
    execute: async ({ toolNameInPath }: { toolNameInPath?: string }) => {
      reached.push(`edge ${toolNameInPath ?? ""}`);
      return { status: 200, headers: {}, body: { value: {} } };
    },
  },
  mcp: {
    serve: async (_server: string, request: IncomingMessage, response: ServerResponse) =>
      note("mcp")(request, response),
  },
  passThrough: { forward: note("control plane"), stop: () => undefined, close: () => undefined },
  metrics: { text: async () => "up 1\n", contentType: "text/plain" },
  onError: () => undefined,
} as unknown as RouterParts;
const server = createServer(createRouter(parts));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  reached = [];
});

/** The status of a request whose target is sent as it is written here. */
function post(target: string, headers: readonly string[] = []): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const lines = [
    `POST ${target} HTTP/1.1`,
    "Host: localhost:8081",
    "Connection: close",
    "Content-Length: 0",
    ...headers,
  ];
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(Number(text.split(" ")[1]))).on("error", reject);
  });
}

describe("a request with two Host headers", () => {
  it.each(["/execute/t", "/mcp/files", "/agents", "/health"])("is refused, whatever they say: %s", async (target) => {
    for (const host of ["Host: localhost:8081", "hOST: other.example"]) expect(await post(target, [host])).toBe(400);
    expect(reached).toEqual([]);
  });
});

describe("a path with an empty part, which would lose it on the way to the control plane,", () => {
  it.each(["/execute//t", "/execute//", "/execute/t//", "/agents//x", "/mcp//files"])(
    "is no route: %s",
    async (target) => {
      expect(await post(target)).toBe(404);
      expect(reached).toEqual([]);
    },
  );
});

describe("a path that would be another one at the control plane", () => {
  it.each([
    "//execute/t",
    "///execute",
    "/\\execute/t",
    "/execute\\t",
    "/%65xecute/t",
    "/execut%65",
    "/execute#/t",
    "/m%63p/files",
  ])("is refused: %s", async (target) => {
    expect(await post(target)).toBe(400);
    expect(reached).toEqual([]);
  });

  it.each([
    ["/execute/t", "edge t"],
    ["/execute/a%2Fb", "edge a/b"],
    ["/execute/a/b", "control plane"],
    ["/execute/", "control plane"],
    ["/execute?x=//", "edge "],
    ["/mcp/files", "mcp"],
    ["/mcp", "mcp"],
    ["/agents/a%20b", "control plane"],
    ["/EXECUTE/t", "control plane"],
  ])("is none of these: %s", async (target, at) => {
    expect(await post(target)).toBe(200);
    expect(reached).toEqual([at]);
  });
});

describe("a cookie", () => {
  const COOKIE = "Cookie: a=b; acp_token=token";

  it.each([
    ["Origin: http://localhost:3000"],
    ["Origin: http://127.0.0.1:8081"],
    ["Referer: https://evil.example/form"],
    ["Referer: http://evil.example/http://localhost:8081/"],
    ["Origin: http://localhost:3000", "Referer: http://localhost:8081/docs"],
    ["Origin: http://localhost:8081", "Sec-Fetch-Site: same-site"],
    ["Sec-Fetch-Site: none"],
  ])("runs nothing for %j %j", async (...headers: string[]) => {
    expect(await post("/execute/t", [COOKIE, ...headers])).toBe(403);
    expect(await post("/mcp/files", [COOKIE, ...headers])).toBe(403);
    expect(reached).toEqual([]);
  });

  it("serves our own page and programs, which name no page, and does not matter beside a header", async () => {
    expect(await post("/execute/t", [COOKIE])).toBe(200);
    expect(await post("/execute/t", [COOKIE, "Origin: http://localhost:8081"])).toBe(200);
    expect(await post("/execute/t", [COOKIE, "Referer: http://localhost:8081/docs?a"])).toBe(200);
    expect(await post("/execute/t", [COOKIE, "Sec-Fetch-Site: same-origin"])).toBe(200);
    expect(await post("/execute/t", [COOKIE, "Authorization: Bearer t"])).toBe(200);
    expect(await post("/execute/t", ["Cookie: xacp_token=1"])).toBe(200);
  });
});

it("gives the caller's ids, or new ones, with its metrics as with every answer", async () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/metrics`;
  const named = await fetch(url, { headers: { "x-request-id": "r-1", "x-trace-id": "t-1" } });
  expect([named.headers.get("x-request-id"), named.headers.get("x-trace-id")]).toEqual(["r-1", "t-1"]);
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const traced = await fetch(url, { headers: { traceparent } });
  expect(traced.headers.get("x-trace-id")).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
  expect(traced.headers.get("traceparent")).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/);
  const fresh = await fetch(url, { headers: { "x-trace-id": "no no" } });
  expect(fresh.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(fresh.headers.get("x-trace-id")).toMatch(/^[0-9a-f]{32}$/);
});

it.each([
  ["GET", "/metrics", 200],
  ["POST", "/execute/t", 200],
  ["POST", "/execute//t", 404],
  ["GET", "/mcp/%zz", 400],
])("gives a page in a browser nothing to work with: %s %s", async (method, path, status) => {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-security-policy": expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
});
