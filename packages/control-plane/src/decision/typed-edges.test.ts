import { randomUUID } from "node:crypto";
import { auditIdOf } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DecisionFixture, openDecisionFixture, recordOf, type World } from "./decision-fixture.js";
import type { DecisionService } from "./service.js";

eachDatabase("typed edges of calls", (database) => {
  let fixture: DecisionFixture;
  let service: DecisionService;

  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
    service = fixture.openService();
  });
  afterAll(async () => {
    await service.close();
    await fixture.store.close();
  });

  /** Agents that delegated the world's token, nearest first: copies of its own, with tokens of theirs. */
  const delegate = async (world: World, hops: number): Promise<string[]> => {
    const act = Array.from({ length: hops }, () => ({ sub: randomUUID(), jti: randomUUID() }));
    await fixture.store.write(world.tenantId, async ({ query }) => {
      const own = { tenant_id: world.tenantId };
      const agent = await query
        .selectFrom("agents")
        .selectAll()
        .where("id", "=", world.agentId)
        .executeTakeFirstOrThrow();
      const grants = await query
        .selectFrom("agent_permissions")
        .selectAll()
        .where("agent_id", "=", world.agentId)
        .execute();
      const token = await query.selectFrom("tokens").selectAll().where("jti", "=", world.jti).executeTakeFirstOrThrow();
      for (const { sub, jti } of act) {
        await query
          .insertInto("agents")
          .values({ ...agent, id: sub })
          .execute();
        for (const grant of grants) {
          await query
            .insertInto("agent_permissions")
            .values({ ...grant, id: randomUUID(), agent_id: sub })
            .execute();
        }
        await query
          .insertInto("tokens")
          .values({ ...token, ...own, jti, subject: sub })
          .execute();
      }
      await query
        .updateTable("tokens")
        .set({ act: JSON.stringify(act) })
        .where("jti", "=", world.jti)
        .execute();
    });
    return act.map(({ sub }) => sub);
  };
  const edgesOf = (world: World, requestId: string) =>
    fixture.store.read(world.tenantId, (db) =>
      db.query
        .selectFrom("graph_edges")
        .select(["hop", "agent_id", "edge_type", "resource", "outcome"])
        .where("tenant_id", "=", world.tenantId)
        .where("audit_id", "=", auditIdOf(world.tenantId, requestId))
        .orderBy("hop")
        .execute(),
    );

  it("a delegated call leaves its own edge, and one per hop from the agent that delegated to the one it delegated to", async () => {
    const world = await fixture.createWorld({ tools: [{ tool_name: "search", access: "reads" }] });
    const [near = "", far = ""] = await delegate(world, 2);
    const call = world.call();
    const [permit] = await service.decide(world.tenantId, world.instance, [call]);
    if (permit?.verdict !== "permit") throw new Error("not permitted");
    await service.record(world.tenantId, world.instance, [recordOf(call, permit)]);
    expect(await edgesOf(world, call.request_id)).toEqual([
      { hop: 0, agent_id: world.agentId, edge_type: "reads", resource: null, outcome: "allow" },
      { hop: 1, agent_id: near, edge_type: "delegates", resource: `agent:${world.agentId}`, outcome: "allow" },
      { hop: 2, agent_id: far, edge_type: "delegates", resource: `agent:${near}`, outcome: "allow" },
    ]);
  });

  it("an escalated call leaves an edge of that type, and its delegations", async () => {
    const world = await fixture.createWorld();
    const [near = ""] = await delegate(world, 1);
    await fixture.store.write(world.tenantId, ({ query }) =>
      query.updateTable("agent_permissions").set({ action: "ESCALATE" }).where("agent_id", "=", near).execute(),
    );
    const call = world.call();
    const [answer] = await service.decide(world.tenantId, world.instance, [call]);
    expect(answer).toMatchObject({ verdict: "refuse", code: "approval_required" });
    expect(await edgesOf(world, call.request_id)).toEqual([
      { hop: 0, agent_id: world.agentId, edge_type: "escalates", resource: null, outcome: "deny" },
      { hop: 1, agent_id: near, edge_type: "delegates", resource: `agent:${world.agentId}`, outcome: "deny" },
    ]);
  });
});
