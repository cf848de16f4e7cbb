// Tag auto-response over HTTP: a pending approval is decided once, by a person, in time.

import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";

eachDatabase("auto-response", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  const insert = async (expiresInMs: number): Promise<string> => {
    const key = randomUUID();
    await fixture.app.services.store.write(fixture.made.tenantId, async ({ query, tenantId, nowMs }) => {
      await query
        .insertInto("approvals")
        .values({
          tenant_id: tenantId,
          key,
          status: "pending",
          agent_id: fixture.made.agent.id,
          tool_name: "pay",
          target_tenant_id: null,
          call_hash: "ab".repeat(32),
          policy_revision: "pol_1",
          reason: "asks",
          audit_id: randomUUID(),
          created_at: nowMs - 1000,
          expires_at: nowMs + expiresInMs,
          decided_by: null,
          decided_at: null,
          decision_reason: null,
          used_audit_id: null,
        })
        .execute();
    });
    return key;
  };
  const decide = (key: string, verb: "approve" | "reject", body?: object) =>
    fixture.call("ADMIN", "POST", `/auto-response/pending/${key}/${verb}`, body === undefined ? {} : { body });
  const keysOf = async (status: string) => {
    const answer = await fixture.call("AUDITOR", "GET", `/auto-response/pending?status=${status}`);
    return (answer.body.data as { items: { key: string }[] }).items.map(({ key }) => key);
  };

  it("an approval is given once; the second answer is 409 with what it is", async () => {
    const key = await insert(60_000);
    expect(await keysOf("pending")).toContain(key);
    const approved = await decide(key, "approve", { reason: "fine" });
    expect(approved.body.data).toMatchObject({
      key,
      status: "approved",
      decided_by: fixture.made.users.ADMIN.id,
      decision_reason: "fine",
    });
    for (const verb of ["approve", "reject"] as const) {
      const again = await decide(key, verb);
      expect([again.status, again.body.data]).toEqual([409, { field: "status", status: "approved" }]);
      expect(again.body.meta).toMatchObject({ hint: expect.stringContaining("may be repeated with the key") });
    }
    expect(await keysOf("pending")).not.toContain(key);
    expect(await keysOf("approved")).toContain(key);
    const overrides = await fixture.call("AUDITOR", "GET", "/autonomy/overrides");
    expect((overrides.body.data as { items: object[] }).items).toMatchObject([
      { overridden_by: fixture.made.users.ADMIN.id, reason: "fine" },
    ]);
  });

  it("of two answers at once one counts", async () => {
    const key = await insert(60_000);
    const answers = await Promise.all([decide(key, "approve"), decide(key, "reject")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("a rejected one stays rejected", async () => {
    const key = await insert(60_000);
    expect((await decide(key, "reject")).body.data).toMatchObject({ status: "rejected", decision_reason: null });
    expect((await decide(key, "approve")).status).toBe(409);
  });

  it("one whose time is over is expired and cannot be decided", async () => {
    const key = await insert(-1);
    expect(await keysOf("expired")).toContain(key);
    expect(await keysOf("pending")).not.toContain(key);
    const answer = await decide(key, "approve");
    expect([answer.status, answer.body.data]).toEqual([409, { field: "status", status: "expired" }]);
  });

  it("an unknown key is 404, and SECURITY may not decide", async () => {
    expect((await decide(randomUUID(), "approve")).status).toBe(404);
    const key = await insert(60_000);
    expect((await fixture.call("SECURITY", "POST", `/auto-response/pending/${key}/approve`)).status).toBe(403);
  });
});
