// Calls that are refused for themselves, through real HTTP at both homes.

import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { callPath, eachDatabase, HOMES, type Stack, useStack } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

interface Refusal {
  readonly fact: string;
  readonly send: (stack: Stack) => { headers?: Record<string, string>; body?: unknown; raw?: string | Uint8Array };
  readonly status: number;
  readonly error: string;
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

/** Sends the text as it is; gives all that comes back until the connection ends. */
function sendText(baseUrl: string, text: string): Promise<string> {
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
        const answer = await stack().callAt(stack().urlOf(home), "execution.execute", {
          as: stack().tenant.agent,
          ...(sent.raw === undefined ? { body: sent.body ?? { tool_name: "echo" } } : { raw: sent.raw }),
          headers: sent.headers ?? {},
        });
        expect({ status: answer.status, error: answer.error }, answer.text).toEqual({
          status: row.status,
          error: row.error,
        });
        expect(answer.body.data).toBeNull();
        if (row.detail !== undefined) expect(answer.body.meta?.details).toEqual([row.detail]);
      });
    });

    test("two Host headers are 400, whichever of them is this machine's", async () => {
      for (const hosts of [
        ["localhost", "other.example"],
        ["other.example", "localhost"],
        ["localhost", "localhost"],
      ]) {
        const lines = [...hosts.map((host) => `Host: ${host}`), "Connection: close", "Content-Length: 0"];
        const text = await sendText(stack().urlOf(home), `POST /execute HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
        expect(text).toMatch(/^HTTP\/1\.1 400 /);
        expect(text).toContain("more than one Host");
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
