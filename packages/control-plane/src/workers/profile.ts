// Learns from the chain: the rolling baseline of each agent, and how often it had which findings, which cross-agent signals
// are read from. Reads by seq from where it stopped, so that history is never scanned; replicas take turns at the cursor.

import type { FindingCode } from "@portcullis/contract";
import { MINUTE_MS } from "@portcullis/core";
import type { SignalMinuteTable } from "../db/schema/ledger-tables.js";
import { insertRows, runStatement, statement } from "../db/statements.js";
import type { Store, TenantTx } from "../db/tx.js";
import { updateProfile } from "../decision/judging/behavior-profile.js";
import type { BehaviorProfile } from "../decision/types.js";
import { forEachTenant, tenantsWithWork, type Worker } from "./worker.js";

const WORKER = "profile";
const BATCH = 500;
const EVERY_MS = 1000;
/** Outcomes of calls that reached their tool. */
const RAN: ReadonlySet<string> = new Set(["allowed", "failed", "aborted"]);
/** Findings that say nothing about a payload, and so nothing about what agents have in common. */
const NOT_SHARED: ReadonlySet<FindingCode> = new Set([
  "tool_not_granted",
  "tool_denied",
  "policy_error",
  "policy_escalation",
  "behavior_anomaly",
  "behavior_degraded",
  "token_reuse_across_edges",
  "unknown_model_rate",
  "cost_above_reservation",
]);

const BEGIN_CURSOR = statement(
  "insert into worker_cursors (tenant_id, worker, seq) values ($1, $2, 0) on conflict (tenant_id, worker) do nothing",
);
const LOCK_CURSOR = statement("select seq from worker_cursors where tenant_id = $1 and worker = $2 for update");
const MOVE_CURSOR = statement("update worker_cursors set seq = $3 where tenant_id = $1 and worker = $2");
const ROWS = statement(
  `select seq, action, agent_id, tool_name, outcome, findings, amount_nano, created_at,
     case when findings = '[]' then null else content end as content
   from audit_logs where tenant_id = $1 and seq > $2 order by seq limit ${BATCH}`,
);
const PROFILES = statement(
  "select agent_id, profile from behavior_profiles where tenant_id = $1 and agent_id in $list2",
);
const writeProfiles = insertRows(
  "behavior_profiles",
  ["tenant_id", "agent_id", "profile", "updated_at"],
  "on conflict (tenant_id, agent_id) do update set profile = excluded.profile, updated_at = excluded.updated_at",
);
const writeSignals = insertRows(
  "signal_minutes",
  ["tenant_id", "minute", "finding", "agent_id", "shape_hash", "events"],
  `on conflict (tenant_id, minute, finding, agent_id, shape_hash)
   do update set events = signal_minutes.events + excluded.events`,
);

interface ChainRow {
  readonly seq: number;
  readonly action: string;
  readonly agent_id: string | null;
  readonly tool_name: string | null;
  readonly outcome: string;
  readonly findings: string;
  readonly amount_nano: bigint;
  readonly created_at: number;
  readonly content: string | null;
}

/** Looks every second for rows that no profile has learnt from. */
export function profileWorker(store: Store): Worker {
  return { name: WORKER, everyMs: EVERY_MS, run: () => learnFromChains(store) };
}

/** Reads up to a batch of each tenant's new rows; answers whether one of them has more. */
export async function learnFromChains(store: Store): Promise<boolean> {
  const tenants = await tenantsWithWork(store, ({ query }) =>
    query
      .selectFrom("chain_heads as h")
      .leftJoin("worker_cursors as c", (join) =>
        join.onRef("c.tenant_id", "=", "h.tenant_id").on("c.worker", "=", WORKER),
      )
      .select("h.tenant_id")
      .where((eb) => eb("h.seq", ">", eb.fn.coalesce("c.seq", eb.val(0))))
      .execute(),
  );
  const hasMore = await forEachTenant(tenants, (tenantId) => store.write(tenantId, learn));
  return hasMore.includes(true);
}

async function learn(tx: TenantTx): Promise<boolean> {
  const { tenantId } = tx;
  await runStatement(tx, BEGIN_CURSOR, [tenantId, WORKER]);
  const [cursor] = await runStatement<{ seq: number }>(tx, LOCK_CURSOR, [tenantId, WORKER]);
  const rows = await runStatement<ChainRow>(tx, ROWS, [tenantId, cursor?.seq ?? 0]);
  const last = rows.at(-1);
  if (last === undefined) return false;
  const calls = rows.filter((row) => row.action === "execute" && row.agent_id !== null);
  await learnProfiles(tx, calls);
  await writeSignals.run(tx, countSignals(tenantId, calls));
  await runStatement(tx, MOVE_CURSOR, [tenantId, WORKER, last.seq]);
  return rows.length === BATCH;
}

async function learnProfiles(tx: TenantTx, calls: readonly ChainRow[]): Promise<void> {
  const ran = calls.filter((row) => RAN.has(row.outcome) && row.tool_name !== null);
  if (ran.length === 0) return;
  const agents = [...new Set(ran.flatMap((row) => row.agent_id ?? []))];
  const known = await runStatement<{ agent_id: string; profile: string }>(tx, PROFILES, [tx.tenantId, agents]);
  const profiles = new Map(known.map((row) => [row.agent_id, JSON.parse(row.profile) as BehaviorProfile]));
  for (const { agent_id, tool_name, created_at, amount_nano } of ran) {
    if (agent_id === null || tool_name === null) continue;
    const event = { toolName: tool_name, atMs: created_at, costNano: amount_nano };
    profiles.set(agent_id, updateProfile(profiles.get(agent_id) ?? null, event));
  }
  await writeProfiles.run(
    tx,
    [...profiles].map(([agent_id, profile]) => ({
      tenant_id: tx.tenantId,
      agent_id,
      profile: JSON.stringify(profile),
      updated_at: tx.nowMs,
    })),
  );
}

/** How many calls of each minute, agent and shape had each finding: one row each, as one statement can write a row only once. */
function countSignals(tenant_id: string, calls: readonly ChainRow[]) {
  const counts = new Map<string, SignalMinuteTable>();
  for (const { content, agent_id, findings, created_at } of calls) {
    if (content === null || agent_id === null) continue;
    const { shape_hash: hash } = JSON.parse(content) as { shape_hash?: unknown };
    const shape_hash = typeof hash === "string" ? hash : "";
    const minute = Math.floor(created_at / MINUTE_MS);
    for (const finding of new Set(JSON.parse(findings) as FindingCode[])) {
      if (NOT_SHARED.has(finding)) continue;
      const key = [minute, finding, agent_id, shape_hash].join(" ");
      const events = (counts.get(key)?.events ?? 0) + 1;
      counts.set(key, { tenant_id, minute, finding, agent_id, shape_hash, events });
    }
  }
  return [...counts.values()];
}
