// What stage 4 asks the policies about one call, from the call, its caller, the tenant's facts and the readings.

import type { DecideCall, FindingCode } from "@portcullis/contract";
import { effectiveGrants } from "./effective-grants.js";
import type { PolicyRequest } from "./policy/engine.js";
import type { AgentRecord, CallerFacts, Readings, TenantFacts } from "./types.js";

export interface RequestSources {
  readonly call: DecideCall;
  readonly caller: CallerFacts;
  readonly facts: TenantFacts;
  readonly readings: Readings;
  readonly agent: AgentRecord;
  /** Score of stage 5. */
  readonly behaviorScore: number;
}

export function policyRequestOf({
  call,
  caller,
  facts,
  readings,
  agent,
  behaviorScore,
}: RequestSources): PolicyRequest {
  return {
    agent: { id: call.agent_id, name: agent.name, riskLevel: agent.risk_level },
    toolName: call.tool_name,
    grants: effectiveGrants(call, caller, facts),
    arguments: call.arguments,
    findings: findingCodesOf(call, readings),
    risk: call.risk,
    behavior: behaviorScore,
    costNano: readings.reservationNano,
    spentTodayNano: readings.agentSpentTodayNano,
    atMs: readings.nowMs,
    targetTenantId: call.target_tenant_id ?? null,
    role: caller.role,
  };
}

/** Each code of the scan once, in the scan's order, and after them what the token's use says. */
export function findingCodesOf(
  call: Pick<DecideCall, "findings">,
  readings: Pick<Readings, "tokenElsewhere"> | undefined,
): FindingCode[] {
  const codes = new Set(call.findings.map(({ code }) => code));
  if (readings?.tokenElsewhere) codes.add("token_reuse_across_edges");
  return [...codes];
}
