// What stage 4 asks the policies about one call, from the call, its caller, the tenant's facts and the readings.

import type { DecideCall, FindingCode } from "@portcullis/contract";
import type { PolicyRequest } from "../policy/engine.js";
import type { AgentRecord, CallerFacts, Readings, TenantFacts, ToolRecord } from "../types.js";
import { effectiveGrants } from "./effective-grants.js";

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
    findings: findingCodesOf(call, readings, facts.tools.get(call.tool_name)),
    risk: call.risk,
    behavior: behaviorScore,
    costNano: readings.reservationNano,
    spentTodayNano: readings.agentSpentTodayNano,
    atMs: readings.nowMs,
    targetTenantId: call.target_tenant_id ?? null,
    role: caller.role,
  };
}

/** Each code of the scan once, in the scan's order, and after them what the tool's definition and the token's use say. */
export function findingCodesOf(
  call: Pick<DecideCall, "findings" | "definition_hash">,
  readings: Pick<Readings, "tokenElsewhere"> | undefined,
  tool: Pick<ToolRecord, "definition_hash"> | undefined,
): FindingCode[] {
  const codes = new Set(call.findings.map(({ code }) => code));
  if (isOtherDefinition(call.definition_hash, tool?.definition_hash ?? null)) codes.add("tool_description_changed");
  if (readings?.tokenElsewhere) codes.add("token_reuse_across_edges");
  return [...codes];
}

/**
 * Whether the tool is described otherwise than what was approved, or was never approved. Null is a tool whose server does not
 * answer: the edge runs it with no definition but the one that was judged, so this permit leads nowhere.
 */
function isOtherDefinition(served: string | null | undefined, approved: string | null): boolean {
  return served !== null && (served ?? null) !== approved;
}
