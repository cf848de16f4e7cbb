// The rolling baseline of one agent, event by event: shares and means that forget, so that the profile stays small and
// follows the agent. Pure; the profile worker reads the chain and calls this.

import { MINUTE_MS } from "@portcullis/core";
import type { BehaviorProfile } from "../types.js";

/** One call that ran. */
export interface ProfileEvent {
  readonly toolName: string;
  readonly atMs: number;
  readonly costNano: bigint;
}

/** Shares are over about so many calls. */
const CALLS_REMEMBERED = 500;
const MINUTES_REMEMBERED = 120;
const SMALLEST_SHARE = 0.0005;
const MAX_ENTRIES = 200;

/** The profile after one more call; events come in the chain's order. */
export function updateProfile(profile: BehaviorProfile | null, event: ProfileEvent): BehaviorProfile {
  const before = profile ?? emptyProfile(event.atMs);
  const calls = before.calls + 1;
  const rate = 1 / Math.min(calls, CALLS_REMEMBERED);
  const pair = before.lastTool === null ? null : pairOf(before.lastTool, event.toolName);
  return {
    calls,
    firstAt: before.firstAt,
    lastAt: Math.max(before.lastAt, event.atMs),
    tools: shiftShares(before.tools, event.toolName, rate),
    pairs: pair === null ? before.pairs : shiftShares(before.pairs, pair, 1 / Math.min(calls - 1, CALLS_REMEMBERED)),
    lastTool: event.toolName,
    perMinute: countMinute(before.perMinute, Math.floor(event.atMs / MINUTE_MS), calls === 1),
    costNano: shiftMean(before.costNano, Number(event.costNano), rate),
  };
}

/** How `pairs` names one tool after another. A newline, which no tool's name holds, stands for a `>` inside of a name. */
export function pairOf(from: string, to: string): string {
  return [from, to].map((name) => name.replaceAll(">", "\n")).join(">");
}

function emptyProfile(atMs: number): BehaviorProfile {
  return {
    calls: 0,
    firstAt: atMs,
    lastAt: atMs,
    tools: {},
    pairs: {},
    lastTool: null,
    perMinute: { mean: 0, variance: 0, current: 0, minute: Math.floor(atMs / MINUTE_MS) },
    costNano: { mean: 0, variance: 0 },
  };
}

/** Once a call: no copies but the result. */
function shiftShares(shares: Readonly<Record<string, number>>, key: string, rate: number): Record<string, number> {
  const moved: Record<string, number> = {};
  let entries = 0;
  for (const name in shares) {
    const share = (shares[name] as number) * (1 - rate) + (name === key ? rate : 0);
    if (share < SMALLEST_SHARE) continue;
    moved[name] = share;
    entries += 1;
  }
  if (!Object.hasOwn(moved, key)) {
    moved[key] = rate;
    entries += 1;
  }
  return entries > MAX_ENTRIES ? keepLargest(moved) : moved;
}

function keepLargest(shares: Readonly<Record<string, number>>): Record<string, number> {
  const largestFirst = Object.entries(shares).sort((a, b) => b[1] - a[1]);
  return Object.fromEntries(largestFirst.slice(0, MAX_ENTRIES));
}

/** A minute counts when the next active one begins; an event that comes late counts into the current one. */
function countMinute(before: BehaviorProfile["perMinute"], minute: number, isFirst: boolean) {
  if (isFirst || minute <= before.minute) return { ...before, current: before.current + 1 };
  const known = before.mean > 0;
  const { mean, variance } = known
    ? shiftMean(before, before.current, 1 / MINUTES_REMEMBERED)
    : { mean: before.current, variance: 0 };
  return { mean, variance, current: 1, minute };
}

function shiftMean(before: { readonly mean: number; readonly variance: number }, value: number, rate: number) {
  const difference = value - before.mean;
  return {
    mean: before.mean + rate * difference,
    variance: (1 - rate) * (before.variance + rate * difference * difference),
  };
}
