// Cross-agent signals: who else had a call's findings within the last hour, by whole minutes with the current one, over every tenant
// that takes part. What is read of a finding serves all calls for a moment, whoever they are of; a caller learns only how many there are.

import type { DecideCall, FindingCode } from "@portcullis/contract";
import { MINUTE_MS } from "@portcullis/core";
import { runStatement, statement } from "../../db/statements.js";
import type { PlatformDb, Store } from "../../db/tx.js";
import type { Correlation } from "../types.js";
import { RecentMap } from "./recent-map.js";

const HOUR_MINUTES = 60;
const SEEN = statement(
  `select e.tenant_id, e.agent_id, e.shape_hash, cast(sum(e.events) as bigint) as events
   from signal_minutes e join tenants t on t.id = e.tenant_id
   where e.finding = $1 and e.minute > $2 and t.behavior_cross_tenant_enabled = 1
   group by e.tenant_id, e.agent_id, e.shape_hash`,
);

export const NO_CORRELATION: Correlation = { coordinatedRisk: 0, anomalyFrequency: 0, peerCount: 0 };

/** What the last hour has of one finding. */
interface Sightings {
  readonly events: number;
  /** By tenant and agent. */
  readonly eventsOfAgent: ReadonlyMap<string, number>;
  readonly tenantsOfShape: ReadonlyMap<string, ReadonlySet<string>>;
}

export class SharedSignals {
  readonly #store: Store;
  readonly #minAgents: number;
  readonly #sightings = new RecentMap<Sightings>();

  constructor(store: Store, minAgents: number) {
    this.#store = store;
    this.#minAgents = minAgents;
  }

  /** Whether the signals of these findings are known as they are now. */
  has(findings: readonly FindingCode[], nowMs: number): boolean {
    return findings.every((finding) => this.#sightings.has(finding, nowMs));
  }

  /** Reads what is not known of these findings. */
  async read(findings: readonly FindingCode[], nowMs: number): Promise<void> {
    const wanted = [...new Set(findings)].filter((finding) => !this.#sightings.has(finding, nowMs));
    if (wanted.length === 0) return;
    await this.#store.platform("cross-tenant correlation", async (db) => {
      for (const finding of wanted) this.#sightings.set(finding, await readSightings(db, finding, nowMs), nowMs);
    });
  }

  /** What is known of a call's findings, its own agent left out. */
  correlationOf(tenantId: string, call: DecideCall, findings: readonly FindingCode[]): Correlation {
    let [peers, sameShape, events] = [0, 0, 0];
    for (const finding of findings) {
      const seen = this.#sightings.peek(finding);
      if (seen === undefined) continue;
      const own = seen.eventsOfAgent.get(`${tenantId} ${call.agent_id}`);
      const tenants = seen.tenantsOfShape.get(call.shape_hash);
      peers = Math.max(peers, seen.eventsOfAgent.size - (own === undefined ? 0 : 1));
      sameShape = Math.max(sameShape, (tenants?.size ?? 0) - (tenants?.has(tenantId) ? 1 : 0));
      events += seen.events - (own ?? 0);
    }
    // The quorum counts the calling agent itself.
    if (peers + 1 < this.#minAgents) return NO_CORRELATION;
    return { coordinatedRisk: 1 - 0.7 ** peers * 0.5 ** sameShape, anomalyFrequency: events, peerCount: peers };
  }
}

async function readSightings(db: PlatformDb, finding: FindingCode, nowMs: number): Promise<Sightings> {
  const rows = await runStatement<{ tenant_id: string; agent_id: string; shape_hash: string; events: number }>(
    db,
    SEEN,
    [finding, Math.floor(nowMs / MINUTE_MS) - HOUR_MINUTES],
  );
  let events = 0;
  const eventsOfAgent = new Map<string, number>();
  const tenantsOfShape = new Map<string, Set<string>>();
  for (const row of rows) {
    const agent = `${row.tenant_id} ${row.agent_id}`;
    events += row.events;
    eventsOfAgent.set(agent, (eventsOfAgent.get(agent) ?? 0) + row.events);
    tenantsOfShape.set(row.shape_hash, (tenantsOfShape.get(row.shape_hash) ?? new Set()).add(row.tenant_id));
  }
  return { events, eventsOfAgent, tenantsOfShape };
}
