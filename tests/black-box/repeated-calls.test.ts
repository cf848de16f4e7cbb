// Calls that are made again: idempotency keys, request ids, calls that still run, through real HTTP at both homes.

import { randomUUID } from "node:crypto";
import { auditIdOf } from "@portcullis/core";
import { auditRowOf, eachDatabase, execute, HOMES, startHeldCall, useStack, waitFor } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

eachDatabase("repeated calls", (database) => {
  const stack = useStack(database, { oneTenant: true });

  describe.each(HOMES)("at the %s", (home) => {
    const run = (tool: string, options = {}) => execute(stack(), home, tool, options);

    describe("idempotency", () => {
      test("a duplicate with the same X-Idempotency-Key gets the original response and runs nothing", async () => {
        const headers = { "x-idempotency-key": randomUUID() };
        const first = await run("echo", { payload: { n: 1 }, headers });
        const second = await run("echo", { payload: { n: 1 }, headers });
        expect(second.status, second.text).toBe(200);
        expect(second.body).toEqual(first.body);
        expect(second.headers["x-request-id"]).toBe(second.requestId);
        expect(stack().tools.runsOf(first.requestId)).toHaveLength(1);
        expect(stack().tools.runsOf(second.requestId)).toEqual([]);
      });
      test("a key under the name Idempotency-Key is the same key; two that differ are 400", async () => {
        const key = randomUUID();
        const first = await run("echo", { headers: { "idempotency-key": key } });
        for (const headers of [{ "x-idempotency-key": key }, { "x-idempotency-key": key, "idempotency-key": key }]) {
          const again = await run("echo", { headers });
          expect(again.body).toEqual(first.body);
          expect(stack().tools.runsOf(again.requestId)).toEqual([]);
        }
        const headers = { "x-idempotency-key": key, "idempotency-key": randomUUID() };
        expect(await run("echo", { headers })).toMatchObject({ status: 400, error: "invalid_idempotency_key" });
      });
      test("the same key with another body is 409 idempotency_key_reused", async () => {
        const headers = { "x-idempotency-key": randomUUID() };
        await run("echo", { payload: { n: 1 }, headers });
        expect(await run("echo", { payload: { n: 2 }, headers })).toMatchObject({
          status: 409,
          error: "idempotency_key_reused",
        });
      });
      test("another agent's call with the same key is its own", async () => {
        const headers = { "x-idempotency-key": randomUUID() };
        const other = await stack().tenant.createAgent({ grants: ["echo"] });
        await run("echo", { headers });
        const answer = await run("echo", { headers, as: other });
        expect(answer.status, answer.text).toBe(200);
        expect(stack().tools.runsOf(answer.requestId)).toHaveLength(1);
      });
      test("a denial keeps the key: the duplicate gets the same denial", async () => {
        const headers = { "x-idempotency-key": randomUUID() };
        const payload = { sql: "DROP TABLE users" };
        const first = await run("db.query", { payload, headers });
        const second = await run("db.query", { payload, headers });
        expect(second.body).toEqual(first.body);
      });
      test.each([
        ["as deep as a payload may be", `${"[".repeat(512)}${"]".repeat(512)}`],
        ["deeper", `${'{"a":'.repeat(600)}1${"}".repeat(600)}`],
        ["with halves of characters", '{"\\ud83d":["\\udc00\\ud83d", "\\ud83d\\ude00", "\\\\ud83d"]}'],
        ["with members of one name", '{"a":1,"a":2}'],
        ["with a member __proto__", '{"__proto__":{"a":1}}'],
        ["with numbers that no double holds", "[1e400,123456789012345678901234567890]"],
        ["read on a thread", JSON.stringify(Array.from({ length: 9000 }, (_, id) => ({ id, text: '"é"' })))],
      ])("an answer %s is the original response and a billed row too", async (_, json) => {
        const headers = { "x-idempotency-key": randomUUID() };
        const first = await run("literal", { payload: { json }, headers });
        expect(first.status, first.text).toBe(200);
        expect((await auditRowOf(stack(), first.requestId)).outcome).toBe("allowed");
        const second = await run("literal", { payload: { json }, headers });
        expect(second.text).toBe(first.text);
        expect(stack().tools.runsOf(second.requestId)).toEqual([]);
      });
      test("a tool's error is the original response too", async () => {
        const headers = { "x-idempotency-key": randomUUID() };
        const first = await run("fail", { headers });
        const second = await run("fail", { headers });
        expect(second).toMatchObject({ status: 502, error: "upstream_error" });
        expect(second.body.data).toEqual(first.body.data);
        expect(stack().tools.runsOf(second.requestId)).toEqual([]);
      });
    });

    describe("a running call", () => {
      test("has no receipt yet: 404 audit_pending with Retry-After: 1, and has it when it has ended", async () => {
        const { requestId, answer } = await startHeldCall(stack(), stack().urlOf(home));
        const as = stack().tenant.users.AUDITOR;
        const params = { audit_id: auditIdOf(stack().tenant.id, requestId) };
        const pending = await stack().call("audit.receipt", { as, params });
        expect(pending).toMatchObject({ status: 404, error: "audit_pending" });
        expect(pending.headers["retry-after"]).toBe("1");
        stack().tools.release();
        expect((await answer).status).toBe(200);
        await auditRowOf(stack(), requestId);
        expect((await stack().call("audit.receipt", { as, params })).data.signature_valid).toBe(true);
      });
      test("with an idempotency key makes its duplicate wait for the one answer", async () => {
        const headers = { "x-idempotency-key": randomUUID() };
        const first = await startHeldCall(stack(), stack().urlOf(home), { headers });
        const second = run("hold", { headers });
        // The duplicate is there before the release: it asks, is told that the call runs, and asks again.
        const early = await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300, "waits"))]);
        expect(early).toBe("waits");
        stack().tools.release();
        const answers = await Promise.all([first.answer, second]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        expect(answers[1]?.body).toEqual(answers[0]?.body);
        expect(stack().tools.runsOf(answers[1]?.requestId ?? "")).toEqual([]);
      });
    });

    test("a request id that was used at the other home is 409 request_id_reused", async () => {
      const [other] = HOMES.filter((one) => one !== home);
      const { requestId } = await execute(stack(), other ?? home, "echo");
      expect(await run("echo", { requestId })).toMatchObject({ status: 409, error: "request_id_reused" });
      expect(stack().tools.runsOf(requestId)).toHaveLength(1);
    });
    test("a constant X-Request-ID never hides a second call: the second is refused, not answered with the first", async () => {
      const requestId = `constant-${randomUUID()}`;
      const first = await run("echo", { requestId, payload: { n: 1 } });
      const second = await run("echo", { requestId, payload: { n: 2 } });
      expect([first.status, second.status]).toEqual([200, 409]);
      expect(second.body.data).toBeNull();
    });
    test.each([
      ["the same payload", 1],
      ["another payload", 2],
    ])("a call that is refused for its request id, with %s, is a row beside the first call's", async (_, n) => {
      const first = await run("echo", { payload: { n: 1 } });
      const { requestId } = first;
      const second = await run("echo", { requestId, payload: { n } });
      expect(second).toMatchObject({ status: 409, error: "request_id_reused" });
      expect(second.body.meta?.audit_id).toBe(first.data.audit_id);
      const rows = await waitFor(
        async () => {
          const body = { request_id: requestId };
          const { items } = (await stack().call("audit.search", { as: stack().tenant.users.ADMIN, body })).data;
          return items.length > 1 ? items : undefined;
        },
        { what: "the row of the refused repeat" },
      );
      expect(rows.map(({ decision, outcome }) => [decision, outcome])).toEqual([
        ["deny", "denied"],
        ["allow", "allowed"],
      ]);
      expect(rows[0]?.metadata_json).toMatchObject({ code: "request_id_reused" });
      expect(rows[1]?.id).toBe(first.data.audit_id);
    });
  });
});
