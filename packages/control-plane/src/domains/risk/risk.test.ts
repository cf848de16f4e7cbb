// Tag risk over HTTP: weights, defaults and thresholds.

import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DEFAULT_WEIGHTS, THRESHOLDS } from "../../decision/judging/combine.js";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";

eachDatabase("risk", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());
  const put = (body: object) => fixture.call("SECURITY", "PUT", "/risk/signal-weights", { body });

  it("answers the defaults and the table of thresholds before anything was set", async () => {
    const answer = await fixture.call("VIEWER", "GET", "/risk/signal-weights");
    expect(answer.body.data).toEqual({
      weights: DEFAULT_WEIGHTS,
      is_default: true,
      thresholds: THRESHOLDS,
      updated_at: null,
    });
  });

  it("weights that were set hold, and decisions read them", async () => {
    const before = (await fixture.app.services.facts.get(fixture.made.tenantId)).stateVersion;
    const weights = { inference: 0.3, policy: 1, behavior: 0 };
    expect((await put(weights)).body.data).toMatchObject({ weights, is_default: false });
    expect((await put({ ...weights, inference: 0.4 })).status).toBe(200);
    const facts = await fixture.app.services.facts.get(fixture.made.tenantId, before + 2);
    expect(facts.weights).toEqual({ ...weights, inference: 0.4 });
  });

  it("refuses weights that are all 0, out of range or incomplete", async () => {
    for (const body of [
      { inference: 0, policy: 0, behavior: 0 },
      { inference: 1.1, policy: 0, behavior: 0 },
      { inference: 1, policy: 0 },
    ]) {
      expect((await put(body)).status).toBe(422);
    }
  });
});
