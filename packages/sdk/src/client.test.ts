import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import nock from "nock";
import { describe, expect, it } from "vitest";
import { Portcullis } from "./client.js";
import { AGENT, BASE, client, failure, serveExecute, success, TENANT, useNock } from "./client-fixture.js";
import { ConnectionError, PermissionError, PortcullisError } from "./errors.js";
import type { PortcullisOptions } from "./options.js";

useNock();

describe("a client", () => {
  it.each(["", "localhost:8081", "portcullis.test", "file:///tmp"])(
    "is not made with a base URL like %j",
    (baseUrl) => {
      expect(() => client({ baseUrl })).toThrow(/`baseUrl` must be an http or https address/);
    },
  );

  it.each(["http://ada:secret@portcullis.test", `${BASE}?a=1`, `${BASE}#a`])(
    "is not made with more than an address: %s",
    (baseUrl) => {
      expect(() => client({ baseUrl })).toThrow(/`baseUrl` must be an address alone/);
    },
  );

  it.each([
    [{}, /Give one way to sign in.*: none is set/],
    [{ apiKey: undefined, user: null }, /Give one way to sign in.*: none is set/],
    [{ apiKey: "acp_k", accessToken: "t" }, /Give one way to sign in.*: accessToken and apiKey are set/],
    [{ apiKey: "" }, /`apiKey` must be a text that is not empty/],
    [{ user: { email: "ada@example.com", password: undefined } }, /`user\.password` must be a text/],
    [{ agent: { id: AGENT, secret: "" } }, /`agent\.secret` must be a text/],
    [{ agent: "acs_secret" }, /`agent\.id` must be a text/],
    [{ accessToken: "one\ntwo" }, /^`accessToken` has characters that no token has\.$/],
  ])("is not made with the credentials %j, and the error has none of them", (credentials, words) => {
    const make = () => new Portcullis({ baseUrl: BASE, tenantId: TENANT, ...credentials } as PortcullisOptions);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(words);
    expect(make).not.toThrow(/acp_k|acs_secret|two/);
  });

  it("is not made without options, and the error says what it takes", () => {
    const WithoutOptions = Portcullis as unknown as new () => Portcullis;
    expect(() => new WithoutOptions()).toThrow(/Give one way to sign in.*: none is set/);
  });

  it("takes the one way to sign in that is set, among others that are not", async () => {
    nock(BASE).get("/agents/summary").matchHeader("authorization", "Bearer token-1").reply(200, success({}));
    expect(await client({ apiKey: undefined, agent: undefined, user: undefined }).agents.summary()).toEqual({});
  });
});

describe("a call of a tool", () => {
  it("carries the token, the tenant, the agent and the body of POST /execute", async () => {
    const sent = serveExecute([{ status: 200, body: success({ result: 1 }) }]);
    await client().execute("db.query", { sql: "SELECT 1" }, { metadata: { run: "7" }, approvalKey: "apk" });
    expect(sent[0]?.body).toEqual({ tool_name: "db.query", payload: { sql: "SELECT 1" }, metadata: { run: "7" } });
    expect(sent[0]?.headers).toMatchObject({
      authorization: "Bearer token-1",
      "x-tenant-id": TENANT,
      "x-agent-id": AGENT,
      "x-approval-key": "apk",
    });
  });

  it("gives the envelope's data", async () => {
    serveExecute([{ status: 200, body: success({ result: { rows: [] }, cost_usd: "0.5" }) }]);
    expect(await client().execute("db.query")).toEqual({ result: { rows: [] }, cost_usd: "0.5" });
  });

  it("is retried with a new request id and the same idempotency key", async () => {
    const busy = {
      status: 503,
      body: failure("buffer_full", { code: "buffer_full", retryable: true }),
      headers: { "retry-after": "0" },
    };
    const sent = serveExecute([busy, busy, { status: 200, body: success({}) }]);
    await client().execute("db.query");
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers["x-request-id"])).size).toBe(3);
    expect(new Set(sent.map(({ headers }) => headers["x-idempotency-key"])).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers["x-trace-id"])).size).toBe(1);
  });

  it("takes the caller's own idempotency key", async () => {
    const sent = serveExecute([{ status: 200, body: success({}) }]);
    await client().execute("db.query", {}, { idempotencyKey: "order-7" });
    expect(sent[0]?.headers["x-idempotency-key"]).toBe("order-7");
  });
});

describe("headers that a call adds", () => {
  it.each(["X-Idempotency-Key", "x-idempotency-key", "X-IDEMPOTENCY-KEY"])(
    "%s stands in place of the client's own, however it is written",
    async (name) => {
      const sent = serveExecute([{ status: 200, body: success({}) }]);
      await client().execute("db.query", {}, { headers: { [name]: "order-7" } });
      expect(sent[0]?.headers["x-idempotency-key"]).toBe("order-7");
    },
  );
});

/** A server of which every answer breaks off or stops, until the last of `answers`, in the middle of its body. */
async function serveHalf(end: "breaks off" | "stops", whole: number) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(200, { "content-type": "application/json" });
    if (requests === whole) return response.end(JSON.stringify(success({ result: 1 })));
    response.write('{"success":', () => end === "breaks off" && response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  nock.enableNetConnect("127.0.0.1");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("an answer that is not whole", () => {
  it.each([
    ["breaks off", "connection_failed"],
    ["stops", "timed_out"],
  ] as const)("and %s is a ConnectionError with the code %s", async (end, code) => {
    const half = await serveHalf(end, Number.POSITIVE_INFINITY);
    const error = await client({ baseUrl: half.baseUrl, maxAttempts: 1, timeoutMs: end === "stops" ? 200 : 60_000 })
      .execute("db.query")
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code, status: 0 });
    await half.close();
  });

  it("is asked for again where that is safe", async () => {
    const half = await serveHalf("breaks off", 3);
    expect(await client({ baseUrl: half.baseUrl }).execute("db.query")).toEqual({ result: 1 });
    await expect(client({ baseUrl: half.baseUrl }).agents.create({ name: "a" })).rejects.toBeInstanceOf(
      ConnectionError,
    );
    expect(half.requests()).toBe(4);
    await half.close();
  });
});

describe("what is retried", () => {
  const cases: [string, number, object, number][] = [
    ["400 is not", 400, { code: "malformed_body" }, 1],
    ["401 of a given token is not", 401, { code: "invalid_token" }, 1],
    ["403 is not", 403, { code: "policy_denied" }, 1],
    ["404 is not", 404, { code: "tool_not_found" }, 1],
    ["404 of a row that is on its way is, three attempts in all", 404, { code: "audit_pending", retryable: true }, 3],
    ["409 is not", 409, { code: "request_id_reused" }, 1],
    ["422 is not", 422, { code: "validation_failed" }, 1],
    ["429 is, after Retry-After, three attempts in all", 429, { code: "rate_limited", retryable: true }, 3],
    ["500 is, three attempts in all", 500, { code: "internal", retryable: true }, 3],
    ["503 is, three attempts in all", 503, { code: "store_unavailable", retryable: true }, 3],
    ["503 of a call that has run is not", 503, { code: "store_unavailable", retryable: false }, 1],
    ["503 of a write that may be done is not", 503, { code: "control_plane_unreachable", retryable: false }, 1],
    ["502 of a tool that is not retry_safe is not", 502, { code: "upstream_error", retryable: false }, 1],
    ["502 of a tool that is retry_safe is", 502, { code: "upstream_error", retryable: true }, 3],
    ["504 decision_timeout is, once", 504, { code: "decision_timeout", retryable: true }, 2],
    ["504 upstream_timeout is not", 504, { code: "upstream_timeout", retryable: false }, 1],
  ];
  it.each(cases)("%s", async (_title, status, meta, attempts) => {
    const sent = serveExecute(
      Array.from({ length: 4 }, () => ({ status, body: failure("e", meta), headers: { "retry-after": "0" } })),
    );
    await expect(client().execute("db.query")).rejects.toBeInstanceOf(PortcullisError);
    expect(sent).toHaveLength(attempts);
  });

  it.each([
    ["a write that is not repeatable is not sent again after a lost connection", "create", 1],
    ["a call of a tool, which has an idempotency key, is", "execute", 3],
  ])("%s", async (_title, call, expected) => {
    let connections = 0;
    const server = createServer((request) => {
      connections += 1;
      request.socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    nock.enableNetConnect("127.0.0.1");
    const cut = client({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const sent = call === "create" ? cut.agents.create({ name: "a" }) : cut.execute("db.query");
    await expect(sent).rejects.toBeInstanceOf(ConnectionError);
    expect(connections).toBe(expected);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("resources", () => {
  it("path parameters come first, in order and escaped, then the body", async () => {
    nock(BASE)
      .patch("/registry/tools/db%2Fquery", { timeout_ms: 5 })
      .reply(200, success({ tool_name: "db/query" }));
    expect(await client().registry.updateTool("db/query", { timeout_ms: 5 })).toEqual({ tool_name: "db/query" });
  });

  it("the client's own tenant fills tenant_id", async () => {
    nock(BASE)
      .post(`/decision/kill-switch/${TENANT}`, { reason: "drill" })
      .reply(200, success({ engaged: true }));
    expect(await client().killSwitch.engage({ reason: "drill" })).toEqual({ engaged: true });
  });

  it("a list is its first page when awaited, and every item of every page when iterated", async () => {
    const page = (items: number[], next: string | null) => success({ items, next_cursor: next });
    nock(BASE)
      .get("/agents")
      .query({ limit: 2 })
      .times(2)
      .reply(200, page([1, 2], "c1"));
    nock(BASE)
      .get("/agents")
      .query({ limit: 2, cursor: "c1" })
      .reply(200, page([3], null));
    expect(await client().agents.list({ limit: 2 })).toEqual({ items: [1, 2], next_cursor: "c1" });
    const all: unknown[] = [];
    for await (const agent of client().agents.list({ limit: 2 })) all.push(agent);
    expect(all).toEqual([1, 2, 3]);
  });

  it("a list can be given to whatever takes a promise, and its failure be caught like one", async () => {
    nock(BASE)
      .get("/agents")
      .times(2)
      .reply(200, success({ items: [1], next_cursor: null }));
    nock(BASE)
      .get("/agents")
      .query({ limit: 1 })
      .reply(403, failure("insufficient_role", { code: "insufficient_role" }));
    const list: Promise<{ items: unknown[] }> = client().agents.list();
    const [page] = await Promise.all([list]);
    expect(page.items).toEqual([1]);
    let settled = 0;
    await client()
      .agents.list()
      .finally(() => settled++);
    expect(settled).toBe(1);
    const failed = await client()
      .agents.list({ limit: 1 })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(PermissionError);
  });

  it("204 gives nothing", async () => {
    nock(BASE).delete(`/agents/${AGENT}`).reply(204);
    expect(await client().agents.delete(AGENT)).toBeUndefined();
  });
});
