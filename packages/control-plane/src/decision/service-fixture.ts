// For tests: two replicas of the decision service over one database, and what a tenant's tables hold after it. Not part of
// the program.

import type { DecideAnswer, Permit } from "@portcullis/contract";
import type { Selectable } from "kysely";
import type { AuditLogTable, CostCounterTable, PendingUsageEventTable, RequestTable } from "../db/schema.js";
import { type DecisionFixture, openDecisionFixture, type World } from "./decision-fixture.js";
import type { DecisionService } from "./service.js";

export interface ServiceFixture extends DecisionFixture {
  readonly service: DecisionService;
  /** Another replica. */
  readonly other: DecisionService;
  /** Asks one service about one call. */
  decideOne(world: World, changes?: Parameters<World["call"]>[0], by?: DecisionService): Promise<DecideAnswer>;
  /** Rows of the chain, oldest first. */
  rows(world: World): Promise<Selectable<AuditLogTable>[]>;
  requestRows(world: World): Promise<Selectable<RequestTable>[]>;
  costs(world: World): Promise<Selectable<CostCounterTable>[]>;
  usageEvents(world: World): Promise<Selectable<PendingUsageEventTable>[]>;
  close(): Promise<void>;
}

export async function openServiceFixture(databaseUrl: string): Promise<ServiceFixture> {
  const fixture = await openDecisionFixture(databaseUrl);
  const service = fixture.openService();
  const other = fixture.openService();
  const { store } = fixture;
  return {
    ...fixture,
    service,
    other,
    async decideOne(world, changes = {}, by = service) {
      const [answer] = await by.decide(world.tenantId, world.instance, [world.call(changes)]);
      return answer as DecideAnswer;
    },
    rows: (world) =>
      store.read(world.tenantId, (db) =>
        db.query.selectFrom("audit_logs").selectAll().where("tenant_id", "=", world.tenantId).orderBy("seq").execute(),
      ),
    requestRows: (world) =>
      store.read(world.tenantId, (db) =>
        db.query.selectFrom("requests").selectAll().where("tenant_id", "=", world.tenantId).execute(),
      ),
    costs: (world) =>
      store.read(world.tenantId, (db) =>
        db.query
          .selectFrom("cost_counters")
          .selectAll()
          .where("tenant_id", "=", world.tenantId)
          .orderBy("scope")
          .execute(),
      ),
    usageEvents: (world) =>
      store.read(world.tenantId, (db) =>
        db.query.selectFrom("pending_usage_events").selectAll().where("tenant_id", "=", world.tenantId).execute(),
      ),
    async close() {
      await service.close();
      await other.close();
      await store.close();
    },
  };
}

/** The permit that an answer is; throws with the answer when it is none. */
export function permitted(answer: DecideAnswer): Permit {
  if (answer.verdict !== "permit") throw new Error(`Not permitted: ${JSON.stringify(answer)}`);
  return answer;
}
