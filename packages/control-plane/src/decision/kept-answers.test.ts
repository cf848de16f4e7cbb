// Answers that are kept for repeats: as text where they came as text, and read where they are asked for.

import type { DecideAnswer, DecideCall, ExecutionRecord } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordOf, type World } from "./decision-fixture.js";
import { openServiceFixture, permitted, type ServiceFixture } from "./service-fixture.js";

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

  /** Runs a call with a key whose answer is what the changes say. */
  const runKeyed = async (world: World, key: string, changes: Partial<ExecutionRecord>, by = fixture.service) => {
    const call = world.call({ idempotency_key: key });
    const [given] = await by.decide(world.tenantId, world.instance, [call]);
    const record = recordOf(call, permitted(given as DecideAnswer), changes);
    const [ack] = await by.record(world.tenantId, world.instance, [record]);
    expect(ack).toMatchObject({ status: "accepted" });
    return call;
  };

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
});
