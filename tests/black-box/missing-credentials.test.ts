// A caller without credentials is told what to send at the door where it stands; the error's text stays the specification's.

import { callPath, eachDatabase, HOMES, repeatWhileBusy, useStack } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

eachDatabase("a caller without credentials", (database) => {
  const stack = useStack(database, { oneTenant: true });
  const ask = async (url: string, method: string, path: string, headers: Record<string, string>) => {
    const sent = { headers: { "content-type": "application/json", ...headers } };
    const answer = await repeatWhileBusy(() =>
      callPath(url, method, path, method === "GET" ? sent : { ...sent, body: "{}" }),
    );
    const challenge = answer.status === 401 ? 'Bearer realm="portcullis"' : undefined;
    expect(answer.headers["www-authenticate"]).toBe(challenge);
    return { status: answer.status, error: answer.error, hint: String(answer.body.meta?.hint) };
  };

  describe.each(HOMES)("at the %s", (home) => {
    test.each([
      ["nothing at all", () => ({}), 400, "X-Tenant-ID header required"],
      ["the tenant alone", () => ({ "x-tenant-id": stack().tenant.id }), 401, "Invalid or expired token"],
      [
        "credentials of another scheme",
        () => ({ "x-tenant-id": stack().tenant.id, authorization: "Basic YTpi" }),
        401,
        "Invalid or expired token",
      ],
    ] as const)(
      "/execute with %s names the headers, and where a token comes from",
      async (_, headers, status, error) => {
        const answer = await ask(stack().urlOf(home), "POST", "/execute", headers());
        expect(answer).toMatchObject({ status, error });
        for (const name of ["Authorization: Bearer <token>", "X-Tenant-ID", "X-Agent-ID", "POST /auth/agent/token"]) {
          expect(answer.hint).toContain(name);
        }
        // At the sidecar an agent needs no internal secret, and is told of none.
        expect(answer.hint.includes("X-Internal-Secret")).toBe(home !== "sidecar");
      },
    );

    test("a token that is no good is told to be renewed, as before", async () => {
      const headers = { "x-tenant-id": stack().tenant.id, authorization: "Bearer x.y.z" };
      expect(await ask(stack().urlOf(home), "POST", "/execute", headers)).toEqual({
        status: 401,
        error: "Invalid or expired token",
        hint: "Sign in again for a new token.",
      });
    });

    test("an operator's operation names the header and both ways to a token", async () => {
      const answer = await ask(stack().urlOf(home), "GET", "/agents", { "x-tenant-id": stack().tenant.id });
      expect(answer).toMatchObject({ status: 401, error: "Invalid or expired token" });
      expect(answer.hint).toMatch(/Authorization: Bearer <token>.*POST \/auth\/token.*POST \/api-keys\/validate/);
    });
  });

  test("an agent's sign-in at the control plane names the secret, and the door that takes none", async () => {
    const headers = { "x-tenant-id": stack().tenant.id };
    const answer = await ask(stack().url, "POST", "/auth/agent/token", headers);
    expect(answer).toMatchObject({ status: 401, error: "invalid_internal_secret" });
    expect(answer.hint).toMatch(/X-Internal-Secret.*sidecar/);
  });
});
