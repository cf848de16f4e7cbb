import { randomUUID } from "node:crypto";
import type { DecideAnswer } from "@portcullis/contract";
import { utcDay } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bumpStateVersion } from "../../db/state.js";
import { recordOf } from "../decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";

const USD = 1_000_000_000n;

eachDatabase("limits of the decision service", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  describe("limits", () => {
    it("lets exactly N calls of a day through, over two replicas and 100 at once", async () => {
      const world = await fixture.createWorld({
        tenant: { settings: JSON.stringify({ requests_per_second: 10_000, daily_request_cap: 37 }) },
      });
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          fixture.decideOne(world, {}, index % 2 === 0 ? fixture.service : fixture.other),
        ),
      );
      expect(answers.filter((answer) => answer.verdict === "permit")).toHaveLength(37);
      const refused = answers.find((answer) => answer.verdict === "refuse");
      expect(refused).toMatchObject({
        code: "rate_limited",
        data: { limit_type: "tenant_daily_request", scope: "tenant" },
      });
      expect(refused).toHaveProperty("retry_after_s");
      expect(await fixture.rows(world)).toHaveLength(63);
    });

    it("counts on the database's day, whatever day this process takes it for", async () => {
      const world = await fixture.createWorld({
        tenant: { settings: JSON.stringify({ requests_per_second: 10_000, daily_request_cap: 3 }) },
      });
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 86_400_000 });
      try {
        const verdicts: string[] = [];
        for (let index = 0; index < 5; index += 1) verdicts.push((await fixture.decideOne(world)).verdict);
        expect(verdicts).toEqual(["permit", "permit", "permit", "refuse", "refuse"]);
      } finally {
        vi.useRealTimers();
      }
    });

    it("empties a bucket at exactly its burst", async () => {
      const world = await fixture.createWorld({
        tenant: { settings: JSON.stringify({ requests_per_second: 0.001, burst: 5 }) },
      });
      const calls = Array.from({ length: 12 }, () => world.call());
      const answers = await fixture.service.decide(world.tenantId, world.instance, calls);
      expect(answers.map((answer) => answer.verdict === "permit")).toEqual(calls.map((_, index) => index < 5));
      expect(answers.at(-1)).toMatchObject({ data: { limit_type: "tenant_rps", scope: "tenant" } });
    });

    it.each([1e-12, Number.MIN_VALUE])(
      "refuses at %d requests per second, and answers whatever else is asked",
      async (rate) => {
        const world = await fixture.createWorld({
          agent: { metadata: JSON.stringify({ requests_per_second: rate, burst: 1 }) },
        });
        const calls = Array.from({ length: 3 }, () => world.call());
        const answers = await fixture.service.decide(world.tenantId, world.instance, calls);
        expect(answers.map((answer) => answer.verdict)).toEqual(["permit", "refuse", "refuse"]);
        expect(answers.at(-1)).toMatchObject({
          code: "rate_limited",
          data: { limit_type: "tenant_rps", scope: "agent" },
        });
      },
    );

    it("never passes a cap of dollars with declared prices, over two replicas", async () => {
      const world = await fixture.createWorld({
        agent: { metadata: JSON.stringify({ daily_cost_cap_usd: "1" }) },
        tools: [{ tool_name: "search", price_nano: USD / 10n }],
      });
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          fixture.decideOne(world, {}, index % 2 === 0 ? fixture.service : fixture.other),
        ),
      );
      expect(answers.filter((answer) => answer.verdict === "permit")).toHaveLength(10);
      expect(answers.find((answer) => answer.verdict === "refuse")).toMatchObject({
        code: "rate_limited",
        data: { limit_type: "agent_cost", scope: "agent" },
      });
      const blocked = (await fixture.rows(world)).filter((row) => row.action === "agent_cost_blocked");
      expect(blocked).toHaveLength(1);
    });

    it("warns once a day when 80 % of a cap are spent", async () => {
      const world = await fixture.createWorld({
        tenant: { daily_cost_cap_nano: USD },
        tools: [{ tool_name: "search", price_nano: USD / 10n }],
      });
      for (let index = 0; index < 10; index += 1) {
        const call = world.call();
        const [answer] = await fixture.service.decide(world.tenantId, world.instance, [call]);
        await fixture.service.record(world.tenantId, world.instance, [
          recordOf(call, permitted(answer as DecideAnswer)),
        ]);
      }
      expect(await fixture.decideOne(world)).toMatchObject({
        code: "rate_limited",
        data: { limit_type: "agent_cost", scope: "tenant" },
      });
      const actions = (await fixture.rows(world)).map((row) => row.action);
      expect(actions.filter((action) => action === "agent_cost_warning")).toHaveLength(1);
      expect(actions.indexOf("agent_cost_warning")).toBe(8);
    });

    it("runs one call without a declared maximum at a time under strict caps", async () => {
      const world = await fixture.createWorld({
        tenant: {
          daily_cost_cap_nano: USD,
          settings: JSON.stringify({ requests_per_second: 1000, strict_caps: true }),
        },
      });
      const calls = [world.call(), world.call()];
      const answers = await fixture.service.decide(world.tenantId, world.instance, calls);
      expect(answers.map((answer) => answer.verdict)).toEqual(["permit", "refuse"]);
      const [first] = calls;
      if (first === undefined) throw new Error("no call");
      await fixture.service.record(world.tenantId, world.instance, [
        recordOf(first, permitted(answers[0] as DecideAnswer)),
      ]);
      permitted(await fixture.decideOne(world));
    });

    it("holds a contract's window exactly, over calls of one batch", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD / 10n }] });
      await fixture.store.write(world.tenantId, async (tx) => {
        await bumpStateVersion(tx);
        await tx.query
          .insertInto("autonomy_contracts")
          .values({
            tenant_id: world.tenantId,
            id: randomUUID(),
            name: "small change",
            agent_scope: "billing-*",
            delegation_max_depth: null,
            cost_cap_nano: USD / 2n,
            cost_cap_window_seconds: 3600,
            time_window: null,
            cross_tenant_rules: "[]",
            on_violation: "kill",
            is_active: 1,
            created_at: tx.nowMs,
            updated_at: tx.nowMs,
          })
          .execute();
      });
      const calls = Array.from({ length: 8 }, () => world.call());
      const answers = await fixture.service.decide(world.tenantId, world.instance, calls);
      expect(answers.filter((answer) => answer.verdict === "permit")).toHaveLength(5);
      expect(answers.at(-1)).toMatchObject({
        code: "policy_denied",
        data: { findings: ["contract_cost_cap_exceeded"] },
      });
    });
  });

  it("counts a day's requests even where no cap is set", async () => {
    const world = await fixture.createWorld();
    await fixture.service.decide(world.tenantId, world.instance, [world.call(), world.call()]);
    const counters = await fixture.store.read(world.tenantId, (db) =>
      db.query
        .selectFrom("request_counters")
        .select(["period", "requests"])
        .where("tenant_id", "=", world.tenantId)
        .execute(),
    );
    expect(counters).toContainEqual({ period: utcDay(Date.now()), requests: 2 });
  });
});
