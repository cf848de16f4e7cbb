import { randomUUID } from "node:crypto";
import { auditIdOf } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DecisionFixture, openDecisionFixture, recordOf, type World } from "../decision-fixture.js";
import type { DecisionService } from "../service.js";

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
        .select(["tenant_id", "name", "status", "risk_level", "metadata", "state_version", "created_at", "updated_at"])
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
  const edgeOf = async (world: World, requestId: string): Promise<unknown> => {
    const { edge } = await fixture.store.read(world.tenantId, (db) =>
      db.query
        .selectFrom("audit_logs")
        .select("edge")
        .where("tenant_id", "=", world.tenantId)
        .where("id", "=", auditIdOf(world.tenantId, requestId))
        .executeTakeFirstOrThrow(),
    );
    return JSON.parse(edge ?? "");
  };

  it("a delegated call's row keeps its edge, and the agents that delegated it, the nearest first", async () => {
    const world = await fixture.createWorld({ tools: [{ tool_name: "search", access: "reads" }] });
    const [near = "", far = ""] = await delegate(world, 2);
    const call = world.call();
    const [permit] = await service.decide(world.tenantId, world.instance, [call]);
    if (permit?.verdict !== "permit") throw new Error("not permitted");
    await service.record(world.tenantId, world.instance, [recordOf(call, permit)]);
    expect(await edgeOf(world, call.request_id)).toMatchObject({
      type: "reads",
      resource: null,
      outcome: "allow",
      delegators: [near, far],
    });
  });

  it("an escalated call's row keeps an edge of that type, and who delegated it", async () => {
    const world = await fixture.createWorld();
    const [near = ""] = await delegate(world, 1);
    await fixture.store.write(world.tenantId, ({ query }) =>
      query.updateTable("agent_permissions").set({ action: "ESCALATE" }).where("agent_id", "=", near).execute(),
    );
    const call = world.call();
    const [answer] = await service.decide(world.tenantId, world.instance, [call]);
    expect(answer).toMatchObject({ verdict: "refuse", code: "approval_required" });
    expect(await edgeOf(world, call.request_id)).toMatchObject({
      type: "escalates",
      resource: null,
      outcome: "deny",
      delegators: [near],
    });
  });
});
