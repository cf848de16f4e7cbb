// `/mcp/{server}` on the wire: who gets in, what is refused before the protocol begins, and the protocol's own checks, by
// the conformance package.

import { spawn } from "node:child_process";
import { createServer, request as openRequest, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { forgeToken, sendRequest, type TestAgent, waitFor } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PEER_TOOLS } from "./mcp-peer-tools.js";
import { basic, connectMcp, tellsOfLoad, textOf, useMcpStack } from "./mcp-stack.js";

const mcp = useMcpStack();
let agent: TestAgent;
beforeAll(async () => {
  agent = await mcp().stack.tenant.createAgent({
    grants: PEER_TOOLS.map(({ name }) => `peer.${name}`).filter((name) => /^[ -~]*$/.test(name)),
  });
});

const MESSAGE = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
const send = ({ method = "POST", path = "/mcp/peer", headers = {}, body = JSON.stringify(MESSAGE) }: Sent = {}) =>
  sendRequest({
    method,
    url: `${mcp().stack.sidecarUrl}${path}`,
    headers: {
      authorization: basic(agent),
      accept: "application/json",
      "content-type": "application/json",
      ...headers,
    },
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  });
const callEcho = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: {} } };

test.each(["/mcp", "/mcp/", "/mcp/nope"])("%s, which is no server, is 404 with those that are", async (path) => {
  for (const method of ["GET", "POST"]) {
    const { status, json } = await send({ method, path });
    expect({ status, json }).toMatchObject({ status: 404, json: { error: "route_not_found" } });
    expect((json as { meta: { hint: string } }).meta.hint).toMatch(/is configured; those that are: .*\/mcp\/peer\b/);
  }
});

describe("credentials", () => {
  test("as Basic, as a Bearer token, and as a user with X-Agent-ID all call tools", async () => {
    const { ADMIN, VIEWER } = mcp().stack.tenant.users;
    const callers = [
      { authorization: basic(agent) },
      { authorization: `Bearer ${agent.token}` },
      { authorization: `Bearer ${agent.token}`, ...agent.headers },
      { authorization: `Bearer ${ADMIN.token}`, "x-agent-id": agent.id },
    ];
    for (const caller of callers) {
      const { call, toolNames } = await connectMcp(mcp(), "peer", caller);
      expect(await toolNames()).toContain("echo");
      expect(textOf(await call("echo"))).toContain(agent.id);
    }
    const viewer = await connectMcp(mcp(), "peer", { authorization: `Bearer ${VIEWER.token}`, "x-agent-id": agent.id });
    expect((await viewer.call("echo")).structuredContent).toMatchObject({
      error: "Write operations require ADMIN or SECURITY role",
    });
  });

  test.each([
    ["none", () => ""],
    ["of no scheme", () => "let me in"],
    ["Bearer that is no token", () => "Bearer nonsense"],
    ["Bearer with a forged signature", () => `Bearer ${forgeToken(agent.token, {})}`],
    ["Basic with a wrong secret", () => basic({ id: agent.id, secret: "wrong" })],
    ["Basic with an id that is none", () => basic({ id: "me", secret: agent.secret })],
    ["Basic without a colon", () => `Basic ${Buffer.from("nothing").toString("base64")}`],
  ])("%s are 401 for every method, and the sidecar lives on", async (_, authorization) => {
    for (const message of [{ ...MESSAGE, method: "initialize" }, MESSAGE, callEcho]) {
      const answer = await send({ headers: { authorization: authorization() }, body: JSON.stringify(message) });
      expect(answer.status, answer.text).toBe(401);
      expect(answer.json).toMatchObject({ success: false, error: expect.stringMatching(/^Invalid /) });
      const { error, meta } = answer.json as { error: string; meta: { hint: string } };
      if (error === "Invalid or expired token") {
        expect(meta.hint).toMatch(/MCP client's HTTP headers to `Authorization: Basic .*agent_id:secret/);
      } else expect(meta.hint).toContain("agent id and secret");
    }
    expect((await send()).status).toBe(200);
  });

  test.each([
    ["who may not call", "VIEWER", "Write operations require ADMIN or SECURITY role. Ask an ADMIN or SECURITY user."],
    ["who names no agent", "ADMIN", "X-Agent-ID header required. Send the calling agent's UUID in X-Agent-ID."],
  ] as const)("of a user %s get the error once, and then what to do", async (_, role, words) => {
    const headers = { authorization: `Bearer ${mcp().stack.tenant.users[role].token}` };
    expect((await send({ headers })).json).toMatchObject({ error: { code: -32603, message: words } });
  });

  test("of another tenant's agent header are refused by the token", async () => {
    const answer = await send({
      headers: { authorization: `Bearer ${agent.token}`, "x-tenant-id": "5d0bd1a8-6e2a-4d0c-9d5e-0f6c7a1b2c3d" },
    });
    expect(answer).toMatchObject({ status: 401, json: { error: "tenant_mismatch" } });
  });

  test("whose kept token was revoked are signed in anew; a revoked Bearer token is 401", async () => {
    const one = await mcp().stack.tenant.createAgent({ grants: ["peer.echo"] });
    const bearer = { authorization: `Bearer ${one.token}` };
    const { call } = await connectMcp(mcp(), "peer", one);
    const kept = (await call("echo")).isError ?? false;
    expect(kept).toBe(false);
    await mcp().stack.call("auth.revoke", { as: mcp().stack.tenant.users.ADMIN, body: { token: one.token } });
    await waitFor(async () => (await send({ headers: bearer })).status === 401, { what: "the revocation to arrive" });
    expect((await call("echo")).isError ?? false).toBe(false);
  });

  test("that come with each request have what was granted since the first; a Bearer token stays as it was made", async () => {
    const one = await mcp().stack.tenant.createAgent({ grants: ["peer.echo"] });
    const basic = await connectMcp(mcp(), "peer", one);
    const bearer = await connectMcp(mcp(), "peer", { authorization: `Bearer ${one.token}` });
    const before = await basic.toolNames();
    expect(await bearer.toolNames()).toEqual(before);
    await mcp().stack.call("agents.grantPermission", {
      as: mcp().stack.tenant.users.ADMIN,
      params: { agent_id: one.id },
      body: { tool_name: "peer.contacts", action: "ALLOW" },
    });
    await waitFor(async () => (await basic.toolNames()).includes("contacts"), { what: "the grant to be known" });
    expect((await basic.call("contacts")).structuredContent).toMatchObject({ count: 1 });
    expect(await bearer.toolNames()).toEqual(before);
    expect((await bearer.call("contacts")).structuredContent).toMatchObject({
      rule_id: "agent.deny.tool_not_granted",
    });
  });

  test("that were replaced are 401", async () => {
    const one = await mcp().stack.tenant.createAgent({ grants: ["peer.echo"] });
    await connectMcp(mcp(), "peer", one);
    await mcp().stack.call("auth.createCredentials", {
      as: mcp().stack.tenant.users.ADMIN,
      body: { agent_id: one.id },
    });
    await waitFor(async () => (await send({ headers: { authorization: basic(one) } })).status === 401, {
      what: "the old secret's token to end",
    });
  });
});

describe("before the protocol begins", () => {
  test.each([
    ["Host", { host: "evil.example" }],
    ["Host with a port", { host: "evil.example:8081" }],
    ["Host that begins like ours", { host: "127.0.0.1.evil.example" }],
    ["Origin", { origin: "http://evil.example" }],
    ["Origin null", { origin: "null" }],
    ["Origin that begins like ours", { origin: "http://localhost.evil.example" }],
  ])("a foreign %s is 403 origin_refused on every route, and reaches no tool", async (_, headers) => {
    const before = mcp().peer.calls.length;
    for (const path of [
      "/mcp/peer",
      "/execute",
      "/execute/peer.echo",
      "/health",
      "/metrics",
      "/auth/agent/token",
      "/docs",
    ]) {
      const answer = await send({ path, headers, body: JSON.stringify(callEcho) });
      expect(answer, path).toMatchObject({ status: 403, json: { error: "origin_refused" } });
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect(mcp().peer.calls).toHaveLength(before);
  });

  test("a local Origin is served, on any port, and gets nothing that a page could work with", async () => {
    const { status, headers } = await send({ headers: { origin: "http://localhost:3000" } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "cross-origin-resource-policy": "same-origin", "x-frame-options": "DENY" });
  });

  test.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s is 405 with Allow: POST", async (method) => {
    const answer = await send({ method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("POST");
  });

  test.each(["/mcp/nobody", "/mcp/peer/", "/mcp/peer/more", "/mcp/", "/mcp/__proto__", "/mcp/..%2fpeer", "/mcp/PEER"])(
    "%s is 404",
    async (path) => expect(await send({ path })).toMatchObject({ status: 404, json: { success: false } }),
  );

  test.each([
    ["not JSON", "{", "malformed_body"],
    ["empty", "", "malformed_body"],
    ["a repeated key", '{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}', "duplicate_json_key"],
    [
      "a repeated argument",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":1,"a":2}}}',
      "duplicate_json_key",
    ],
    ["a lone surrogate", '{"jsonrpc":"2.0","id":"\\ud800","method":"tools/list"}', "malformed_body"],
    ["nested 100,000 deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "json_too_deep"],
  ])("a body that is %s is 400", async (_, body, error) => {
    expect(await send({ body })).toMatchObject({ status: 400, json: { error } });
  });

  test("a body past 4 MiB is 413, and the client reads the answer", async () => {
    const big = JSON.stringify({
      ...callEcho,
      params: { name: "echo", arguments: { text: "x".repeat(5 * 1024 * 1024) } },
    });
    expect(await send({ body: big })).toMatchObject({ status: 413, json: { error: "payload_too_large" } });
  });

  test("a malformed escape in the path is 400, and so is a target with a host of its own", async () => {
    expect((await send({ path: "/mcp/%zz" })).status).toBe(400);
    const { hostname, port } = new URL(mcp().stack.sidecarUrl);
    const status = await new Promise((resolve, reject) => {
      const path = `http://${hostname}:${port}/execute`;
      openRequest({ hostname, port, method: "POST", path }, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end("{}");
    });
    expect(status).toBe(400);
  });
});

describe("calls of the protocol", () => {
  const call = (method: string, params: unknown, id: number | string = 1) => ({ jsonrpc: "2.0", id, method, params });
  const fault = (id: number | string, message: RegExp) => ({
    jsonrpc: "2.0",
    id,
    error: { code: -32602, message: expect.stringMatching(message) },
  });

  test.each([
    ["without a name", "tools/call", {}, /^`params\.name`: Field required\. Send `params` such as \{"name": "/],
    ["without params", "tools/call", undefined, /^`params`: Field required\./],
    ["whose name is a number", "tools/call", { name: 7 }, /^`params\.name`: .*expected string/],
    ["whose arguments are a list", "tools/call", { name: "echo", arguments: [] }, /^`params\.arguments`: .*object/],
    ["whose cursor is a number", "tools/list", { cursor: 7 }, /^`params\.cursor`: .*expected string/],
    ["without a version", "initialize", {}, /`params\.protocolVersion`: Field required/],
    ...["initialize", "ping", "tools/list", "tools/call", "no/method", "__proto__"].flatMap((method) =>
      [[], null, "echo", 7].map(
        (params) => [`with ${JSON.stringify(params)} as params`, method, params, /^`params`: .*object/] as const,
      ),
    ),
  ] as const)("a call %s (%s) is -32602 with what to send, and reaches no tool", async (_, method, params, message) => {
    const before = mcp().peer.calls.length;
    const answer = await send({ body: JSON.stringify(call(method, params)) });
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: fault(1, message) });
    expect(mcp().peer.calls).toHaveLength(before);
  });

  test("in a batch are answered each for itself, whatever is wrong with the others", async () => {
    const batch = [call("tools/call", [], 1), call("tools/call", { name: "echo" }, "1"), call("ping", "x", 2)];
    const sendInTime = async () => {
      const answer = await send({ body: JSON.stringify(batch) });
      return tellsOfLoad(answer.text) ? undefined : answer;
    };
    const { json } = await waitFor(sendInTime, { what: "the batch to be decided in time" });
    expect(json).toHaveLength(3);
    expect(json).toEqual(
      expect.arrayContaining([
        fault(1, /object/),
        fault(2, /object/),
        { jsonrpc: "2.0", id: "1", result: expect.objectContaining({ content: expect.anything() }) },
      ]),
    );
  });
});

describe("the sidecar's own routes", () => {
  test.each(["GET", "HEAD"])("%s /health says that it is connected, with ids", async (method) => {
    const answer = await send({ method, path: "/health", headers: { "x-request-id": "h-1" } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ "x-request-id": "h-1", "x-trace-id": expect.any(String) });
    if (method === "GET") {
      expect(answer.json).toMatchObject({
        success: true,
        data: { status: "ok", kill_switch_engaged: false, heartbeat_age_ms: expect.any(Number), running: 0 },
      });
      expect(Number.isInteger((answer.json as { data: { heartbeat_age_ms: number } }).data.heartbeat_age_ms)).toBe(
        true,
      );
    }
  });

  test("GET /metrics counts calls, and names no tenant, agent or tool", async () => {
    const { call } = await connectMcp(mcp(), "peer", agent);
    await call("echo");
    const { status, text } = await send({ method: "GET", path: "/metrics" });
    expect(status).toBe(200);
    expect(text).toMatch(/^portcullis_calls_total\{status="200",error=""\} \d+$/m);
    expect(text).toContain("portcullis_connected 1");
    for (const name of [mcp().stack.tenant.id, agent.id, "echo"]) expect(text).not.toContain(name);
  });
});

describe("the MCP conformance package", () => {
  let forwarder: Server;
  beforeAll(async () => {
    // It sends no credentials of its own: this adds them on the way, and changes nothing else.
    forwarder = createServer((request, response) => {
      const target = new URL(request.url ?? "/", mcp().stack.sidecarUrl);
      const headers = { ...request.headers, authorization: basic(agent) };
      const forwarded = openRequest(target, { method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      forwarded.on("error", () => response.destroy());
      request.pipe(forwarded);
    });
    await new Promise<void>((resolve) => forwarder.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    forwarder.closeAllConnections();
    await new Promise((resolve) => forwarder.close(resolve));
  });

  const require = createRequire(import.meta.url);
  const program = join(dirname(require.resolve("@modelcontextprotocol/conformance/package.json")), "dist/index.js");
  const run = (scenario: string) =>
    new Promise<{ code: number | null; output: string }>((resolve, reject) => {
      const url = `http://127.0.0.1:${(forwarder.address() as AddressInfo).port}/mcp/peer`;
      const child = spawn(process.execPath, [program, "server", "--url", url, "--scenario", scenario], {
        env: { PATH: process.env.PATH },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, output }));
    });

  test.each([
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
    "json-schema-2020-12",
    "dns-rebinding-protection",
  ])("passes %s", async (scenario) => {
    const runInTime = async () => {
      const ended = await run(scenario);
      return tellsOfLoad(ended.output) ? undefined : ended;
    };
    const { code, output } = await waitFor(runInTime, { what: `${scenario} to be answered in time` });
    expect(output).toMatch(/Passed: [1-9]/);
    expect(code, output).toBe(0);
  });
});
