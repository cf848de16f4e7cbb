import { randomUUID } from "node:crypto";
import { type DecideAnswer, type Permit, Refusal, type RefusalRecord } from "@portcullis/contract";
import { auditIdOf, operatorAuditIdOf, sha256Hex, utcDay } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bumpStateVersion, readState } from "../db/state.js";
import { type DecisionFixture, openDecisionFixture, recordOf, type World } from "./decision-fixture.js";
import type { DecisionService } from "./service.js";

const USD = 1_000_000_000n;

eachDatabase("DecisionService", (database) => {
  let fixture: DecisionFixture;
  let service: DecisionService;
  let other: DecisionService;

  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
    service = fixture.openService();
    other = fixture.openService();
  });
  afterAll(async () => {
    await service.close();
    await other.close();
    await fixture.store.close();
  });

  const decideOne = async (
    world: World,
    changes: Parameters<World["call"]>[0] = {},
    by: DecisionService = service,
  ): Promise<DecideAnswer> => {
    const [answer] = await by.decide(world.tenantId, world.instance, [world.call(changes)]);
    return answer as DecideAnswer;
  };
  const permitted = (answer: DecideAnswer): Permit => {
    expect(answer).toMatchObject({ verdict: "permit" });
    return answer as Permit;
  };
  const rows = (world: World) =>
    fixture.store.read(world.tenantId, (db) =>
      db.query.selectFrom("audit_logs").selectAll().where("tenant_id", "=", world.tenantId).orderBy("seq").execute(),
    );
  const requestRows = (world: World) =>
    fixture.store.read(world.tenantId, (db) =>
      db.query.selectFrom("requests").selectAll().where("tenant_id", "=", world.tenantId).execute(),
    );
  const costs = (world: World) =>
    fixture.store.read(world.tenantId, (db) =>
      db.query
        .selectFrom("cost_counters")
        .selectAll()
        .where("tenant_id", "=", world.tenantId)
        .orderBy("scope")
        .execute(),
    );
  const usageEvents = (world: World) =>
    fixture.store.read(world.tenantId, (db) =>
      db.query.selectFrom("pending_usage_events").selectAll().where("tenant_id", "=", world.tenantId).execute(),
    );

  describe("a call that is permitted", () => {
    it("leaves an open begin record before the answer, and no row", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD / 4n }] });
      const permit = permitted(await decideOne(world));
      expect(permit.pricing).toMatchObject({ price_usd: "0.25", reservation_usd: "0.25" });
      expect(await requestRows(world)).toMatchObject([
        { status: "open", permit_id: permit.permit_id, reservation_nano: USD / 4n },
      ]);
      expect(await rows(world)).toEqual([]);
      expect((await costs(world)).map((row) => [row.spent_nano, row.reserved_nano])).toEqual([
        [0n, USD / 4n],
        [0n, USD / 4n],
      ]);
    });

    it("becomes a billed row when its record comes, once", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD / 4n }] });
      const call = world.call();
      const [answer] = await service.decide(world.tenantId, world.instance, [call]);
      const record = recordOf(call, permitted(answer as DecideAnswer), {
        redactions: [{ kind: "email", count: 2 }],
        result_findings: ["encoded_payload"],
      });
      const [first] = await service.record(world.tenantId, world.instance, [record]);
      const [second] = await other.record(world.tenantId, world.instance, [record]);
      expect(first).toMatchObject({ status: "accepted", audit_id: auditIdOf(world.tenantId, call.request_id) });
      expect(second).toMatchObject({ status: "duplicate", audit_id: first?.audit_id });
      const [row, ...rest] = await rows(world);
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
      expect(await usageEvents(world)).toMatchObject([{ audit_id: row?.id, amount_nano: USD / 4n }]);
      expect((await costs(world)).map((each) => [each.spent_nano, each.reserved_nano])).toEqual([
        [USD / 4n, 0n],
        [USD / 4n, 0n],
      ]);
    });

    it("sees, in a question, the ends of the calls whose records came with it, and asks for a session that moved anew", async () => {
      const world = await fixture.createWorld();
      const call = world.call();
      const [answer] = await service.decide(world.tenantId, world.instance, [call]);
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
      const { answers, acks } = await service.exchange(
        session,
        [world.call(), { ...call, call_id: randomUUID() }],
        [record],
      );
      expect(renewals).toBeGreaterThan(0);
      expect(acks).toMatchObject([{ record_id: record.record_id, status: "accepted" }]);
      expect(answers.map(({ verdict }) => verdict)).toEqual(["permit", "refuse"]);
      session.stateVersion = -1;
      session.renew = () => Promise.reject(new Refusal("invalid_edge_session"));
      await expect(service.exchange(session, [world.call()], [])).rejects.toMatchObject({
        code: "invalid_edge_session",
      });
    });

    it("gives the same answer when the same instance asks again, and 409 to everyone else", async () => {
      const world = await fixture.createWorld();
      const call = world.call();
      const [first] = await service.decide(world.tenantId, world.instance, [call]);
      const [again] = await other.decide(world.tenantId, world.instance, [call]);
      const [foreign] = await service.decide(world.tenantId, randomUUID(), [call]);
      expect(again).toEqual(first);
      expect(foreign).toMatchObject({ verdict: "refuse", code: "request_id_reused" });
      // The caller's own repeat, through the same edge, is another call: it must not run on the first one's permit.
      for (const changes of [{ payload_hash: sha256Hex("other") }, { received_at: "2020-01-01T00:00:00.000Z" }]) {
        const [repeat] = await service.decide(world.tenantId, world.instance, [{ ...call, ...changes }]);
        expect(repeat).toMatchObject({ verdict: "refuse", code: "request_id_reused" });
      }
      await service.record(world.tenantId, world.instance, [recordOf(call, permitted(first as DecideAnswer))]);
      const [afterwards] = await service.decide(world.tenantId, world.instance, [call]);
      expect(afterwards).toMatchObject({ verdict: "refuse", code: "request_id_reused" });
      expect(await requestRows(world)).toHaveLength(1);
    });

    it("is priced by the answer's tokens at the decision's rates, and says when that is above the reservation", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", max_cost_nano: 1000n }] });
      const call = world.call();
      const [answer] = await service.decide(world.tenantId, world.instance, [call]);
      const usage = { model: "gpt-unheard-of", prompt_tokens: 1_000_000, completion_tokens: 0 };
      await service.record(world.tenantId, world.instance, [
        recordOf(call, permitted(answer as DecideAnswer), { usage }),
      ]);
      const [row] = await rows(world);
      expect(row?.amount_nano).toBe(5n * USD);
      expect(JSON.parse(row?.findings ?? "[]")).toEqual(["unknown_model_rate", "cost_above_reservation"]);
    });

    it("says so when its answer's token counts could not be taken", async () => {
      const world = await fixture.createWorld();
      const call = world.call();
      const [answer] = await service.decide(world.tenantId, world.instance, [call]);
      const record = recordOf(call, permitted(answer as DecideAnswer), { result_findings: ["usage_unreadable"] });
      await service.record(world.tenantId, world.instance, [record]);
      const [row] = await rows(world);
      expect(JSON.parse(row?.findings ?? "[]")).toEqual(["usage_unreadable"]);
    });

    it("is not billed when the tool was not reached or the permit lapsed", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
      for (const changes of [
        { outcome: "failed", code: "upstream_unreachable", dispatched: true },
        { outcome: "not_started", code: "decision_timeout", dispatched: false },
      ] as const) {
        const call = world.call();
        const [answer] = await service.decide(world.tenantId, world.instance, [call]);
        await service.record(world.tenantId, world.instance, [
          recordOf(call, permitted(answer as DecideAnswer), changes),
        ]);
      }
      expect((await rows(world)).map((row) => [row.outcome, row.billable])).toEqual([
        ["failed", 0],
        ["not_started", 0],
      ]);
      expect((await costs(world)).every((row) => row.spent_nano === 0n && row.reserved_nano === 0n)).toBe(true);
    });

    it("is billed at its reservation when it was cut short", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", max_cost_nano: USD }] });
      const call = world.call();
      const [answer] = await service.decide(world.tenantId, world.instance, [call]);
      const cut = { outcome: "aborted", code: "kill_switch_engaged" } as const;
      await service.record(world.tenantId, world.instance, [recordOf(call, permitted(answer as DecideAnswer), cut)]);
      expect(await usageEvents(world)).toMatchObject([{ amount_nano: USD }]);
    });

    it("keeps its permit for its own instance, and for the one that carries its buffer on", async () => {
      const world = await fixture.createWorld();
      const call = world.call();
      const [answer] = await service.decide(world.tenantId, world.instance, [call]);
      const record = recordOf(call, permitted(answer as DecideAnswer));
      const successor = randomUUID();
      const refused = await service.record(world.tenantId, successor, [record]);
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
      expect(await service.record(world.tenantId, successor, [record])).toMatchObject([{ status: "accepted" }]);
      const unknown = { ...record, permit_id: randomUUID() };
      expect(await service.record(world.tenantId, successor, [unknown])).toMatchObject([
        { status: "refused", reason: "unknown_permit" },
      ]);
    });

    it("settles with the only usage event when its record comes after it was closed as unknown", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
      const call = world.call();
      const [answer] = await service.decide(world.tenantId, world.instance, [call]);
      await fixture.store.write(world.tenantId, (tx) =>
        tx.query
          .updateTable("requests")
          .set({ status: "unknown", closed_at: tx.nowMs })
          .where("tenant_id", "=", world.tenantId)
          .execute(),
      );
      await service.record(world.tenantId, world.instance, [recordOf(call, permitted(answer as DecideAnswer))]);
      const settledId = operatorAuditIdOf(world.tenantId, call.request_id, "outcome_settled");
      const [row] = await rows(world);
      expect(row).toMatchObject({ id: settledId, action: "outcome_settled", billable: 1 });
      expect(JSON.parse(row?.content ?? "")).toMatchObject({ settles: auditIdOf(world.tenantId, call.request_id) });
      expect(await usageEvents(world)).toMatchObject([{ audit_id: settledId, amount_nano: USD }]);
      expect((await costs(world)).map((each) => [each.spent_nano, each.reserved_nano])).toEqual([
        [USD, 0n],
        [USD, 0n],
      ]);
    });
  });

  describe("a call that is refused", () => {
    it("is a signed row, and the same refusal when it is asked again", async () => {
      const world = await fixture.createWorld();
      const call = world.call({ tool_name: "shell" });
      const [first] = await service.decide(world.tenantId, world.instance, [call]);
      const [again] = await service.decide(world.tenantId, world.instance, [call]);
      expect(first).toMatchObject({
        verdict: "refuse",
        code: "policy_denied",
        data: { action: "deny", rule_id: "agent.deny.tool_not_granted" },
      });
      expect(again).toEqual(first);
      expect(await rows(world)).toMatchObject([
        { decision: "deny", outcome: "denied", rule_id: "agent.deny.tool_not_granted" },
      ]);
    });

    it("is refused by a kill switch that was engaged between the judgement and the commit", async () => {
      const world = await fixture.createWorld();
      permitted(await decideOne(world));
      await fixture.store.write(world.tenantId, async (tx) => {
        await bumpStateVersion(tx);
        await tx.query
          .updateTable("tenant_states")
          .set({ kill_engaged: 1, kill_engaged_at: tx.nowMs, kill_engaged_by: "someone", kill_reason: "drill" })
          .where("tenant_id", "=", world.tenantId)
          .execute();
      });
      // The service still holds the facts of before.
      const answer = await decideOne(world);
      expect(answer).toMatchObject({
        verdict: "refuse",
        code: "kill_switch_engaged",
        data: { engaged_by: "someone", reason: "drill" },
      });
      expect(await rows(world)).toMatchObject([{ decision: "deny" }]);
    });

    it("is refused when its token was revoked, its agent quarantined, or its token is another agent's", async () => {
      const world = await fixture.createWorld();
      permitted(await decideOne(world));
      expect(await decideOne(world, { jti: randomUUID() })).toMatchObject({ code: "invalid_token", audit_id: null });
      expect(await decideOne(world, { agent_id: randomUUID() })).toMatchObject({ code: "agent_mismatch" });
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
      expect(await decideOne(world)).toMatchObject({ code: "agent_quarantined" });
      await change("tokens");
      expect(await decideOne(world)).toMatchObject({ code: "invalid_token" });
      expect((await rows(world)).map((row) => JSON.parse(row.content).code)).toEqual([
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
      await expect.poll(() => rows(world), { timeout: 5000 }).toHaveLength(1);
      await hasty.close();
      expect((await requestRows(world)).filter((row) => row.status === "open")).toEqual([]);
      expect((await costs(world)).every((row) => row.reserved_nano === 0n)).toBe(true);
    });

    it("counts as one row when an edge made the refusal, and takes back a permit that the edge never saw", async () => {
      const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: USD }] });
      const call = world.call();
      await service.decide(world.tenantId, world.instance, [call]);
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
      const acks = await service.record(world.tenantId, world.instance, [unrelated, refusal, refusal, unseen]);
      expect(acks.map((ack) => ack.status)).toEqual(["duplicate", "accepted", "duplicate", "accepted"]);
      expect((await rows(world)).map((row) => [row.outcome, JSON.parse(row.content).code])).toEqual([
        ["denied", "rate_limited"],
        ["not_started", "decision_timeout"],
      ]);
      expect(await decideOne(world, { request_id: refusal.request_id })).toMatchObject({ code: "request_id_reused" });
      expect((await costs(world)).every((row) => row.reserved_nano === 0n)).toBe(true);
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
    await service.decide(world.tenantId, world.instance, [call]);
    const records = [
      refusalOf({}),
      refusalOf({ at: "2026-01-01T00:00:02.000Z", count: 3 }),
      refusalOf({ code: "write_role_required", request_id: "again" }),
      refusalOf({ code: "write_role_required", request_id: "again", at: "2026-01-01T00:00:01.000Z", count: 4 }),
    ];
    const first = await service.record(world.tenantId, world.instance, records);
    expect(first.map((ack) => ack.status)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
    expect(new Set(first.map((ack) => ack.audit_id)).size).toBe(4);
    const repeated = await other.record(world.tenantId, world.instance, [...records, ...records]);
    expect(repeated.map((ack) => ack.status)).toEqual(Array(8).fill("duplicate"));
    const shown = (await rows(world)).map((row) => JSON.parse(row.content));
    expect(shown.map(({ request_id, code, edge_statement }) => [request_id, code, edge_statement.count])).toEqual([
      [call.request_id, "agent_mismatch", 1],
      [call.request_id, "agent_mismatch", 3],
      ["again", "write_role_required", 1],
      ["again", "write_role_required", 4],
    ]);
  });

  describe("limits", () => {
    it("lets exactly N calls of a day through, over two replicas and 100 at once", async () => {
      const world = await fixture.createWorld({
        tenant: { settings: JSON.stringify({ requests_per_second: 10_000, daily_request_cap: 37 }) },
      });
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => decideOne(world, {}, index % 2 === 0 ? service : other)),
      );
      expect(answers.filter((answer) => answer.verdict === "permit")).toHaveLength(37);
      const refused = answers.find((answer) => answer.verdict === "refuse");
      expect(refused).toMatchObject({
        code: "rate_limited",
        data: { limit_type: "tenant_daily_request", scope: "tenant" },
      });
      expect(refused).toHaveProperty("retry_after_s");
      expect(await rows(world)).toHaveLength(63);
    });

    it("empties a bucket at exactly its burst", async () => {
      const world = await fixture.createWorld({
        tenant: { settings: JSON.stringify({ requests_per_second: 0.001, burst: 5 }) },
      });
      const calls = Array.from({ length: 12 }, () => world.call());
      const answers = await service.decide(world.tenantId, world.instance, calls);
      expect(answers.map((answer) => answer.verdict === "permit")).toEqual(calls.map((_, index) => index < 5));
      expect(answers.at(-1)).toMatchObject({ data: { limit_type: "tenant_rps", scope: "tenant" } });
    });

    it("never passes a cap of dollars with declared prices, over two replicas", async () => {
      const world = await fixture.createWorld({
        agent: { metadata: JSON.stringify({ daily_cost_cap_usd: "1" }) },
        tools: [{ tool_name: "search", price_nano: USD / 10n }],
      });
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => decideOne(world, {}, index % 2 === 0 ? service : other)),
      );
      expect(answers.filter((answer) => answer.verdict === "permit")).toHaveLength(10);
      expect(answers.find((answer) => answer.verdict === "refuse")).toMatchObject({
        code: "rate_limited",
        data: { limit_type: "agent_cost", scope: "agent" },
      });
      const blocked = (await rows(world)).filter((row) => row.action === "agent_cost_blocked");
      expect(blocked).toHaveLength(1);
    });

    it("warns once a day when 80 % of a cap are spent", async () => {
      const world = await fixture.createWorld({
        tenant: { daily_cost_cap_nano: USD },
        tools: [{ tool_name: "search", price_nano: USD / 10n }],
      });
      for (let index = 0; index < 10; index += 1) {
        const call = world.call();
        const [answer] = await service.decide(world.tenantId, world.instance, [call]);
        await service.record(world.tenantId, world.instance, [recordOf(call, permitted(answer as DecideAnswer))]);
      }
      expect(await decideOne(world)).toMatchObject({
        code: "rate_limited",
        data: { limit_type: "agent_cost", scope: "tenant" },
      });
      const actions = (await rows(world)).map((row) => row.action);
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
      const answers = await service.decide(world.tenantId, world.instance, calls);
      expect(answers.map((answer) => answer.verdict)).toEqual(["permit", "refuse"]);
      const [first] = calls;
      if (first === undefined) throw new Error("no call");
      await service.record(world.tenantId, world.instance, [recordOf(first, permitted(answers[0] as DecideAnswer))]);
      permitted(await decideOne(world));
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
      const answers = await service.decide(world.tenantId, world.instance, calls);
      expect(answers.filter((answer) => answer.verdict === "permit")).toHaveLength(5);
      expect(answers.at(-1)).toMatchObject({
        code: "policy_denied",
        data: { findings: ["contract_cost_cap_exceeded"] },
      });
    });
  });

  describe("idempotency keys", () => {
    it("run one of 50 calls at once; the others wait, then get its answer", async () => {
      const world = await fixture.createWorld();
      const calls = Array.from({ length: 50 }, () => world.call({ idempotency_key: "order-1" }));
      const answers = await Promise.all(
        calls.map(async (call, index) => {
          const by = index % 2 === 0 ? service : other;
          return { call, answer: (await by.decide(world.tenantId, world.instance, [call]))[0] as DecideAnswer };
        }),
      );
      const runs = answers.filter(({ answer }) => answer.verdict === "permit");
      expect(runs).toHaveLength(1);
      expect(answers.filter(({ answer }) => answer.verdict === "again")).toHaveLength(49);
      const [run] = runs;
      if (run === undefined) throw new Error("none ran");
      const kept = { status: 200, body: { success: true, data: { result: "done" }, error: null, meta: null } };
      await service.record(world.tenantId, world.instance, [
        recordOf(run.call, permitted(run.answer), { answer: kept }),
      ]);
      const waiting = answers.find(({ answer }) => answer.verdict === "again");
      const [replay] = await other.decide(world.tenantId, world.instance, [waiting?.call ?? world.call()]);
      expect(replay).toEqual({ verdict: "replay", ...kept });
      const sameId = { request_id: run.call.request_id, idempotency_key: "order-1" };
      expect(await decideOne(world, sameId)).toEqual({ verdict: "replay", ...kept });
      expect(await decideOne(world, { idempotency_key: "order-1", body_hash: sha256Hex("other") })).toMatchObject({
        code: "idempotency_key_reused",
      });
    });

    it("keep a policy's denial, and are released by every other refusal and by calls that did not run", async () => {
      const world = await fixture.createWorld({
        tenant: { settings: JSON.stringify({ requests_per_second: 0.001, burst: 2 }) },
      });
      const denied = { tool_name: "shell", idempotency_key: "denied" };
      expect(await decideOne(world, denied)).toMatchObject({ code: "policy_denied" });
      expect(await decideOne(world, denied)).toMatchObject({
        verdict: "replay",
        status: 403,
        body: { error: "policy_denied" },
      });
      const call = world.call({ idempotency_key: "lapsed" });
      const [answer] = await service.decide(world.tenantId, world.instance, [call]);
      const lapsed = { outcome: "not_started", code: "decision_timeout", dispatched: false } as const;
      await service.record(world.tenantId, world.instance, [recordOf(call, permitted(answer as DecideAnswer), lapsed)]);
      // The bucket is empty now: the key is free, and the limit refuses.
      expect(await decideOne(world, { idempotency_key: "lapsed" })).toMatchObject({ code: "rate_limited" });
    });

    it("answer 409 when the edge brought no answer", async () => {
      const world = await fixture.createWorld();
      const call = world.call({ idempotency_key: "lost" });
      const [answer] = await service.decide(world.tenantId, world.instance, [call]);
      await service.record(world.tenantId, world.instance, [recordOf(call, permitted(answer as DecideAnswer))]);
      expect(await decideOne(world, { idempotency_key: "lost" })).toMatchObject({ code: "outcome_unknown" });
    });
  });

  describe("approvals", () => {
    it("let an escalated call through once, and never another one", async () => {
      const world = await fixture.createWorld();
      await fixture.store.write(world.tenantId, async (tx) => {
        const state_version = await bumpStateVersion(tx);
        await tx.query.updateTable("agents").set({ state_version }).where("tenant_id", "=", world.tenantId).execute();
        await tx.query
          .updateTable("agent_permissions")
          .set({ action: "ESCALATE" })
          .where("tenant_id", "=", world.tenantId)
          .where("tool_name", "=", "pay")
          .execute();
        await tx.query
          .updateTable("tokens")
          .set({ permissions: JSON.stringify([{ tool_name: "pay", action: "ESCALATE" }]) })
          .where("tenant_id", "=", world.tenantId)
          .execute();
      });
      const escalated = await decideOne(world, { tool_name: "pay" });
      expect(escalated).toMatchObject({ verdict: "refuse", code: "approval_required", data: { action: "escalate" } });
      const { approval_key } = (escalated as { data: { approval_key: string } }).data;
      expect(await decideOne(world, { tool_name: "pay" })).toMatchObject({ data: { approval_key } });
      await fixture.store.write(world.tenantId, (tx) =>
        tx.query
          .updateTable("approvals")
          .set({ status: "approved", decided_at: tx.nowMs })
          .where("tenant_id", "=", world.tenantId)
          .execute(),
      );
      const otherPayload = { tool_name: "pay", approval_key, payload_hash: sha256Hex("more") };
      expect(await decideOne(world, otherPayload)).toMatchObject({ code: "approval_required" });
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          decideOne(world, { tool_name: "pay", approval_key }, index % 2 === 0 ? service : other),
        ),
      );
      expect(answers.filter((answer) => answer.verdict === "permit")).toHaveLength(1);
    });
  });

  it("asks for the arguments again when policies became active that read others, and judges by the new ones", async () => {
    const schema = JSON.stringify({ type: "object", properties: { amount: { type: "integer" } } });
    const world = await fixture.createWorld({ tools: [{ tool_name: "pay", input_schema: schema }] });
    permitted(await decideOne(world, { tool_name: "pay", policy_revision: "before" }));
    await fixture.store.write(world.tenantId, async (tx) => {
      await bumpStateVersion(tx);
      await tx.query
        .insertInto("policies")
        .values({
          tenant_id: world.tenantId,
          name: "main",
          revision: "r1",
          source:
            '@id("limit") forbid (principal, action == Action::"pay", resource) when { context.args has amount && context.args.amount > 100 };',
          compiled: "{}",
          is_active: 1,
          uploaded_by: "test",
          uploaded_at: tx.nowMs,
        })
        .execute();
    });
    const call = world.call({ tool_name: "pay", policy_revision: "before" });
    const [again] = await service.decide(world.tenantId, world.instance, [call]);
    expect(again).toMatchObject({ verdict: "again", reason: "policy_revision_changed", argument_paths: ["/amount"] });
    if (again?.verdict !== "again" || again.policy_revision === undefined) throw new Error("not asked again");
    const read = { ...call, policy_revision: again.policy_revision, arguments: { "/amount": 101 } };
    const [answer] = await service.decide(world.tenantId, world.instance, [read]);
    expect(answer).toMatchObject({ verdict: "refuse", code: "policy_denied", data: { rule_id: "limit" } });
  });

  it("refuses a call or a record that cannot be stored, and none of those that came with it", async () => {
    const world = await fixture.createWorld();
    // A lone surrogate has no canonical text, so that no row can hold it.
    const harmful = ["shell", "search"].map((tool_name) => world.call({ tool_name, trace_id: "\ud800" }));
    const [first, third] = [world.call(), world.call()];
    const answers = await service.decide(world.tenantId, world.instance, [first, ...harmful, third]);
    expect(answers.map((answer) => answer.verdict)).toEqual(["permit", "refuse", "refuse", "permit"]);
    expect(answers[1]).toMatchObject({ code: "internal", audit_id: null });
    expect(answers[2]).toMatchObject({ code: "internal", audit_id: null });
    const acks = await service.record(world.tenantId, world.instance, [
      recordOf(first, permitted(answers[0] as DecideAnswer), { redactions: [{ kind: "\ud800", count: 1 }] }),
      recordOf(third, permitted(answers[3] as DecideAnswer)),
    ]);
    expect(acks).toMatchObject([{ status: "refused", reason: "not_storable" }, { status: "accepted" }]);
    expect(await rows(world)).toHaveLength(1);
  });

  it("counts a day's requests even where no cap is set", async () => {
    const world = await fixture.createWorld();
    await service.decide(world.tenantId, world.instance, [world.call(), world.call()]);
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
