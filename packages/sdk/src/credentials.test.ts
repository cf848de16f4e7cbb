import nock from "nock";
import { describe, expect, it } from "vitest";
import { Portcullis } from "./client.js";
import { BASE, failure, success, TENANT, useNock } from "./client-fixture.js";

useNock();

describe("signing in", () => {
  it("an API key is exchanged once for many calls, and names the tenant", async () => {
    let exchanges = 0;
    nock(BASE)
      .post("/api-keys/validate", { api_key: "acp_k" })
      .times(2)
      .reply(() => {
        exchanges += 1;
        return [200, success({ access_token: "minted", expires_in: 900, tenant_id: TENANT })];
      });
    const seen: (string | undefined)[] = [];
    nock(BASE)
      .get("/agents/summary")
      .times(3)
      .reply(function () {
        seen.push(String(this.req.headers.authorization), String(this.req.headers["x-tenant-id"]));
        return [200, success({})];
      });
    const keyed = new Portcullis({ baseUrl: BASE, apiKey: "acp_k" });
    await Promise.all([keyed.agents.summary(), keyed.agents.summary(), keyed.agents.summary()]);
    expect(exchanges).toBe(1);
    expect(new Set(seen)).toEqual(new Set(["Bearer minted", TENANT]));
  });

  it("a refused token is renewed once and the call repeated", async () => {
    let minted = 0;
    nock(BASE)
      .post("/api-keys/validate")
      .times(2)
      .reply(() => [200, success({ access_token: `minted-${++minted}`, expires_in: 900, tenant_id: TENANT })]);
    nock(BASE)
      .get("/agents/summary")
      .matchHeader("authorization", "Bearer minted-1")
      .reply(401, failure("Invalid or expired token", { code: "invalid_token" }));
    nock(BASE)
      .get("/agents/summary")
      .matchHeader("authorization", "Bearer minted-2")
      .reply(200, success({ total: 3 }));
    expect(await new Portcullis({ baseUrl: BASE, apiKey: "acp_k" }).agents.summary()).toEqual({ total: 3 });
  });

  it("a token that several calls were refused with is renewed once for them all", async () => {
    let minted = 0;
    let release: () => void = () => {};
    const isRenewed = new Promise<void>((resolve) => {
      release = resolve;
    });
    const refused = () =>
      Response.json(failure("Invalid or expired token", { code: "invalid_token" }), { status: 401 });
    let late = 0;
    const keyed = new Portcullis({
      baseUrl: BASE,
      apiKey: "acp_k",
      fetch: async (url, init) => {
        if (String(url).endsWith("/api-keys/validate")) {
          return Response.json(success({ access_token: `minted-${++minted}`, expires_in: 900, tenant_id: TENANT }));
        }
        if (new Headers(init?.headers).get("authorization") !== "Bearer minted-1") {
          release();
          return Response.json(success({ total: 3 }));
        }
        // The second one hears of it when the first has been answered with the new token.
        if (++late === 2) await isRenewed;
        return refused();
      },
    });
    const answers = await Promise.all([keyed.agents.summary(), keyed.agents.summary()]);
    expect([answers, minted]).toEqual([[{ total: 3 }, { total: 3 }], 2]);
  });

  it("is not waited for by a call whose signal is aborted, and goes on for the others", async () => {
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let answer: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const json = (data: object) => Response.json(success(data));
    const keyed = new Portcullis({
      baseUrl: BASE,
      apiKey: "acp_k",
      fetch: async (url) => {
        if (!String(url).endsWith("/api-keys/validate")) return json({ total: 3 });
        asked();
        return answered;
      },
    });
    const stop = new AbortController();
    const aborted = keyed.agents.summary({ signal: stop.signal });
    const other = keyed.agents.summary();
    await isAsked;
    stop.abort(new Error("not needed any more"));
    await expect(aborted).rejects.toThrow("not needed any more");
    answer(json({ access_token: "minted", expires_in: 900, tenant_id: TENANT }));
    expect(await other).toEqual({ total: 3 });
  });

  it("a user's record may hold more than what signs in, as those of dev's secrets do", async () => {
    nock(BASE)
      .post("/auth/token", { email: "a@b.example", password: "p" })
      .reply(200, success({ access_token: "minted", expires_in: 900, tenant_id: TENANT }));
    nock(BASE).get("/agents/summary").reply(200, success({}));
    const record = { email: "a@b.example", password: "p", role: "ADMIN" };
    const user = new Portcullis({ baseUrl: BASE, tenantId: TENANT, user: record });
    expect(await user.agents.summary()).toEqual({});
  });

  it("a token that is about to end is renewed before the call", async () => {
    let minted = 0;
    nock(BASE)
      .post("/auth/token")
      .times(2)
      .reply(() => [
        200,
        success({ access_token: `minted-${++minted}`, expires_in: minted === 1 ? 0 : 900, tenant_id: TENANT }),
      ]);
    const used: string[] = [];
    nock(BASE)
      .get("/agents/summary")
      .times(2)
      .reply(function () {
        used.push(String(this.req.headers.authorization));
        return [200, success({})];
      });
    const user = new Portcullis({ baseUrl: BASE, tenantId: TENANT, user: { email: "a@b.example", password: "p" } });
    await user.agents.summary();
    await user.agents.summary();
    expect(used).toEqual(["Bearer minted-1", "Bearer minted-2"]);
  });
});
