import { eachDatabase } from "@portcullis/testkit";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { bumpStateVersion, readState } from "../../db/state.js";
import { openServiceFixture, permitted, type ServiceFixture } from "../service-fixture.js";
import { StateGate } from "./state-gate.js";

/** Nothing passes because its time is over. */
const stopTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
afterEach(() => void vi.useRealTimers());

it("lets changes through at once, but those of a tenant whose decisions are held up, and these after a while", async () => {
  stopTimers();
  const gate = new StateGate();
  const goOn = [gate.holdUp("one"), gate.holdUp("one")];
  const passed: string[] = [];
  const pass = (tenant: string, name: string) => gate.pass(tenant).then(() => passed.push(name));
  const waiting = [pass("one", "first"), pass("one", "second")];
  await pass("two", "another tenant's");
  goOn[0]?.();
  await pass("two", "another tenant's");
  expect(passed).toEqual(["another tenant's", "another tenant's"]);
  goOn[1]?.();
  await Promise.all(waiting);
  await pass("one", "third");
  expect(passed.slice(2)).toEqual(["first", "second", "third"]);
  const end = gate.holdUp("one");
  const late = pass("one", "late");
  await vi.runAllTimersAsync();
  await late;
  end();
});

eachDatabase("decisions that changes of the state have held up", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  it("are made before the next change, and let it through once they are", async () => {
    stopTimers();
    const { service, store } = fixture;
    const { tenantId, instance, call } = await fixture.createWorld();
    const change = async () => {
      await service.giveWay(tenantId);
      await store.write(tenantId, bumpStateVersion);
    };
    const read = async () => (await store.read(tenantId, readState)).state_version;
    const waiting: Promise<void>[] = [];
    const session = { tenantId, instance, stateVersion: await read(), renew: async () => {} };
    session.renew = async () => {
      session.stateVersion = await read();
      // Whoever changes the state again and again is here between two attempts, whenever it may.
      waiting.push(change());
    };
    await change();
    const { answers } = await service.exchange(session, [call()], []);
    for (const answer of answers) permitted(answer);
    expect(waiting).toHaveLength(1);
    await Promise.all(waiting);
    expect(await read()).toBe(session.stateVersion + 1);
  });
});
