// The gate, operation by operation and role by role, over real HTTP. What each `who` lets in is spelled out here once more,
// so that the gate is held to the words of the specification and not to itself.

import { type Operation, operationList, type Who } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../db/open.js";
import { type HttpFixture, openHttpFixture } from "./http-fixture.js";

const CALLERS = ["ADMIN", "SECURITY", "AUDITOR", "VIEWER", "agent"] as const;
type Caller = (typeof CALLERS)[number];

/** Whom each `who` lets in, among signed-in callers. The first ADMIN is a platform administrator. */
const LETS_IN: Record<Exclude<Who, "anonymous" | "internal" | "edge">, readonly Caller[]> = {
  authenticated: ["ADMIN", "SECURITY", "AUDITOR", "VIEWER"],
  "VIEWER+": ["ADMIN", "SECURITY", "AUDITOR", "VIEWER"],
  "AUDITOR+": ["ADMIN", "SECURITY", "AUDITOR"],
  "SECURITY+": ["ADMIN", "SECURITY"],
  ADMIN: ["ADMIN"],
  platform: ["ADMIN"],
  "agent+": ["ADMIN", "SECURITY", "agent"],
};
/** Operations that agents may call for themselves. */
const FOR_AGENTS = ["auth.me", "auth.introspect", "auth.refresh", "auth.logout", "auth.getTenant", "events.stream"];
/** POSTs that only read or compute: refused as reads. */
const READING_POSTS = ["policy.test", "policy.simulate", "auth.introspect", "receipts.verify", "audit.search"];

const GATE_ERRORS = ["Write operations require ADMIN or SECURITY role", "insufficient_role", "platform_admin_required"];
const gated = operationList.filter(
  ({ who, tag }) => who !== "anonymous" && who !== "internal" && who !== "edge" && tag !== "execution",
);

eachDatabase("role gate", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  /** A path that names the caller's own tenant and nothing else that exists. */
  const pathOf = (operation: Operation) =>
    operation.path
      .replace("{tenant_id}", fixture.made.tenantId)
      .replaceAll(/\{[a-z_]*(id|name|key)\}/g, "00000000-0000-4000-8000-000000000000");

  for (const operation of gated) {
    describe(operation.id, () => {
      it("asks for a token", async () => {
        const answer = await fixture.call(undefined, operation.method, pathOf(operation));
        expect([answer.status, answer.body.error]).toEqual([401, "Invalid or expired token"]);
      });

      it("asks for the tenant before the token", async () => {
        const missing = await fixture.call(undefined, operation.method, pathOf(operation), { tenantId: null });
        expect([missing.status, missing.body.error]).toEqual([400, "X-Tenant-ID header required"]);
        const wrong = await fixture.call(undefined, operation.method, pathOf(operation), { tenantId: "1" });
        expect([wrong.status, wrong.body.error]).toEqual([400, "Invalid Tenant UUID"]);
      });

      it("refuses a token of another tenant", async () => {
        const tenantId = "00000000-0000-4000-8000-000000000000";
        const answer = await fixture.call("ADMIN", operation.method, pathOf(operation), { tenantId });
        expect([answer.status, answer.body.error]).toEqual([401, "tenant_mismatch"]);
      });

      const letsIn = LETS_IN[operation.who as keyof typeof LETS_IN];
      for (const caller of CALLERS) {
        const passes = letsIn.includes(caller) || (caller === "agent" && FOR_AGENTS.includes(operation.id));
        if (passes && ["events.stream", "auth.logout"].includes(operation.id)) continue;
        it(`${passes ? "lets in" : "refuses"} ${caller}`, async () => {
          const answer = await fixture.call(caller, operation.method, pathOf(operation));
          if (passes) {
            expect(GATE_ERRORS).not.toContain(answer.body.error);
            expect(answer.status).not.toBe(401);
            expect(answer.status).toBeLessThan(500);
            return;
          }
          const reads = operation.method === "GET" || READING_POSTS.includes(operation.id);
          const text = reads ? "insufficient_role" : "Write operations require ADMIN or SECURITY role";
          expect([answer.status, answer.body.error]).toEqual([403, text]);
          const roles = FOR_AGENTS.includes(operation.id) ? [...letsIn, "agent"] : letsIn;
          const whom =
            operation.who === "platform"
              ? "platform administrators: ADMIN with is_platform_admin"
              : `the ${roles.length === 1 ? "role" : "roles"} ${roles.join(", ")}`;
          expect(answer.body.meta?.hint).toBe(`${operation.id} is for ${whom}.`);
        });
      }
    });
  }

  it("leaves a row in the token's tenant for another tenant's header, whatever the operation", async () => {
    const tenantId = "00000000-0000-4000-8000-000000000000";
    const requestIds = ["mismatch-read", "mismatch-write"];
    for (const [index, method] of ["GET", "POST"].entries()) {
      const headers = { "x-request-id": requestIds[index] as string };
      await fixture.call("SECURITY", method, "/agents", { tenantId, headers });
    }
    const { body } = await fixture.call("ADMIN", "GET", "/audit/logs?action=role_gate_refused&limit=500");
    const { items } = body.data as { items: { request_id: string; content: string }[] };
    const actor = `user:${fixture.made.users.SECURITY.id}`;
    const rows = items.filter((row) => requestIds.includes(row.request_id));
    expect(rows.map((row) => JSON.parse(row.content) as unknown)).toEqual([
      expect.objectContaining({ error: "tenant_mismatch", operation: "agents.create", actor }),
      expect.objectContaining({ error: "tenant_mismatch", operation: "agents.list", actor }),
    ]);
  });

  it("leaves a row for what it refused, and one row for many alike within a second", async () => {
    const other = await openHttpFixture(await database.createAnother());
    for (let index = 0; index < 5; index++) {
      const headers = { "x-request-id": `gate-${index}` };
      const answer = await other.call("VIEWER", "POST", "/registry/tools", { headers });
      expect(answer.status).toBe(403);
    }
    // Two of one request id: the second is a row too.
    for (const tool of ["a", "b"]) {
      const options = { headers: { "x-request-id": "gate-twice" } };
      expect((await other.call("AUDITOR", "DELETE", `/registry/tools/${tool}`, options)).status).toBe(403);
    }
    const store = await openStore(other.app.services.config);
    await other.close();
    const rows = await store.read(other.made.tenantId, (db) =>
      db.query
        .selectFrom("audit_logs")
        .select(["content", "decision"])
        .where("tenant_id", "=", db.tenantId)
        .where("action", "=", "role_gate_refused")
        .orderBy("seq")
        .execute(),
    );
    await store.close();
    const contents = rows.map((row) => JSON.parse(row.content) as Record<string, unknown>);
    expect(rows.every((row) => row.decision === "deny")).toBe(true);
    const viewer = contents.filter((content) => content.actor === `user:${other.made.users.VIEWER.id}`);
    expect(viewer.length).toBeLessThan(5);
    expect(viewer.reduce((sum, content) => sum + countOf(content), 0)).toBe(5);
    const auditor = contents.filter((content) => content.actor === `user:${other.made.users.AUDITOR.id}`);
    expect(auditor.reduce((sum, content) => sum + countOf(content), 0)).toBe(2);
  });
});

function countOf(content: Record<string, unknown>): number {
  return Number((content.fields as Record<string, unknown> | undefined)?.count ?? content.count);
}
