import { randomUUID } from "node:crypto";
import { type DecideAnswer, Refusal } from "@portcullis/contract";
import { auditIdOf, operatorAuditIdOf, sha256Hex } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readState } from "../../db/state.js";
import { recordOf } from "../decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";

const USD = 1_000_000_000n;

eachDatabase("calls that are permitted", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  describe("a call that is permitted", () => {
    it("leaves an open begin record before the answer, and no row", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD / 4n }] });
      const permit = permitted(await fixture.decideOne(world));
      expect(permit.pricing).toMatchObject({ price_usd: "0.25", reservation_usd: "0.25" });
      expect(await fixture.requestRows(world)).toMatchObject([
        { status: "open", permit_id: permit.permit_id, reservation_nano: USD / 4n },
      ]);
      expect(await fixture.rows(world)).toEqual([]);
      expect((await fixture.costs(world)).map((row) => [row.spent_nano, row.reserved_nano])).toEqual([
        [0n, USD / 4n],
        [0n, USD / 4n],
      ]);
    });

    it("becomes a billed row when its record comes, once", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD / 4n }] });
      const call = world.call();
      const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      const record = recordOf(call, permitted(answer as DecideAnswer), {
        redactions: [{ kind: "email", count: 2 }],
        result_findings: ["encoded_payload"],
      });
      const [first] = await fixture.service.record(world.tenantId, world.instance, [record]);
      const [second] = await fixture.other.record(world.tenantId, world.instance, [record]);
      expect(first).toMatchObject({ status: "accepted", audit_id: auditIdOf(world.tenantId, call.request_id) });
      expect(second).toMatchObject({ status: "duplicate", audit_id: first?.audit_id });
      const [row, ...rest] = await fixture.rows(world);
      expect(rest).toEqual([]);
      expect(row).toMatchObject({
        id: first?.audit_id,
        action: "execute",
        decision: "allow",
        outcome: "allowed",
        billable: 1,
        amount_nano: USD / 4n,
      });
      const content = JSON.parse(row?.content ?? "");
      expect(content).toMatchObject({
        redactions: [{ kind: "email", count: 2 }],
        response_hash: sha256Hex("response"),
        edge_statement: { instance: world.instance, dispatched: true, result_findings: ["encoded_payload"] },
        rate_revision: "builtin-1",
      });
      expect(await fixture.usageEvents(world)).toMatchObject([{ audit_id: row?.id, amount_nano: USD / 4n }]);
      expect((await fixture.costs(world)).map((each) => [each.spent_nano, each.reserved_nano])).toEqual([
        [USD / 4n, 0n],
        [USD / 4n, 0n],
      ]);
    });

    it("sees, in a question, the ends of the calls whose records came with it, and asks for a session that moved anew", async () => {
      const world = await fixture.createWorld();
      const call = world.call();
      const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      const record = recordOf(call, permitted(answer as DecideAnswer));
      let renewals = 0;
      const session = {
        tenantId: world.tenantId,
        instance: world.instance,
        stateVersion: -1,
        renew: async () => {
          renewals += 1;
          session.stateVersion = (await fixture.store.read(world.tenantId, readState)).state_version;
        },
      };
      // A repeat of the ended call's id is answered as of its end, though its record came with the question.
      const { answers, acks } = await fixture.service.exchange(
        session,
        [world.call(), { ...call, call_id: randomUUID() }],
        [record],
      );
      expect(renewals).toBeGreaterThan(0);
      expect(acks).toMatchObject([{ record_id: record.record_id, status: "accepted" }]);
      expect(answers.map(({ verdict }) => verdict)).toEqual(["permit", "refuse"]);
      session.stateVersion = -1;
      session.renew = () => Promise.reject(new Refusal("invalid_edge_session"));
      await expect(fixture.service.exchange(session, [world.call()], [])).rejects.toMatchObject({
        code: "invalid_edge_session",
      });
    });

    it("gives the same answer when the same instance asks again, and 409 to everyone else", async () => {
      const world = await fixture.createWorld();
      const call = world.call();
      const [first] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      const [again] = await fixture.other.decide(world.tenantId, world.instance, [call]);
      const [foreign] = await fixture.service.decide(world.tenantId, randomUUID(), [call]);
      expect(again).toEqual(first);
      expect(foreign).toMatchObject({ verdict: "refuse", code: "request_id_reused" });
      // The caller's own repeat, through the same edge, is another call: it must not run on the first one's permit.
      for (const changes of [{ payload_hash: sha256Hex("other") }, { received_at: "2020-01-01T00:00:00.000Z" }]) {
        const [repeat] = await fixture.service.decide(world.tenantId, world.instance, [{ ...call, ...changes }]);
        expect(repeat).toMatchObject({ verdict: "refuse", code: "request_id_reused" });
      }
      await fixture.service.record(world.tenantId, world.instance, [recordOf(call, permitted(first as DecideAnswer))]);
      const [afterwards] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      expect(afterwards).toMatchObject({ verdict: "refuse", code: "request_id_reused" });
      expect(await fixture.requestRows(world)).toHaveLength(1);
    });

    it("is priced by the answer's tokens at the decision's rates, and says when that is above the reservation", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", max_cost_nano: 1000n }] });
      const call = world.call();
      const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      const usage = { model: "gpt-unheard-of", prompt_tokens: 1_000_000, completion_tokens: 0 };
      await fixture.service.record(world.tenantId, world.instance, [
        recordOf(call, permitted(answer as DecideAnswer), { usage }),
      ]);
      const [row] = await fixture.rows(world);
      expect(row?.amount_nano).toBe(5n * USD);
      expect(JSON.parse(row?.findings ?? "[]")).toEqual(["unknown_model_rate", "cost_above_reservation"]);
    });

    it("says so when its answer's token counts could not be taken", async () => {
      const world = await fixture.createWorld();
      const call = world.call();
      const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      const record = recordOf(call, permitted(answer as DecideAnswer), { result_findings: ["usage_unreadable"] });
      await fixture.service.record(world.tenantId, world.instance, [record]);
      const [row] = await fixture.rows(world);
      expect(JSON.parse(row?.findings ?? "[]")).toEqual(["usage_unreadable"]);
    });

    it("is not billed when the tool was not reached or the permit lapsed", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
      for (const changes of [
        { outcome: "failed", code: "upstream_unreachable", dispatched: true },
        { outcome: "not_started", code: "decision_timeout", dispatched: false },
      ] as const) {
        const call = world.call();
        const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
        await fixture.service.record(world.tenantId, world.instance, [
          recordOf(call, permitted(answer as DecideAnswer), changes),
        ]);
      }
      expect((await fixture.rows(world)).map((row) => [row.outcome, row.billable])).toEqual([
        ["failed", 0],
        ["not_started", 0],
      ]);
      expect((await fixture.costs(world)).every((row) => row.spent_nano === 0n && row.reserved_nano === 0n)).toBe(true);
    });

    it("is billed at its reservation when it was cut short", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", max_cost_nano: USD }] });
      const call = world.call();
      const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      const cut = { outcome: "aborted", code: "kill_switch_engaged" } as const;
      await fixture.service.record(world.tenantId, world.instance, [
        recordOf(call, permitted(answer as DecideAnswer), cut),
      ]);
      expect(await fixture.usageEvents(world)).toMatchObject([{ amount_nano: USD }]);
    });

    it("keeps its permit for its own instance, and for the one that carries its buffer on", async () => {
      const world = await fixture.createWorld();
      const call = world.call();
      const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      const record = recordOf(call, permitted(answer as DecideAnswer));
      const successor = randomUUID();
      const refused = await fixture.service.record(world.tenantId, successor, [record]);
      expect(refused).toMatchObject([{ status: "refused", reason: "permit_of_another_instance" }]);
      await fixture.store.write(world.tenantId, async (tx) => {
        await tx.query
          .insertInto("edge_instances")
          .values({
            tenant_id: world.tenantId,
            instance: world.instance,
            api_key_id: "key",
            home: "sidecar",
            version: "1",
            successor,
            connected_at: null,
            last_seen_at: 0,
            acknowledged_version: 0,
          })
          .execute();
      });
      expect(await fixture.service.record(world.tenantId, successor, [record])).toMatchObject([{ status: "accepted" }]);
      const unknown = { ...record, permit_id: randomUUID() };
      expect(await fixture.service.record(world.tenantId, successor, [unknown])).toMatchObject([
        { status: "refused", reason: "unknown_permit" },
      ]);
    });

    it("settles with the only usage event when its record comes after it was closed as unknown", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
      const call = world.call();
      const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      await fixture.store.write(world.tenantId, (tx) =>
        tx.query
          .updateTable("requests")
          .set({ status: "unknown", closed_at: tx.nowMs })
          .where("tenant_id", "=", world.tenantId)
          .execute(),
      );
      await fixture.service.record(world.tenantId, world.instance, [recordOf(call, permitted(answer as DecideAnswer))]);
      const settledId = operatorAuditIdOf(world.tenantId, call.request_id, "outcome_settled");
      const [row] = await fixture.rows(world);
      expect(row).toMatchObject({ id: settledId, action: "outcome_settled", billable: 1 });
      expect(JSON.parse(row?.content ?? "")).toMatchObject({ settles: auditIdOf(world.tenantId, call.request_id) });
      expect(await fixture.usageEvents(world)).toMatchObject([{ audit_id: settledId, amount_nano: USD }]);
      expect((await fixture.costs(world)).map((each) => [each.spent_nano, each.reserved_nano])).toEqual([
        [USD, 0n],
        [USD, 0n],
      ]);
    });
  });
});
