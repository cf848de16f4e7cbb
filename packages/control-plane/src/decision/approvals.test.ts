import { randomUUID } from "node:crypto";
import type { DecideCall } from "@portcullis/contract";
import { formatInstant, sha256Hex } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion } from "../db/state.js";
import type { ApprovalRow } from "./approvals.js";
import type { World } from "./decision-fixture.js";
import { openServiceFixture, type ServiceFixture } from "./service-fixture.js";

eachDatabase("approvals of escalated calls", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  /** A world whose agent's calls of `pay` escalate. */
  async function createEscalatingWorld(): Promise<World> {
    const world = await fixture.createWorld();
    await fixture.store.write(world.tenantId, async (tx) => {
      const state_version = await bumpStateVersion(tx);
      await tx.query.updateTable("agents").set({ state_version }).where("tenant_id", "=", world.tenantId).execute();
      await tx.query
        .updateTable("agent_permissions")
        .set({ action: "ESCALATE" })
        .where("tenant_id", "=", world.tenantId)
        .where("tool_name", "=", "pay")
        .execute();
      await tx.query
        .updateTable("tokens")
        .set({ permissions: JSON.stringify([{ tool_name: "pay", action: "ESCALATE" }]) })
        .where("tenant_id", "=", world.tenantId)
        .execute();
    });
    return world;
  }

  const keyOf = (answer: unknown) => (answer as { data: { approval_key: string } }).data.approval_key;
  const change = (world: World, members: Partial<ApprovalRow>) =>
    fixture.store.write(world.tenantId, (tx) =>
      tx.query.updateTable("approvals").set(members).where("tenant_id", "=", world.tenantId).execute(),
    );

  it("let one call through once, and never another one", async () => {
    const world = await createEscalatingWorld();
    const escalated = await fixture.decideOne(world, { tool_name: "pay" });
    expect(escalated).toMatchObject({ verdict: "refuse", code: "approval_required", data: { action: "escalate" } });
    expect(escalated).not.toHaveProperty("detail");
    const approval_key = keyOf(escalated);
    expect(await fixture.decideOne(world, { tool_name: "pay" })).toMatchObject({ data: { approval_key } });
    await change(world, { status: "approved", decided_at: Date.now() });
    const otherPayload = { tool_name: "pay", approval_key, payload_hash: sha256Hex("more") };
    expect(await fixture.decideOne(world, otherPayload)).toMatchObject({ code: "approval_required" });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        fixture.decideOne(world, { tool_name: "pay", approval_key }, index % 2 === 0 ? fixture.service : fixture.other),
      ),
    );
    expect(answers.filter((answer) => answer.verdict === "permit")).toHaveLength(1);
    for (const answer of answers) {
      if (answer.verdict !== "permit") expect(answer).toMatchObject({ detail: expect.stringContaining("was used by") });
    }
  });

  const used = randomUUID();
  const usage = { prompt_tokens: 1000, completion_tokens: 1000 };
  const ended = Date.UTC(2026, 0, 31);
  it.each<[string, Partial<ApprovalRow>, Partial<DecideCall>, string]>([
    ["used", { status: "used", used_audit_id: used }, {}, `was used by the call ${used}`],
    ["rejected", { status: "rejected" }, {}, "was denied by an administrator"],
    ["expired", { status: "approved", expires_at: ended }, {}, `expired at ${formatInstant(ended)}`],
    ["expired unanswered", { status: "pending", expires_at: ended }, {}, `expired at ${formatInstant(ended)}`],
    ["of another call", { status: "approved" }, { payload_hash: sha256Hex("more") }, "is of another call"],
    ["of earlier policies", { status: "approved", policy_revision: "r0" }, {}, "policies changed"],
    [
      "of a call that declared no cost",
      { status: "approved" },
      { usage },
      "declared no cost, and this one declares a cost of",
    ],
    [
      "of a call that declared a cost",
      { status: "approved", declared_cost_nano: 5n },
      {},
      "and this one declares no cost",
    ],
    [
      "of a lower cost",
      { status: "approved", declared_cost_nano: 5n },
      { usage },
      "declared a cost of 0.000000005 USD, and",
    ],
    ["not given yet", { status: "pending" }, {}, "was not given yet. Have it approved, then retry."],
    ["of another agent", { status: "approved", agent_id: randomUUID() }, {}, "of no approval of this agent"],
  ])("that are %s let nothing through, and the refusal says so", async (_, members, more, words) => {
    const world = await createEscalatingWorld();
    const approval_key = keyOf(await fixture.decideOne(world, { tool_name: "pay" }));
    await change(world, members);
    const refused = await fixture.decideOne(world, { tool_name: "pay", approval_key, ...more });
    expect(refused).toMatchObject({ code: "approval_required", detail: expect.stringContaining(words) });
    const fault = words.split(". ")[0] as string;
    expect(refused).toMatchObject({ data: { reason: expect.stringMatching(/^[^.]+\. The .+\.$/) } });
    expect((refused as { data: { reason: string } }).data.reason).toContain(fault);
    const isSame = keyOf(refused) === approval_key;
    expect(isSame).toBe(words.includes("not given yet"));
    if (!isSame) expect(refused).toMatchObject({ detail: expect.stringContaining("`data.approval_key` approved") });
  });

  it("that do not exist let nothing through either, in the words for another agent's", async () => {
    const world = await createEscalatingWorld();
    expect(await fixture.decideOne(world, { tool_name: "pay", approval_key: "no-such-key" })).toMatchObject({
      code: "approval_required",
      detail: expect.stringContaining("of no approval of this agent"),
    });
  });
});
