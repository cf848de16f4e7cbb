// Tag decision over HTTP: counts and pages of what was decided.

import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";
import { callDraft } from "../../ledger/ledger-fixture.js";

eachDatabase("decision", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
    const { store, ledger } = fixture.app.services;
    const { tenantId } = fixture.made;
    const denied = { decision: "deny", outcome: "denied", ruleId: "agent.deny.destructive_sql" } as const;
    const escalated = { decision: "escalate", outcome: "denied", ruleId: "ask" } as const;
    const changes = [{}, {}, denied, denied, denied, escalated];
    await store.write(tenantId, (tx) =>
      ledger.append(
        tx,
        changes.map((change) => callDraft(tenantId, undefined, change)),
      ),
    );
  });
  afterAll(() => fixture.close());

  it("counts calls by decision and rule, and no operator's rows", async () => {
    const answer = await fixture.call("SECURITY", "GET", "/decision/summary");
    expect(answer.body.data).toMatchObject({
      total: 6,
      allow: 2,
      deny: 3,
      escalate: 1,
      by_rule: [
        { rule_id: "agent.deny.destructive_sql", count: 3 },
        { rule_id: "ask", count: 1 },
      ],
    });
  });

  it("lists calls newest first, by page and by action", async () => {
    type Page = { items: { decision: string }[]; next_cursor: string | null };
    const first = (await fixture.call("SECURITY", "GET", "/decision/history?limit=4")).body.data as Page;
    expect(first.items.map(({ decision }) => decision)).toEqual(["escalate", "deny", "deny", "deny"]);
    const rest = await fixture.call("SECURITY", "GET", `/decision/history?limit=4&cursor=${first.next_cursor}`);
    expect(rest.body.data as Page).toMatchObject({
      items: [{ decision: "allow", findings: ["encoded_payload"], score: 0.125 }, { decision: "allow" }],
      next_cursor: null,
    });
    const denied = (await fixture.call("SECURITY", "GET", "/decision/history?action=deny")).body.data as Page;
    expect(denied.items).toHaveLength(3);
    expect((await fixture.call("AUDITOR", "GET", "/decision/history")).status).toBe(403);
  });
});
