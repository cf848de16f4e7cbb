// What a judgement takes from the database beside the tenant's facts: behaviour profile, cross-agent signals, spend, highest
// recent cost, approval, another tenant's consent. Read before the transaction that decides and, where calls come often, kept
// for a second: exact limits are counted in that transaction, not here.

import type { DecideCall, FindingCode } from "@portcullis/contract";
import { DAY_MS, MINUTE_MS, type Reservation, reservationOf, utcDay } from "@portcullis/core";
import type { Logger } from "pino";
import { runStatement, statement } from "../../db/statements.js";
import type { Store, TenantDb } from "../../db/tx.js";
import type { BehaviorProfile, Readings, TenantFacts } from "../types.js";
import { APPROVALS, type ApprovalRow, isUsableApproval } from "./approvals.js";
import { bindsAgent } from "./contracts.js";
import { toolPriceOf, usageOf } from "./pricing.js";
import { RecentMap } from "./recent-map.js";
import { NO_CORRELATION, SharedSignals } from "./shared-signals.js";

const SPENT = statement(
  "select scope, spent_nano, reserved_nano from cost_counters where tenant_id = $1 and day = $2 and scope in $list3",
);
const PROFILES = statement(
  "select agent_id, profile from behavior_profiles where tenant_id = $1 and agent_id in $list2",
);
const HIGHS = statement(
  `select agent_id, tool_name, max(high_nano) as high_nano from cost_highs
   where tenant_id = $1 and agent_id in $list2 and tool_name in $list3 and day >= $4 group by agent_id, tool_name`,
);
const WINDOW = statement(
  `select coalesce(sum(amount_nano), 0) as spent_nano from cost_minutes
   where tenant_id = $1 and agent_id = $2 and minute > $3`,
);

/** Readings of one call, and what it will reserve. */
export interface CallReadings {
  readonly readings: Readings;
  readonly reservation: Reservation;
}

export class ReadingsReader {
  readonly #store: Store;
  readonly #signals: SharedSignals;
  readonly #log: Pick<Logger, "error"> | undefined;
  readonly #profiles = new RecentMap<BehaviorProfile | null>();
  readonly #spent = new RecentMap<{ readonly day: string; readonly nano: bigint }>();
  readonly #highs = new RecentMap<bigint>();

  /** `log` is told why behaviour could not be read, of which rows show only that it was not. */
  constructor(store: Store, minAgentsForCorrelation: number, log?: Pick<Logger, "error">) {
    this.#store = store;
    this.#log = log;
    this.#signals = new SharedSignals(store, minAgentsForCorrelation);
  }

  /** Reads for several calls of one tenant at once; in the order of the calls. `isElsewhere`: see `tokenElsewhere`. */
  async read(
    facts: TenantFacts,
    calls: readonly DecideCall[],
    nowMs: number,
    isElsewhere: (call: DecideCall) => boolean,
  ): Promise<CallReadings[]> {
    const needs = calls.map((call) => needsOf(facts, call));
    let isHealthy = true;
    let approvals: ReadonlyMap<string, ApprovalRow> = new Map();
    const windows = new Map<string, bigint>();
    const consents = new Map<string, boolean>();
    if (needs.some((need) => this.#mustRead(facts, need, nowMs))) {
      // A profile that cannot be read is the degraded mode's case; the rest is needed to decide at all.
      approvals = await this.#store.read(facts.tenantId, async (db) => {
        await this.#readSpend(db, needs, nowMs);
        for (const need of needs) {
          for (const seconds of need.windows)
            windows.set(`${need.agentId} ${seconds}`, await readWindow(db, need.agentId, seconds, nowMs));
        }
        const keys = needs.flatMap((need) => (need.call.approval_key === undefined ? [] : [need.call.approval_key]));
        if (keys.length === 0) return new Map();
        return new Map(
          (await runStatement<ApprovalRow>(db, APPROVALS, [db.tenantId, keys])).map((row) => [row.key, row]),
        );
      });
      isHealthy = await this.#readBehavior(facts, needs, nowMs);
    }
    for (const { call } of needs) {
      const key = `${call.target_tenant_id} ${call.tool_name}`;
      if (call.target_tenant_id === undefined || call.target_tenant_id === facts.tenantId || consents.has(key))
        continue;
      consents.set(key, await this.#readConsent(facts.tenantId, call.target_tenant_id, call.tool_name));
    }
    return needs.map((need) => {
      const { call, agentId } = need;
      const reservation = reservationOf({
        ...need.pricing,
        recentHighestNanoUsd: this.#highs.peek(need.highKey) ?? 0n,
      });
      const approval = call.approval_key === undefined ? undefined : approvals.get(call.approval_key);
      const asked = { call, policyRevision: facts.policy.revision, declaredNano: reservation.declaredNanoUsd };
      return {
        reservation,
        readings: {
          nowMs,
          profile: this.#profiles.peek(need.agentKey) ?? null,
          correlation: facts.settings.crossTenantSignals
            ? this.#signals.correlationOf(facts.tenantId, call, need.findings)
            : NO_CORRELATION,
          behaviorHealthy: isHealthy,
          agentSpentTodayNano: this.#spent.peek(need.agentKey)?.nano ?? 0n,
          reservationNano: reservation.amountNanoUsd,
          spentInWindowNano: new Map(
            need.windows.map((seconds) => [seconds, windows.get(`${agentId} ${seconds}`) ?? 0n]),
          ),
          targetConsents: consents.get(`${call.target_tenant_id} ${call.tool_name}`) ?? false,
          approved: approval !== undefined && isUsableApproval(approval, asked, nowMs),
          tokenElsewhere: isElsewhere(call),
        },
      };
    });
  }

  /** Takes over what a deciding transaction has just seen of an agent's day, so that the next call need not read it. */
  noteSpend(tenantId: string, agentId: string, day: string, nano: bigint, nowMs: number): void {
    this.#spent.set(`${tenantId} ${agentId}`, { day, nano }, nowMs);
  }

  #mustRead(facts: TenantFacts, need: Need, nowMs: number): boolean {
    return (
      need.windows.length > 0 ||
      need.call.approval_key !== undefined ||
      this.#spent.get(need.agentKey, nowMs)?.day !== utcDay(nowMs) ||
      !this.#profiles.has(need.agentKey, nowMs) ||
      (need.needsHigh && !this.#highs.has(need.highKey, nowMs)) ||
      (facts.settings.crossTenantSignals && !this.#signals.has(need.findings, nowMs))
    );
  }

  async #readSpend(db: TenantDb, needs: readonly Need[], nowMs: number): Promise<void> {
    const day = utcDay(nowMs);
    const agents = [...new Set(needs.map((need) => need.agentId))];
    for (const agentId of agents) this.#spent.set(`${db.tenantId} ${agentId}`, { day, nano: 0n }, nowMs);
    const rows = await runStatement<{ scope: string; spent_nano: bigint; reserved_nano: bigint }>(db, SPENT, [
      db.tenantId,
      day,
      agents,
    ]);
    for (const row of rows) this.noteSpend(db.tenantId, row.scope, day, row.spent_nano + row.reserved_nano, nowMs);
    const open = needs.filter((need) => need.needsHigh);
    if (open.length === 0) return;
    const highs = await runStatement<{ agent_id: string; tool_name: string; high_nano: bigint }>(db, HIGHS, [
      db.tenantId,
      agents,
      [...new Set(open.map((need) => need.call.tool_name))],
      utcDay(nowMs - DAY_MS),
    ]);
    for (const need of open) this.#highs.set(need.highKey, 0n, nowMs);
    for (const row of highs) this.#highs.set(`${db.tenantId} ${row.agent_id} ${row.tool_name}`, row.high_nano, nowMs);
  }

  /** False when the behaviour readings failed, so that the tenant's degraded mode applies. */
  async #readBehavior(facts: TenantFacts, needs: readonly Need[], nowMs: number): Promise<boolean> {
    try {
      const agents = [
        ...new Set(needs.filter((need) => !this.#profiles.has(need.agentKey, nowMs)).map((n) => n.agentId)),
      ];
      if (agents.length > 0) {
        const rows = await this.#store.read(facts.tenantId, (db) =>
          runStatement<{ agent_id: string; profile: string }>(db, PROFILES, [db.tenantId, agents]),
        );
        const profiles = new Map(rows.map((row) => [row.agent_id, JSON.parse(row.profile) as BehaviorProfile]));
        for (const agentId of agents) {
          this.#profiles.set(`${facts.tenantId} ${agentId}`, profiles.get(agentId) ?? null, nowMs);
        }
      }
      if (!facts.settings.crossTenantSignals) return true;
      await this.#signals.read(
        needs.flatMap((need) => need.findings),
        nowMs,
      );
      return true;
    } catch (error) {
      const fields = { err: error, tenant_id: facts.tenantId };
      this.#log?.error(fields, "behaviour could not be read: the tenant's degraded mode applies");
      return false;
    }
  }

  async #readConsent(tenantId: string, targetTenantId: string, toolName: string): Promise<boolean> {
    const row = await this.#store.read(targetTenantId, (db) =>
      db.query
        .selectFrom("tools")
        .select("consent_tenants")
        .where("tenant_id", "=", targetTenantId)
        .where("tool_name", "=", toolName)
        .where("deleted_at", "is", null)
        .executeTakeFirst(),
    );
    return row !== undefined && (JSON.parse(row.consent_tenants) as string[]).includes(tenantId);
  }
}

/** Dollars of an agent, spent or reserved, within the trailing window; by whole minutes, the current one included. */
export async function readWindow(db: TenantDb, agentId: string, seconds: number, nowMs: number): Promise<bigint> {
  const before = minuteBefore(seconds, nowMs);
  const [row] = await runStatement<{ spent_nano: bigint | number }>(db, WINDOW, [db.tenantId, agentId, before]);
  return BigInt(row?.spent_nano ?? 0);
}

/** The last minute, since the epoch, that is before the trailing window. */
export function minuteBefore(seconds: number, nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS) - Math.ceil(seconds / 60);
}

/** The windows of the contracts with a cost cap that bind this agent, in seconds. */
export function windowsOf(facts: TenantFacts, agentId: string): readonly number[] {
  const agent = facts.agents.get(agentId);
  if (agent === undefined || facts.contracts.length === 0) return [];
  const windows = new Set<number>();
  for (const contract of facts.contracts) {
    const { costCapNano, costCapWindowSeconds } = contract;
    if (costCapNano === null || costCapWindowSeconds === null) continue;
    if (bindsAgent(contract, { id: agentId, name: agent.name })) windows.add(costCapWindowSeconds);
  }
  return [...windows];
}

interface Need {
  readonly call: DecideCall;
  readonly agentId: string;
  readonly agentKey: string;
  readonly highKey: string;
  readonly findings: readonly FindingCode[];
  readonly windows: readonly number[];
  readonly needsHigh: boolean;
  readonly pricing: Omit<Parameters<typeof reservationOf>[0], "recentHighestNanoUsd">;
}

function needsOf(facts: TenantFacts, call: DecideCall): Need {
  const tool = toolPriceOf(facts.tools.get(call.tool_name));
  const usage = usageOf(call.usage);
  const findings = [...new Set(call.findings.map((finding) => finding.code))];
  const agentKey = `${facts.tenantId} ${call.agent_id}`;
  return {
    call,
    agentId: call.agent_id,
    agentKey,
    highKey: `${agentKey} ${call.tool_name}`,
    findings,
    windows: windowsOf(facts, call.agent_id),
    needsHigh: tool === null && usage === null,
    pricing: { tool, usage, rates: facts.rates },
  };
}
