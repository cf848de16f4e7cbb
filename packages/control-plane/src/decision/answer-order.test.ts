import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import type { DecideAnswer, EdgeRecord, ExecutionRecord } from "@portcullis/contract";
import { formatInstant, newId } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { bumpStateVersion, readState } from "../db/state.js";
import { recordOf, type World } from "./decision-fixture.js";
import type { AskingSession } from "./jobs.js";
import { openServiceFixture, permitted, type ServiceFixture } from "./service-fixture.js";

const PRICE = 1_000_000n;
/** Two and a half calls. */
const LIMIT = 2_500_000n;
const NO_LIMIT = "no limit";
const BY_EDGE = "refused by the edge";
const limits = fc.constantFrom(NO_LIMIT, NO_LIMIT, NO_LIMIT, "tenant", "agent", "contract");
const steps = fc.array(
  fc.record({
    tool: fc.constantFrom("search", "search", "pay", "pay", "shell"),
    key: fc.constantFrom(undefined, "one"),
    /** Comes with the request id of the step before. */
    repeats: fc.boolean(),
    end: fc.constantFrom("allowed", "costly", "not_started", "aborted", BY_EDGE, BY_EDGE),
    carries: fc.boolean(),
  }),
  { minLength: 4, maxLength: 10, size: "max" },
);
type Step = (typeof steps extends fc.Arbitrary<infer T> ? T : never)[number];

const step = (changes: Partial<Step>): Step => ({
  tool: "pay",
  key: undefined,
  repeats: false,
  end: "allowed",
  carries: false,
  ...changes,
});
const ENDS: Record<string, Partial<ExecutionRecord>> = {
  allowed: {},
  costly: { usage: { prompt_tokens: 1_000_000, completion_tokens: 0 } },
  not_started: { outcome: "not_started", code: "decision_timeout", dispatched: false },
  aborted: { outcome: "aborted", code: "kill_switch_engaged" },
};

eachDatabase("the records that come with a question", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  const openWorld = async (limit: string): Promise<World> => {
    const world = await fixture.createWorld({
      tenant: limit === "tenant" ? { daily_cost_cap_nano: LIMIT } : {},
      agent: limit === "agent" ? { metadata: JSON.stringify({ daily_cost_cap_usd: "0.0025" }) } : {},
      // What a call without a declared maximum reserves is read at most once a second, which is no matter of order.
      tools: [
        { tool_name: "search", price_nano: PRICE },
        { tool_name: "pay", max_cost_nano: 1000n },
      ],
    });
    const tenant_id = world.tenantId;
    await fixture.store.write(tenant_id, async (tx) => {
      await bumpStateVersion(tx);
      if (limit === "contract") {
        const contract = {
          tenant_id,
          id: randomUUID(),
          name: "dollars of an hour",
          agent_scope: "*",
          delegation_max_depth: null,
          cost_cap_nano: LIMIT,
          cost_cap_window_seconds: 3600,
          time_window: null,
          cross_tenant_rules: "[]",
          on_violation: "kill" as const,
          is_active: 1 as const,
          created_at: tx.nowMs,
          updated_at: tx.nowMs,
        };
        await tx.query.insertInto("autonomy_contracts").values(contract).execute();
      }
      if (limit === "policy") {
        const source =
          '@id("spent") forbid (principal, action, resource) when { context.spent_today.greaterThan(decimal("0.0015")) };';
        const at = { uploaded_by: "test", uploaded_at: tx.nowMs };
        const policy = {
          tenant_id,
          name: "main",
          revision: "r1",
          source,
          compiled: "{}",
          is_active: 1 as const,
          ...at,
        };
        await tx.query.insertInto("policies").values(policy).execute();
      }
    });
    return world;
  };
  const sessionOf = async ({ tenantId, instance }: World): Promise<AskingSession> => {
    const read = async () => (await fixture.store.read(tenantId, readState)).state_version;
    const session = { tenantId, instance, stateVersion: await read(), renew: async () => {} };
    session.renew = async () => {
      session.stateVersion = await read();
    };
    return session;
  };
  const edgeRefusal = (world: World, request_id: string, at: number): EdgeRecord => ({
    kind: "refusal",
    record_id: newId(),
    request_id,
    code: "rate_limited",
    jti: world.jti,
    agent_id: world.agentId,
    tool_name: null,
    payload_hash: null,
    findings: [],
    finding_details: [],
    count: 1,
    at: formatInstant(at),
    timeline: [],
  });

  /** What a caller of one edge is answered, call after call, and what is left of it. */
  const play = async (world: World, steps: readonly Step[], ids: readonly string[], storesFirst: boolean) => {
    const session = await sessionOf(world);
    const startMs = Date.now() - 1000;
    let waiting: EdgeRecord[] = [];
    const seen: unknown[] = [];
    const acknowledged: string[] = [];
    for (const [index, { tool, key, repeats, end, carries }] of steps.entries()) {
      const request_id = ids[repeats ? Math.max(0, index - 1) : index] as string;
      if (end === BY_EDGE) {
        // Never two in one millisecond, which would be the same refusal.
        waiting.push(edgeRefusal(world, request_id, startMs + index));
        continue;
      }
      const call = world.call({ tool_name: tool, request_id, ...(key === undefined ? {} : { idempotency_key: key }) });
      const carried = carries ? waiting : [];
      if (carries) waiting = [];
      const before = storesFirst ? await fixture.service.recordRest(session, carried) : [];
      const exchanged = await fixture.service.exchange(session, [call], storesFirst ? [] : carried);
      const acks = [...before, ...exchanged.acks];
      const answer = exchanged.answers[0] as DecideAnswer;
      acknowledged.push(...acks.filter(({ status }) => status !== "refused").map(({ record_id }) => record_id));
      seen.push(wordsOf(answer));
      if (answer.verdict !== "permit") continue;
      const kept = answer.keep_answer && end !== "not_started" ? { answer: { status: 200, body: index } } : {};
      waiting.push(recordOf(call, answer, { ...ENDS[end], ...kept }));
    }
    await fixture.service.close();
    await fixture.service.recordRest(session, waiting);
    const [rows, requests, costs, events] = [
      await fixture.rows(world),
      await fixture.requestRows(world),
      await fixture.costs(world),
      await fixture.usageEvents(world),
    ];
    return {
      seen,
      // In the chain's order.
      rows: rows.map((row) => [row.request_id, row.action, row.decision, row.outcome, row.rule_id, row.findings]),
      amounts: sorted(rows.map((row) => [row.request_id, String(row.amount_nano)])),
      requests: sorted(requests.map((row) => [row.request_id, row.status, String(row.reservation_nano)])),
      costs: sorted(costs.map((row) => [row.scope === "tenant", String(row.spent_nano), String(row.reserved_nano)])),
      events: sorted(events.map((event) => [String(event.amount_nano)])),
      isEachAcknowledgedOnce: new Set(acknowledged).size === acknowledged.length,
    };
  };

  it(
    "leave every answer and every amount as they are when all of them are stored first, whatever one edge asks in turn",
    () =>
      fc.assert(
        fc.asyncProperty(limits, steps, async (limit, calls) => {
          const ids = calls.map(() => randomUUID());
          const first = await play(await openWorld(limit), calls, ids, true);
          const free = await play(await openWorld(limit), calls, ids, false);
          expect(free).toEqual(first);
          expect(free.isEachAcknowledgedOnce).toBe(true);
        }),
        {
          numRuns: 40,
          examples: [
            [NO_LIMIT, [step({ end: BY_EDGE }), step({ repeats: true, carries: true })]],
            [
              NO_LIMIT,
              [step({ end: BY_EDGE }), step({ carries: true }), step({ repeats: true }), step({ repeats: true })],
            ],
            [NO_LIMIT, [step({ key: "one" }), step({ key: "one", carries: true })]],
            ["tenant", [step({ end: "costly" }), step({ carries: true })]],
            ["agent", [step({ end: "costly" }), step({ carries: true })]],
            ["contract", [step({ end: "costly" }), step({ carries: true })]],
          ],
        },
      ),
    120_000,
  );

  it("are stored after the answer where nothing depends on them, and acknowledged with the next one", async () => {
    const world = await openWorld(NO_LIMIT);
    const session = await sessionOf(world);
    const call = world.call();
    const [answer] = (await fixture.service.exchange(session, [call], [])).answers;
    const record = recordOf(call, permitted(answer as DecideAnswer));
    const { answers, acks } = await fixture.service.exchange(session, [world.call()], [record]);
    permitted(answers[0] as DecideAnswer);
    expect(acks).toEqual([]);
    await fixture.service.close();
    expect(await fixture.rows(world)).toHaveLength(1);
    const next = await fixture.service.exchange(session, [world.call()], []);
    expect(next.acks).toMatchObject([{ record_id: record.record_id, status: "accepted" }]);
    expect((await fixture.service.exchange(session, [world.call()], [])).acks).toEqual([]);
  });

  // PostgreSQL syncs by itself.
  if (database.kind === "sqlite") {
    it("share the sync of the next question's transaction", async () => {
      const world = await openWorld(NO_LIMIT);
      const session = await sessionOf(world);
      // A token that has been used is not read again; nothing else either while time stands still, when what waits for a sync waits on.
      await fixture.store.write(world.tenantId, ({ query }) =>
        query
          .updateTable("tokens")
          .set({ first_used_edge: world.instance })
          .where("tenant_id", "=", world.tenantId)
          .execute(),
      );
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
      const handle = await open(import.meta.filename);
      const onPool = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, "datasync");
      const inLoop = vi.spyOn(fs, "fdatasyncSync");
      syncBuiltinESMExports();
      await handle.close();
      try {
        let records: EdgeRecord[] = [];
        let acknowledged = 0;
        await fixture.service.exchange(session, [world.call()], []);
        onPool.mockClear();
        inLoop.mockClear();
        for (let question = 0; question < 5; question += 1) {
          const call = world.call();
          const { answers, acks } = await fixture.service.exchange(session, [call], records);
          records = [recordOf(call, permitted(answers[0] as DecideAnswer))];
          acknowledged += acks.length;
          // The tool runs; what has been postponed is committed.
          for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        }
        expect(acknowledged).toBeGreaterThan(1);
        expect(onPool.mock.calls.length + inLoop.mock.calls.length).toBe(5);
      } finally {
        vi.useRealTimers();
        vi.restoreAllMocks();
        syncBuiltinESMExports();
      }
    });
  }

  it("are stored before the answer also where they have to wait for a session that was behind", async () => {
    const world = await openWorld("agent");
    const session = await sessionOf(world);
    const call = world.call({ tool_name: "pay" });
    const [answer] = (await fixture.service.exchange(session, [call], [])).answers;
    const record = recordOf(call, permitted(answer as DecideAnswer), ENDS.costly);
    await fixture.store.write(world.tenantId, bumpStateVersion);
    const { renew } = session;
    let letRenew = (): void => {};
    const mayRenew = new Promise<void>((resolve) => {
      letRenew = resolve;
    });
    let asked = 0;
    session.renew = async () => {
      asked += 1;
      // The records ask first. Whoever does not wait for them has its answer by then.
      if (asked === 1) await mayRenew;
      else setTimeout(letRenew, 100);
      await renew();
    };
    const { answers } = await fixture.service.exchange(session, [world.call({ tool_name: "pay" })], [record]);
    expect(asked).toBeGreaterThan(1);
    expect(wordsOf(answers[0] as DecideAnswer)).toEqual(["refuse", "rate_limited", "agent_cost"]);
  });

  it("are stored with a refusal, and their rows precede its row", async () => {
    const world = await openWorld(NO_LIMIT);
    const session = await sessionOf(world);
    const call = world.call();
    const [answer] = (await fixture.service.exchange(session, [call], [])).answers;
    const record = recordOf(call, permitted(answer as DecideAnswer));
    const refused = world.call({ tool_name: "shell" });
    const { answers, acks } = await fixture.service.exchange(session, [refused], [record]);
    expect(answers).toMatchObject([{ verdict: "refuse" }]);
    expect(acks).toMatchObject([{ record_id: record.record_id, status: "accepted" }]);
    const rows = await fixture.rows(world);
    expect(rows.map((row) => row.request_id)).toEqual([call.request_id, refused.request_id]);
  });

  it("are stored with the question on PostgreSQL when the edge runs other calls, which would wait for them", async () => {
    const world = await openWorld(NO_LIMIT);
    const session = await sessionOf(world);
    const calls = [world.call(), world.call()];
    const { answers } = await fixture.service.exchange(session, calls, []);
    const [one, other] = calls.map((call, index) => recordOf(call, permitted(answers[index] as DecideAnswer)));
    const first = await fixture.service.exchange(session, [world.call()], [one as ExecutionRecord]);
    expect(first.acks).toHaveLength(fixture.store.dialect === "sqlite" ? 0 : 1);
    await fixture.service.close();
    const { acks } = await fixture.service.exchange(session, [world.call()], [other as ExecutionRecord]);
    expect([...first.acks, ...acks].map(({ status }) => status)).toContain("accepted");
    await fixture.service.close();
    expect(await fixture.rows(world)).toHaveLength(2);
  });

  it("are acknowledged, and not stored again, when the edge sends them again before it has heard of them", async () => {
    const world = await openWorld(NO_LIMIT);
    const session = await sessionOf(world);
    const call = world.call();
    const [answer] = (await fixture.service.exchange(session, [call], [])).answers;
    const record = recordOf(call, permitted(answer as DecideAnswer));
    await fixture.service.exchange(session, [world.call()], [record]);
    await fixture.service.close();
    for (const status of ["accepted", "duplicate"]) {
      expect(await fixture.service.recordRest(session, [record])).toMatchObject([
        { record_id: record.record_id, status },
      ]);
    }
    expect(await fixture.rows(world)).toHaveLength(1);
  });

  it.each(["tenant", "agent", "contract", "policy"])(
    "are stored before the answer, and acknowledged with it, where dollars are limited by the %s",
    async (limit) => {
      const world = await openWorld(limit);
      const session = await sessionOf(world);
      const call = world.call({ tool_name: "pay" });
      const [answer] = (await fixture.service.exchange(session, [call], [])).answers;
      const record = recordOf(call, permitted(answer as DecideAnswer));
      const { acks } = await fixture.service.exchange(session, [world.call()], [record]);
      expect(acks).toMatchObject([{ record_id: record.record_id, status: "accepted" }]);
    },
  );
});

/** Without what differs between tenants. */
function wordsOf(answer: DecideAnswer): unknown[] {
  if (answer.verdict === "permit") return ["permit", answer.pricing.reservation_usd, answer.decision.findings];
  if (answer.verdict === "again") return ["again", answer.reason];
  if (answer.verdict === "replay") return ["replay", answer.status, answer.code];
  const { limit_type, rule_id } = { ...(answer.data as { limit_type?: string; rule_id?: string } | null) };
  return ["refuse", answer.code, limit_type ?? rule_id];
}

/** In an order that does not depend on when a row was written. */
function sorted<T>(rows: readonly T[]): T[] {
  return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
