// Stage 7: what autonomy contracts forbid agents to do alone. Contracts only narrow: they turn an allow into an escalation
// or a refusal, and never the other way round.

import type { FindingCode } from "@portcullis/contract";
import { foldToolName, matchesGlob } from "@portcullis/core";
import type { AutonomyContract, Readings } from "../types.js";

export const CONTRACT_REASONS = [
  "cross_tenant_access",
  "outside_time_window",
  "delegation_too_deep",
  "contract_cost_cap_exceeded",
] as const satisfies readonly FindingCode[];
export type ContractReason = (typeof CONTRACT_REASONS)[number];

export interface ContractCall {
  readonly tenantId: string;
  readonly agent: { readonly id: string; readonly name: string };
  readonly toolName: string;
  readonly targetTenantId: string | null;
  /** Hops of delegation: the immediate caller is 0. */
  readonly depth: number;
  readonly readings: Pick<Readings, "nowMs" | "reservationNano" | "spentInWindowNano" | "targetConsents">;
}

export interface ContractVerdict {
  readonly action: "allow" | "escalate" | "kill";
  readonly ruleId: string | null;
  /** Words for people; null without a violation. */
  readonly reason: string | null;
  readonly findings: readonly ContractReason[];
  readonly violations: readonly {
    readonly contractId: string;
    readonly contractName: string;
    readonly reason: ContractReason;
  }[];
}

interface Violation {
  readonly contract: AutonomyContract | null;
  readonly reason: ContractReason;
  readonly action: "escalate" | "kill";
}

/** Holds one call to the active contracts whose scope has the agent. */
export function enforceContracts(call: ContractCall, contracts: readonly AutonomyContract[]): ContractVerdict {
  const bound = contracts.filter((contract) => bindsAgent(contract, call.agent));
  const violations = [
    ...crossTenantViolations(call, bound),
    ...bound.flatMap((contract) => violationsOf(call, contract)),
  ];
  const deciding = violations.find(({ action }) => action === "kill") ?? violations[0];
  return {
    action: deciding?.action ?? "allow",
    ruleId: deciding === undefined ? null : ruleIdOf(deciding.reason),
    reason: deciding === undefined ? null : describeViolation(deciding),
    findings: [...new Set(violations.map(({ reason }) => reason))],
    violations: violations.flatMap(({ contract, reason }) =>
      contract === null ? [] : [{ contractId: contract.id, contractName: contract.name, reason }],
    ),
  };
}

const ruleIdOf = (reason: ContractReason) => `autonomy.deny.${reason}`;

/** Whether a contract's scope has the agent, by its id or its name. */
export function bindsAgent(
  { agentScope }: Pick<AutonomyContract, "agentScope">,
  agent: ContractCall["agent"],
): boolean {
  const scope = foldName(agentScope);
  return matchesGlob(scope, agent.id) || matchesGlob(scope, foldName(agent.name));
}

/** Written in other letters, or accents, a scope would bind nobody and forbid nothing. */
function foldName(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}

/** Another tenant is out of reach unless a contract names it and that tenant has consented; nothing softens it. */
function crossTenantViolations(call: ContractCall, bound: readonly AutonomyContract[]): Violation[] {
  const { targetTenantId } = call;
  if (targetTenantId === null || targetTenantId === call.tenantId) return [];
  const allows = bound.some(({ crossTenantRules }) =>
    crossTenantRules.some((rule) => rule.tenant_id === targetTenantId && namesTool(rule.tools, call.toolName)),
  );
  if (allows && call.readings.targetConsents) return [];
  const contract = bound.find(({ crossTenantRules }) => crossTenantRules.length > 0) ?? bound[0] ?? null;
  return [{ contract, reason: "cross_tenant_access", action: "kill" }];
}

function namesTool(patterns: readonly string[], toolName: string): boolean {
  return patterns.some((pattern) => matchesGlob(foldPattern(pattern), toolName));
}

/** Patterns are folded like the names that they match, where they can be. */
function foldPattern(pattern: string): string {
  try {
    return foldToolName(pattern);
  } catch {
    return pattern;
  }
}

function violationsOf(call: ContractCall, contract: AutonomyContract): Violation[] {
  const { delegationMaxDepth, timeWindow } = contract;
  const reasons: ContractReason[] = [];
  if (timeWindow !== null && !isWithinWindow(timeWindow, call.readings.nowMs)) reasons.push("outside_time_window");
  if (delegationMaxDepth !== null && call.depth > delegationMaxDepth) reasons.push("delegation_too_deep");
  if (exceedsCostCap(call, contract)) reasons.push("contract_cost_cap_exceeded");
  return reasons.map((reason) => ({ contract, reason, action: contract.onViolation }));
}

/**
 * Whether an instant is in the window, in UTC: `from` included, `to` not. `days` (1 is Monday) are the days on which the
 * window opens; one that ends at or before its start spans midnight, and equal times make it 24 hours.
 */
export function isWithinWindow(window: NonNullable<AutonomyContract["timeWindow"]>, atMs: number): boolean {
  const at = new Date(atMs);
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
  const today = at.getUTCDay() === 0 ? 7 : at.getUTCDay();
  const yesterday = today === 1 ? 7 : today - 1;
  const from = minutesOf(window.from);
  const to = minutesOf(window.to);
  if (from < to) return window.days.includes(today) && minute >= from && minute < to;
  return (window.days.includes(today) && minute >= from) || (window.days.includes(yesterday) && minute < to);
}

function minutesOf(clock: string): number {
  const [hours = "0", minutes = "0"] = clock.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** A window that was not read counts as exceeded. A call without a cost is stopped once the cap is used up. */
function exceedsCostCap({ readings }: ContractCall, { costCapNano, costCapWindowSeconds }: AutonomyContract): boolean {
  if (costCapNano === null || costCapWindowSeconds === null) return false;
  const spentNano = readings.spentInWindowNano.get(costCapWindowSeconds);
  if (spentNano === undefined) return true;
  return spentNano + readings.reservationNano > costCapNano || (spentNano > 0n && spentNano >= costCapNano);
}

function describeViolation({ contract, reason }: Violation): string {
  const words: Record<ContractReason, string> = {
    cross_tenant_access: "the call reaches another tenant without a contract and that tenant's consent",
    outside_time_window: "the agent may not act alone at this time",
    delegation_too_deep: "the call was delegated over too many agents",
    contract_cost_cap_exceeded: "the agent's spending in the contract's window would pass its cap",
  };
  return contract === null ? words[reason] : `contract "${contract.name}": ${words[reason]}`;
}
