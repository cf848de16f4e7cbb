import type { DecideAnswer } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";
import { TenantBatch } from "./batch.js";
import type { RequestRow } from "./batch-rows.js";
import { periodsOf } from "./limits.js";
import { type BatchNeeds, readBatch } from "./read-batch.js";

eachDatabase("a tenant's batch", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  it("keeps what it has made of a row when it reads more, and finds what it had not read", async () => {
    const world = await fixture.createWorld({ tools: [{ tool_name: "pay", max_cost_nano: 1000n }] });
    const { tenantId, agentId } = world;
    const [begun, other] = [world.call({ tool_name: "pay", idempotency_key: "one" }), world.call({ tool_name: "pay" })];
    const answers = await fixture.service.decide(tenantId, world.instance, [begun, other]);
    for (const answer of answers) permitted(answer as DecideAnswer);
    const needs: BatchNeeds = {
      requestIds: [begun.request_id],
      rowsOf: [],
      agentIds: [agentId],
      keys: [{ agentId, key: "one" }],
      approvalKeys: [],
      ends: true,
      instances: [world.instance],
    };
    await fixture.store.write(tenantId, async (tx) => {
      const batch = await TenantBatch.open(tx, await readBatch(tx, needs));
      const row = batch.request(begun.request_id) as RequestRow;
      const { day } = periodsOf(tx.nowMs);
      const view = () => ({
        status: batch.request(begun.request_id)?.status,
        key: batch.key(agentId, "one"),
        spent: ["tenant", agentId].map((scope) => batch.limits.cost(scope, day).spentNano),
        requests: batch.limits.requests(day),
        bucket: batch.limits.bucket("tenant"),
      });
      const stored = view();
      batch.releaseKey(agentId, "one", begun.request_id);
      batch.closeRequest(row);
      for (const scope of ["tenant", agentId]) batch.limits.addCost(batch.limits.cost(scope, day), 7n, 0n);
      batch.limits.countRequest(day);
      batch.limits.setBucket("tenant", { tokens: 0.5, updatedAtMs: 1 });
      const made = view();
      for (const [name, value] of Object.entries(stored)) expect(made[name as keyof typeof made]).not.toEqual(value);
      expect(batch.request(other.request_id)).toBeUndefined();
      await batch.readMore({ ...needs, requestIds: [begun.request_id, other.request_id] });
      expect(view()).toEqual(made);
      expect(batch.request(other.request_id)).toMatchObject({ status: "open", reservation_nano: 1000n });
    });
  });
});
