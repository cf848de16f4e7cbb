// The control plane's half of the pipeline, stages 4 to 7, one after the other. Pure but for the policy cache and the clock
// that times the stages; an error in any stage is the caller's to refuse.

import type { AgentRecord, CombinedVerdict, Judge, PolicyVerdict, Verdict } from "../types.js";
import { scoreBehavior } from "./behavior.js";
import { combineSignals, POLICY_SCORES, SCORE_ESCALATION_RULE } from "./combine.js";
import { type ContractVerdict, enforceContracts } from "./contracts.js";
import { createPolicyCache, type PolicyCache } from "./policy-cache.js";
import { findingCodesOf, policyRequestOf } from "./policy-request.js";
import { startTimeline } from "./stage-timeline.js";

/** Stages 4 to 7 over the process's own policy cache. */
export const judge: Judge = createJudge(createPolicyCache());

/** Stages that stand when a call is judged again: policies may take long, and the tenant is locked by then. */
const KEPT_STAGES: ReadonlySet<string> = new Set(["policy", "behavior"]);

export function createJudge(cache: PolicyCache): Judge {
  return (call, caller, facts, readings, before) => {
    const agent = facts.agents.get(call.agent_id);
    if (agent === undefined) throw new Error("The agent is not among the tenant's facts.");
    const timeline = startTimeline(before?.timeline.filter(({ stage }) => KEPT_STAGES.has(stage)));
    // Policies may read the score of stage 5: it is computed when they first ask for it, or else in its own stage.
    const behaviorOf = once(() =>
      scoreBehavior({
        toolName: call.tool_name,
        riskLevel: agent.risk_level,
        degradedMode: facts.settings.degradedMode,
        readings,
      }),
    );

    const evaluatePolicies = (): PolicyVerdict => {
      const behaviorScore = behaviorOf().score;
      const request = policyRequestOf({ call, caller, facts, readings, agent, behaviorScore });
      const { decision, ruleId, findings, cached } = cache.evaluate({
        tenantId: facts.tenantId,
        engine: facts.policy,
        request,
        ttlMs: facts.settings.policyCacheMs,
      });
      return { decision, ruleId, findings, cached, score: POLICY_SCORES[decision] };
    };

    // 4. Policy: what the tenant's rules and the built-in ones say.
    const policy = before?.policy ?? timeline.stage("policy", evaluatePolicies);

    // 5. Behavior: how unusual the call is for its agent. Scored after a denial too, for the row.
    const behavior =
      before?.behavior ?? timeline.stage("behavior", behaviorOf, ({ refuse }) => (refuse ? "refuse" : "pass"));

    // 6. Decision: one score and one action from the scan, the policies and the behavior.
    const combined = timeline.stage(
      "decision",
      () =>
        combineSignals({
          inferenceRisk: call.risk,
          callFindings: findingCodesOf(call, readings, facts.tools.get(call.tool_name)),
          policy,
          behavior,
          riskLevel: agent.risk_level,
          weights: facts.weights,
        }),
      ({ action }) => action,
    );

    // 7. Autonomy: what the tenant's contracts forbid its agents to do alone.
    const contracts = timeline.stage(
      "autonomy",
      () =>
        enforceContracts(
          {
            tenantId: facts.tenantId,
            agent: { id: call.agent_id, name: agent.name },
            toolName: call.tool_name,
            targetTenantId: call.target_tenant_id ?? null,
            depth: caller.act.length,
            readings,
          },
          facts.contracts,
        ),
      ({ action }) => action,
    );

    return {
      ...settle(combined, contracts, readings.approved, agent),
      findings: [...new Set([...combined.findings, ...contracts.findings])],
      score: combined.score,
      signals_evaluated: combined.signals_evaluated,
      policy,
      behavior,
      violations: contracts.violations,
      timeline: timeline.entries(),
    };
  };
}

/** A denial stays; a contract narrows; an approval lifts an escalation and nothing else. */
function settle(
  combined: CombinedVerdict,
  contracts: ContractVerdict,
  approved: boolean,
  agent: AgentRecord,
): Pick<Verdict, "action" | "ruleId" | "reason" | "approvalUsed"> {
  if (combined.action === "KILL") return { action: "deny", ruleId: combined.ruleId, reason: null, approvalUsed: false };
  if (contracts.action === "kill") {
    return { action: "deny", ruleId: contracts.ruleId, reason: contracts.reason, approvalUsed: false };
  }
  const escalates = combined.action === "ESCALATE" || contracts.action === "escalate";
  if (!escalates) return { action: "allow", ruleId: combined.ruleId, reason: null, approvalUsed: false };
  const ruleId = combined.action === "ESCALATE" ? combined.ruleId : contracts.ruleId;
  if (approved) return { action: "allow", ruleId, reason: null, approvalUsed: true };
  const reason = combined.action === "ESCALATE" ? describeEscalation(combined, agent) : contracts.reason;
  return { action: "escalate", ruleId, reason, approvalUsed: false };
}

function describeEscalation({ ruleId, score }: CombinedVerdict, agent: AgentRecord): string {
  if (ruleId === SCORE_ESCALATION_RULE) {
    return `the score ${score} asks for a person at risk level ${agent.risk_level}`;
  }
  if (ruleId === "agent.escalate.tool_grant") return "the agent's grant for this tool asks for a person each time";
  return `policy rule "${ruleId}" asks for a person`;
}

function once<T>(compute: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: compute() };
    return done.value;
  };
}
