// Records on their way to the control plane: alone, in batches, and with questions.

import { join } from "node:path";
import { Refusal } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import { anyDecideCall } from "@portcullis/testkit";
import { describe, expect, it, vi } from "vitest";
import { openRecordBuffer } from "../buffer-sqlite/index.js";
import { loadSqliteDriver } from "../sqlite-driver.js";
import { testRecord } from "../testing/records.js";
import { turnsUntil, useTestUplinks } from "../testing/test-uplink.js";

const { setUp, stopTime, afterTest } = useTestUplinks();
const isWithdrawn = () => false;

describe("records", () => {
  it("are sent in batches, acknowledged one by one, and set apart when refused", async () => {
    const setApart = vi.fn();
    const { server, uplink, buffer } = await setUp({ onSetApart: setApart });
    const bad = newId();
    server.answerRecord = (record) =>
      record.record_id === bad ? { status: "refused", reason: "foreign permit" } : { status: "accepted" };
    for (let index = 0; index < 450; index++) void buffer.put(testRecord(index === 250 ? bad : newId()));
    expect(await uplink.close()).toBe(true);
    expect(server.records).toHaveLength(449);
    expect(setApart).toHaveBeenCalledExactlyOnceWith(bad, "foreign permit");
    expect(buffer.counts()).toMatchObject({ pending: 0, setApart: 1 });
    expect(uplink.counts()).toMatchObject({ sent: 449, refused: 1 });
  });

  it("go without the answer that is kept for repeats where the control plane cannot read it: the call is known all the same", async () => {
    const { server, uplink, buffer } = await setUp();
    server.answerRecord = (record) => {
      if (record.kind === "execution" && (record.answer ?? record.answer_result) !== undefined)
        throw new Refusal("payload_too_large");
      return { status: "accepted" };
    };
    const answer = { status: 200, body: { success: true, data: null, error: null, meta: null } };
    const kept = [{ answer }, { answer, answer_result: "1" }].map((each) => ({ ...testRecord(), ...each }));
    for (const record of [testRecord(), ...kept, testRecord()]) void buffer.put(record);
    expect(await uplink.close()).toBe(true);
    expect(new Set(server.records.map(({ record_id }) => record_id)).size).toBe(4);
    expect(buffer.counts()).toMatchObject({ pending: 0, setApart: 0 });
  });

  it("travel with the next question, each once, and are acknowledged with its answer", async () => {
    const { server, uplink, buffer } = await setUp();
    for (let call = 0; call < 20; call++) {
      await uplink.decide(anyDecideCall(), isWithdrawn);
      await buffer.put(testRecord());
    }
    expect(await uplink.close()).toBe(true);
    expect(new Set(server.records.map(({ record_id }) => record_id)).size).toBe(20);
    expect(server.records).toHaveLength(20);
    expect(server.carried.some((count) => count > 0)).toBe(true);
    expect(buffer.counts()).toMatchObject({ pending: 0, setApart: 0 });
  });

  it("that are larger than what travels with a question go alone, and the questions go on beside them", async () => {
    const { server, uplink, buffer } = await setUp();
    await uplink.connect();
    const large = () => testRecord(newId(), { answer_result: "x".repeat(1024 * 1024) });
    for (let call = 0; call < 3; call++) {
      void buffer.put(large());
      await uplink.decide(anyDecideCall(), isWithdrawn);
    }
    expect(await uplink.close()).toBe(true);
    expect(server.carried).toEqual([0, 0, 0]);
    expect(server.records).toHaveLength(3);
    expect(uplink.counts()).toMatchObject({ sent: 3, failedAttempts: 0 });
  });

  it("travel once, and are forgotten when a later answer acknowledges them, also one to a question that carried none", async () => {
    const { server, uplink, buffer } = await setUp();
    stopTime();
    server.acknowledgesLater = true;
    const ids = [newId(), newId(), newId()];
    for (const id of ids) {
      void buffer.put(testRecord(id));
      await uplink.decide(anyDecideCall(), isWithdrawn);
    }
    expect(server.carried).toEqual([1, 1, 1]);
    expect(buffer.take(10).map(({ recordId }) => recordId)).toEqual(ids.slice(2));
    await uplink.decide(anyDecideCall(), isWithdrawn);
    expect(server.records.map(({ record_id }) => record_id)).toEqual(ids);
    expect(buffer.counts()).toMatchObject({ pending: 0, setApart: 0 });
    expect(uplink.counts()).toMatchObject({ sent: 3 });
  });

  it("that are on their way do not travel with a question too, also where one is put while their turn comes", async () => {
    const { server, uplink, buffer } = await setUp();
    await uplink.decide(anyDecideCall(), isWithdrawn);
    await buffer.put(testRecord());
    // Due before the flusher's own timer and behind it, and all in the loop's next turn.
    setTimeout(() => void buffer.put(testRecord()), 1);
    const asked = new Promise((resolve) => setTimeout(resolve, 15)).then(() =>
      uplink.decide(anyDecideCall(), isWithdrawn),
    );
    const busyUntil = performance.now() + 50;
    while (performance.now() < busyUntil);
    await asked;
    expect(await uplink.close()).toBe(true);
    expect(server.records).toHaveLength(2);
  });

  it("are sent again, also under load, when no answer acknowledges them for a second", async () => {
    const { server, uplink, buffer } = await setUp();
    // However slow the machine, nothing goes alone for having waited.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    afterTest(() => vi.useRealTimers());
    server.tamper = (path, data) => (path === "/edge/decide" ? { ...(data as object), acks: [] } : data);
    // With a session there is nothing to wait for between a put and the question that takes it along.
    await uplink.connect();
    const lost = newId();
    void buffer.put(testRecord(lost));
    const sent = () => server.records.filter(({ record_id }) => record_id === lost).length;
    while (sent() < 2) {
      void buffer.put(testRecord());
      await uplink.decide(anyDecideCall(), isWithdrawn);
    }
    expect(await uplink.close()).toBe(true);
    expect(buffer.counts()).toMatchObject({ pending: 0, setApart: 0 });
  });

  it("that a later answer refuses are set apart, once", async () => {
    const setApart = vi.fn();
    const { server, uplink, buffer } = await setUp({ onSetApart: setApart });
    stopTime();
    server.acknowledgesLater = true;
    server.answerRecord = () => ({ status: "refused", reason: "foreign permit" });
    void buffer.put(testRecord());
    for (let call = 0; call < 3; call++) await uplink.decide(anyDecideCall(), isWithdrawn);
    expect(setApart).toHaveBeenCalledTimes(1);
    expect(await uplink.close()).toBe(true);
    expect(buffer.counts()).toMatchObject({ pending: 0, setApart: 1 });
  });

  it("refuse no call by travelling with it: what cannot be read goes alone", async () => {
    const { server, uplink, buffer } = await setUp();
    const bad = newId();
    server.answerRecord = ({ record_id }) => {
      if (record_id === bad) throw new Refusal("validation_failed");
      return { status: "accepted" };
    };
    const answers: string[] = [];
    for (const id of [newId(), bad, newId(), newId()]) {
      await buffer.put(testRecord(id));
      answers.push((await uplink.decide(anyDecideCall(), isWithdrawn)).answer.verdict);
    }
    expect(answers).toEqual(Array(4).fill("permit"));
    expect(await uplink.close()).toBe(true);
    expect(new Set(server.records.map(({ record_id }) => record_id)).size).toBe(3);
    expect(buffer.counts()).toMatchObject({ pending: 0, setApart: 1 });
  });

  it("are sent again when the question that carried them got no answer, and closing waits for those on their way", async () => {
    const { server, uplink, buffer } = await setUp();
    server.failNext = [new Refusal("store_unavailable")];
    await buffer.put(testRecord());
    await uplink.decide(anyDecideCall(), isWithdrawn);
    stopTime();
    let open: () => void = () => {};
    server.gate = new Promise((resolve) => {
      open = resolve;
    });
    await buffer.put(testRecord());
    const asked = uplink.decide(anyDecideCall(), isWithdrawn);
    await turnsUntil(() => server.batches.length > 1);
    const closed = uplink.close();
    open();
    expect((await asked).answer.verdict).toBe("permit");
    expect(await closed).toBe(true);
    expect(new Set(server.records.map(({ record_id }) => record_id)).size).toBe(2);
  });

  it("stay until the control plane takes them", async () => {
    const { server, buffer } = await setUp();
    server.failNext = [new Refusal("store_unavailable"), new Refusal("internal")];
    void buffer.put(testRecord());
    await vi.waitFor(() => expect(server.records).toHaveLength(1), 20_000);
    await vi.waitFor(() => expect(buffer.counts().pending).toBe(0), 20_000);
  });

  it("are sent alone when the control plane cannot read a batch", async () => {
    const { server, uplink, buffer } = await setUp();
    const bad = newId();
    server.answerRecord = (record) => {
      if (record.record_id === bad) throw new Refusal("validation_failed");
      return { status: "accepted" };
    };
    for (const id of [newId(), bad, newId()]) void buffer.put(testRecord(id));
    expect(await uplink.close()).toBe(true);
    expect(buffer.counts().setApart).toBe(1);
    expect(new Set(server.records.map(({ record_id }) => record_id)).size).toBe(2);
  });

  it("whose text the disk has changed to what nobody can read are set apart, and hold up none that came after them", async () => {
    const changed = newId();
    const before = async (folder: string): Promise<void> => {
      const earlier = openRecordBuffer({ folder, instance: newId() });
      for (const id of [newId(), changed, newId()]) await earlier.put(testRecord(id));
      earlier.close();
      const database = new (loadSqliteDriver())(join(folder, "records.sqlite"));
      database.prepare("update records set record = '{' || substr(record, 3) where record_id = ?").run(changed);
      database.close();
    };
    const setApart = vi.fn();
    const { server, uplink, buffer } = await setUp({ before, onSetApart: setApart });
    await buffer.put(testRecord());
    expect((await uplink.decide(anyDecideCall(), isWithdrawn)).answer.verdict).toBe("permit");
    expect(await uplink.close()).toBe(true);
    expect(new Set(server.records.map(({ record_id }) => record_id)).size).toBe(3);
    expect(setApart).toHaveBeenCalledExactlyOnceWith(changed, expect.any(String));
    expect(buffer.counts()).toMatchObject({ pending: 0, setApart: 1 });
  });

  it.each([
    {
      fails: "be forgotten",
      damage: (file: string) => failOn(file, "delete on records"),
      answer: { status: "accepted" },
    },
    {
      fails: "be set apart",
      damage: (file: string) => failOn(file, "insert on set_apart"),
      answer: { status: "refused", reason: "foreign permit" },
    },
  ] as const)("that cannot $fails, for the disk fails, stay, and no call is refused for them", async (of) => {
    const before = async (folder: string): Promise<void> => {
      const earlier = openRecordBuffer({ folder, instance: newId() });
      await earlier.put(testRecord(newId(), { response_hash: "x".repeat(100_000) }));
      earlier.close();
      of.damage(join(folder, "records.sqlite"));
    };
    const { server, uplink, buffer } = await setUp({ before });
    server.answerRecord = () => of.answer;
    await vi.waitFor(() => expect(uplink.counts().failedAttempts).toBeGreaterThan(0), 20_000);
    for (let call = 0; call < 10; call++) {
      expect((await uplink.decide(anyDecideCall(), isWithdrawn)).answer.verdict).toBe("permit");
    }
    expect(await uplink.close(0)).toBe(false);
    expect(buffer.counts().pending).toBe(1);
  });
});

/** As if no place were left on the disk for this. */
function failOn(file: string, what: string): void {
  const database = new (loadSqliteDriver())(file);
  database.exec(`create trigger fails before ${what} begin select raise(abort, 'database or disk is full'); end`);
  database.close();
}
