// Several people change the same thing at the same moment: each audit row says what its change replaced, so that the rows
// of a setting tell its whole history.

import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpFixture, openHttpFixture } from "./http-fixture.js";

const AT_ONCE = 6;

interface Change {
  readonly action: string;
  readonly method: string;
  readonly path: string;
  /** A body for each change, no two alike. */
  readonly body: (each: number) => object;
  /** What a row says of the state before and after its change. */
  readonly told: (content: Record<string, unknown>) => readonly [unknown, unknown];
}

const CHANGES: readonly Change[] = [
  {
    action: "signal_weights_changed",
    method: "PUT",
    path: "/risk/signal-weights",
    body: (each) => ({ inference: 0.5 + each / 100, policy: 1, behavior: 0.5 }),
    told: ({ before, after }) => [before, after],
  },
  {
    action: "rates_changed",
    method: "PUT",
    path: "/billing/rates",
    body: (each) => ({ default: { prompt_usd_per_million: each, completion_usd_per_million: 1 }, rates: {} }),
    told: ({ old_revision, new_revision }) => [old_revision, new_revision],
  },
  {
    action: "tenant_settings_changed",
    method: "PATCH",
    path: "/tenant/settings",
    body: (each) => ({ approval_minutes: 20 + each }),
    told: (content) => [content.old, content.new],
  },
  {
    action: "contract_updated",
    method: "PATCH",
    path: "/autonomy/contracts/",
    body: (each) => ({ delegation_max_depth: each }),
    told: ({ before, contract }) => [before, contract],
  },
];

eachDatabase("changes at once", (database) => {
  let fixture: HttpFixture;
  let contractId: string;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
    const body = { name: "shared", agent_scope: "*" };
    const made = await fixture.call("ADMIN", "POST", "/autonomy/contracts", { body });
    contractId = (made.body.data as { id: string }).id;
  });
  afterAll(() => fixture.close());
  /** Makes the change; on a machine that is so busy that the lock is not had in time, as often as it takes. */
  const make = async (method: string, path: string, body: object): Promise<number> => {
    const { status } = await fixture.call("ADMIN", method, path, { body });
    return status === 503 ? make(method, path, body) : status;
  };

  it.each(CHANGES)("$action: what a row found is what the row before it left", async (change) => {
    const path = change.path.endsWith("/") ? change.path + contractId : change.path;
    const bodies = Array.from({ length: AT_ONCE }, (_, each) => change.body(each));
    const statuses = await Promise.all(bodies.map((body) => make(change.method, path, body)));
    expect(statuses).toEqual(bodies.map(() => 200));

    const listed = await fixture.call("AUDITOR", "GET", `/audit/logs?action=${change.action}`);
    const { items } = listed.body.data as { items: readonly { content: string }[] };
    expect(items).toHaveLength(AT_ONCE);
    const told = items.map(({ content }) => change.told(JSON.parse(content))).reverse();
    const found = told.map(([before]) => before);
    const left = told.map(([, after]) => after);
    expect(found.slice(1)).toEqual(left.slice(0, -1));
  });

  it("a tenant that several make with one id is made once, and changed by the others", async () => {
    const id = randomUUID();
    const many = Array.from({ length: AT_ONCE }, (_, each) => ({ id, name: `new ${each}`, tier: "pro" }));
    const statuses = await Promise.all(many.map((body) => make("POST", "/auth/tenants", body)));
    expect(statuses).toEqual(many.map(() => 201));
    const listed = await fixture.call("AUDITOR", "GET", "/audit/logs?action=tenant_saved&limit=100");
    const { items } = listed.body.data as { items: readonly { content: string }[] };
    const told = items.map(({ content }) => JSON.parse(content)).filter(({ tenant_id }) => tenant_id === id);
    expect(told.map(({ created }) => created).filter(Boolean)).toHaveLength(1);
    expect(told).toHaveLength(AT_ONCE);
  });

  it("a tenant that is saved without a cap keeps the one that is set meanwhile", async () => {
    const { tenantId } = fixture.made;
    const many = Array.from({ length: AT_ONCE }, (_, each) => each);
    const statuses = await Promise.all(
      many.flatMap((each) => [
        make("PATCH", "/tenant/settings", { daily_inference_cost_cap_usd: `${each + 1}` }),
        make("POST", "/auth/tenants", { id: tenantId, name: `n${each}`, tier: "pro" }),
      ]),
    );
    expect(statuses).toEqual(many.flatMap(() => [200, 201]));
    const listed = await fixture.call("AUDITOR", "GET", "/audit/logs?action=tenant_settings_changed&limit=1");
    const [last] = (listed.body.data as { items: readonly { content: string }[] }).items;
    const settings = await fixture.call("ADMIN", "GET", "/tenant/settings");
    expect(settings.body.data).toMatchObject((JSON.parse(last?.content ?? "{}") as { new: object }).new);
  });
});
