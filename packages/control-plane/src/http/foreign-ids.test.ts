// To a tenant, what another tenant has is answered like what nobody has: neither status nor words tell whether it exists.

import { randomUUID } from "node:crypto";
import { operationList } from "@portcullis/contract";
import { useDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessToken, type HttpFixture, openHttpFixture } from "./http-fixture.js";

const database = useDatabase("sqlite");
let fixture: HttpFixture;
/** The tenant that asks, and its administrator's token. */
let asking: { readonly id: string; readonly token: string };
/** What the other tenant has, by the names that paths and bodies have for it. */
let theirs: Readonly<Record<string, string>>;

beforeAll(async () => {
  fixture = await openHttpFixture(database.url);
  const { call, made } = fixture;
  const admin = { email: `x${randomUUID()}@example.com`, password: "a long enough password 1" };
  const other = await call("ADMIN", "POST", "/auth/tenants", { body: { name: "Other", tier: "pro", admin } });
  const { id } = other.body.data as { id: string };
  asking = { id, token: accessToken(await call(undefined, "POST", "/auth/token", { body: admin, tenantId: id })) };

  const agentId = made.agent.id;
  const first = async (path: string) => {
    const { items } = (await call("ADMIN", "GET", path)).body.data as { items: { id: string }[] };
    return items[0]?.id ?? expect.fail(`${path} has nothing.`);
  };
  await call("ADMIN", "POST", "/api-keys", { body: { name: "theirs", scopes: ["metrics:read"] } });
  await call("ADMIN", "POST", "/autonomy/contracts", { body: { name: "theirs", agent_scope: "*" } });
  const auditId = await first("/audit/logs?limit=1");
  theirs = {
    agent_id: agentId,
    audit_id: auditId,
    execution_id: auditId,
    id: await first("/autonomy/contracts"),
    key_id: await first("/api-keys"),
    permission_id: await first(`/agents/${agentId}/permissions`),
    tenant_id: made.tenantId,
  };
});
afterAll(() => fixture.close());

it("answers to the ids of another tenant as to the ids of nothing, at every path that takes one", async () => {
  const nobodys = Object.fromEntries(Object.keys(theirs).map((name) => [name, randomUUID()]));
  const paths = operationList.filter(({ path }) => Object.keys(theirs).some((name) => path.includes(`{${name}}`)));
  expect(paths.length).toBeGreaterThan(15);
  const told: string[] = [];
  for (const { method, path } of paths) {
    const bodies = method === "GET" || method === "DELETE" ? [undefined] : [{ reason: "x" }, { name: "x" }, {}];
    for (const body of bodies) {
      const answers = [theirs, nobodys].map(async (ids) => {
        const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "x");
        const answer = await fixture.call(asking.token, method, at, { tenantId: asking.id, body });
        return JSON.stringify([answer.status, answer.body]);
      });
      const [toTheirs, toNobodys] = await Promise.all(answers);
      if (toTheirs !== toNobodys) told.push(`${method} ${path}: ${toTheirs} ${toNobodys}`);
    }
  }
  expect(told).toEqual([]);
});

it("answers a call without a good token the same at a tenant that exists as at one that does not", async () => {
  const authorizations = [undefined, "", "Bearer", "Basic eDp5", "Bearer a,b", "Bearer a b", "Bearer nonsense"];
  for (const authorization of authorizations) {
    for (const cookie of [undefined, "acp_token=", 'acp_token=""', "acp_token=nonsense"]) {
      const headers = {
        ...(authorization === undefined ? {} : { authorization }),
        ...(cookie === undefined ? {} : { cookie }),
        "x-request-id": "one",
      };
      const answers = [fixture.made.tenantId, randomUUID()].map(async (tenantId) => {
        const answer = await fixture.call(undefined, "POST", "/execute", {
          tenantId,
          headers,
          body: { tool_name: "echo" },
        });
        return [answer.status, answer.body, answer.headers.get("www-authenticate")];
      });
      const [atTheirs, atNobodys] = await Promise.all(answers);
      expect(atNobodys, `${authorization} ${cookie}`).toEqual(atTheirs);
    }
  }
});
