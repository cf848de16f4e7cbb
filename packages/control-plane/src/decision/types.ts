// What stages 4 to 7 take and give. They are pure: everything they need is in the call, the tenant's facts at one state
// version, and the readings taken before (profile, correlation, spend). Nothing here touches the database.

import type { AgentFacts, DecideCall, FindingCode, Grant, KillSwitchState, ToolFacts } from "@portcullis/contract";
import type { RateTable } from "@portcullis/core";
import type { RedactionSettings, ScanSettings } from "@portcullis/edge/detection";
import type { PolicyEngine } from "./policy/engine.js";

export type RiskLevel = AgentFacts["risk_level"];

/** Settings of a tenant with every default filled in. */
export interface TenantSettings {
  readonly name: string;
  readonly tier: "free" | "pro" | "enterprise";
  readonly requestsPerSecond: number;
  readonly burst: number;
  readonly dailyRequestCap: number | null;
  readonly monthlyRequestCap: number | null;
  readonly dailyCostCapNano: bigint | null;
  readonly strictCaps: boolean;
  readonly crossTenantSignals: boolean;
  readonly degradedMode: "allow" | "block_high_risk" | "block_all";
  readonly policyCacheMs: number;
  readonly approvalMinutes: number;
  readonly decisionInputsDays: number;
  readonly redaction: RedactionSettings;
  readonly scan: ScanSettings & { readonly injected_results?: "report" | "withhold" | undefined };
}

export interface AgentRecord extends AgentFacts {
  readonly dailyCostCapNano: bigint | null;
}

export interface ToolRecord extends ToolFacts {
  readonly priceNano: bigint | null;
  readonly maxCostNano: bigint | null;
  readonly access: "reads" | "writes" | "invokes";
  readonly inputSchema: Record<string, unknown> | null;
  readonly consentTenants: readonly string[];
}

export interface AutonomyContract {
  readonly id: string;
  readonly name: string;
  readonly agentScope: string;
  readonly delegationMaxDepth: number | null;
  readonly costCapNano: bigint | null;
  readonly costCapWindowSeconds: number | null;
  readonly timeWindow: { readonly days: readonly number[]; readonly from: string; readonly to: string } | null;
  readonly crossTenantRules: readonly { readonly tenant_id: string; readonly tools: readonly string[] }[];
  readonly onViolation: "escalate" | "kill";
}

export interface SignalWeights {
  readonly inference: number;
  readonly policy: number;
  readonly behavior: number;
}

/** Everything of a tenant that decisions read, at one state version; cached until the version moves. */
export interface TenantFacts {
  readonly tenantId: string;
  readonly stateVersion: number;
  readonly killSwitch: KillSwitchState;
  readonly settings: TenantSettings;
  readonly agents: ReadonlyMap<string, AgentRecord>;
  readonly tools: ReadonlyMap<string, ToolRecord>;
  readonly policy: PolicyEngine;
  readonly contracts: readonly AutonomyContract[];
  readonly weights: SignalWeights;
  readonly rates: RateTable;
}

/** The token that a call came with, as the control plane issued it. */
export interface CallerFacts {
  readonly jti: string;
  readonly role: string;
  readonly subject: string;
  /** Grants that the token names; null for users. */
  readonly permissions: readonly Grant[] | null;
  readonly act: readonly { readonly sub: string; readonly jti: string }[];
}

/** Readings taken before the decision. */
export interface Readings {
  readonly nowMs: number;
  readonly profile: BehaviorProfile | null;
  readonly correlation: Correlation;
  /** False when the readings failed: the tenant's degraded mode applies. */
  readonly behaviorHealthy: boolean;
  /** Dollars of the agent today, spent and reserved. */
  readonly agentSpentTodayNano: bigint;
  /** Dollars that this call reserves. */
  readonly reservationNano: bigint;
  /** Spend of the agent within the trailing window, by window length in seconds. */
  readonly spentInWindowNano: ReadonlyMap<number, bigint>;
  /** The other tenant's consent for `target_tenant_id` and this tool. */
  readonly targetConsents: boolean;
  /** A valid, unused approval of exactly this call came with it. */
  readonly approved: boolean;
  /** The call's token was first used at another edge. */
  readonly tokenElsewhere: boolean;
}

export interface Correlation {
  readonly coordinatedRisk: number;
  readonly anomalyFrequency: number;
  readonly peerCount: number;
}

/** Rolling baseline of one agent; kept as JSON by the profile worker. */
export interface BehaviorProfile {
  readonly calls: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Decayed share of calls by tool. */
  readonly tools: Record<string, number>;
  /** Decayed share of tool pairs, named by `pairOf`. */
  readonly pairs: Record<string, number>;
  readonly lastTool: string | null;
  /** Decayed mean and variance of calls in an active minute, and of cost of a call in nano-dollars. */
  readonly perMinute: {
    readonly mean: number;
    readonly variance: number;
    readonly current: number;
    readonly minute: number;
  };
  readonly costNano: { readonly mean: number; readonly variance: number };
}

export interface PolicyVerdict {
  readonly decision: "allow" | "deny" | "escalate";
  readonly ruleId: string | null;
  readonly findings: readonly FindingCode[];
  readonly score: number;
  readonly cached: boolean;
}

export interface BehaviorVerdict {
  readonly score: number;
  readonly signals: {
    readonly sequence: number;
    readonly velocity: number;
    readonly cost: number;
    readonly cross_agent: number;
  };
  readonly findings: readonly FindingCode[];
  /** Set when degraded mode refuses. */
  readonly refuse: boolean;
}

/** Stage 6: the specification's actions. */
export interface CombinedVerdict {
  readonly action: "ALLOW" | "ESCALATE" | "KILL";
  readonly score: number;
  readonly ruleId: string | null;
  readonly findings: readonly FindingCode[];
  readonly signals_evaluated: {
    readonly inference: SignalReading;
    readonly policy: SignalReading;
    readonly behavior: SignalReading;
  };
}
export interface SignalReading {
  readonly score: number;
  readonly threshold: number;
  readonly triggered: boolean;
}

/** Stages 4 to 7 together. */
export interface Verdict {
  readonly action: "allow" | "deny" | "escalate";
  readonly ruleId: string | null;
  readonly findings: readonly FindingCode[];
  readonly score: number;
  readonly signals_evaluated: CombinedVerdict["signals_evaluated"];
  /** What stage 4 alone came to; simulations compare with it. */
  readonly policy: PolicyVerdict;
  readonly behavior: BehaviorVerdict;
  /** Words for an escalation. */
  readonly reason: string | null;
  readonly violations: readonly {
    readonly contractId: string;
    readonly contractName: string;
    readonly reason: string;
  }[];
  readonly approvalUsed: boolean;
  readonly timeline: readonly {
    readonly stage: "policy" | "behavior" | "decision" | "autonomy";
    readonly startMs: number;
    readonly endMs: number;
    readonly decision: string;
  }[];
}

/**
 * The page of stages 4 to 7. `judge.ts` has the function. With the verdict from `before`, stages 4 and 5 stand: for readings of which
 * only spend and approval have changed.
 */
export type Judge = (
  call: DecideCall,
  caller: CallerFacts,
  facts: TenantFacts,
  readings: Readings,
  before?: Verdict,
) => Verdict;
