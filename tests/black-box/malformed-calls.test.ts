// Calls that are refused for themselves, through real HTTP at both homes.

import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { callPath, eachDatabase, HOMES, repeatWhileBusy, type Stack, useStack, waitFor } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

interface Refusal {
  readonly fact: string;
  readonly send: (stack: Stack) => { headers?: Record<string, string>; body?: unknown; raw?: string | Uint8Array };
  readonly status: number;
  readonly error: string;
  /** Null unless given. */
  readonly data?: unknown;
  readonly detail?: unknown;
}

/** What is wrong with the request itself; every row is sent with the agent's own credentials otherwise. */
const refusals: Refusal[] = [
  {
    fact: "A missing X-Tenant-ID is 400",
    send: () => ({ headers: { "x-tenant-id": "" } }),
    status: 400,
    error: "X-Tenant-ID header required",
  },
  {
    fact: "An unparseable X-Tenant-ID is 400",
    send: () => ({ headers: { "x-tenant-id": "42" } }),
    status: 400,
    error: "Invalid Tenant UUID",
  },
  {
    fact: "No token is 401",
    send: () => ({ headers: { authorization: "" } }),
    status: 401,
    error: "Invalid or expired token",
  },
  {
    fact: "A token that is none is 401",
    send: () => ({ headers: { authorization: "Bearer x.y.z" } }),
    status: 401,
    error: "Invalid or expired token",
  },
  {
    fact: "Another scheme than Bearer is 401",
    send: () => ({ headers: { authorization: "Basic YTpi" } }),
    status: 401,
    error: "Invalid or expired token",
  },
  {
    fact: "Another tenant's token is 401",
    send: (stack) => ({ headers: { ...stack.otherTenant.agent.headers, "x-tenant-id": stack.tenant.id } }),
    status: 401,
    error: "tenant_mismatch",
  },
  {
    fact: "A missing X-Agent-ID is 400",
    send: () => ({ headers: { "x-agent-id": "" } }),
    status: 400,
    error: "X-Agent-ID header required",
  },
  {
    fact: "An X-Agent-ID that is no UUID is 400",
    send: () => ({ headers: { "x-agent-id": "agent-7" } }),
    status: 400,
    error: "X-Agent-ID header required",
  },
  {
    fact: "Another agent's id is 403",
    send: () => ({ headers: { "x-agent-id": randomUUID() } }),
    status: 403,
    error: "agent_mismatch",
  },
  {
    fact: "An X-Request-ID with other characters is 400",
    send: () => ({ headers: { "x-request-id": "a b" } }),
    status: 400,
    error: "invalid_request_id",
  },
  {
    fact: "An X-Request-ID of 129 characters is 400",
    send: () => ({ headers: { "x-request-id": "a".repeat(129) } }),
    status: 400,
    error: "invalid_request_id",
  },
  {
    fact: "An X-Idempotency-Key of 256 characters is 400",
    send: () => ({ headers: { "x-idempotency-key": "k".repeat(256) } }),
    status: 400,
    error: "invalid_idempotency_key",
  },
  { fact: "A body that is not JSON is 400", send: () => ({ raw: "{" }), status: 400, error: "malformed_body" },
  ...[
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=utf-16",
    "application/jsonp",
    "",
  ].map(
    (type): Refusal => ({
      fact: `A body under ${type === "" ? "no Content-Type" : type} is 415`,
      send: () => ({ headers: { "content-type": type } }),
      status: 415,
      error: "unsupported_media_type",
    }),
  ),
  {
    fact: "Invalid UTF-8 is 400",
    send: () => ({ raw: Buffer.from([0x7b, 0xff, 0x7d]) }),
    status: 400,
    error: "malformed_body",
  },
  {
    fact: "A duplicate key is 400",
    send: () => ({ raw: '{"tool_name":"echo","tool_name":"fail"}' }),
    status: 400,
    error: "duplicate_json_key",
    data: { key: "tool_name" },
  },
  {
    fact: "A payload deeper than 512 is 400",
    send: () => ({ raw: `{"tool_name":"echo","payload":${'{"a":'.repeat(513)}1${"}".repeat(513)}}` }),
    status: 400,
    error: "json_too_deep",
  },
  {
    fact: "A payload over 4 MiB is 413",
    send: () => ({ body: { tool_name: "echo", payload: { text: "x".repeat(4 * 1024 * 1024 - 10) } } }),
    status: 413,
    error: "payload_too_large",
  },
  {
    fact: "A missing tool_name is 422",
    send: () => ({ body: {} }),
    status: 422,
    error: "Validation failed",
    detail: { type: "missing", loc: ["body", "tool_name"], msg: "Field required", input: null },
  },
  {
    fact: "A tool_name that is a number is 422",
    send: () => ({ body: { tool_name: 7 } }),
    status: 422,
    error: "Validation failed",
    detail: { type: "string_type", loc: ["body", "tool_name"], msg: expect.any(String), input: 7 },
  },
  {
    fact: "A payload that is a list is 422",
    send: () => ({ body: { tool_name: "echo", payload: [] } }),
    status: 422,
    error: "Validation failed",
    detail: expect.objectContaining({ loc: ["body", "payload"] }),
  },
  {
    fact: "An unknown member is 422",
    send: () => ({ body: { tool_name: "echo", toolName: "x" } }),
    status: 422,
    error: "Validation failed",
    detail: { type: "extra_forbidden", loc: ["body", "toolName"], msg: expect.any(String), input: "x" },
  },
  {
    fact: "Metadata of 17 strings is 422",
    send: () => ({
      body: {
        tool_name: "echo",
        metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, "v"])),
      },
    }),
    status: 422,
    error: "Validation failed",
    detail: expect.objectContaining({ loc: ["body", "metadata"] }),
  },
  {
    fact: "A usage.model with U+0000 is 422",
    send: () => ({ body: { tool_name: "echo", usage: { model: "m\u0000" } } }),
    status: 422,
    error: "Validation failed",
    detail: expect.objectContaining({ loc: ["body", "usage", "model"] }),
  },
  {
    fact: "A tool name with a control character is 400",
    send: () => ({ body: { tool_name: "ec\u0007ho" } }),
    status: 400,
    error: "invalid_tool_name",
  },
  {
    fact: "A tool name with a zero-width character is 400",
    send: () => ({ body: { tool_name: "ec\u200bho" } }),
    status: 400,
    error: "invalid_tool_name",
  },
  {
    fact: "A tool name of mixed scripts is 400",
    send: () => ({ body: { tool_name: "ech\u043e" } }),
    status: 400,
    error: "invalid_tool_name",
  },
];

/** A request head for /execute, with `lines` beside what every one has. */
const linesOf = (lines: readonly string[], own = ["Host: localhost"]) => [
  "POST /execute HTTP/1.1",
  ...own,
  ...lines,
  "Connection: close",
  "Content-Length: 0",
];

/** What is sent, and how it is refused: status, and words of the answer. */
const unplainRequests: readonly (readonly [string, readonly string[], number, string])[] = [
  ["no Host", linesOf([], []), 400, "no Host header"],
  ["two Hosts, the first foreign", linesOf(["Host: localhost"], ["Host: other.example"]), 400, "more than one Host"],
  ["two Hosts, the second foreign", linesOf(["Host: other.example"]), 400, "more than one Host"],
  ["the same Host twice", linesOf(["Host: localhost"]), 400, "more than one Host"],
  [
    "a second Host behind 2,100 other headers",
    linesOf([...Array<string>(2100).fill("a:b"), "Host: other.example"]),
    400,
    "more than one Host",
  ],
  [
    "two Authorizations",
    linesOf(["Authorization: Bearer a", "Authorization: Bearer b"]),
    400,
    "more than one Authorization",
  ],
  [
    "two Content-Types",
    linesOf(["Content-Type: application/json", "Content-Type: text/plain"]),
    400,
    "more than one Content-Type",
  ],
  ["a gzipped body", linesOf(["Content-Encoding: gzip"]), 415, "without Content-Encoding"],
  ["a body coded twice", linesOf(["Content-Encoding: identity, br"]), 415, "without Content-Encoding"],
  [
    "a gzipped transfer",
    ["POST /execute HTTP/1.1", "Host: localhost", "Connection: close", "Transfer-Encoding: gzip, chunked", "", "0"],
    400,
    "Transfer-Encoding may be chunked",
  ],
  [
    "a verb that nobody has",
    ["FOO /execute HTTP/1.1", "Host: localhost", "Connection: close"],
    400,
    "could not be read",
  ],
  ["a tunnel", ["CONNECT localhost:443 HTTP/1.1", "Host: localhost"], 400, "malformed_request"],
];

/** The answer to a text that is sent as it is; sent again where it met an edge that is behind, as on a busy machine. */
function sendText(baseUrl: string, text: string): Promise<string> {
  const sendInTime = async () => {
    const answer = await sendTextOnce(baseUrl, text);
    return !answer.includes('"control_plane_unreachable"') && answer;
  };
  return waitFor(sendInTime, { what: "a request to be heard" });
}

/** Sends the text; gives all that comes back until the connection ends. */
function sendTextOnce(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk.toString("utf8");
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

eachDatabase("malformed calls", (database) => {
  const stack = useStack(database);

  describe.each(HOMES)("at the %s", (home) => {
    describe("requests that are refused for themselves", () => {
      test.each(refusals.map((row) => [`${row.fact} ${row.error}`, row] as const))("%s", async (_, row) => {
        const sent = row.send(stack());
        const answer = await repeatWhileBusy(() =>
          stack().callAt(stack().urlOf(home), "execution.execute", {
            as: stack().tenant.agent,
            ...(sent.raw === undefined ? { body: sent.body ?? { tool_name: "echo" } } : { raw: sent.raw }),
            headers: sent.headers ?? {},
          }),
        );
        expect({ status: answer.status, error: answer.error }, answer.text).toEqual({
          status: row.status,
          error: row.error,
        });
        expect(answer.body.data).toEqual(row.data ?? null);
        if (row.detail !== undefined) expect(answer.body.meta?.details).toEqual([row.detail]);
      });
    });

    describe("requests that could be read in two ways, or that Node would not hear, get an answer with a reason", () => {
      test.each(unplainRequests)("%s", async (_, lines, status, words) => {
        const text = await sendText(stack().urlOf(home), `${lines.join("\r\n")}\r\n\r\n`);
        expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
        expect(text).toContain(words);
        for (const id of ["X-Request-ID", "X-Trace-ID", "traceparent"]) {
          expect(text).toMatch(new RegExp(`^${id}: [\\w-]+\r$`, "im"));
        }
      });

      test("the last of 2,101 headers counts", async () => {
        const lines = linesOf([...Array<string>(2100).fill("a:b"), "X-Tenant-ID: 42"]);
        const text = await sendText(stack().urlOf(home), `${lines.join("\r\n")}\r\n\r\n`);
        expect(text).toContain("Invalid Tenant UUID");
      });

      test("an Expect that nobody knows is passed over", async () => {
        const text = await sendText(stack().urlOf(home), `${linesOf(["Expect: 200-ok"]).join("\r\n")}\r\n\r\n`);
        expect(text).toContain("X-Tenant-ID header required");
      });
    });

    test("no answer's type is guessed by a browser", async () => {
      const paths: [string, string][] = [
        ["POST", "/execute"],
        ["GET", "/health"],
        ["GET", "/metrics"],
        ["POST", "/mcp/x"],
      ];
      for (const [method, path] of paths) {
        const { headers } = await callPath(stack().urlOf(home), method, path);
        expect([path, headers["x-content-type-options"]]).toEqual([path, "nosniff"]);
      }
    });

    test("other verbs on /execute are 405 with Allow: POST", async () => {
      for (const verb of ["GET", "PUT", "PATCH", "DELETE"]) {
        const answer = await callPath(stack().urlOf(home), verb, "/execute", { as: stack().tenant.agent });
        expect(answer).toMatchObject({ status: 405, error: "method_not_allowed" });
        expect(answer.headers.allow).toContain("POST");
      }
    });
  });
});
