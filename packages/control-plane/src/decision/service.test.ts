import type { DecideAnswer } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion } from "../db/state.js";
import { recordOf } from "./decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "./service-fixture.js";

eachDatabase("DecisionService", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  it("asks for the arguments again when policies became active that read others, and judges by the new ones", async () => {
    const schema = JSON.stringify({ type: "object", properties: { amount: { type: "integer" } } });
    const world = await fixture.createWorld({ tools: [{ tool_name: "pay", input_schema: schema }] });
    permitted(await fixture.decideOne(world, { tool_name: "pay", policy_revision: "before" }));
    await fixture.store.write(world.tenantId, async (tx) => {
      await bumpStateVersion(tx);
      await tx.query
        .insertInto("policies")
        .values({
          tenant_id: world.tenantId,
          name: "main",
          revision: "r1",
          source:
            '@id("limit") forbid (principal, action == Action::"pay", resource) when { context.args has amount && context.args.amount > 100 };',
          compiled: "{}",
          is_active: 1,
          uploaded_by: "test",
          uploaded_at: tx.nowMs,
        })
        .execute();
    });
    const call = world.call({ tool_name: "pay", policy_revision: "before" });
    const [again] = await fixture.service.decide(world.tenantId, world.instance, [call]);
    expect(again).toMatchObject({ verdict: "again", reason: "policy_revision_changed", argument_paths: ["/amount"] });
    if (again?.verdict !== "again" || again.policy_revision === undefined) throw new Error("not asked again");
    const read = { ...call, policy_revision: again.policy_revision, arguments: { "/amount": 101 } };
    const [answer] = await fixture.service.decide(world.tenantId, world.instance, [read]);
    expect(answer).toMatchObject({ verdict: "refuse", code: "policy_denied", data: { rule_id: "limit" } });
  });

  it.each(["constructor", "__proto__"])(
    "judges a call of %s that was asked under other policies",
    async (tool_name) => {
      const world = await fixture.createWorld();
      const answer = await fixture.decideOne(world, { tool_name, policy_revision: "before" });
      expect(answer).toMatchObject({ code: "policy_denied", data: { rule_id: "agent.deny.tool_not_granted" } });
    },
  );

  it("refuses a call or a record that cannot be stored, and none of those that came with it", async () => {
    const world = await fixture.createWorld();
    // A lone surrogate has no canonical text, so that no row can hold it.
    const harmful = ["shell", "search"].map((tool_name) => world.call({ tool_name, trace_id: "\ud800" }));
    const [first, third] = [world.call(), world.call()];
    const answers = await fixture.service.decide(world.tenantId, world.instance, [first, ...harmful, third]);
    expect(answers.map((answer) => answer.verdict)).toEqual(["permit", "refuse", "refuse", "permit"]);
    expect(answers[1]).toMatchObject({ code: "internal", audit_id: null });
    expect(answers[2]).toMatchObject({ code: "internal", audit_id: null });
    const acks = await fixture.service.record(world.tenantId, world.instance, [
      recordOf(first, permitted(answers[0] as DecideAnswer), { redactions: [{ kind: "\ud800", count: 1 }] }),
      recordOf(third, permitted(answers[3] as DecideAnswer)),
    ]);
    expect(acks).toMatchObject([{ status: "refused", reason: "not_storable" }, { status: "accepted" }]);
    expect(await fixture.rows(world)).toHaveLength(1);
  });
});
