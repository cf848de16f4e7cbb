// Times the stages of one judgement, in milliseconds from its start.

import type { Verdict } from "../types.js";

type Entry = Verdict["timeline"][number];

export interface StageTimeline {
  /** Runs a stage and notes its time and what it came to. */
  stage<T>(name: Entry["stage"], run: () => T, describe?: (value: T) => string): T;
  entries(): Entry[];
}

/** Begins behind stages that were timed before. */
export function startTimeline(before: readonly Entry[] = []): StageTimeline {
  const now = () => performance.now();
  const startedAtMs = now() - Math.max(0, ...before.map((entry) => entry.endMs));
  const noted = [...before];
  const offset = () => Math.max(0, Math.round((now() - startedAtMs) * 1000) / 1000);
  return {
    stage: (stage, run, describe = describeDecision) => {
      const startMs = offset();
      const value = run();
      noted.push({ stage, startMs, endMs: offset(), decision: describe(value) });
      return value;
    },
    entries: () => noted,
  };
}

function describeDecision(value: unknown): string {
  return typeof value === "object" && value !== null && "decision" in value ? String(value.decision) : "pass";
}
