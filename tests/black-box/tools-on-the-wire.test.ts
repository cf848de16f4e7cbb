// How tools are called and what becomes of their answers, through real HTTP at both homes.

import { randomUUID } from "node:crypto";
import {
  auditRowOf,
  EMAIL_TEXT,
  eachDatabase,
  execute,
  HOMES,
  PNG_BYTES,
  TOOL_KEY,
  useStack,
} from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

eachDatabase("tools on the wire", (database) => {
  const stack = useStack(database, { oneTenant: true });

  describe.each(HOMES)("at the %s", (home) => {
    const run = (tool: string, options = {}) => execute(stack(), home, tool, options);

    describe("tools on the wire", () => {
      test("an HTTP tool gets the payload as JSON with ids, and none of the caller's credentials", async () => {
        const { tenant } = stack();
        const answer = await run("echo", {
          payload: { n: 1 },
          headers: {
            "x-idempotency-key": randomUUID(),
            cookie: "acp_token=secret",
            "x-internal-secret": "secret",
            "x-api-key": "secret",
            "x-trace-id": "t-9",
          },
        });
        const [seen] = stack().tools.runsOf(answer.requestId);
        expect(seen?.body).toBe('{"n":1}');
        expect(seen?.headers).toMatchObject({
          "content-type": "application/json",
          "x-request-id": answer.requestId,
          "x-trace-id": "t-9",
          "x-agent-id": tenant.agent.id,
          "x-tenant-id": tenant.id,
          "x-idempotency-key": expect.any(String),
          traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/),
        });
        for (const name of [
          "authorization",
          "cookie",
          "x-internal-secret",
          "x-approval-key",
          "x-api-key",
          "x-forwarded-for",
        ]) {
          expect(seen?.headers, name).not.toHaveProperty(name);
        }
        expect(JSON.stringify(seen?.headers)).not.toContain(tenant.agent.token);
      });
      test("a tool's own header has its secret from the environment", async () => {
        const { requestId } = await run("echo_secret");
        expect(stack().tools.runsOf(requestId)[0]?.headers["x-tool-key"]).toBe(TOOL_KEY);
      });
      test("a GET tool gets the payload as query", async () => {
        const { requestId } = await run("echo_get", { payload: { q: "two words", n: 3, list: ["a", "b"] } });
        const [seen] = stack().tools.runsOf(requestId);
        expect(seen).toMatchObject({ method: "GET", body: "" });
        const query = new URL(seen?.url ?? "", "http://tool").searchParams;
        expect(query.get("fixed")).toBe("1");
        expect([query.get("q"), query.get("n"), query.getAll("list")]).toEqual(["two words", "3", ["a", "b"]]);
      });
      test.each([
        ["created", 201, { created: true }],
        ["text", 200, "plain words"],
        ["binary", 200, { content_type: "image/png", base64: PNG_BYTES.toString("base64") }],
        ["empty", 204, null],
        ["broken_json", 200, '{"half": '],
      ])("%s: an answer with %i is a success, its body data.result", async (tool, status, result) => {
        const answer = await run(tool);
        expect(answer.status, answer.text).toBe(200);
        expect(answer.data).toMatchObject({ tool_status: status });
        expect(answer.data.result).toEqual(result);
      });
      test("e-mail addresses in an answer are redacted and counted", async () => {
        const answer = await run("emails");
        expect(answer.status, answer.text).toBe(200);
        expect(EMAIL_TEXT).toContain("jane.doe@example.com");
        expect(answer.text).not.toMatch(/[a-z.]+@[a-z]+\.[a-z]+/);
        expect(answer.data.redactions).toEqual([{ kind: expect.stringContaining("mail"), count: 3 }]);
        expect((await auditRowOf(stack(), answer.requestId)).content).toContain('"redactions":[{"count":3');
      });
      test("an answer that is not 2xx is 502 upstream_error with the tool's status and the redacted answer", async () => {
        const answer = await run("fail");
        expect(answer).toMatchObject({ status: 502, error: "upstream_error" });
        expect(answer.body.data).toMatchObject({
          action: "allow",
          tool_status: 503,
          result: { problem: "out of paper" },
        });
        expect(answer.text).not.toContain("ops@example.com");
        expect(await auditRowOf(stack(), answer.requestId)).toMatchObject({ decision: "allow", outcome: "failed" });
        expect(stack().tools.runsOf(answer.requestId)).toHaveLength(1);
      });
      test("a redirect is not followed: 502 upstream_error with its status", async () => {
        const answer = await run("redirect");
        expect(answer).toMatchObject({ status: 502, error: "upstream_error" });
        expect(answer.body.data).toMatchObject({ tool_status: 302 });
        expect(
          stack()
            .tools.runsOf(answer.requestId)
            .map(({ tool }) => tool),
        ).toEqual(["redirect"]);
      });
      test("no answer in time is 504 upstream_timeout, tried once, outcome failed", async () => {
        const answer = await run("hang");
        expect(answer).toMatchObject({ status: 504, error: "upstream_timeout" });
        expect(stack().tools.runsOf(answer.requestId)).toHaveLength(1);
        expect(await auditRowOf(stack(), answer.requestId)).toMatchObject({ outcome: "failed" });
      });
      test("no connection is 502 upstream_unreachable, outcome failed", async () => {
        const answer = await run("dead");
        expect(answer).toMatchObject({ status: 502, error: "upstream_unreachable" });
        expect(await auditRowOf(stack(), answer.requestId)).toMatchObject({ outcome: "failed" });
      });
      test("an answer over 16 MiB is 502 response_too_large", async () => {
        const answer = await run("huge");
        expect(answer).toMatchObject({ status: 502, error: "response_too_large" });
      });
      test("a tool that is declared retry_safe is tried three times under one request id", async () => {
        const answer = await run("fail_retry");
        expect(answer).toMatchObject({ status: 502, error: "upstream_error" });
        expect(stack().tools.runsOf(answer.requestId)).toHaveLength(3);
      });
      test("a granted tool that no tools file names is 404 tool_not_found with a detail", async () => {
        const agent = await stack().tenant.createAgent({ grants: ["nowhere"] });
        const answer = await run("nowhere", { as: agent });
        expect(answer).toMatchObject({ status: 404, error: "tool_not_found" });
        expect(answer.body.detail).toEqual(expect.any(String));
      });
      test("a tool that no tools file names is judged like any other: grants and findings refuse before it is looked for", async () => {
        const agent = await stack().tenant.createAgent({ grants: ["nowhere"] });
        expect(await run("nowhere", { as: agent, payload: { sql: "DROP TABLE users" } })).toMatchObject({
          status: 403,
          error: "policy_denied",
          body: { data: { rule_id: "agent.deny.destructive_sql" } },
        });
        expect(await run("elsewhere", { as: agent })).toMatchObject({
          status: 403,
          error: "policy_denied",
          body: { data: { rule_id: "agent.deny.tool_not_granted" } },
        });
      });
    });
  });
});
