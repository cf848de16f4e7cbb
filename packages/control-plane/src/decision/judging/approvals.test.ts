import { randomUUID } from "node:crypto";
import type { DecideAnswer, DecideCall, EdgeRecord, ExecutionRecord, Permit } from "@portcullis/contract";
import { formatInstant, sha256Hex } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion, readState } from "../../db/state.js";
import { recordOf, type World } from "../decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";
import type { ApprovalRow } from "./approvals.js";

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

  /** Whose call has been permitted by an approval, which it is for that call alone; `again` asks with it once more. */
  async function useApproval() {
    const world = await createEscalatingWorld();
    const approval_key = keyOf(await fixture.decideOne(world, { tool_name: "pay" }));
    await change(world, { status: "approved", decided_at: Date.now() });
    const call = world.call({ tool_name: "pay", approval_key });
    const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
    const again = (by = fixture.other) => fixture.decideOne(world, { tool_name: "pay", approval_key }, by);
    return { world, call, permit: permitted(answer as DecideAnswer), again };
  }

  type End = (call: DecideCall, permit: Permit) => EdgeRecord;
  const endOf =
    (changes: Partial<ExecutionRecord>): End =>
    (call, permit) =>
      recordOf(call, permit, changes);
  const UNUSED: [how: string, end: End][] = [
    ["lapsed", endOf({ outcome: "not_started", code: "decision_timeout", dispatched: false })],
    ["was stopped before it left", endOf({ outcome: "not_started", code: "kill_switch_engaged", dispatched: false })],
    ["found no connection", endOf({ outcome: "failed", code: "upstream_unreachable", tool_status: null })],
    ["found no such tool", endOf({ outcome: "failed", code: "tool_not_found", dispatched: false })],
    [
      "was never answered",
      ({ request_id, jti, agent_id, tool_name, payload_hash }) => ({
        kind: "refusal",
        record_id: randomUUID(),
        ...{ request_id, jti, agent_id, tool_name, payload_hash },
        code: "decision_timeout",
        findings: [],
        finding_details: [],
        count: 1,
        at: formatInstant(Date.now()),
        timeline: [],
      }),
    ],
  ];

  it.each(UNUSED)("hold again once their call %s, for one call more", async (_how, end) => {
    const { world, call, permit, again } = await useApproval();
    const record = end(call, permit);
    await fixture.service.record(world.tenantId, world.instance, [record]);
    expect((await again()).verdict).toBe("permit");
    await fixture.service.record(world.tenantId, world.instance, [record]);
    expect(await again(fixture.service)).toMatchObject({ code: "approval_required" });
  });

  it.each(UNUSED)("hold again for the very question that brings the record: the call %s", async (_how, end) => {
    const { world, call, permit } = await useApproval();
    const { tenantId, instance } = world;
    const { state_version: stateVersion } = await fixture.store.read(tenantId, readState);
    const session = { tenantId, instance, stateVersion, renew: () => Promise.reject(new Error("It was valid.")) };
    const repeat = world.call({ tool_name: "pay", approval_key: call.approval_key as string });
    const { answers } = await fixture.service.exchange(session, [repeat], [end(call, permit)]);
    expect(answers).toMatchObject([{ verdict: "permit" }]);
  });

  it("are used after all where their call has run, though it was closed as if it had not", async () => {
    const { world, call, permit, again } = await useApproval();
    const neverAnswered = (UNUSED.at(-1) as [string, End])[1];
    await fixture.service.record(world.tenantId, world.instance, [neverAnswered(call, permit)]);
    const [ack] = await fixture.service.record(world.tenantId, world.instance, [endOf({})(call, permit)]);
    expect(ack).toMatchObject({ status: "accepted" });
    expect(await again()).toMatchObject({ code: "approval_required" });
  });

  it.each<[string, End]>([
    ["ended well", endOf({})],
    ["failed at its tool", endOf({ outcome: "failed", code: "upstream_error", tool_status: 500 })],
    ["took too long", endOf({ outcome: "failed", code: "upstream_timeout", tool_status: null })],
    ["was aborted", endOf({ outcome: "aborted", code: "kill_switch_engaged", tool_status: null })],
  ])("are used once their call has reached its tool and %s", async (_how, end) => {
    const { world, call, permit, again } = await useApproval();
    expect(await again()).toMatchObject({ code: "approval_required" });
    await fixture.service.record(world.tenantId, world.instance, [end(call, permit)]);
    expect(await again()).toMatchObject({ detail: expect.stringContaining("was used by") });
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
