// What HTTP itself is held to, whatever the operation: methods, paths, bodies, ids, headers, and bytes that are no HTTP.

import { connect } from "node:net";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpFixture, openHttpFixture } from "./http-fixture.js";

eachDatabase("http", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fixture.call("ADMIN", "POST", "/agents", { body, headers });

  describe("methods and paths", () => {
    const refused: [string, string, string][] = [
      ["PUT", "/agents", "GET, HEAD, POST, OPTIONS"],
      ["DELETE", "/agents/summary", "GET, HEAD, OPTIONS"],
      ["POST", "/health", "GET, HEAD, OPTIONS"],
      ["GET", "/auth/token", "POST, OPTIONS"],
      ["HEAD", "/auth/token", "POST, OPTIONS"],
      ["HEAD", "/events/stream", "GET, OPTIONS"],
      ["PATCH", "/decision/kill-switch/11111111-1111-4111-8111-111111111111", "GET, POST, DELETE, HEAD, OPTIONS"],
    ];
    for (const [method, path, allow] of refused) {
      it(`answers ${method} ${path} with 405 and the verbs that it has`, async () => {
        const answer = await fixture.call("ADMIN", method, path);
        expect(answer.status).toBe(405);
        expect(new Set(answer.headers.get("allow")?.split(", "))).toEqual(new Set(allow.split(", ")));
        if (method !== "HEAD") expect(answer.body.error).toBe("method_not_allowed");
      });
    }

    it("answers OPTIONS with the verbs, without CORS", async () => {
      const answer = await fixture.call(undefined, "OPTIONS", "/agents");
      expect([answer.status, answer.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    });

    it.each([
      "https://evil.example",
      "null",
      "http://127.0.0.1",
      "http://localhost:3000",
      "https://127.0.0.1.evil.example",
    ])("refuses a preflight from %s on every path, without CORS", async (origin) => {
      for (const path of ["/agents", "/execute", "/auth/token", "/health", "/nope"]) {
        const headers = { origin, "access-control-request-method": "POST" };
        const answer = await fixture.call(undefined, "OPTIONS", path, { headers });
        expect([path, answer.status, answer.body.error]).toEqual([path, 403, "origin_refused"]);
        expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
    });

    it("answers a preflight of its own page, which browsers do not send, with the verbs", async () => {
      const headers = { origin: fixture.url, "access-control-request-method": "POST" };
      expect((await fixture.call(undefined, "OPTIONS", "/agents", { headers })).status).toBe(204);
    });

    it("answers HEAD like GET, without the body", async () => {
      const answer = await fixture.call("ADMIN", "HEAD", "/agents");
      expect([answer.status, answer.body]).toEqual([200, ""]);
      expect((await fixture.call(undefined, "HEAD", "/agents")).status).toBe(401);
    });

    for (const path of [
      "/",
      "/nope",
      "/agents/",
      "//agents",
      "/AGENTS",
      "/agents/../health/x",
      "/docs/assets/..%2Fx",
    ]) {
      it(`answers ${path} with 404, in the envelope and beside it`, async () => {
        const answer = await fixture.call("ADMIN", "GET", path);
        expect([answer.status, answer.body.error, typeof answer.body.detail]).toEqual([
          404,
          "route_not_found",
          "string",
        ]);
      });
    }

    it("answers a resource that is not there with 404 and a detail", async () => {
      const answer = await fixture.call("ADMIN", "GET", "/agents/11111111-1111-4111-8111-111111111111");
      expect([answer.status, answer.body.error, typeof answer.body.detail]).toEqual([404, "agent_not_found", "string"]);
    });

    it("refuses a path that cannot be decoded", async () => {
      const answer = await fixture.call("ADMIN", "GET", "/agents/%zz");
      expect([answer.status, answer.body.error]).toEqual([400, "malformed_request"]);
    });

    it("refuses members of the query that the operation does not have, and repeated ones", async () => {
      for (const query of ["limits=1", "limit=1&limit=2", "limit=0", "limit=501", "limit=x", "__proto__=1"]) {
        const answer = await fixture.call("ADMIN", "GET", `/agents?${query}`);
        expect([query, answer.status, answer.body.error]).toEqual([query, 422, "Validation failed"]);
        const [detail] = (answer.body.meta as { details: { loc: unknown[] }[] }).details;
        expect(detail?.loc).toEqual(["query", query.split("=")[0]]);
      }
      const page = await fixture.call("ADMIN", "GET", "/agents?cursor=bm9wZQ");
      expect([page.status, page.body.error]).toEqual([400, "invalid_cursor"]);
    });
  });

  describe("bodies", () => {
    const json = { "content-type": "application/json" };
    const table: [string, string | Uint8Array, Record<string, string>, number, string][] = [
      [
        "of another type",
        "name=x",
        { "content-type": "application/x-www-form-urlencoded" },
        415,
        "unsupported_media_type",
      ],
      ["of plain text", "{}", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
      ["of a lookalike type", "{}", { "content-type": "application/jsonp" }, 415, "unsupported_media_type"],
      [
        "in another charset",
        "{}",
        { "content-type": "application/json; charset=utf-16" },
        415,
        "unsupported_media_type",
      ],
      ["that is no JSON", "{name:1}", json, 400, "malformed_body"],
      ["that is cut off", '{"name":"x"', json, 400, "malformed_body"],
      ["with a byte order mark", "\uFEFF{}", json, 400, "malformed_body"],
      ["with a lone surrogate", '{"name":"\\ud800"}', json, 400, "malformed_body"],
      ["in invalid UTF-8", Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json, 400, "malformed_body"],
      ["with a member twice", '{"name":"a","name":"b"}', json, 400, "duplicate_json_key"],
      ["with a nested member twice", '{"metadata":{"a":1,"\\u0061":2}}', json, 400, "duplicate_json_key"],
      ["nested 65 levels", `{"metadata":${"[".repeat(64)}${"]".repeat(64)}}`, json, 400, "json_too_deep"],
      ["nested 100,000 levels", "[".repeat(100_000), json, 400, "json_too_deep"],
      ["over 1 MiB", `{"name":"${"x".repeat(1_048_576)}"}`, json, 413, "payload_too_large"],
      ["that is a list", "[]", json, 422, "Validation failed"],
      ["that is null", "null", json, 422, "Validation failed"],
      ["with an unknown member", '{"name":"x","nmae":"y"}', json, 422, "Validation failed"],
      ["with a member of the wrong type", '{"name":1}', json, 422, "Validation failed"],
    ];
    for (const [name, body, headers, status, error] of table) {
      it(`${name} are refused with ${status} ${error}`, async () => {
        const response = await fetch(`${fixture.url}/agents`, {
          method: "POST",
          headers: {
            "x-tenant-id": fixture.made.tenantId,
            authorization: `Bearer ${fixture.tokens.ADMIN}`,
            ...headers,
          },
          body: body as string,
        });
        const answer = (await response.json()) as { error: string; success: boolean };
        expect([response.status, answer.error, answer.success]).toEqual([status, error, false]);
      });
    }

    it("that are missing are 422 and name the place", async () => {
      const answer = await fixture.call("ADMIN", "POST", "/agents");
      expect(answer.status).toBe(422);
      expect((answer.body.meta as { details: unknown[] }).details[0]).toMatchObject({ type: "missing", loc: ["body"] });
    });

    it("may be JSON with a charset, or of a +json type", async () => {
      for (const type of [
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "application/vnd.x+json",
      ]) {
        const answer = await post({ name: `typed ${type}` }, { "content-type": type });
        expect([type, answer.status]).toEqual([type, 201]);
      }
    });

    it("are not read before the caller may send them", async () => {
      const big = "x".repeat(2_000_000);
      expect((await fixture.call(undefined, "POST", "/agents", { body: big })).status).toBe(401);
      expect((await fixture.call("VIEWER", "POST", "/agents", { body: "{" })).status).toBe(403);
    });
  });

  describe("ids and headers", () => {
    it("gives the caller's ids back, and makes those that are missing", async () => {
      const given = await fixture.call(undefined, "GET", "/health", {
        headers: { "x-request-id": "A.b_c:-1", "x-trace-id": "trace-1" },
      });
      expect([given.headers.get("x-request-id"), given.headers.get("x-trace-id")]).toEqual(["A.b_c:-1", "trace-1"]);
      const made = await fixture.call(undefined, "GET", "/nope");
      expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(made.headers.get("x-trace-id")).toMatch(/^[0-9a-f]{32}$/);
    });

    it("takes the trace of a traceparent", async () => {
      const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
      const answer = await fixture.call(undefined, "GET", "/health", { headers: { traceparent } });
      expect(answer.headers.get("x-trace-id")).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    });

    it("gives the trace of a traceparent back, with a span of its own, whatever the answer", async () => {
      const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
      for (const [who, method, path] of [
        [undefined, "GET", "/health"],
        ["ADMIN", "GET", "/agents"],
        ["VIEWER", "POST", "/agents"],
        [undefined, "GET", "/nope"],
        [undefined, "POST", "/execute"],
      ] as const) {
        const answer = await fixture.call(who, method, path, { headers: { traceparent } });
        expect(answer.headers.get("traceparent"), path).toMatch(
          /^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/,
        );
        expect(answer.headers.get("traceparent"), path).not.toBe(traceparent);
      }
    });

    it("refuses request ids that are none, with a new id in the answer, and no call for its trace id", async () => {
      for (const id of ["has space", "x".repeat(129), "ünï", "a/b"].map((value) =>
        Buffer.from(value).toString("latin1"),
      )) {
        const answer = await fixture.call("ADMIN", "GET", "/agents", { headers: { "x-request-id": id } });
        expect([answer.status, answer.body.error]).toEqual([400, "invalid_request_id"]);
        expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      }
      const trace = await fixture.call("ADMIN", "GET", "/agents", { headers: { "x-trace-id": "no no" } });
      expect([trace.status, trace.headers.get("x-trace-id")]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    });

    it("refuses a request id that an operator's write has used", async () => {
      const headers = { "x-request-id": "once-only" };
      expect((await post({ name: "first" }, headers)).status).toBe(201);
      const again = await post({ name: "second" }, headers);
      expect([again.status, again.body.error]).toEqual([409, "request_id_reused"]);
      const list = await fixture.call("ADMIN", "GET", "/agents?limit=500");
      const names = (list.body.data as { items: { name: string }[] }).items.map((agent) => agent.name);
      expect(names).toContain("first");
      expect(names).not.toContain("second");
    });

    it("tells edges, which are no browsers, the ids of their request and to keep nothing", async () => {
      const { headers } = await fixture.call(undefined, "POST", "/edge/decide", { body: {} });
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get("x-trace-id")).toMatch(/^[0-9a-f]{32}$/);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toBeNull();
    });

    it("tells browsers to keep, frame and sniff nothing", async () => {
      for (const path of ["/health", "/nope", "/agents"]) {
        const { headers } = await fixture.call(undefined, "GET", path);
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("x-frame-options")).toBe("DENY");
        expect(headers.get("content-security-policy")).toContain("default-src 'none'");
        expect(headers.get("x-powered-by")).toBeNull();
      }
    });
  });

  describe("bytes", () => {
    const broken: Record<string, string> = {
      "no HTTP at all": "hello\r\n\r\n",
      "an unknown method": "FROB /health HTTP/1.1\r\nHost: x\r\n\r\n",
      "a malformed header": "GET /health HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
      "two content lengths": "POST /auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
      "a length and chunks":
        "POST /auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "a broken chunk": "POST /auth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
      "20 KiB of headers": `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
    };
    for (const [name, bytes] of Object.entries(broken)) {
      it(`with ${name} get 400 and the connection's end`, async () => {
        expect((await sendBytes(fixture.url, bytes)).split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
      });
    }
  });

  describe("what is public", () => {
    it("metrics count operations and name no tenant", async () => {
      await fixture.call("ADMIN", "GET", "/agents");
      const answer = await fixture.call(undefined, "GET", "/metrics");
      const text = String(answer.body);
      expect(text).toContain('portcullis_http_requests_total{operation="agents.list",status="200"}');
      for (const id of [fixture.made.tenantId, fixture.made.agent.id, "Default", "portcullis.local"]) {
        expect(text).not.toContain(id);
      }
    });

    it("health and status answer without a tenant", async () => {
      const health = await fixture.call(undefined, "GET", "/system/health", { tenantId: null });
      expect(health.body.data).toMatchObject({ status: "healthy" });
      const status = await fixture.call(undefined, "GET", "/status", { tenantId: "garbage" });
      expect(status.body.data).toMatchObject({ status: "operational" });
    });

    it("explorers load their scripts from here, under a policy that allows nothing else", async () => {
      for (const path of ["/docs", "/redoc"]) {
        const page = await fixture.call(undefined, "GET", path);
        expect(page.status).toBe(200);
        expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
        const sources = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
        expect(sources.length).toBeGreaterThan(1);
        // The empty icon keeps browsers from asking for one.
        for (const source of sources.filter((each) => each !== "data:,")) {
          expect(source.startsWith("/docs/assets/")).toBe(true);
          expect((await fixture.call(undefined, "GET", source)).status).toBe(200);
        }
      }
    });
  });
});

/** Writes bytes on a socket of their own and reads until the other side closes. */
function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.once("close", () => resolve(received));
    socket.once("error", (error) => (received === "" ? reject(error) : resolve(received)));
  });
}
