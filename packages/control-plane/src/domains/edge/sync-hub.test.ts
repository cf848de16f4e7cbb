import { randomUUID } from "node:crypto";
import type { SyncEvent } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openStore } from "../../db/open.js";
import { bumpStateVersion } from "../../db/state.js";
import type { Store } from "../../db/tx.js";
import { type DecisionFixture, openDecisionFixture, recordOf, type World } from "../../decision/decision-fixture.js";
import { TenantFactsCache } from "../../decision/facts/tenant-facts.js";
import { DecisionService } from "../../decision/service.js";
import { SessionWatch } from "../../tokens/session-watch.js";
import { connectInstance } from "./instances.js";
import { SyncHub } from "./sync-hub.js";

eachDatabase("SyncHub", (database) => {
  const log = pino({ level: "silent" });
  const redactionKeyOf = (tenantId: string) => `key of ${tenantId}`;
  let fixture: DecisionFixture;
  let replicaStore: Store;
  let hub: SyncHub;
  let replica: SyncHub;

  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
    // SQLite has one process; there the second hub shares its store.
    replicaStore =
      database.kind === "sqlite"
        ? fixture.store
        : await openStore({ databaseUrl: database.url, poolSize: 3, migrate: true });
    hub = new SyncHub({
      store: fixture.store,
      facts: new TenantFactsCache({ store: fixture.store }),
      sessions: new SessionWatch(fixture.store, log),
      log,
      redactionKeyOf,
    });
    replica = new SyncHub({
      store: replicaStore,
      facts: new TenantFactsCache({ store: replicaStore }),
      sessions: new SessionWatch(replicaStore, log),
      log,
      redactionKeyOf,
    });
  });
  afterAll(async () => {
    await hub.close();
    await replica.close();
    if (replicaStore !== fixture.store) await replicaStore.close();
    await fixture.store.close();
  });

  const engage = async (world: World) => {
    const version = await fixture.store.write(world.tenantId, async (tx) => {
      await tx.query
        .updateTable("tenant_states")
        .set({ kill_engaged: 1, kill_engaged_at: tx.nowMs, kill_engaged_by: "someone", kill_reason: "drill" })
        .where("tenant_id", "=", world.tenantId)
        .execute();
      return bumpStateVersion(tx);
    });
    await fixture.store.announce(world.tenantId);
    return version;
  };

  it("begins with a snapshot of the tenant's state", async () => {
    const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: 5n }] });
    const events: SyncEvent[] = [];
    const subscription = await hub.subscribe(world.tenantId, (event) => events.push(event));
    expect(events[0]).toMatchObject({
      event: "snapshot",
      data: {
        kill_switch: { engaged: false },
        agents: { [world.agentId]: { status: "ACTIVE", grants: [{ action: "ALLOW" }, { action: "ALLOW" }] } },
        tools: { search: { price_usd: "0.000000005" } },
        limits: { exhausted: [] },
        rates: { revision: "builtin-1" },
      },
    });
    expect(JSON.stringify(events[0])).not.toContain("dailyCostCapNano");
    await subscription.close();
  });

  it("waits for an edge that follows anew, here or at another replica, before its earlier stream has ended", async () => {
    const world = await fixture.createWorld();
    // All within one millisecond.
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const { tenantId } = world;
    const follower = { instance: randomUUID(), home: "sidecar" };
    const pending = async () => (await hub.waitForAcknowledgement(tenantId, Number.MAX_SAFE_INTEGER, 0)).pending;
    let last = await hub.subscribe(tenantId, () => undefined, follower);
    for (const next of [replica, hub, hub, replica, replica, hub]) {
      const before = last;
      last = await next.subscribe(tenantId, () => undefined, follower);
      await before.close();
      expect(await pending()).toEqual([follower.instance]);
    }
    const [begun] = await Promise.all([hub.subscribe(tenantId, () => undefined, follower), last.close()]);
    expect(await pending()).toEqual([follower.instance]);
    await begun.close();
    expect(await pending()).toEqual([]);
  });

  it("tells an edge from another tenant's edge that gives itself the same id", async () => {
    const [world, other] = [await fixture.createWorld(), await fixture.createWorld()];
    const [ended, died, alive] = [randomUUID(), randomUUID(), randomUUID()];
    const rowOf = async ({ tenantId }: World, instance: string) =>
      fixture.store.read(tenantId, (db) =>
        db.query
          .selectFrom("edge_instances")
          .select(["connected_at", "last_seen_at"])
          .where("tenant_id", "=", tenantId)
          .where("instance", "=", instance)
          .executeTakeFirstOrThrow(),
      );
    const follow = ({ tenantId }: World, instance: string) =>
      hub.subscribe(tenantId, () => undefined, { instance, home: "sidecar" });
    await fixture.store.write(world.tenantId, (tx) => connectInstance(tx, died, "sidecar"));
    const before = await rowOf(world, died);
    const streams = [await follow(world, alive), await follow(other, ended), await follow(other, died)];
    await (await follow(world, ended)).close();
    expect((await rowOf(world, ended)).connected_at).toBeNull();
    const seenAt = (await rowOf(other, died)).last_seen_at;
    await expect.poll(async () => (await rowOf(other, died)).last_seen_at).toBeGreaterThan(seenAt);
    expect(await rowOf(world, died)).toEqual(before);
    for (const stream of streams) await stream.close();
  });

  it("sends only what changed, to the streams of every replica", async () => {
    const world = await fixture.createWorld();
    const events: SyncEvent[] = [];
    const subscription = await replica.subscribe(world.tenantId, (event) => events.push(event));
    const version = await engage(world);
    const change = () => events.find((event) => event.event === "change");
    await expect.poll(change).toBeDefined();
    expect(Object.keys(change()?.data ?? {}).sort()).toEqual(["kill_switch", "state_version"]);
    expect(change()?.data).toMatchObject({ state_version: version, kill_switch: { engaged: true, reason: "drill" } });
    await subscription.close();
  });

  it("beats with the version that the database has, and no sooner than its change was sent", async () => {
    const world = await fixture.createWorld();
    const events: SyncEvent[] = [];
    const subscription = await hub.subscribe(world.tenantId, (event) => events.push(event));
    // A change that nobody announces is found by the heartbeat's own look.
    const version = await fixture.store.write(world.tenantId, async (tx) => {
      const state_version = await bumpStateVersion(tx);
      await tx.query
        .updateTable("agents")
        .set({ status: "QUARANTINED", state_version })
        .where("tenant_id", "=", world.tenantId)
        .execute();
      return state_version;
    });
    const beat = () => events.find((event) => event.event === "heartbeat" && event.data.state_version === version);
    await expect.poll(beat).toBeDefined();
    const change = events.findIndex((event) => event.event === "change");
    expect(events[change]).toMatchObject({ data: { agents: { [world.agentId]: { status: "QUARANTINED" } } } });
    expect(change).toBeLessThan(events.indexOf(beat() as SyncEvent));
    await subscription.close();
  });

  it("beats for an edge that waited for its snapshot when the last other one left", async () => {
    const { tenantId } = await fixture.createWorld();
    let isHeld = false;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let noteReached = () => {};
    const reached = new Promise<void>((resolve) => {
      noteReached = resolve;
    });
    const facts = new TenantFactsCache({ store: fixture.store });
    // The next state is read only when the test says so.
    const slowFacts = Object.assign(Object.create(facts) as TenantFactsCache, {
      get: async (id: string, minVersion: number) => {
        if (isHeld) {
          noteReached();
          await released;
        }
        return facts.get(id, minVersion);
      },
    });
    const { store } = fixture;
    const slowHub = new SyncHub({
      store,
      facts: slowFacts,
      sessions: new SessionWatch(store, log),
      log,
      redactionKeyOf,
    });
    const first = await slowHub.subscribe(tenantId, () => {});
    isHeld = true;
    await store.write(tenantId, bumpStateVersion);
    const events: SyncEvent[] = [];
    const joining = slowHub.subscribe(tenantId, (event) => events.push(event));
    await reached;
    await first.close();
    release();
    const second = await joining;
    await expect.poll(() => events.map(({ event }) => event)).toContain("heartbeat");
    await second.close();
    await slowHub.close();
  });

  it("waits for the edges of every replica to apply a version, and names those that did not", async () => {
    const world = await fixture.createWorld();
    const quick = randomUUID();
    const silent = randomUUID();
    const subscription = await replica.subscribe(
      world.tenantId,
      (event) => {
        if (event.event === "change") void replica.acknowledge(world.tenantId, quick, event.data.state_version);
      },
      { instance: quick, home: "sidecar" },
    );
    const first = await engage(world);
    expect(await hub.waitForAcknowledgement(world.tenantId, first, 60_000)).toEqual({ acknowledged: 1, pending: [] });
    const other = await hub.subscribe(world.tenantId, () => {}, { instance: silent, home: "sidecar" });
    const second = await engage(world);
    const pending = async () => (await hub.waitForAcknowledgement(world.tenantId, second, 300)).pending;
    await expect.poll(pending).toEqual([silent]);
    await other.close();
    expect(await hub.waitForAcknowledgement(world.tenantId, second, 60_000)).toEqual({ acknowledged: 1, pending: [] });
    await subscription.close();
  });

  it("does not wait for edges of a process that died: none outlives it on SQLite, its silence tells on PostgreSQL", async () => {
    const world = await fixture.createWorld();
    const [own, cut] = [randomUUID(), randomUUID()];
    await fixture.store.write(world.tenantId, async (tx) => {
      await connectInstance(tx, own, "control-plane");
      await connectInstance(tx, cut, "sidecar");
    });
    await hub.forgetEarlier("control-plane");
    const version = await engage(world);
    const pending = async () => (await hub.waitForAcknowledgement(world.tenantId, version, 0)).pending;
    expect(await pending()).toEqual(database.kind === "sqlite" ? [cut] : [own, cut].sort());
    await expect.poll(pending).toEqual([]);
  });

  it("tells edges when a limit is used up, and when it is raised", async () => {
    const world = await fixture.createWorld({
      tenant: { settings: JSON.stringify({ daily_request_cap: 1 }) },
      agent: { metadata: JSON.stringify({ daily_cost_cap_usd: "0.5" }) },
      tools: [{ tool_name: "search", price_nano: 500_000_000n }],
    });
    const facts = new TenantFactsCache({ store: fixture.store });
    const config = { decisionTimeoutMs: 30_000, closeAfterMs: 1000, minAgentsForCorrelation: 2 };
    const decisions = new DecisionService({ store: fixture.store, ledger: fixture.ledger, facts, config });
    const exhausted: unknown[] = [];
    const subscription = await hub.subscribe(world.tenantId, (event) => {
      if (event.event === "change" && event.data.limits) {
        exhausted.push(event.data.limits.exhausted.map(({ limit_type, scope }) => `${limit_type} ${scope}`));
      }
    });
    const call = world.call();
    const [answer] = await decisions.decide(world.tenantId, world.instance, [call]);
    if (answer?.verdict !== "permit") throw new Error("not permitted");
    await expect.poll(() => exhausted).toContainEqual(["tenant_daily_request tenant"]);
    await decisions.record(world.tenantId, world.instance, [recordOf(call, answer)]);
    await expect.poll(() => exhausted).toContainEqual(["tenant_daily_request tenant", "agent_cost agent"]);
    await fixture.store.write(world.tenantId, async (tx) => {
      await bumpStateVersion(tx);
      await tx.query.updateTable("tenants").set({ settings: "{}" }).where("id", "=", world.tenantId).execute();
    });
    await fixture.store.announce(world.tenantId);
    await expect.poll(() => exhausted.at(-1)).toEqual(["agent_cost agent"]);
    await subscription.close();
    await decisions.close();
  });

  it("waits for edges that were just seen, however far this process's clock is from the database's", async () => {
    const world = await fixture.createWorld();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    try {
      const instance = randomUUID();
      await fixture.store.write(world.tenantId, (tx) => connectInstance(tx, instance, "sidecar"));
      const waited = await hub.waitForAcknowledgement(world.tenantId, Number.MAX_SAFE_INTEGER, 0);
      expect(waited).toEqual({ acknowledged: 0, pending: [instance] });
    } finally {
      vi.useRealTimers();
    }
  });
});
