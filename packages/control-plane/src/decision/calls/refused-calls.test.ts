import { randomUUID } from "node:crypto";
import { type DecideCall, type ErrorCode, errorTable, type RefusalRecord } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bumpStateVersion } from "../../db/state.js";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";

const USD = 1_000_000_000n;

eachDatabase("calls that are refused", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  describe("a call that is refused", () => {
    it("is a signed row, and the same refusal when it is asked again", async () => {
      const world = await fixture.createWorld();
      const call = world.call({ tool_name: "shell" });
      const [first] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      const [again] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      expect(first).toMatchObject({
        verdict: "refuse",
        code: "policy_denied",
        data: { action: "deny", rule_id: "agent.deny.tool_not_granted" },
      });
      expect(again).toEqual(first);
      expect(await fixture.rows(world)).toMatchObject([
        { decision: "deny", outcome: "denied", rule_id: "agent.deny.tool_not_granted" },
      ]);
    });

    it.each([
      ["the chain was halted", { halted: "chain_rolled_back" }],
      ["the clock is more than five minutes behind the chain's newest row", { at: Date.now() + 86_400_000 }],
    ])("is refused and leaves nothing when %s, for its row could not be appended", async (_, head) => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
      permitted(await fixture.decideOne(world));
      const setHead = (values: { halted?: string | null; at?: number }) =>
        fixture.store.write(world.tenantId, (tx) =>
          tx.query.updateTable("chain_heads").set(values).where("tenant_id", "=", world.tenantId).execute(),
        );
      const costs = await fixture.costs(world);
      const call = world.call();
      const ask = () => fixture.service.decide(world.tenantId, world.instance, [call]);
      await setHead(head);
      await expect(ask()).rejects.toMatchObject({ code: "chain_halted" });
      expect(await fixture.costs(world)).toEqual(costs);
      await setHead({ halted: null, at: 0 });
      expect(await ask()).toMatchObject([{ verdict: "permit" }]);
    });

    it("is refused by a kill switch that was engaged between the judgement and the commit", async () => {
      const world = await fixture.createWorld();
      permitted(await fixture.decideOne(world));
      await fixture.store.write(world.tenantId, async (tx) => {
        await bumpStateVersion(tx);
        await tx.query
          .updateTable("tenant_states")
          .set({ kill_engaged: 1, kill_engaged_at: tx.nowMs, kill_engaged_by: "someone", kill_reason: "drill" })
          .where("tenant_id", "=", world.tenantId)
          .execute();
      });
      // The service still holds the facts of before.
      const answer = await fixture.decideOne(world);
      expect(answer).toMatchObject({
        verdict: "refuse",
        code: "kill_switch_engaged",
        data: { engaged_by: "someone", reason: "drill" },
      });
      expect(await fixture.rows(world)).toMatchObject([{ decision: "deny" }]);
    });

    it("is refused when its token was revoked, its agent quarantined, or its token is another agent's", async () => {
      const world = await fixture.createWorld();
      permitted(await fixture.decideOne(world));
      expect(await fixture.decideOne(world, { jti: randomUUID() })).toMatchObject({
        code: "invalid_token",
        audit_id: null,
      });
      expect(await fixture.decideOne(world, { agent_id: randomUUID() })).toMatchObject({ code: "agent_mismatch" });
      const change = (table: "agents" | "tokens") =>
        fixture.store.write(world.tenantId, async (tx) => {
          const state_version = await bumpStateVersion(tx);
          if (table === "agents") {
            await tx.query
              .updateTable("agents")
              .set({ status: "QUARANTINED", state_version })
              .where("tenant_id", "=", world.tenantId)
              .execute();
          } else {
            await tx.query
              .updateTable("tokens")
              .set({ revoked_at: tx.nowMs, state_version })
              .where("tenant_id", "=", world.tenantId)
              .execute();
          }
        });
      await change("agents");
      expect(await fixture.decideOne(world)).toMatchObject({ code: "agent_quarantined" });
      await change("tokens");
      expect(await fixture.decideOne(world)).toMatchObject({ code: "invalid_token" });
      expect((await fixture.rows(world)).map((row) => JSON.parse(row.content).code)).toEqual([
        "agent_mismatch",
        "agent_quarantined",
        "invalid_token",
      ]);
    });

    it("leaves nothing permitted when its deadline passes", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
      const hasty = fixture.openService({ decisionTimeoutMs: 0 });
      const call = world.call();
      const [answer] = await hasty.decide(world.tenantId, world.instance, [call]);
      expect(answer).toMatchObject({
        verdict: "refuse",
        code: "decision_timeout",
        data: { deadline_seconds: 0, request_id: call.request_id },
      });
      await hasty.close();
      await expect.poll(() => fixture.rows(world)).toHaveLength(1);
      await hasty.close();
      expect((await fixture.requestRows(world)).filter((row) => row.status === "open")).toEqual([]);
      expect((await fixture.costs(world)).every((row) => row.reserved_nano === 0n)).toBe(true);
    });

    it("counts as one row when an edge made the refusal, and takes back a permit that the edge never saw", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
      const call = world.call();
      await fixture.service.decide(world.tenantId, world.instance, [call]);
      const refusal: RefusalRecord = {
        kind: "refusal",
        record_id: randomUUID(),
        request_id: randomUUID(),
        code: "rate_limited",
        jti: world.jti,
        agent_id: world.agentId,
        tool_name: "search",
        payload_hash: null,
        findings: [],
        finding_details: [],
        count: 7,
        at: new Date().toISOString(),
        timeline: [],
      };
      const unseen: RefusalRecord = {
        ...refusal,
        record_id: randomUUID(),
        request_id: call.request_id,
        code: "decision_timeout",
        payload_hash: call.payload_hash,
        count: 1,
      };
      const unrelated: RefusalRecord = { ...unseen, record_id: randomUUID(), code: "rate_limited" };
      const acks = await fixture.service.record(world.tenantId, world.instance, [unrelated, refusal, refusal, unseen]);
      expect(acks.map((ack) => ack.status)).toEqual(["duplicate", "accepted", "duplicate", "accepted"]);
      expect((await fixture.rows(world)).map((row) => [row.outcome, JSON.parse(row.content).code])).toEqual([
        ["denied", "rate_limited"],
        ["not_started", "decision_timeout"],
      ]);
      expect(await fixture.decideOne(world, { request_id: refusal.request_id })).toMatchObject({
        code: "request_id_reused",
      });
      expect((await fixture.costs(world)).every((row) => row.reserved_nano === 0n)).toBe(true);
    });

    it("takes back a permit for whatever says that an edge asked and had no answer, and for nothing else", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
      const codes = Object.keys(errorTable) as ErrorCode[];
      const calls = codes.map(() => world.call());
      for (const call of calls) permitted(await fixture.decideOne(world, call));
      const refusals = codes.map((code, index): RefusalRecord => {
        const { request_id, jti, agent_id, payload_hash } = calls[index] as DecideCall;
        return {
          kind: "refusal",
          record_id: randomUUID(),
          request_id,
          code,
          jti,
          agent_id,
          tool_name: "search",
          payload_hash,
          findings: [],
          finding_details: [],
          count: 1,
          at: new Date().toISOString(),
          timeline: [],
        };
      });
      const others = refusals.map((refusal) => ({ ...refusal, record_id: randomUUID(), payload_hash: null }));
      await fixture.service.record(world.tenantId, world.instance, others);
      const isOpen = async () => (await fixture.requestRows(world)).filter((row) => row.status === "open").length;
      expect(await isOpen()).toBe(codes.length);
      await fixture.service.record(world.tenantId, world.instance, refusals);
      const lost = codes.filter((code) => errorTable[code].status >= 500);
      const released = (await fixture.rows(world)).filter((row) => row.outcome === "not_started");
      expect(released.map((row) => JSON.parse(row.content).code)).toEqual(lost);
      expect(await isOpen()).toBe(codes.length - lost.length);
      expect((await fixture.costs(world)).map((row) => row.reserved_nano)).toEqual(
        Array(2).fill(USD * BigInt(codes.length - lost.length)),
      );
    });
  });

  it("has a row for each refusal of an edge, also where the caller repeats a request id", async () => {
    const world = await fixture.createWorld();
    const call = world.call();
    const refusalOf = (changes: Partial<RefusalRecord>): RefusalRecord => ({
      kind: "refusal",
      record_id: randomUUID(),
      request_id: call.request_id,
      code: "agent_mismatch",
      jti: world.jti,
      agent_id: world.agentId,
      tool_name: null,
      payload_hash: null,
      findings: [],
      finding_details: [],
      count: 1,
      at: "2026-01-01T00:00:00.000Z",
      timeline: [],
      ...changes,
    });
    await fixture.service.decide(world.tenantId, world.instance, [call]);
    const records = [
      refusalOf({}),
      refusalOf({ at: "2026-01-01T00:00:02.000Z", count: 3 }),
      // Also with the payload of the call that has the id.
      refusalOf({ code: "request_id_reused", payload_hash: call.payload_hash }),
      refusalOf({ code: "write_role_required", request_id: "again" }),
      refusalOf({ code: "write_role_required", request_id: "again", at: "2026-01-01T00:00:01.000Z", count: 4 }),
    ];
    const first = await fixture.service.record(world.tenantId, world.instance, records);
    expect(first.map((ack) => ack.status)).toEqual(Array(5).fill("accepted"));
    expect(new Set(first.map((ack) => ack.audit_id)).size).toBe(5);
    const repeated = await fixture.other.record(world.tenantId, world.instance, [...records, ...records]);
    expect(repeated.map((ack) => ack.status)).toEqual(Array(10).fill("duplicate"));
    const shown = (await fixture.rows(world)).map((row) => JSON.parse(row.content));
    expect(shown.map(({ request_id, code, edge_statement }) => [request_id, code, edge_statement.count])).toEqual([
      [call.request_id, "agent_mismatch", 1],
      [call.request_id, "agent_mismatch", 3],
      [call.request_id, "request_id_reused", 1],
      ["again", "write_role_required", 1],
      ["again", "write_role_required", 4],
    ]);
  });
});
