// Stage 6: one score and one action from the scan, the policies and the behaviour. A denial of the policies is a KILL
// whatever the score; the signals are recorded all the same. The tables are documented in docs/decisions.md.

import type { FindingCode } from "@portcullis/contract";
import type {
  BehaviorVerdict,
  CombinedVerdict,
  PolicyVerdict,
  RiskLevel,
  SignalReading,
  SignalWeights,
} from "../types.js";

/** Each weight says how far a full signal alone takes the score. */
export const DEFAULT_WEIGHTS: SignalWeights = { inference: 0.6, policy: 1, behavior: 0.5 };

/** Scores from which a call needs a person, and from which it is refused, by the agent's risk level. */
export const THRESHOLDS: Readonly<Record<RiskLevel, { readonly escalate: number; readonly kill: number }>> = {
  low: { escalate: 0.8, kill: 0.95 },
  medium: { escalate: 0.7, kill: 0.9 },
  high: { escalate: 0.55, kill: 0.75 },
  critical: { escalate: 0.45, kill: 0.65 },
};

/** What the policies' verdict counts as. */
export const POLICY_SCORES = { allow: 0, escalate: 0.5, deny: 1 } as const;
/** The policies' signal is triggered by anything but an allow. */
const POLICY_THRESHOLD = 0.5;
const SCORE_DENIAL_RULE = "decision.deny.score";
export const SCORE_ESCALATION_RULE = "decision.escalate.score";
export const DEGRADED_RULE = "agent.deny.behavior_degraded";

export interface CombineInput {
  /** Risk contribution of the scan, 0 to 1. */
  readonly inferenceRisk: number;
  /** Findings of the scan and of the token's use. */
  readonly callFindings: readonly FindingCode[];
  readonly policy: PolicyVerdict;
  readonly behavior: BehaviorVerdict;
  readonly riskLevel: RiskLevel;
  readonly weights: SignalWeights;
}

/** Weighted noisy-or: 1 − Π (1 − weight × signal). More of any signal never lowers it. */
export function combineSignals(input: CombineInput): CombinedVerdict {
  const { policy, behavior, weights, riskLevel } = input;
  const thresholds = THRESHOLDS[riskLevel];
  const signals_evaluated = {
    inference: readSignal(input.inferenceRisk, thresholds.escalate),
    policy: readSignal(policy.score, POLICY_THRESHOLD),
    behavior: readSignal(behavior.score, thresholds.escalate),
  };
  const score = round(
    1 -
      (1 - weights.inference * signals_evaluated.inference.score) *
        (1 - weights.policy * signals_evaluated.policy.score) *
        (1 - weights.behavior * signals_evaluated.behavior.score),
  );
  const findings = [...new Set([...input.callFindings, ...policy.findings, ...behavior.findings])];
  return { ...judgeScore(input, score, thresholds), score, findings, signals_evaluated };
}

function judgeScore(
  { policy, behavior }: CombineInput,
  score: number,
  thresholds: { readonly escalate: number; readonly kill: number },
): Pick<CombinedVerdict, "action" | "ruleId"> {
  if (policy.decision === "deny") return { action: "KILL", ruleId: policy.ruleId };
  if (behavior.refuse) return { action: "KILL", ruleId: DEGRADED_RULE };
  if (score >= thresholds.kill) return { action: "KILL", ruleId: SCORE_DENIAL_RULE };
  if (policy.decision === "escalate") return { action: "ESCALATE", ruleId: policy.ruleId };
  if (score >= thresholds.escalate) return { action: "ESCALATE", ruleId: SCORE_ESCALATION_RULE };
  return { action: "ALLOW", ruleId: policy.ruleId };
}

/** What is no number counts as full: an unknown error is never an allow. */
function readSignal(raw: number, threshold: number): SignalReading {
  const score = Number.isFinite(raw) ? round(Math.min(1, Math.max(0, raw))) : 1;
  return { score, threshold, triggered: score >= threshold };
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;
