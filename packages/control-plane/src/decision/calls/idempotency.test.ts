import type { DecideAnswer } from "@portcullis/contract";
import { sha256Hex } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordOf } from "../decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";

eachDatabase("idempotency at the decision service", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  describe("idempotency keys", () => {
    it("run one of 50 calls at once; the others wait, then get its answer", async () => {
      const world = await fixture.createWorld();
      const calls = Array.from({ length: 50 }, () => world.call({ idempotency_key: "order-1" }));
      const answers = await Promise.all(
        calls.map(async (call, index) => {
          const by = index % 2 === 0 ? fixture.service : fixture.other;
          return { call, answer: (await by.decide(world.tenantId, world.instance, [call]))[0] as DecideAnswer };
        }),
      );
      const runs = answers.filter(({ answer }) => answer.verdict === "permit");
      expect(runs).toHaveLength(1);
      expect(answers.filter(({ answer }) => answer.verdict === "again")).toHaveLength(49);
      const [run] = runs;
      if (run === undefined) throw new Error("none ran");
      const kept = { status: 200, body: { success: true, data: { result: "done" }, error: null, meta: null } };
      await fixture.service.record(world.tenantId, world.instance, [
        recordOf(run.call, permitted(run.answer), { answer: kept }),
      ]);
      const waiting = answers.find(({ answer }) => answer.verdict === "again");
      const again = { verdict: "replay", status: 200, code: null, text: JSON.stringify(kept.body) };
      const [replay] = await fixture.other.decide(world.tenantId, world.instance, [waiting?.call ?? world.call()]);
      expect(replay).toEqual(again);
      const sameId = { request_id: run.call.request_id, idempotency_key: "order-1" };
      expect(await fixture.decideOne(world, sameId)).toEqual(again);
      expect(
        await fixture.decideOne(world, { idempotency_key: "order-1", body_hash: sha256Hex("other") }),
      ).toMatchObject({
        code: "idempotency_key_reused",
      });
    });

    it("keep a policy's denial, and are released by every other refusal and by calls that did not run", async () => {
      const world = await fixture.createWorld({
        tenant: { settings: JSON.stringify({ requests_per_second: 0.001, burst: 2 }) },
      });
      const denied = { tool_name: "shell", idempotency_key: "denied" };
      expect(await fixture.decideOne(world, denied)).toMatchObject({ code: "policy_denied" });
      expect(await fixture.decideOne(world, denied)).toMatchObject({
        verdict: "replay",
        status: 403,
        code: "policy_denied",
        text: expect.stringMatching(/"error":"policy_denied"/),
      });
      const call = world.call({ idempotency_key: "lapsed" });
      const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      const lapsed = { outcome: "not_started", code: "decision_timeout", dispatched: false } as const;
      await fixture.service.record(world.tenantId, world.instance, [
        recordOf(call, permitted(answer as DecideAnswer), lapsed),
      ]);
      // The bucket is empty now: the key is free, and the limit refuses.
      expect(await fixture.decideOne(world, { idempotency_key: "lapsed" })).toMatchObject({ code: "rate_limited" });
    });

    it("answer 409 when the edge brought no answer", async () => {
      const world = await fixture.createWorld();
      const call = world.call({ idempotency_key: "lost" });
      const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
      await fixture.service.record(world.tenantId, world.instance, [recordOf(call, permitted(answer as DecideAnswer))]);
      expect(await fixture.decideOne(world, { idempotency_key: "lost" })).toMatchObject({ code: "outcome_unknown" });
    });
  });
});
