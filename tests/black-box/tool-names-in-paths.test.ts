// POST /execute/{tool_name}: which paths are a tool's, and what a name in the body may say beside the path's. Every home
// reads both the same way.

import { callPath, eachDatabase, HOMES, repeatWhileBusy, useStack } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

eachDatabase("a tool named in the path", (database) => {
  const stack = useStack(database, { oneTenant: true });

  describe.each(HOMES)("at the %s", (home) => {
    const send = (path: string, body: unknown = {}) =>
      repeatWhileBusy(() => callPath(stack().urlOf(home), "POST", path, { as: stack().tenant.agent, body }));

    test.each(["echo", "ECHO", " Echo ", "ｅｃｈｏ"])(
      "may be named once more in the body, as names compare: '%s'",
      async (name) => {
        const answer = await send("/execute/Echo", { tool_name: name, payload: { text: "a" } });
        expect(answer.status, answer.text).toBe(200);
        expect(answer.data).toMatchObject({ action: "allow", result: { body: { text: "a" } } });
      },
    );

    test("is 422 beside another name in the body, which says what to do", async () => {
      const answer = await send("/execute/echo", { tool_name: "db.query" });
      expect(answer).toMatchObject({ status: 422, error: "Validation failed", body: { data: null } });
      const msg = "must be the tool name in the path: leave it out here, or send the call to POST /execute";
      expect(answer.body.meta?.details).toEqual([
        { type: "name_mismatch", loc: ["body", "tool_name"], msg, input: "db.query" },
      ]);
    });

    test("is 400 beside a name in the body that is none", async () => {
      expect(await send("/execute/echo", { tool_name: "ech\u043e" })).toMatchObject({
        status: 400,
        error: "invalid_tool_name",
      });
    });

    test("has its slash written %2F: the name goes to the policies as it is", async () => {
      const answer = await send("/execute/files%2Fread");
      expect(answer).toMatchObject({ status: 403, error: "policy_denied" });
      expect(answer.body.data).toMatchObject({ rule_id: "agent.deny.tool_not_granted" });
    });

    test.each([
      "/execute/files/read",
      "/execute/echo/",
      "/execute//echo",
      "/execute//",
      "/execute/",
      "/execute/%2e/%2e",
      "/execute/a/b/c",
    ])("is none with a slash of the path in it, and %s is no route", async (path) => {
      const answer = await send(path);
      // As the client sends it, which goes up a folder by itself.
      const { pathname } = new URL(path, "http://portcullis.test");
      const hint = `No operation is POST ${pathname}: GET /docs shows those that are, GET /openapi.json tells programs.`;
      expect(answer.body).toEqual({
        success: false,
        data: null,
        error: "route_not_found",
        meta: { code: "route_not_found", retryable: false, hint },
        detail: hint,
      });
      expect(answer.status).toBe(404);
    });

    test.each([201, 4000])("is 400 where it has %i characters", async (length) => {
      expect(await send(`/execute/${"a".repeat(length)}`)).toMatchObject({ status: 400, error: "invalid_tool_name" });
    });
  });
});
