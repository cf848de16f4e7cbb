// Answers that are kept for repeats: as text where they came as text, read where they are asked for, and within what a tenant may keep.

import { randomUUID } from "node:crypto";
import type { DecideAnswer, DecideCall, ExecutionRecord } from "@portcullis/contract";
import { MINUTE_MS } from "@portcullis/core";
import { MAX_KEPT_ANSWER_BYTES } from "@portcullis/edge";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_KEPT_BYTES } from "../batch/batch-answers.js";
import { recordOf, type World } from "../decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";

eachDatabase("answers that are kept for repeats", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  const envelope = { success: true, data: { before: 1, result: null, after: 2 }, error: null, meta: null };
  const answer = { status: 200, body: envelope };
  /** The envelope's JSON around that of its result. */
  const textWith = (result: string) =>
    `{"success":true,"data":{"before":1,"result":${result},"after":2},"error":null,"meta":null}`;
  const bytesWith = (result: string) => Buffer.byteLength(textWith(result));

  /** Runs a call with a key whose answer is what the changes say. */
  const runKeyed = async (world: World, key: string, changes: Partial<ExecutionRecord>, by = fixture.service) => {
    const call = world.call({ idempotency_key: key });
    const [given] = await by.decide(world.tenantId, world.instance, [call]);
    const record = recordOf(call, permitted(given as DecideAnswer), changes);
    const [ack] = await by.record(world.tenantId, world.instance, [record]);
    expect(ack).toMatchObject({ status: "accepted" });
    return call;
  };
  const stateOf = (world: World) =>
    fixture.store.read(world.tenantId, ({ query, tenantId }) =>
      query.selectFrom("tenant_states").selectAll().where("tenant_id", "=", tenantId).executeTakeFirstOrThrow(),
    );
  const keptOf = async (world: World) => {
    const { kept_bytes, kept_bytes_before } = await stateOf(world);
    return kept_bytes + kept_bytes_before;
  };
  /** As if so much had been kept some minutes ago. */
  const keepBefore = (world: World, bytes: number, minutes: number) =>
    fixture.store.write(world.tenantId, ({ query, tenantId, nowMs }) =>
      query
        .updateTable("tenant_states")
        .set({ kept_minute: Math.floor(nowMs / MINUTE_MS) - minutes, kept_bytes: bytes, kept_bytes_before: 0 })
        .where("tenant_id", "=", tenantId)
        .execute(),
    );

  describe("with a result that came as text", () => {
    it("are given back character by character, and stored as whole envelopes, which replicas of before read", async () => {
      const world = await fixture.createWorld();
      // Nobody reads it: numbers, escapes and spaces stay as they were written.
      const result = '{"n": 1.50e3, "__proto__": 12345678901234567890, "s": "\\u00e9\\ud83d\\ude00 é"}';
      await runKeyed(world, "k", { answer, answer_result: result });
      const replay = { verdict: "replay", status: 200, code: null, text: textWith(result) };
      expect(await fixture.decideOne(world, { idempotency_key: "k" })).toEqual(replay);
      expect(await fixture.decideOne(world, { idempotency_key: "k" }, fixture.other)).toEqual(replay);
      const [row] = await fixture.store.read(world.tenantId, ({ query, tenantId }) =>
        query.selectFrom("idempotency_keys").selectAll().where("tenant_id", "=", tenantId).execute(),
      );
      expect(row).toMatchObject({ status: "finished", answer_status: 200, answer_body: textWith(result) });
    });

    it("have the code of the refusal that shows it beside them", async () => {
      const world = await fixture.createWorld();
      const failed = { outcome: "failed", code: "upstream_error" } as const;
      const body = { ...envelope, success: false, error: "upstream_error" };
      await runKeyed(world, "k", { ...failed, answer: { status: 502, body }, answer_result: "[1]" });
      const text = JSON.stringify({ ...body, data: { ...body.data, result: [1] } });
      const replay = { verdict: "replay", status: 502, code: "upstream_error", text };
      expect(await fixture.decideOne(world, { idempotency_key: "k" })).toEqual(replay);
    });
  });

  it("are given out a few at a time where they are large: repeats of the same moment ask again, and get them", async () => {
    const world = await fixture.createWorld();
    const large = JSON.stringify("x".repeat(5 * 1024 * 1024));
    const keys = ["one", "two", "three"];
    for (const key of keys) await runKeyed(world, key, { answer, answer_result: large });
    const repeats = [...keys, ...keys].map((key): DecideCall => world.call({ idempotency_key: key }));
    const replayed: string[] = [];
    for (let asked = repeats; asked.length > 0; ) {
      const answers = await fixture.service.decide(world.tenantId, world.instance, asked);
      const [first, ...others] = answers;
      expect(first).toMatchObject({ verdict: "replay", text: textWith(large) });
      expect(new Set(others.map(({ verdict }) => verdict))).toEqual(new Set(others.length === 0 ? [] : ["again"]));
      replayed.push(asked[0]?.idempotency_key ?? "");
      asked = asked.slice(1);
    }
    expect(replayed).toEqual([...keys, ...keys]);
  });

  describe("beyond what a tenant may keep", () => {
    it("are not kept: the call is a row and billed, its repeats are outcome_unknown, and smaller ones still are kept", async () => {
      const [world, other] = [await fixture.createWorld(), await fixture.createWorld()];
      const result = JSON.stringify("x".repeat(1000));
      await keepBefore(world, MAX_KEPT_BYTES - bytesWith(result) + 1, 0);
      await runKeyed(world, "large", { answer, answer_result: result });
      expect(await fixture.decideOne(world, { idempotency_key: "large" })).toMatchObject({ code: "outcome_unknown" });
      const [row] = await fixture.rows(world);
      expect(row).toMatchObject({ outcome: "allowed", billable: 1 });
      await runKeyed(world, "small", { answer, answer_result: "1" }, fixture.other);
      expect(await fixture.decideOne(world, { idempotency_key: "small" })).toMatchObject({ text: textWith("1") });
      await runKeyed(other, "large", { answer, answer_result: result });
      expect(await fixture.decideOne(other, { idempotency_key: "large" })).toMatchObject({ text: textWith(result) });
    });

    it("are counted by all replicas together, in the transaction that keeps them, and repeats count nothing", async () => {
      const world = await fixture.createWorld();
      const results = Array.from({ length: 8 }, (_, index) => JSON.stringify("é".repeat(index * 100)));
      await Promise.all(
        results.map((answer_result, index) =>
          runKeyed(world, `k${index}`, { answer, answer_result }, index % 2 === 0 ? fixture.service : fixture.other),
        ),
      );
      const sum = results.reduce((bytes, result) => bytes + bytesWith(result), 0);
      expect(await keptOf(world)).toBe(sum);
      for (let index = 0; index < 8; index++) {
        expect(await fixture.decideOne(world, { idempotency_key: `k${index}` })).toMatchObject({ verdict: "replay" });
      }
      expect(await keptOf(world)).toBe(sum);
    });

    it.each([
      ["the last minute", 1, "refuse"],
      ["the minute before it, which have expired", 2, "replay"],
      ["a future from which the clock was set back", -60, "replay"],
    ])("count those of %s", async (_what, minutes, verdict) => {
      const world = await fixture.createWorld();
      await keepBefore(world, MAX_KEPT_BYTES, minutes);
      await runKeyed(world, "k", { answer, answer_result: "1" });
      expect(await fixture.decideOne(world, { idempotency_key: "k" })).toMatchObject({ verdict });
    });

    it("leave the key of a denial free, whose repeats are denied as well", async () => {
      const world = await fixture.createWorld();
      await keepBefore(world, MAX_KEPT_BYTES, 0);
      const denied = { tool_name: "shell", idempotency_key: "denied" };
      for (let time = 0; time < 2; time++) {
        expect(await fixture.decideOne(world, denied)).toMatchObject({ verdict: "refuse", code: "policy_denied" });
      }
    });

    it("nor is one kept that is larger than any edge keeps", async () => {
      const world = await fixture.createWorld();
      const largest = JSON.stringify("x".repeat(MAX_KEPT_ANSWER_BYTES - bytesWith('""')));
      await runKeyed(world, "k", { answer, answer_result: `${largest.slice(0, -1)}x"` });
      expect(await fixture.decideOne(world, { idempotency_key: "k" })).toMatchObject({ code: "outcome_unknown" });
      await runKeyed(world, randomUUID(), { answer, answer_result: largest });
      expect(await keptOf(world)).toBe(MAX_KEPT_ANSWER_BYTES);
    });
  });
});
