// Records that an edge makes up: what it was never permitted is no row, and nobody is named as the actor by its word alone.

import { randomUUID } from "node:crypto";
import type { DecideCall, EdgeRecord, ExecutionRecord, Permit, RefusalRecord } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DecisionFixture, openDecisionFixture, recordOf, type World } from "../decision-fixture.js";
import { TenantFactsCache } from "../facts/tenant-facts.js";
import { DecisionService } from "../service.js";

eachDatabase("forged records", (database) => {
  let fixture: DecisionFixture;
  let service: DecisionService;
  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
    const { store, ledger } = fixture;
    const config = { decisionTimeoutMs: 10_000, closeAfterMs: 300_000, minAgentsForCorrelation: 2 };
    service = new DecisionService({ store, ledger, facts: new TenantFactsCache({ store }), config });
  });
  afterAll(async () => {
    await service.close();
    await fixture.store.close();
  });

  const rowsOf = (world: World) =>
    fixture.store.read(world.tenantId, ({ query, tenantId }) =>
      query.selectFrom("audit_logs").selectAll().where("tenant_id", "=", tenantId).orderBy("seq").execute(),
    );
  const permitOf = async (world: World, call: DecideCall): Promise<Permit> => {
    const [answer] = await service.decide(world.tenantId, world.instance, [call]);
    if (answer?.verdict !== "permit") throw new Error(`A permit was expected: ${JSON.stringify(answer)}`);
    return answer;
  };
  const refusalOf = (world: World, changes: Partial<RefusalRecord> = {}): RefusalRecord => ({
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
    count: 1,
    at: "2026-01-01T00:00:00.000Z",
    timeline: [],
    ...changes,
  });

  describe("of calls", () => {
    it("that name no permit, another's, another tenant's or another request's are refused and are no rows", async () => {
      const [world, foreign] = [await fixture.createWorld(), await fixture.createWorld()];
      const [call, second] = [world.call(), world.call()];
      const [permit, otherPermit] = [await permitOf(world, call), await permitOf(world, second)];
      const foreignCall = foreign.call();
      const foreignPermit = await permitOf(foreign, foreignCall);
      const forged: [instance: string, record: EdgeRecord][] = [
        [world.instance, recordOf(world.call(), permit)],
        [world.instance, recordOf(call, { ...permit, permit_id: randomUUID() })],
        [world.instance, recordOf(call, otherPermit)],
        [world.instance, recordOf(foreignCall, foreignPermit)],
        [world.instance, recordOf(call, foreignPermit)],
        [randomUUID(), recordOf(call, permit)],
        [foreign.instance, recordOf(call, permit)],
      ];
      for (const [instance, record] of forged) {
        expect(await service.record(world.tenantId, instance, [record])).toMatchObject([{ status: "refused" }]);
      }
      expect(await rowsOf(world)).toEqual([]);
      expect(await rowsOf(foreign)).toEqual([]);
      // The permits are whole: their own records still end them.
      const own = [recordOf(call, permit), recordOf(second, otherPermit)];
      expect(await service.record(world.tenantId, world.instance, own)).toMatchObject([
        { status: "accepted" },
        { status: "accepted" },
      ]);
    });
  });

  describe("of permitted calls", () => {
    const body = { success: true, data: {}, error: null, meta: null };
    const contradictions: [reason: string, changes: Partial<ExecutionRecord>][] = [
      ["allowed_but_not_dispatched", { dispatched: false }],
      ["allowed_with_a_code", { code: "kill_switch_engaged" }],
      ["not_started_but_dispatched", { outcome: "not_started", code: "decision_timeout" }],
      ["aborted_but_not_dispatched", { outcome: "aborted", code: "kill_switch_engaged", dispatched: false }],
      ...[null, "text", [], { hello: 1 }, { ...body, success: false }].map(
        (forged): [string, Partial<ExecutionRecord>] => [
          "answer_of_another_outcome",
          { answer: { status: 200, body: forged } },
        ],
      ),
      ...[-5, 0, 99, 100, 101, 204, 304, 502, 999, 1000].map((status): [string, Partial<ExecutionRecord>] => [
        "answer_of_another_outcome",
        { answer: { status, body } },
      ]),
      [
        "answer_of_another_outcome",
        { outcome: "failed", code: "upstream_error", answer: { status: 200, body: { ...body, success: false } } },
      ],
      // A result as text whose envelope has no place for it, and one of no answer.
      ...[null, "text", [], {}, { result: 1 }, { result: "" }].map((data): [string, Partial<ExecutionRecord>] => [
        "answer_of_another_outcome",
        { answer: { status: 200, body: { ...body, data } }, answer_result: "1" },
      ]),
      ["answer_of_another_outcome", { answer_result: "1" }],
    ];

    it("that speak against themselves, or keep an answer that no caller got, are refused and end nothing", async () => {
      const world = await fixture.createWorld();
      const call = world.call({ idempotency_key: randomUUID() });
      const permit = await permitOf(world, call);
      for (const [reason, changes] of contradictions) {
        const [ack] = await service.record(world.tenantId, world.instance, [recordOf(call, permit, changes)]);
        expect(ack).toMatchObject({ status: "refused", reason });
      }
      expect(await rowsOf(world)).toEqual([]);
      const own = recordOf(call, permit, { answer: { status: 200, body } });
      expect(await service.record(world.tenantId, world.instance, [own])).toMatchObject([{ status: "accepted" }]);
    });

    it("that say that a tool was not there, though it was called, are true and are not billed", async () => {
      const world = await fixture.createWorld();
      const call = world.call();
      const record = recordOf(call, await permitOf(world, call), { outcome: "failed", code: "upstream_unreachable" });
      expect(await service.record(world.tenantId, world.instance, [record])).toMatchObject([{ status: "accepted" }]);
      expect(await rowsOf(world)).toMatchObject([{ outcome: "failed", billable: 0 }]);
    });
  });

  describe("of refusals", () => {
    it("of an agent's token for another agent are refused and are no rows", async () => {
      const [world, foreign] = [await fixture.createWorld(), await fixture.createWorld()];
      for (const agent_id of [randomUUID(), foreign.agentId]) {
        const records = [refusalOf(world, { agent_id })];
        expect(await service.record(world.tenantId, world.instance, records)).toMatchObject([
          { status: "refused", reason: "agent_of_another_token" },
        ]);
      }
      expect(await rowsOf(world)).toEqual([]);
    });

    it("of a token that is not on record, or another tenant's, name no actor, and say whose word they are", async () => {
      const [world, foreign] = [await fixture.createWorld(), await fixture.createWorld()];
      const records = [randomUUID(), foreign.jti].map((jti) => refusalOf(world, { jti }));
      await service.record(world.tenantId, world.instance, records);
      const shown = (await rowsOf(world)).map((row) => JSON.parse(row.content));
      expect(shown.map(({ actor, role, edge_statement }) => [actor, role, edge_statement.instance])).toEqual([
        ["unknown", "unknown", world.instance],
        ["unknown", "unknown", world.instance],
      ]);
      expect(await rowsOf(foreign)).toEqual([]);
    });
  });
});
