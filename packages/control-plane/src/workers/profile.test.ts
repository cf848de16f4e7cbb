import { randomUUID } from "node:crypto";
import { sha256Hex } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DecisionFixture, openDecisionFixture, recordOf, type World } from "../decision/decision-fixture.js";
import { TenantFactsCache } from "../decision/facts/tenant-facts.js";
import { updateProfile } from "../decision/judging/behavior-profile.js";
import { ReadingsReader } from "../decision/judging/readings.js";
import type { DecisionService } from "../decision/service.js";
import { learnFromChains } from "./profile.js";

eachDatabase("learnFromChains", (database) => {
  let fixture: DecisionFixture;
  let service: DecisionService;
  let facts: TenantFactsCache;

  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
    service = fixture.openService();
    facts = new TenantFactsCache({ store: fixture.store });
  });
  afterAll(async () => {
    await service.close();
    facts.close();
    await fixture.store.close();
  });

  const run = async (world: World, changes: Parameters<World["call"]>[0] = {}) => {
    const call = world.call(changes);
    const [answer] = await service.decide(world.tenantId, world.instance, [call]);
    if (answer?.verdict === "permit") await service.record(world.tenantId, world.instance, [recordOf(call, answer)]);
    return answer;
  };
  const profileOf = async (world: World) => {
    const row = await fixture.store.read(world.tenantId, (db) =>
      db.query.selectFrom("behavior_profiles").selectAll().where("tenant_id", "=", world.tenantId).executeTakeFirst(),
    );
    return row === undefined ? null : JSON.parse(row.profile);
  };
  const finding = {
    code: "prompt_injection_detected",
    severity: "high",
    score: 0.5,
    path: "",
    start: 0,
    end: 1,
    view: "raw",
    rule_id: "r",
  } as const;

  it("learns each call that ran once, whoever reads, and nothing from refused ones", async () => {
    const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: 10n }] });
    for (let index = 0; index < 3; index += 1) await run(world);
    await run(world, { tool_name: "shell" });
    await Promise.all([learnFromChains(fixture.store), learnFromChains(fixture.store)]);
    await learnFromChains(fixture.store);
    expect(await profileOf(world)).toMatchObject({ calls: 3, lastTool: "search", costNano: { mean: 10 } });
    await run(world, { tool_name: "pay" });
    await learnFromChains(fixture.store);
    expect(await profileOf(world)).toMatchObject({ calls: 4, lastTool: "pay" });
  });

  it("lets agents of tenants that take part see how many others fired a finding, and no one else", async () => {
    const taking = { behavior_cross_tenant_enabled: 1 } as const;
    const [one, two, apart] = [
      await fixture.createWorld({ tenant: taking }),
      await fixture.createWorld({ tenant: taking }),
      await fixture.createWorld(),
    ];
    const shape_hash = sha256Hex(randomUUID());
    await run(one, { findings: [finding], shape_hash });
    await run(apart, { findings: [finding], shape_hash });
    await learnFromChains(fixture.store);
    const readOf = async (world: World) => {
      const reader = new ReadingsReader(fixture.store, 2);
      const call = world.call({ findings: [finding], shape_hash });
      const [read] = await reader.read(await facts.get(world.tenantId), [call], Date.now(), () => false);
      return read?.readings.correlation;
    };
    expect(await readOf(two)).toMatchObject({ peerCount: 1, anomalyFrequency: 1 });
    expect((await readOf(two))?.coordinatedRisk).toBeGreaterThan(0.5);
    expect(await readOf(one)).toEqual({ coordinatedRisk: 0, anomalyFrequency: 0, peerCount: 0 });
    expect(await readOf(apart)).toEqual({ coordinatedRisk: 0, anomalyFrequency: 0, peerCount: 0 });
  });

  it("keeps one count a minute of what an agent has again and again, each call once, over all batches", async () => {
    const world = await fixture.createWorld();
    const shape_hash = sha256Hex(randomUUID());
    for (let batch = 0; batch < 3; batch++) {
      for (let call = 0; call < 5; call++) await run(world, { findings: [finding, finding], shape_hash });
      await Promise.all([learnFromChains(fixture.store), learnFromChains(fixture.store)]);
      await learnFromChains(fixture.store);
    }
    const { counts, minutes } = await fixture.store.read(world.tenantId, async ({ query }) => {
      const ofTenant = ["tenant_id", "=", world.tenantId] as const;
      const rows = await query
        .selectFrom("audit_logs")
        .select("created_at")
        .where(...ofTenant)
        .execute();
      return {
        counts: await query
          .selectFrom("signal_minutes")
          .select(["minute", "finding", "events"])
          .where(...ofTenant)
          .execute(),
        minutes: new Set(rows.map(({ created_at }) => Math.floor(created_at / 60_000))),
      };
    });
    expect(new Set(counts.map(({ finding }) => finding))).toEqual(new Set([finding.code]));
    expect(counts.reduce((sum, { events }) => sum + events, 0)).toBe(15);
    expect(counts.length).toBeLessThanOrEqual(minutes.size);
  });

  it("counts for each call what others had within the hour, and reads a finding once a second for all of them", async () => {
    const worlds = await Promise.all(
      [1, 1, 1, 0].map((enabled) =>
        fixture.createWorld({ tenant: { behavior_cross_tenant_enabled: enabled as 0 | 1 } }),
      ),
    );
    const nowMs = Date.now();
    const agents = worlds.map(() => Array.from({ length: 3 }, () => randomUUID()));
    const findings = ["encoded_payload", "invisible_text"] as const;
    const shapes = ["a", "b", "c"].map(sha256Hex);
    // Coprime steps: every tenant, agent, shape and finding meets some of the others; every seventh event is too old.
    const events = Array.from({ length: 60 }, (_, n) => ({
      world: n % 4,
      agent_id: agents[n % 4]?.[n % 3] as string,
      finding: findings[n % 5 < 3 ? 0 : 1] as (typeof findings)[number],
      shape_hash: shapes[(n * 2) % 3] as string,
      created_at: n % 7 === 0 ? nowMs - 3_600_000 : nowMs - n * 1000,
    }));
    const insert = ({ world, created_at, ...event }: (typeof events)[number]) => {
      const tenant_id = worlds[world]?.tenantId as string;
      const minute = Math.floor(created_at / 60_000);
      return fixture.store.write(tenant_id, ({ query }) =>
        query
          .insertInto("signal_minutes")
          .values({ tenant_id, minute, ...event, events: 1 })
          .onConflict((conflict) =>
            conflict
              .columns(["tenant_id", "minute", "finding", "agent_id", "shape_hash"])
              .doUpdateSet((eb) => ({ events: eb("signal_minutes.events", "+", 1) })),
          )
          .execute(),
      );
    };
    for (const event of events) await insert(event);

    const reader = new ReadingsReader(fixture.store, 2);
    const readAt = async (world: number, agent_id: string, shape_hash: string, atMs: number) => {
      const of = worlds[world] as World;
      const call = of.call({ agent_id, shape_hash, findings: findings.map((code) => ({ ...finding, code })) });
      return (await reader.read(await facts.get(of.tenantId), [call], atMs, () => false))[0]?.readings.correlation;
    };
    const counted = (world: number, agent: string, shape: string) => {
      const seen = events.filter(
        (each) => each.world < 3 && each.agent_id !== agent && each.created_at > nowMs - 3_600_000,
      );
      const most = (count: (of: typeof seen) => Set<unknown>) =>
        Math.max(...findings.map((code) => count(seen.filter((each) => each.finding === code)).size));
      const peers = most((of) => new Set(of.map((each) => each.agent_id)));
      const tenants = most(
        (of) =>
          new Set(of.filter((each) => each.shape_hash === shape && each.world !== world).map((each) => each.world)),
      );
      return { coordinatedRisk: 1 - 0.7 ** peers * 0.5 ** tenants, anomalyFrequency: seen.length, peerCount: peers };
    };
    for (const world of [0, 1, 2]) {
      for (const agent of agents[world] ?? []) {
        for (const shape of shapes) {
          expect(await readAt(world, agent, shape, nowMs)).toEqual(counted(world, agent, shape));
        }
      }
    }
    const [one = "", other = ""] = agents[0] ?? [];
    const before = await readAt(0, one, shapes[0] as string, nowMs);
    await insert({
      world: 1,
      agent_id: randomUUID(),
      finding: findings[0],
      shape_hash: "",
      created_at: nowMs,
    });
    const later = [
      await readAt(0, one, sha256Hex("d"), nowMs + 999),
      await readAt(0, other, shapes[0] as string, nowMs + 1001),
    ];
    expect(later.map((each) => each?.peerCount)).toEqual([before?.peerCount, (before?.peerCount ?? 0) + 1]);
  });

  it("is there for every call of a batch, however many agents were asked for before", async () => {
    const world = await fixture.createWorld();
    const { tenantId: tenant_id } = world;
    const agents = [randomUUID(), randomUUID()];
    await fixture.store.write(tenant_id, async ({ query }) => {
      for (const agent_id of agents) {
        const profile = JSON.stringify(updateProfile(null, { toolName: "search", atMs: 0, costNano: 0n }));
        await query.insertInto("behavior_profiles").values({ tenant_id, agent_id, profile, updated_at: 0 }).execute();
      }
    });
    const reader = new ReadingsReader(fixture.store, 2);
    const known = await facts.get(tenant_id);
    const read = (ids: readonly string[]) => {
      const calls = ids.map((agent_id) => world.call({ agent_id }));
      return reader.read(known, calls, Date.now(), () => false);
    };
    // One less than are kept at most.
    await read(Array.from({ length: 19_999 }, () => randomUUID()));
    const profiles = (await read(agents)).map(({ readings }) => readings.profile?.calls);
    expect(profiles).toEqual([1, 1]);
  });
});
