// Agents, their grants, the catalogue of tools and the tenant's settings, over real HTTP; and that each change moves the
// tenant's state, which is how edges hear of it.

import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENT_COLUMNS } from "../../db/agent-columns.js";
import { readState } from "../../db/state.js";
import { updateProfile } from "../../decision/judging/behavior-profile.js";
import type { BehaviorProfile } from "../../decision/types.js";
import { type Answer, type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";
import { callDraft } from "../../ledger/ledger-fixture.js";
import { findAgent } from "./store.js";

const DAY_MS = 86_400_000;

const dataOf = (answer: Answer) => answer.body.data as Record<string, unknown>;

eachDatabase("agents, tools and settings", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  const version = () =>
    fixture.app.services.store.read(fixture.made.tenantId, async (db) => (await readState(db)).state_version);
  const call = (method: string, path: string, body?: unknown) =>
    fixture.call("SECURITY", method, path, body === undefined ? {} : { body });
  const createAgent = async (more: Record<string, unknown> = {}) =>
    dataOf(await call("POST", "/agents", { name: randomUUID(), ...more }));

  describe("agents", () => {
    it("are created, read, changed and removed, and every change moves the state and is a row", async () => {
      const before = await version();
      const agent = await createAgent({ risk_level: "high", metadata: { team: "ops", daily_cost_cap_usd: "2.5" } });
      const path = `/agents/${agent.id}`;
      expect(dataOf(await call("GET", path))).toEqual(agent);
      const changed = await call("PATCH", path, { status: "QUARANTINED", metadata: { team: "sec" } });
      expect(dataOf(changed)).toMatchObject({ status: "QUARANTINED", metadata: { team: "sec" }, risk_level: "high" });
      expect((await call("DELETE", path)).status).toBe(204);
      expect(await version()).toBe(before + 3);
      for (const [method, body] of [["GET"], ["DELETE"], ["PATCH", { name: "x" }]] as const) {
        expect((await call(method, path, body)).body.error).toBe("agent_not_found");
      }
      const rows = await fixture.call("AUDITOR", "GET", "/audit/logs?limit=3");
      const actions = (dataOf(rows).items as { action: string }[]).map((row) => row.action);
      expect(actions).toEqual(["agent_deleted", "agent_updated", "agent_created"]);
    });

    it.each(["Name", "ÄRGER", "İstanbul", "ΣΊΣΥΦΟΣ", "名前"])(
      "have one name each while they live (%s)",
      async (word) => {
        const name = `${word} ${randomUUID()}`;
        const first = await createAgent({ name });
        for (const same of [name, name.replace(/[a-z]/g, (letter) => letter.toUpperCase())]) {
          const second = await call("POST", "/agents", { name: same });
          expect([second.status, second.body.data]).toEqual([409, { field: "name" }]);
        }
        await call("DELETE", `/agents/${first.id}`);
        expect((await call("POST", "/agents", { name })).status).toBe(201);
      },
    );

    it("are read as the columns that the program knows, whatever more a database has", async () => {
      const { id } = await createAgent();
      const row = await fixture.app.services.store.read(fixture.made.tenantId, (db) => findAgent(db, String(id)));
      expect(Object.keys(row ?? {}).sort()).toEqual([...AGENT_COLUMNS].sort());
    });

    it("refuse a cap that is no money, under either name", async () => {
      for (const metadata of [
        { daily_cost_cap_usd: "1.0000000001" },
        { cost_cap_usd: "a lot" },
        { cost_cap_usd: -1 },
      ]) {
        expect((await call("POST", "/agents", { name: randomUUID(), metadata })).status).toBe(422);
      }
    });

    it.each([
      { daily_cost_cap_usd: 1e-7, shown: "0.0000001" },
      { cost_cap_usd: "2.50", shown: "2.5" },
      { daily_cost_cap_usd: null, shown: null },
    ])("show their cap as money, as it is counted: $shown", async ({ shown, ...metadata }) => {
      const { id } = await createAgent({ metadata });
      const { today } = dataOf(await call("GET", `/agents/${id}/profile`));
      expect(today).toMatchObject({ daily_cost_cap_usd: shown });
    });

    it("are listed newest first, page by page, each once", async () => {
      const made: unknown[] = [];
      for (let index = 0; index < 5; index++) made.push((await createAgent()).id);
      const seen: unknown[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page = dataOf(await call("GET", `/agents?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`));
        seen.push(...(page.items as { id: string }[]).map((item) => item.id));
        cursor = page.next_cursor as string | null;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => made.includes(id))).toEqual([...made].reverse());
    });

    it("have a profile and are counted", async () => {
      const agent = await createAgent({ risk_level: "critical", metadata: { cost_cap_usd: "3" } });
      const profile = dataOf(await call("GET", `/agents/${agent.id}/profile`));
      expect(profile).toMatchObject({
        permissions: [],
        today: { requests: 0, denied: 0, cost_usd: "0", daily_cost_cap_usd: "3" },
        baseline: { calls: 0, mature: false },
        last_seen_at: null,
      });
      const summary = dataOf(await call("GET", "/agents/summary"));
      expect((summary.by_risk_level as Record<string, number>).critical).toBeGreaterThan(0);
    });

    it("have their own calls of today in their profile, the denied ones counted apart", async () => {
      const { store, ledger } = fixture.app.services;
      const { tenantId } = fixture.made;
      const agent = await createAgent();
      const own = { agentId: String(agent.id) };
      const drafts = [own, own, { ...own, decision: "deny", outcome: "denied" } as const, {}];
      await store.write(tenantId, (tx) =>
        ledger.append(
          tx,
          drafts.map((changes) => callDraft(tenantId, undefined, changes)),
        ),
      );
      const { today } = dataOf(await call("GET", `/agents/${agent.id}/profile`));
      expect(today).toMatchObject({ requests: 3, denied: 1 });
    });

    it.each([
      [60, 2 * DAY_MS, true],
      [60, DAY_MS / 2, false],
      [40, 2 * DAY_MS, false],
    ])("show a baseline of %i calls in %i ms as one that calls are judged by: %s", async (calls, ageMs, mature) => {
      const agent = await createAgent();
      let profile: BehaviorProfile | null = null;
      for (let made = 0; made < calls; made++) {
        profile = updateProfile(profile, { toolName: "echo", atMs: Date.now() - ageMs, costNano: 0n });
      }
      const { tenantId: tenant_id } = fixture.made;
      const values = { tenant_id, agent_id: String(agent.id), profile: JSON.stringify(profile), updated_at: 0 };
      await fixture.app.services.store.write(tenant_id, ({ query }) =>
        query.insertInto("behavior_profiles").values(values).execute(),
      );
      const { baseline } = dataOf(await call("GET", `/agents/${agent.id}/profile`));
      expect(baseline).toMatchObject({ calls, mature, tools: { echo: expect.any(Number) } });
    });

    it("of another tenant are not found", async () => {
      const admin = { email: `a-${randomUUID()}@example.com`, password: "a long enough one" };
      const made = await fixture.call("ADMIN", "POST", "/auth/tenants", { body: { name: "Other", admin } });
      const tenantId = String(dataOf(made).id);
      const login = await fixture.call(undefined, "POST", "/auth/token", { body: admin, tenantId });
      const token = String(dataOf(login).access_token);
      const agent = await createAgent();
      for (const [method, body] of [["GET"], ["DELETE"], ["PATCH", { name: "x" }]] as const) {
        const answer = await fixture.call(token, method, `/agents/${agent.id}`, {
          tenantId,
          ...(body ? { body } : {}),
        });
        expect(answer.body.error).toBe("agent_not_found");
      }
    });
  });

  describe("grants", () => {
    it("are folded, unique by tool and action, and given back once", async () => {
      const path = `/agents/${(await createAgent()).id}/permissions`;
      const granted = await call("POST", path, { tool_name: "  Send-MAIL " });
      expect(dataOf(granted)).toMatchObject({ tool_name: "send-mail", action: "ALLOW" });
      const again = await call("POST", path, { tool_name: "send-mail" });
      expect([again.status, again.body.data]).toMatchObject([409, { field: "tool_name" }]);
      expect((await call("POST", path, { tool_name: "send-mail", action: "DENY" })).status).toBe(201);
      const invisible = await call("POST", path, { tool_name: "send\u200bmail" });
      expect([invisible.status, invisible.body.error]).toEqual([400, "invalid_tool_name"]);
      const list = dataOf(await call("GET", path)).items as { id: string }[];
      expect(list).toHaveLength(2);
      const before = await version();
      expect((await call("DELETE", `${path}/${list[0]?.id}`)).status).toBe(204);
      expect((await call("DELETE", `${path}/${list[0]?.id}`)).body.error).toBe("not_found");
      expect(await version()).toBe(before + 1);
    });
  });

  describe("tools", () => {
    it("are registered under their folded name, once, and leave a tombstone that can be written over", async () => {
      const name = `Tool-${randomUUID()}`;
      const made = await call("POST", "/registry/tools", {
        tool_name: name,
        description: "Says it back",
        price_usd: 0.25,
        max_cost_usd: "1",
        access: "reads",
      });
      expect(dataOf(made)).toMatchObject({ tool_name: name.toLowerCase(), price_usd: "0.25", max_cost_usd: "1" });
      const again = await call("POST", "/registry/tools", { tool_name: name.toUpperCase() });
      expect([again.status, again.body.data]).toMatchObject([409, { field: "tool_name" }]);
      const path = `/registry/tools/${encodeURIComponent(name)}`;
      const changed = await call("PATCH", path, { description: "Says it twice", price_usd: null });
      expect(dataOf(changed)).toMatchObject({ price_usd: null, max_cost_usd: "1", access: "reads" });
      expect(dataOf(changed).description_hash).not.toBe(dataOf(made).description_hash);
      expect((await call("DELETE", path)).status).toBe(204);
      expect((await call("PATCH", path, { retry_safe: true })).body.error).toBe("tool_not_found");
      const list = dataOf(await call("GET", "/registry/tools?limit=500")).items as { tool_name: string }[];
      expect(list.map((tool) => tool.tool_name)).not.toContain(name.toLowerCase());
      expect(dataOf(await call("POST", "/registry/tools", { tool_name: name }))).toMatchObject({ max_cost_usd: null });
    });
  });

  describe("settings", () => {
    it("follow the tier until they are set, and again when they are unset", async () => {
      const patch = (body: unknown) => fixture.call("ADMIN", "PATCH", "/tenant/settings", { body });
      expect(dataOf(await call("GET", "/tenant/settings"))).toMatchObject({ requests_per_second: 100, burst: 200 });
      const before = await version();
      const set = await patch({ requests_per_second: 7, daily_inference_cost_cap_usd: "9.75", strict_caps: true });
      expect(dataOf(set)).toMatchObject({
        requests_per_second: 7,
        burst: 14,
        daily_inference_cost_cap_usd: "9.75",
        strict_caps: true,
      });
      expect(await version()).toBe(before + 1);
      const unset = await patch({ requests_per_second: null, daily_inference_cost_cap_usd: null });
      expect(dataOf(unset)).toMatchObject({ requests_per_second: 100, daily_inference_cost_cap_usd: null });
      expect((await patch({})).status).toBe(422);
      expect((await patch({ colour: "red" })).status).toBe(422);
      expect((await fixture.call("SECURITY", "PATCH", "/tenant/settings", { body: { burst: 1 } })).status).toBe(403);
    });

    it("show in the quota", async () => {
      const quota = dataOf(await call("GET", "/tenant/quota"));
      expect(quota).toMatchObject({
        tier: "pro",
        daily_requests: { limit: 1_000_000 },
        monthly_requests: { limit: 20_000_000 },
        daily_cost: { reserved_usd: "0" },
      });
    });
  });
});
