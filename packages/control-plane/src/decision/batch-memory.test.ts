import type { DecideAnswer, DecideCall } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import { useDatabase } from "@portcullis/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeUnavailable } from "../db/database-errors.js";
import { bumpStateVersion } from "../db/state.js";
import type { Store, TenantTx } from "../db/tx.js";
import { engage } from "../domains/kill-switch/store.js";
import { callDraft } from "../ledger/ledger-fixture.js";
import { closeAbandoned } from "../workers/close-abandoned.js";
import { DECISION_CONFIG, recordOf, type World } from "./decision-fixture.js";
import { TenantFactsCache } from "./facts/tenant-facts.js";
import { DecisionService } from "./service.js";
import { openServiceFixture, permitted, type ServiceFixture } from "./service-fixture.js";

const PRICE = 1_000_000_000n;

const database = useDatabase("postgres");
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await openServiceFixture(database.url);
});
afterAll(() => fixture.close());

type WriteUnread = NonNullable<Store["writeUnread"]>;

/** A replica whose writes without reads are `wrap`ped; without it, it reads for each batch. */
function openReplica(wrap?: (write: WriteUnread) => WriteUnread): DecisionService {
  const { writeUnread, ...reading } = fixture.store;
  if (writeUnread === undefined) throw new Error("PostgreSQL's store writes without reading.");
  return new DecisionService({
    store: wrap === undefined ? reading : { ...reading, writeUnread: wrap(writeUnread) },
    ledger: fixture.ledger,
    facts: new TenantFactsCache({ store: fixture.store }),
    config: DECISION_CONFIG,
  });
}

/** The tenant has a cap of so many calls of `search`, and its two first batches have been read. */
async function worldKnownTo(service: DecisionService, calls: number): Promise<World> {
  const world = await fixture.createWorld({
    tenant: { daily_cost_cap_nano: PRICE * BigInt(calls + 2) },
    tools: [{ tool_name: "search", price_nano: PRICE }],
  });
  for (let index = 0; index < 2; index++) permitted(await fixture.decideOne(world, {}, service));
  return world;
}

async function ask(service: DecisionService, world: World, call: DecideCall): Promise<DecideAnswer> {
  const [answer] = await service.decide(world.tenantId, world.instance, [call]);
  return answer as DecideAnswer;
}

const write = (world: World, work: (tx: TenantTx) => Promise<unknown>) => fixture.store.write(world.tenantId, work);
const engageIn = (world: World) =>
  write(world, async (tx) => {
    await engage(tx, { by: "someone", reason: "drill", note: null });
  });
const countOf = async (world: World) => {
  const [row] = await fixture.store.read(world.tenantId, ({ query }) =>
    query
      .selectFrom("request_counters")
      .select("requests")
      .where("tenant_id", "=", world.tenantId)
      .where("period", "like", "____-__-__")
      .execute(),
  );
  return row?.requests;
};

describe("a batch that was judged before its transaction", () => {
  /** Does something of the world once, when a batch has been judged and its transaction has not begun. */
  function replicaInterruptedBy(interrupt: () => Promise<unknown>) {
    let committed = 0;
    let isDue = false;
    const service = openReplica((writeUnread) => async (tenantId, nowMs, work) => {
      const done = await writeUnread(tenantId, nowMs, async (tx) => {
        const result = await work(tx);
        if (isDue) await interrupt();
        isDue = false;
        return result;
      });
      committed += 1;
      return done;
    });
    return {
      service,
      /** How many of its batches were committed without reading. */
      committed: () => committed,
      interruptNext: () => {
        isDue = true;
      },
    };
  }

  it.each<[string, (world: World, call: DecideCall) => Promise<unknown>, object]>([
    ["the kill switch was engaged", engageIn, { verdict: "refuse", code: "kill_switch_engaged" }],
    [
      "another replica used up the cap",
      (world) => fixture.decideOne(world, {}, fixture.other),
      { verdict: "refuse", code: "rate_limited" },
    ],
    [
      "a row was appended",
      (world) => fixture.append(world.tenantId, [callDraft(world.tenantId)]),
      { verdict: "permit" },
    ],
    [
      "another replica was asked about another call with its id",
      (world, { request_id }) => fixture.decideOne(world, { request_id, body_hash: "other" }, fixture.other),
      { verdict: "refuse", code: "request_id_reused" },
    ],
  ])("is judged anew when %s in between", async (_, interrupt, expected) => {
    const during: { world?: World; call?: DecideCall } = {};
    const { service, committed, interruptNext } = replicaInterruptedBy(() =>
      interrupt(during.world as World, during.call as DecideCall),
    );
    const world = await worldKnownTo(service, 1);
    const call = world.call();
    Object.assign(during, { world, call });
    interruptNext();
    expect(await ask(service, world, call)).toMatchObject(expected);
    expect(committed()).toBe(0);
    await service.close();
  });

  it("is refused, and leaves nothing, when the chain was halted in between", async () => {
    const during: { world?: World } = {};
    const { service, interruptNext } = replicaInterruptedBy(() =>
      write(during.world as World, ({ query, tenantId }) =>
        query
          .updateTable("chain_heads")
          .set({ halted: "chain_rolled_back" })
          .where("tenant_id", "=", tenantId)
          .execute(),
      ),
    );
    const world = await worldKnownTo(service, 1);
    during.world = world;
    interruptNext();
    await expect(ask(service, world, world.call())).rejects.toMatchObject({ code: "chain_halted" });
    expect(await fixture.requestRows(world)).toHaveLength(2);
    await service.close();
  });

  it.each([-60_000, 60_000, 86_400_000])("does not count on a clock that is off by %i ms", async (offMs) => {
    let committed = 0;
    let tried = 0;
    const service = openReplica((writeUnread) => async (tenantId, nowMs, work) => {
      tried += 1;
      const done = await writeUnread(tenantId, nowMs + offMs, work);
      committed += 1;
      return done;
    });
    const world = await worldKnownTo(service, 1);
    permitted(await ask(service, world, world.call()));
    expect({ tried, committed }).toEqual({ tried: 1, committed: 0 });
    await service.close();
  });

  it("is found again, and counted once, when nobody learned that it was committed", async () => {
    let isLost = true;
    const service = openReplica((writeUnread) => async (tenantId, _nowMs, work) => {
      const nowMs = await fixture.store.write(tenantId, async (tx) => tx.nowMs);
      const done = await writeUnread(tenantId, nowMs, work);
      if (!isLost) return done;
      isLost = false;
      throw storeUnavailable(new Error("The connection ended before the answer came."));
    });
    const world = await worldKnownTo(service, 1);
    const call = world.call();
    await expect(ask(service, world, call)).rejects.toMatchObject({ code: "store_unavailable" });
    const open = (await fixture.requestRows(world)).find((row) => row.request_id === call.request_id);
    expect(await ask(service, world, call)).toMatchObject({ verdict: "permit", permit_id: open?.permit_id });
    expect(await countOf(world)).toBe(3);
    expect(await ask(service, world, world.call())).toMatchObject({ code: "rate_limited" });
    await service.close();
  });
});

describe("what is remembered of a tenant", () => {
  interface Step {
    readonly do: "ask" | "repeat" | "record" | "append" | "bump" | "close";
    /** Which replica. */
    readonly by: 0 | 1;
    /** Which call of those before, or which tools from there on. */
    readonly nth: number;
    readonly count: number;
  }
  const step: fc.Arbitrary<Step> = fc.record({
    do: fc.constantFrom("ask", "ask", "ask", "record", "record", "record", "repeat", "append", "bump", "close"),
    by: fc.constantFrom(0, 0, 0, 1),
    nth: fc.nat(20),
    count: fc.integer({ min: 1, max: 3 }),
  });
  const TOOLS = ["search", "pay", "search", "shell"];

  /** Does the steps, and tells what was answered and what is stored, without what differs from world to world. */
  async function perform(steps: readonly Step[], replicas: readonly DecisionService[]) {
    const world = await fixture.createWorld({
      tenant: { daily_cost_cap_nano: 9n * PRICE, settings: JSON.stringify({ daily_request_cap: 14 }) },
      tools: [{ tool_name: "search", price_nano: PRICE }, { tool_name: "pay" }],
    });
    const { tenantId, instance } = world;
    const asked: { readonly call: DecideCall; readonly answer: DecideAnswer }[] = [];
    const told: unknown[] = [];
    const decide = async (service: DecisionService, calls: readonly DecideCall[]) => {
      const answers = await service.decide(tenantId, instance, calls);
      for (const [index, answer] of answers.entries()) asked.push({ call: calls[index] as DecideCall, answer });
      told.push(answers.map((answer) => [answer.verdict, answer.verdict === "refuse" ? answer.code : null]));
    };
    for (const { do: what, by, nth, count } of steps) {
      const service = replicas[by] as DecisionService;
      const before = asked.length === 0 ? [] : asked.slice(nth % asked.length).slice(0, 1);
      if (what === "append") await fixture.append(tenantId, [callDraft(tenantId)]);
      if (what === "bump") await write(world, bumpStateVersion);
      if (what === "close")
        await closeOldest(
          world,
          asked.map(({ call }) => call),
        );
      if (what === "repeat" && before.length > 0)
        await decide(
          service,
          before.map(({ call }) => call),
        );
      if (what === "ask") {
        const tools = Array.from({ length: count }, (_, index) => TOOLS[(nth + index) % TOOLS.length] as string);
        await decide(
          service,
          tools.map((tool_name) => world.call({ tool_name })),
        );
      }
      if (what === "record") {
        const records = before.flatMap(({ call, answer }) =>
          answer.verdict === "permit" ? [recordOf(call, answer)] : [],
        );
        told.push((await service.record(tenantId, instance, records)).map(({ status }) => status));
      }
    }
    const rows = await fixture.rows(world);
    return {
      told,
      counted: await countOf(world),
      costs: (await fixture.costs(world))
        .map((row) => `${row.scope === "tenant" ? "tenant" : "agent"} ${row.spent_nano} ${row.reserved_nano}`)
        .sort(),
      rows: rows.map(({ seq, action, outcome, billable }) => [seq, action, outcome, billable]),
      unlinked: rows.filter((row, index) => row.prev_hash !== (rows[index - 1]?.event_hash ?? null)),
      usage: (await fixture.usageEvents(world)).length,
      requests: (await fixture.requestRows(world)).map(({ status }) => status).sort(),
    };
  }

  /** As if its time were over. By the order of asking: calls of one batch have one instant. */
  async function closeOldest(world: World, calls: readonly DecideCall[]): Promise<void> {
    const rows = await fixture.requestRows(world);
    const open = new Set(rows.filter((row) => row.status === "open").map((row) => row.request_id));
    const oldest = calls.find((call) => open.has(call.request_id));
    if (oldest === undefined) return;
    await write(world, ({ query }) =>
      query
        .updateTable("requests")
        .set({ close_at: 0 })
        .where("tenant_id", "=", world.tenantId)
        .where("request_id", "=", oldest.request_id)
        .execute(),
    );
    await closeAbandoned(fixture.store, fixture.ledger);
  }

  it("changes no answer and no row, however two replicas, workers and operators take turns", async () => {
    let unread = 0;
    const counted =
      (writeUnread: WriteUnread): WriteUnread =>
      async (...write) => {
        const done = await writeUnread(...write);
        unread += 1;
        return done;
      };
    const remembering = [openReplica(counted), openReplica(counted)];
    const reading = [openReplica(), openReplica()];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        // One after the other: the worker closes what is due in any tenant.
        const remembered = await perform(steps, remembering);
        const read = await perform(steps, reading);
        expect(remembered).toEqual(read);
        expect(read.unlinked).toEqual([]);
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(unread).toBeGreaterThan(0);
    for (const service of [...remembering, ...reading]) await service.close();
  });

  it("lets through exactly what a cap has room for, over two replicas at once", async () => {
    const replicas = [openReplica((writeUnread) => writeUnread), openReplica((writeUnread) => writeUnread)] as const;
    const world = await worldKnownTo(replicas[0], 20);
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const service = replicas[index % 2] as DecisionService;
        const call = world.call({ call_id: newId() });
        const answer = await ask(service, world, call);
        // Ends half of them meanwhile: what was reserved is then spent.
        if (answer.verdict === "permit" && index % 4 < 2)
          await service.record(world.tenantId, world.instance, [recordOf(call, answer)]);
        return answer;
      }),
    );
    expect(answers.filter(({ verdict }) => verdict === "permit")).toHaveLength(20);
    expect((await fixture.costs(world)).map((row) => row.spent_nano + row.reserved_nano)).toEqual(
      Array(2).fill(22n * PRICE),
    );
    for (const service of replicas) await service.close();
  });
});
