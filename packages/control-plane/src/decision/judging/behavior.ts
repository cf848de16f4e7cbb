// Stage 5: how unusual a call is for its agent, from the agent's rolling baseline and from what other agents did. Pure: an
// agent without a mature baseline scores 0, so that equal calls of new agents get equal answers at every home.

import type { FindingCode } from "@portcullis/contract";
import { DAY_MS, MINUTE_MS } from "@portcullis/core";
import type { BehaviorProfile, BehaviorVerdict, Readings, RiskLevel, TenantSettings } from "../types.js";
import { pairOf } from "./behavior-profile.js";

/** A baseline speaks from this many calls and this age on. */
export const MATURE_AFTER_CALLS = 50;
export const MATURE_AFTER_MS = DAY_MS;
/** Score from which the finding `behavior_anomaly` is raised. */
const ANOMALY_FROM = 0.7;
/** How much each signal can add; they combine by noisy-or. */
const BEHAVIOR_SIGNAL_WEIGHTS = { sequence: 0.5, velocity: 0.7, cost: 0.6, cross_agent: 0.8 } as const;

const NEW_TOOL_SCORE = 0.8;
const RARE_SHARE = 0.01;
const RARE_TRANSITION = 0.05;
/** Standard deviations at which a signal starts, and at which it is full. */
const DEVIATIONS_FROM = 3;
const DEVIATIONS_FULL = 9;
const SMALLEST_COST_DEVIATION_NANO = 1_000_000;

export interface BehaviorInput {
  readonly toolName: string;
  readonly riskLevel: RiskLevel;
  readonly degradedMode: TenantSettings["degradedMode"];
  readonly readings: Pick<Readings, "nowMs" | "profile" | "correlation" | "behaviorHealthy" | "reservationNano">;
}

/** Scores one call. Refuses only where the readings failed and the tenant's degraded mode says so. */
export function scoreBehavior(input: BehaviorInput): BehaviorVerdict {
  const { readings } = input;
  if (!readings.behaviorHealthy) return degradedVerdict(input);
  const signals = {
    ...baselineSignals(input.toolName, readings),
    cross_agent: clamp(readings.correlation.coordinatedRisk),
  };
  const score = round(
    1 -
      (1 - BEHAVIOR_SIGNAL_WEIGHTS.sequence * signals.sequence) *
        (1 - BEHAVIOR_SIGNAL_WEIGHTS.velocity * signals.velocity) *
        (1 - BEHAVIOR_SIGNAL_WEIGHTS.cost * signals.cost) *
        (1 - BEHAVIOR_SIGNAL_WEIGHTS.cross_agent * signals.cross_agent),
  );
  const findings: FindingCode[] = score >= ANOMALY_FROM ? ["behavior_anomaly"] : [];
  return { score, signals, findings, refuse: false };
}

/** Whether the baseline is old and large enough to speak. */
export function isMature(profile: BehaviorProfile, nowMs: number): boolean {
  return profile.calls >= MATURE_AFTER_CALLS && nowMs - profile.firstAt >= MATURE_AFTER_MS;
}

function degradedVerdict({ degradedMode, riskLevel }: BehaviorInput): BehaviorVerdict {
  const isHighRisk = riskLevel === "high" || riskLevel === "critical";
  return {
    score: 0,
    signals: { sequence: 0, velocity: 0, cost: 0, cross_agent: 0 },
    findings: ["behavior_degraded"],
    refuse: degradedMode === "block_all" || (degradedMode === "block_high_risk" && isHighRisk),
  };
}

function baselineSignals(toolName: string, { profile, nowMs, reservationNano }: BehaviorInput["readings"]) {
  if (profile === null || !isMature(profile, nowMs)) return { sequence: 0, velocity: 0, cost: 0 };
  return {
    sequence: sequenceSignal(profile, toolName),
    velocity: velocitySignal(profile, nowMs),
    cost: costSignal(profile, Number(reservationNano)),
  };
}

/** A tool that the agent hardly uses, or a step that it does not take from its last tool. */
function sequenceSignal(profile: BehaviorProfile, toolName: string): number {
  if (shareOf(profile.tools, toolName) < RARE_SHARE) return NEW_TOOL_SCORE;
  if (profile.lastTool === null) return 0;
  const beginning = pairOf(profile.lastTool, "");
  const fromLast = Object.entries(profile.pairs).filter(([pair]) => pair.startsWith(beginning));
  const total = fromLast.reduce((sum, [, share]) => sum + share, 0);
  if (total <= 0) return 0;
  const transition = shareOf(profile.pairs, pairOf(profile.lastTool, toolName)) / total;
  return round(clamp(0.5 * (1 - transition / RARE_TRANSITION)));
}

function velocitySignal({ perMinute }: BehaviorProfile, nowMs: number): number {
  const calls = perMinute.minute === Math.floor(nowMs / MINUTE_MS) ? perMinute.current + 1 : 1;
  const deviation = Math.max(Math.sqrt(perMinute.variance), Math.sqrt(perMinute.mean), 1);
  return signalOfDeviations((calls - perMinute.mean) / deviation);
}

function costSignal({ costNano }: BehaviorProfile, amountNano: number): number {
  const deviation = Math.max(Math.sqrt(costNano.variance), costNano.mean / 4, SMALLEST_COST_DEVIATION_NANO);
  return signalOfDeviations((amountNano - costNano.mean) / deviation);
}

const signalOfDeviations = (deviations: number) =>
  round(clamp((deviations - DEVIATIONS_FROM) / (DEVIATIONS_FULL - DEVIATIONS_FROM)));
const shareOf = (shares: Readonly<Record<string, number>>, key: string) =>
  Object.hasOwn(shares, key) ? (shares[key] ?? 0) : 0;
const clamp = (value: number) => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1);
const round = (value: number) => Math.round(value * 1e6) / 1e6;
