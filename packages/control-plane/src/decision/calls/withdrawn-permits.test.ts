// Permits that the centre takes back: who is refused by now, or asks too late, does not get one again.

import { randomUUID } from "node:crypto";
import { type DecideCall, type ExecutionRecord, PERMIT_LAPSES_AFTER_MS } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantTx } from "../../db/tx.js";
import { recordOf, type World } from "../decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";

const USD = 1_000_000_000n;

type Change = (tx: TenantTx, world: World) => Promise<unknown>;

const engage: Change = async (tx) => {
  await bumpStateVersion(tx);
  await tx.query
    .updateTable("tenant_states")
    .set({ kill_engaged: 1, kill_engaged_at: tx.nowMs, kill_engaged_by: "someone", kill_reason: "drill" })
    .where("tenant_id", "=", tx.tenantId)
    .execute();
};
const age =
  (ms: number): Change =>
  (tx) =>
    tx.query
      .updateTable("requests")
      .set((eb) => ({ created_at: eb("created_at", "-", ms) }))
      .where("tenant_id", "=", tx.tenantId)
      .execute();
const changeToken =
  (change: { revoked_at: number } | { expires_at: number }): Change =>
  async (tx, world) => {
    const state_version = await bumpStateVersion(tx);
    await tx.query
      .updateTable("tokens")
      .set({ ...change, state_version })
      .where("tenant_id", "=", tx.tenantId)
      .where("jti", "=", world.jti)
      .execute();
  };
const changeAgent =
  (status: "QUARANTINED" | "DELETED"): Change =>
  async (tx, world) => {
    const state_version = await bumpStateVersion(tx);
    await tx.query
      .updateTable("agents")
      .set({ status, state_version })
      .where("tenant_id", "=", tx.tenantId)
      .where("id", "=", world.agentId)
      .execute();
  };
const WITHDRAWALS: [what: string, code: string, change: Change][] = [
  ["the kill switch is on", "kill_switch_engaged", engage],
  ["its token was revoked", "invalid_token", changeToken({ revoked_at: 1 })],
  ["its token has expired", "invalid_token", changeToken({ expires_at: 1 })],
  ["its agent is quarantined", "agent_quarantined", changeAgent("QUARANTINED")],
  ["its agent is gone", "invalid_token", changeAgent("DELETED")],
  ["it has lapsed", "decision_timeout", age(PERMIT_LAPSES_AFTER_MS)],
];

eachDatabase("permits that are asked for again", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  const change = (world: World, make: Change) => fixture.store.write(world.tenantId, (tx) => make(tx, world));
  const ask = async (world: World, call: DecideCall) => {
    const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
    if (answer === undefined) throw new Error("No answer came.");
    return answer;
  };
  const createPaid = () => fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
  const costsOf = async (world: World) =>
    (await fixture.costs(world)).map(({ spent_nano, reserved_nano }) => [spent_nano, reserved_nano]);

  describe("a permit", () => {
    it.each(WITHDRAWALS)("is released and not given out again when %s", async (_, code, withdrawal) => {
      const world = await createPaid();
      const call = world.call({ idempotency_key: randomUUID() });
      permitted(await ask(world, call));
      await change(world, withdrawal);
      expect(await ask(world, call)).toMatchObject({ verdict: "refuse", code });
      expect((await fixture.rows(world)).map(({ outcome, billable }) => [outcome, billable])).toEqual([
        ["not_started", 0],
      ]);
      expect(await costsOf(world)).toEqual([
        [0n, 0n],
        [0n, 0n],
      ]);
      expect(await ask(world, call)).toMatchObject({ verdict: "refuse", code: "request_id_reused" });
      expect(await fixture.rows(world)).toHaveLength(1);
    });

    it("is the same one until it lapses, so that a lost answer can be asked for again", async () => {
      const world = await createPaid();
      const call = world.call();
      const first = permitted(await ask(world, call));
      await change(world, age(PERMIT_LAPSES_AFTER_MS / 4));
      expect(await ask(world, call)).toEqual(first);
      expect(await fixture.rows(world)).toEqual([]);
    });

    it.each(WITHDRAWALS)(
      "whose tool ran all the same is settled and billed once, when %s",
      async (_, __, withdrawal) => {
        const world = await createPaid();
        const call = world.call({ idempotency_key: randomUUID() });
        const permit = permitted(await ask(world, call));
        const record = recordOf(call, permit);
        await change(world, withdrawal);
        await ask(world, call);
        const notStarted = recordOf(call, permit, { outcome: "not_started", dispatched: false });
        const repeat = { ...record, record_id: randomUUID() };
        const send = (records: readonly ExecutionRecord[]) =>
          fixture.other.record(world.tenantId, world.instance, records);
        const acks = [...(await send([notStarted, record, repeat])), ...(await send([record, notStarted]))];
        expect(acks.map(({ status }) => status)).toEqual(["duplicate", "accepted", ...Array(3).fill("duplicate")]);
        const rows = await fixture.rows(world);
        expect(rows.map(({ action, outcome, amount_nano }) => [action, outcome, amount_nano])).toEqual([
          ["execute", "not_started", 0n],
          ["outcome_settled", "allowed", USD],
        ]);
        expect(JSON.parse(rows[1]?.content ?? "")).toMatchObject({ settles: rows[0]?.id, reservation_usd: "1" });
        expect(JSON.parse(rows[1]?.findings ?? "")).toEqual([]);
        expect(await fixture.usageEvents(world)).toMatchObject([{ audit_id: rows[1]?.id, amount_nano: USD }]);
        expect(await costsOf(world)).toEqual([
          [USD, 0n],
          [USD, 0n],
        ]);
      },
    );

    it("that its own edge has ended as not started is settled by no later record", async () => {
      const world = await createPaid();
      const call = world.call();
      const permit = permitted(await ask(world, call));
      const records = [recordOf(call, permit, { outcome: "not_started", dispatched: false }), recordOf(call, permit)];
      const acks = await fixture.service.record(world.tenantId, world.instance, records);
      expect(acks.map(({ status }) => status)).toEqual(["accepted", "duplicate"]);
      expect(await fixture.usageEvents(world)).toEqual([]);
    });
  });
});
