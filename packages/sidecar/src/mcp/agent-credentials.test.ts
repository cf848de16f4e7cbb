import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Refusal } from "@portcullis/contract";
import { afterEach, describe, expect, it } from "vitest";
import { createAgentCredentials } from "./agent-credentials.js";

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

type Answer = { readonly status: number; readonly body: unknown };
const token = (value: string, expires_in = 900): Answer => ({
  status: 200,
  body: { success: true, data: { access_token: value, expires_in }, error: null, meta: null },
});
const refusal = (status: number, code: string): Answer => ({
  status,
  body: { success: false, data: null, error: code, meta: { code } },
});

/** A control plane's sign-in on a socket; answers with the next of these, the last one again and again. */
async function startSignIn(...answers: readonly Answer[]) {
  const seen: { headers: Record<string, unknown>; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const answer = answers[Math.min(seen.length, answers.length - 1)] as Answer;
    seen.push({ headers: request.headers, body: JSON.parse(text) });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const controlPlaneUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sessionHeaders = async () => ({ authorization: "Bearer session", "x-tenant-id": "tenant" });
  return { seen, credentials: createAgentCredentials({ controlPlaneUrl, sessionHeaders }) };
}

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

describe("an agent's Basic credentials", () => {
  it("are signed in once, in the name of the edge's session, and kept as a token", async () => {
    const { seen, credentials } = await startSignIn(token("t-1"));
    const all = await Promise.all(Array.from({ length: 8 }, () => credentials.resolve(basic("a", "s:with:colons"))));
    expect(new Set([...all, await credentials.resolve(basic("a", "s:with:colons"))])).toEqual(new Set(["Bearer t-1"]));
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      headers: { authorization: "Bearer session", "x-tenant-id": "tenant" },
      body: { agent_id: "a", secret: "s:with:colons" },
    });
  });

  it("of another agent, or with another secret, are signed in for themselves", async () => {
    const { seen, credentials } = await startSignIn(token("t-1"), token("t-2"), token("t-3"));
    expect(await credentials.resolve(basic("a", "s"))).toBe("Bearer t-1");
    expect(await credentials.resolve(basic("b", "s"))).toBe("Bearer t-2");
    expect(await credentials.resolve(basic("a", "other"))).toBe("Bearer t-3");
    expect(seen).toHaveLength(3);
  });

  it("are signed in again, once for all who wait, when the token has ended", async () => {
    const { seen, credentials } = await startSignIn(token("t-1", 0), token("t-2"));
    expect(await credentials.resolve(basic("a", "s"))).toBe("Bearer t-1");
    const all = await Promise.all(Array.from({ length: 5 }, () => credentials.resolve(basic("a", "s"))));
    expect(new Set(all)).toEqual(new Set(["Bearer t-2"]));
    expect(seen).toHaveLength(2);
  });

  it("are signed in again when the token was forgotten", async () => {
    const { credentials } = await startSignIn(token("t-1"), token("t-2"));
    const bearer = await credentials.resolve(basic("a", "s"));
    expect(await credentials.forget(basic("a", "s"), bearer)).toBe(true);
    expect(await credentials.resolve(basic("a", "s"))).toBe("Bearer t-2");
  });

  it("are signed in again once for all who forget the same token", async () => {
    const { seen, credentials } = await startSignIn(token("t-1"), token("t-2"));
    const bearer = await credentials.resolve(basic("a", "s"));
    const renew = async () => {
      await credentials.forget(basic("a", "s"), bearer);
      return credentials.resolve(basic("a", "s"));
    };
    expect(new Set(await Promise.all([renew(), renew()]))).toEqual(new Set(["Bearer t-2"]));
    expect(await renew()).toBe("Bearer t-2");
    expect(seen).toHaveLength(2);
  });

  it.each([
    [refusal(401, "invalid_credentials"), "invalid_credentials"],
    [refusal(403, "ip_blocked"), "ip_blocked"],
    [refusal(422, "validation_failed"), "invalid_credentials"],
    [refusal(401, "invalid_edge_session"), "control_plane_unreachable"],
    [refusal(500, "no such code"), "control_plane_unreachable"],
    [{ status: 200, body: null }, "control_plane_unreachable"],
  ])("that are refused with %j are refused as %s, for all who wait, and nothing else happens", async (answer, code) => {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", onUnhandled);
    const { seen, credentials } = await startSignIn(answer, token("t-2"));
    const results = await Promise.allSettled([1, 2, 3].map(() => credentials.resolve(basic("a", "s"))));
    for (const result of results) {
      expect(result.status === "rejected" && result.reason instanceof Refusal && result.reason.code).toBe(code);
    }
    expect(seen).toHaveLength(1);
    expect(await credentials.resolve(basic("a", "s"))).toBe("Bearer t-2");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", onUnhandled);
    expect(unhandled).toEqual([]);
  });

  it("are control_plane_unreachable when it is away", async () => {
    const credentials = createAgentCredentials({
      controlPlaneUrl: "http://127.0.0.1:9",
      sessionHeaders: async () => ({}),
    });
    await expect(credentials.resolve(basic("a", "s"))).rejects.toMatchObject({ code: "control_plane_unreachable" });
  });
});

describe("other Authorization headers", () => {
  it.each([undefined, "Bearer a.b.c", "Basic", "Basic !!!", `Basic ${Buffer.from("no colon").toString("base64")}`])(
    "%j are left as they are",
    async (authorization) => {
      const { seen, credentials } = await startSignIn(token("t-1"));
      expect(await credentials.resolve(authorization)).toBe(authorization);
      expect(await credentials.forget(authorization, authorization)).toBe(false);
      expect(seen).toEqual([]);
    },
  );
});
