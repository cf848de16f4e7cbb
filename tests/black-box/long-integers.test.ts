// Integers that a double would change, and numbers that none holds, through real HTTP at both homes: what was asked is what is
// hashed, judged and sent, and what the tool said is what the caller gets.

import { randomUUID } from "node:crypto";
import { formatJson, sha256Hex } from "@portcullis/core";
import {
  approvalKeyOf,
  auditRowOf,
  eachDatabase,
  execute,
  HOMES,
  repeatWhileBusy,
  useStack,
} from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

const BIG = 12345678901234567890n;
/** One double stands for both. */
const NEXT = BIG + 1n;
const POLICY = `@id("small") @args("limit: Long") forbid (principal, action == Action::"echo", resource)
  when { context.args has limit && context.args.limit > 5 };`;

eachDatabase("long integers", (database) => {
  const stack = useStack(database, { oneTenant: true });

  describe.each(HOMES)("at the %s", (home) => {
    const run = (tool: string, options = {}) => execute(stack(), home, tool, options);

    test("reach an HTTP tool and its caller with the digits that were written, by POST and by GET", async () => {
      const payload = { account: BIG, list: [-BIG, { n: NEXT }], small: 7, rate: 0.5 };
      const posted = await run("echo", { payload });
      expect(stack().tools.runsOf(posted.requestId)[0]?.body).toBe(formatJson(payload));
      expect(posted.data.result).toMatchObject({ body: payload });
      expect(posted.text).toContain(`"account":${BIG}`);
      const got = await run("echo_get", { payload });
      const query = new URL(stack().tools.runsOf(got.requestId)[0]?.url ?? "", "http://tool").searchParams;
      expect(query.get("account")).toBe(String(BIG));
      expect(query.getAll("list")).toEqual([String(-BIG), `{"n":${NEXT}}`]);
    });

    test("make another payload where one digit differs: another hash, another idempotent call", async () => {
      const headers = { "x-idempotency-key": randomUUID() };
      const first = await run("echo", { payload: { n: BIG }, headers });
      const again = await run("echo", { payload: { n: BIG }, headers });
      expect(again.text).toBe(first.text);
      expect(again.data.result).toMatchObject({ body: { n: BIG } });
      const other = await run("echo", { payload: { n: NEXT }, headers });
      expect(other).toMatchObject({ status: 409, error: "idempotency_key_reused" });
      const { content } = await auditRowOf(stack(), first.requestId);
      expect(content).toContain(`"payload_hash":"${sha256Hex(`{"n":${BIG}}`)}"`);
    });

    test("bind an approval to the digits that were approved", async () => {
      const as = await stack().tenant.createAgent({ grants: { echo: "ESCALATE" } });
      const key = approvalKeyOf(await run("echo", { as, payload: { n: BIG } }));
      const approve = { as: stack().tenant.users.ADMIN, params: { key }, body: {} };
      await stack().call("autoResponse.approvePending", approve);
      const headers = { "x-approval-key": key };
      expect(await run("echo", { as, payload: { n: NEXT }, headers })).toMatchObject({ error: "approval_required" });
      const ran = await run("echo", { as, payload: { n: BIG }, headers });
      expect(ran.status, ran.text).toBe(200);
    });

    test("are redacted as a number of any length", async () => {
      const answer = await run("echo", { payload: { card_number: 6212345678901232001n, order: BIG } });
      expect(answer.data.result).toMatchObject({ body: { card_number: 0, order: BIG } });
      expect(answer.data.redactions).toEqual([{ kind: "card", count: 1 }]);
    });

    test("are read by no rule that they do not fit: the call is denied, not judged by a rounded number", async () => {
      const as = stack().tenant.users.SECURITY;
      const uploaded = await stack().call("policy.upload", { as, body: { name: "limits", policy: POLICY } });
      expect(uploaded.status, uploaded.text).toBe(200);
      for (const limit of [BIG, -BIG, 2n ** 53n]) {
        const answer = await run("echo", { payload: { limit } });
        expect(answer, String(limit)).toMatchObject({ status: 403, error: "policy_denied" });
        expect(answer.text).toContain("policy_error");
      }
      const fits = await run("echo", { payload: { limit: 5, other: BIG } });
      expect(fits.status, fits.text).toBe(200);
    });

    test.each(["1e400", "-1E+400", `1${"0".repeat(400)}`])(
      "%s is 400 with its place, and runs nothing",
      async (number) => {
        const requestId = randomUUID();
        const answer = await repeatWhileBusy(() =>
          stack().callAt(stack().urlOf(home), "execution.execute", {
            as: stack().tenant.agent,
            headers: { "x-request-id": requestId },
            raw: `{"tool_name":"echo","payload":{"list":[0,${number}]}}`,
          }),
        );
        expect(answer).toMatchObject({ status: 400, error: "malformed_body" });
        expect(answer.text).toContain("/payload/list/1");
        expect(answer.text).toContain("send it as a string");
        expect(stack().tools.runsOf(requestId)).toEqual([]);
      },
    );
  });
});
