import { type OperationId, operations } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { bumpStateVersion } from "../db/state.js";
import { openServiceFixture, type ServiceFixture } from "../decision/service-fixture.js";
import type { Services } from "../services.js";
import { makeContext } from "./call-context.js";
import type { Principal } from "./handler.js";

afterEach(() => void vi.useRealTimers());

eachDatabase("a change of a tenant's state, while a decision is held up", (database) => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await openServiceFixture(database.url);
  });
  afterAll(() => fixture.close());

  it("waits for it, but for the kill switch, which waits for nobody", async () => {
    // Nothing goes on because its time is over.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { service, store, ledger } = fixture;
    const { tenantId, instance, call } = await fixture.createWorld();
    const done: OperationId[] = [];
    const change = async (id: OperationId) => {
      const context = makeContext(
        { store, ledger, decisions: service } as Services,
        { ...operations[id], id },
        {
          tenantId,
          principal: { kind: "anonymous" } as Principal,
          requestId: id,
          traceId: id,
          address: "127.0.0.1",
          setHeader: () => {},
        },
      );
      await context.write(async (tx) => ({ data: await bumpStateVersion(tx), audit: {} }));
      done.push(id);
    };
    let letGo = (): void => {};
    const mayGoOn = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const session = { tenantId, instance, stateVersion: -1, renew: async () => {} };
    const isHeldUp = new Promise<void>((resolve) => {
      session.renew = async () => {
        resolve();
        await mayGoOn;
        throw new Error("The session has ended.");
      };
    });
    const decision = service.exchange(session, [call()], []);
    await isHeldUp;
    const other = change("agents.update");
    await change("killSwitch.engage");
    expect(done).toEqual(["killSwitch.engage"]);
    letGo();
    await decision.catch(() => undefined);
    await other;
    expect(done).toEqual(["killSwitch.engage", "agents.update"]);
  });
});
