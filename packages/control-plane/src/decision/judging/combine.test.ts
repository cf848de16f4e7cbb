// Stage 6: the score, and the table of thresholds.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PolicyVerdict, RiskLevel } from "../types.js";
import { type CombineInput, combineSignals, DEFAULT_WEIGHTS, POLICY_SCORES, THRESHOLDS } from "./combine.js";

const LEVELS = ["low", "medium", "high", "critical"] as const satisfies readonly RiskLevel[];
const policyOf = (decision: PolicyVerdict["decision"], ruleId: string | null = null): PolicyVerdict => ({
  decision,
  ruleId,
  findings: [],
  score: POLICY_SCORES[decision],
  cached: false,
});
const behaviorOf = (score: number, refuse = false) => ({
  score,
  signals: { sequence: 0, velocity: 0, cost: 0, cross_agent: 0 },
  findings: [],
  refuse,
});
const combine = (changes: Partial<CombineInput>) =>
  combineSignals({
    inferenceRisk: 0,
    callFindings: [],
    policy: policyOf("allow"),
    behavior: behaviorOf(0),
    riskLevel: "medium",
    weights: DEFAULT_WEIGHTS,
    ...changes,
  });

describe("combineSignals", () => {
  it("nothing found is an allow with score 0", () => {
    expect(combine({})).toEqual({
      action: "ALLOW",
      ruleId: null,
      score: 0,
      findings: [],
      signals_evaluated: {
        inference: { score: 0, threshold: 0.7, triggered: false },
        policy: { score: 0, threshold: 0.5, triggered: false },
        behavior: { score: 0, threshold: 0.7, triggered: false },
      },
    });
  });

  it("a denial of the policies is a KILL at every level, and the signals are recorded", () => {
    for (const riskLevel of LEVELS) {
      const verdict = combine({
        riskLevel,
        policy: policyOf("deny", "mine"),
        inferenceRisk: 0.4,
        behavior: behaviorOf(0.2),
      });
      expect(verdict).toMatchObject({ action: "KILL", ruleId: "mine", score: 1 });
      expect(verdict.signals_evaluated.policy).toEqual({ score: 1, threshold: 0.5, triggered: true });
      expect(verdict.signals_evaluated.inference.score).toBe(0.4);
      expect(verdict.signals_evaluated.behavior.score).toBe(0.2);
    }
  });

  it("a denial stays a KILL when its weight is 0", () => {
    const weights = { inference: 1, policy: 0, behavior: 0 };
    expect(combine({ policy: policyOf("deny", "mine"), weights })).toMatchObject({ action: "KILL", score: 0 });
  });

  it.each([
    ["low", "ALLOW", "ESCALATE"],
    ["medium", "ALLOW", "ESCALATE"],
    ["high", "ESCALATE", "KILL"],
    ["critical", "ESCALATE", "KILL"],
  ] as const)("at %s a full scan risk alone is %s, with full behaviour %s", (riskLevel, alone, both) => {
    expect(combine({ riskLevel, inferenceRisk: 1 }).action).toBe(alone);
    expect(combine({ riskLevel, inferenceRisk: 1, behavior: behaviorOf(1) }).action).toBe(both);
  });

  it("a full scan risk alone never kills with the default weights", () => {
    for (const riskLevel of LEVELS) expect(combine({ riskLevel, inferenceRisk: 1 }).action).not.toBe("KILL");
  });

  it("the score names itself as the rule", () => {
    expect(combine({ riskLevel: "high", inferenceRisk: 1 }).ruleId).toBe("decision.escalate.score");
    expect(combine({ riskLevel: "high", inferenceRisk: 1, behavior: behaviorOf(1) }).ruleId).toBe(
      "decision.deny.score",
    );
  });

  it("a threshold is reached at its value", () => {
    const weights = { inference: 1, policy: 1, behavior: 1 };
    for (const riskLevel of LEVELS) {
      const { escalate, kill } = THRESHOLDS[riskLevel];
      expect(combine({ riskLevel, weights, inferenceRisk: escalate }).action).toBe("ESCALATE");
      expect(combine({ riskLevel, weights, inferenceRisk: escalate - 0.00001 }).action).toBe("ALLOW");
      expect(combine({ riskLevel, weights, inferenceRisk: kill }).action).toBe("KILL");
      expect(combine({ riskLevel, weights, inferenceRisk: kill - 0.00001 }).action).toBe("ESCALATE");
    }
  });

  it("thresholds fall as the risk level rises", () => {
    for (const [at, level] of LEVELS.slice(1).entries()) {
      const before = THRESHOLDS[LEVELS[at] as RiskLevel];
      expect(THRESHOLDS[level].escalate).toBeLessThan(before.escalate);
      expect(THRESHOLDS[level].kill).toBeLessThan(before.kill);
      expect(THRESHOLDS[level].escalate).toBeLessThan(THRESHOLDS[level].kill);
    }
  });

  it("degraded mode refuses, and a policy's denial is named first", () => {
    expect(combine({ behavior: behaviorOf(0, true) })).toMatchObject({
      action: "KILL",
      ruleId: "agent.deny.behavior_degraded",
    });
    expect(combine({ behavior: behaviorOf(0, true), policy: policyOf("deny", "x") }).ruleId).toBe("x");
  });

  it("a risk that is no number counts as full", () => {
    expect(combine({ inferenceRisk: Number.NaN }).signals_evaluated.inference.score).toBe(1);
  });

  it("more of a signal never lowers the score or softens the action", () => {
    const rank = { ALLOW: 0, ESCALATE: 1, KILL: 2 };
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.tuple(unit, unit),
        fc.tuple(unit, unit),
        fc.constantFrom(...LEVELS),
        fc.constantFrom("allow" as const, "escalate" as const),
        fc.record({ inference: unit, policy: unit, behavior: unit }),
        (risks, behaviors, riskLevel, decision, weights) => {
          const at = (pick: (a: number, b: number) => number) =>
            combine({
              inferenceRisk: pick(...risks),
              behavior: behaviorOf(pick(...behaviors)),
              policy: policyOf(decision, "r"),
              riskLevel,
              weights,
            });
          const [less, more] = [at(Math.min), at(Math.max)];
          expect(more.score).toBeGreaterThanOrEqual(less.score);
          expect(rank[more.action]).toBeGreaterThanOrEqual(rank[less.action]);
          expect(more.score).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
