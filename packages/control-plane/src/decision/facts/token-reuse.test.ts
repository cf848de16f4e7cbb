import { randomUUID } from "node:crypto";
import type { DecideAnswer } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DecisionFixture, openDecisionFixture, recordOf, type World } from "../decision-fixture.js";
import type { DecisionService } from "../service.js";

const REUSE = "token_reuse_across_edges";

eachDatabase("a token that several edges use", (database) => {
  let fixture: DecisionFixture;
  let service: DecisionService;

  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
    service = fixture.openService();
  });
  afterAll(async () => {
    await service.close();
    await fixture.store.close();
  });

  const useFirstAt = (world: World, instance: string) =>
    fixture.store.write(world.tenantId, (tx) =>
      tx.query
        .updateTable("tokens")
        .set({ first_used_at: tx.nowMs, first_used_address: "127.0.0.1", first_used_edge: instance })
        .where("tenant_id", "=", world.tenantId)
        .where("jti", "=", world.jti)
        .execute(),
    );
  const openInstance = (world: World, instance: string, more: { home?: string; successor?: string } = {}) =>
    fixture.store.write(world.tenantId, (tx) =>
      tx.query
        .insertInto("edge_instances")
        .values({
          tenant_id: world.tenantId,
          instance,
          api_key_id: "key",
          home: "sidecar",
          version: "1",
          successor: null,
          connected_at: null,
          last_seen_at: tx.nowMs,
          acknowledged_version: 0,
          ...more,
        })
        .execute(),
    );
  const findingsAt = async (world: World, instance: string, changes: Parameters<World["call"]>[0] = {}) => {
    const call = world.call(changes);
    const [answer] = await service.decide(world.tenantId, instance, [call]);
    if (answer?.verdict === "permit") {
      await service.record(world.tenantId, instance, [recordOf(call, answer)]);
    }
    const row = await fixture.store.read(world.tenantId, (db) =>
      db.query
        .selectFrom("audit_logs")
        .select("findings")
        .where("tenant_id", "=", world.tenantId)
        .where("request_id", "=", call.request_id)
        .executeTakeFirstOrThrow(),
    );
    return { answer: answer as DecideAnswer, findings: JSON.parse(row.findings) as string[] };
  };

  it("raises a finding on calls at another edge than the first, in answer and row, and denies none", async () => {
    const world = await fixture.createWorld();
    await useFirstAt(world, world.instance);
    expect((await findingsAt(world, world.instance)).findings).not.toContain(REUSE);
    const elsewhere = await findingsAt(world, randomUUID());
    expect(elsewhere.answer).toMatchObject({ verdict: "permit", decision: { action: "allow", findings: [REUSE] } });
    expect(elsewhere.findings).toEqual([REUSE]);
  });

  it("raises it on refused calls too", async () => {
    const world = await fixture.createWorld();
    await useFirstAt(world, randomUUID());
    const { answer, findings } = await findingsAt(world, world.instance, { tool_name: "shell" });
    expect(answer).toMatchObject({ verdict: "refuse", code: "policy_denied" });
    expect(findings).toContain(REUSE);
  });

  it("takes an edge that was started again, once or twice, for the same one", async () => {
    const world = await fixture.createWorld();
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await useFirstAt(world, first);
    await openInstance(world, first, { successor: second });
    await openInstance(world, second, { successor: third });
    await openInstance(world, third);
    expect((await findingsAt(world, second)).findings).toEqual([]);
    expect((await findingsAt(world, third)).findings).toEqual([]);
    expect((await findingsAt(world, randomUUID())).findings).toEqual([REUSE]);
  });

  it("takes the control plane's own edges, on any replica, for one", async () => {
    const world = await fixture.createWorld();
    const [one, other, sidecar] = [randomUUID(), randomUUID(), randomUUID()];
    await openInstance(world, one, { home: "control-plane" });
    await openInstance(world, other, { home: "control-plane" });
    await openInstance(world, sidecar);
    await useFirstAt(world, one);
    expect((await findingsAt(world, other)).findings).toEqual([]);
    expect((await findingsAt(world, sidecar)).findings).toEqual([REUSE]);
  });

  it("learns of a first use that came after the token was asked about", async () => {
    const world = await fixture.createWorld();
    expect((await findingsAt(world, world.instance)).findings).toEqual([]);
    await useFirstAt(world, randomUUID());
    expect((await findingsAt(world, world.instance)).findings).toEqual([REUSE]);
  });
});
