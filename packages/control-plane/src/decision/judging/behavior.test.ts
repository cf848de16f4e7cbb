// Stage 5 and the baseline that it reads.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BehaviorProfile } from "../types.js";
import { type BehaviorInput, MATURE_AFTER_CALLS, MATURE_AFTER_MS, scoreBehavior } from "./behavior.js";
import { type ProfileEvent, updateProfile } from "./behavior-profile.js";

const START = Date.parse("2026-01-05T00:00:00.000Z");
const NO_CORRELATION = { coordinatedRisk: 0, anomalyFrequency: 0, peerCount: 0 };

const profileOf = (events: readonly ProfileEvent[]) =>
  events.reduce<BehaviorProfile | null>((profile, event) => updateProfile(profile, event), null);
/** Two days of an agent that reads, then writes, once a minute, for a cent each. */
const steadyCall = (minute: number) => ({
  toolName: minute % 2 === 0 ? "read" : "write",
  atMs: START + minute * 60_000,
  costNano: 10_000_000n,
});
const steady = Array.from({ length: 2880 }, (_, minute) => steadyCall(minute));
const matured = profileOf(steady);
const after = START + 2880 * 60_000;

const score = (toolName: string, changes: Partial<BehaviorInput["readings"]> = {}, rest: Partial<BehaviorInput> = {}) =>
  scoreBehavior({
    toolName,
    riskLevel: "medium",
    degradedMode: "block_high_risk",
    readings: {
      nowMs: after,
      profile: matured,
      correlation: NO_CORRELATION,
      behaviorHealthy: true,
      reservationNano: 10_000_000n,
      ...changes,
    },
    ...rest,
  });

describe("scoreBehavior", () => {
  it("depends on which tools are called, not on how they are named", () => {
    const names = ["a", "b", "a>b", "b>a", ">"];
    const scoreOf = (nameOf: (tool: number) => string, calls: readonly number[], next: number) =>
      score(nameOf(next), {
        profile: profileOf(calls.map((tool, minute) => ({ ...steadyCall(minute), toolName: nameOf(tool) }))),
      });
    const tool = fc.nat({ max: names.length - 1 });
    const calls = fc.array(tool, { minLength: MATURE_AFTER_CALLS, maxLength: 3 * MATURE_AFTER_CALLS });
    fc.assert(
      fc.property(calls, tool, (earlier, next) => {
        expect(scoreOf((index) => names[index] as string, earlier, next)).toEqual(
          scoreOf((index) => `tool-${index}`, earlier, next),
        );
      }),
    );
  });

  it("an ordinary call of a steady agent scores 0", () => {
    expect(score("read")).toEqual({
      score: 0,
      signals: { sequence: 0, velocity: 0, cost: 0, cross_agent: 0 },
      findings: [],
      refuse: false,
    });
  });

  it("a tool that the agent never used raises the sequence signal", () => {
    expect(score("delete").signals).toMatchObject({ sequence: 0.8, velocity: 0, cost: 0 });
  });

  it("a step that the agent never takes raises the sequence signal less", () => {
    expect(score("write").signals.sequence).toBe(0.5);
  });

  it("many calls in one minute raise the velocity signal", () => {
    let profile = matured;
    for (let call = 0; call < 60; call++) {
      profile = updateProfile(profile, {
        toolName: call % 2 === 0 ? "read" : "write",
        atMs: after,
        costNano: 10_000_000n,
      });
    }
    expect(score("read", { profile }).signals.velocity).toBe(1);
  });

  it("a call that costs a hundred times as much raises the cost signal", () => {
    expect(score("read", { reservationNano: 1_000_000_000n }).signals.cost).toBe(1);
  });

  it("other agents' findings raise the cross-agent signal, for new agents too", () => {
    const correlation = { coordinatedRisk: 0.9, anomalyFrequency: 4, peerCount: 3 };
    expect(score("read", { profile: null, correlation })).toMatchObject({
      score: 0.72,
      signals: { cross_agent: 0.9 },
      findings: ["behavior_anomaly"],
    });
  });

  it("a young or short baseline scores 0, whatever is called and when", () => {
    const event = fc.record({
      toolName: fc.constantFrom("a", "b", "c"),
      atMs: fc.integer({ min: START, max: START + 3_600_000 }),
      costNano: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 80 }),
        fc.integer({ min: 0, max: 2 * MATURE_AFTER_MS }),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (events, laterMs, reservationNano) => {
          const profile = profileOf(events);
          const nowMs = START + laterMs;
          const isMature =
            profile !== null && profile.calls >= MATURE_AFTER_CALLS && nowMs - profile.firstAt >= MATURE_AFTER_MS;
          if (!isMature) expect(score("z", { profile, nowMs, reservationNano }).score).toBe(0);
        },
      ),
    );
  });

  it("every signal and the score stay within 0 and 1", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
        fc.double(),
        fc.constantFrom("read", "write", "x"),
        (reservationNano, coordinatedRisk, tool) => {
          const verdict = score(tool, { reservationNano, correlation: { ...NO_CORRELATION, coordinatedRisk } });
          for (const value of [verdict.score, ...Object.values(verdict.signals)]) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });

  it.each([
    ["allow", "critical", false],
    ["block_high_risk", "low", false],
    ["block_high_risk", "medium", false],
    ["block_high_risk", "high", true],
    ["block_high_risk", "critical", true],
    ["block_all", "low", true],
  ] as const)("degraded mode %s with risk level %s refuses: %s", (degradedMode, riskLevel, refuse) => {
    expect(score("read", { behaviorHealthy: false }, { degradedMode, riskLevel })).toMatchObject({
      refuse,
      score: 0,
      findings: ["behavior_degraded"],
    });
  });

  it("no degraded mode refuses while the readings are healthy", () => {
    expect(score("read", {}, { degradedMode: "block_all", riskLevel: "critical" }).refuse).toBe(false);
  });
});

describe("updateProfile", () => {
  it("remembers a bounded number of tools and pairs", () => {
    const events = Array.from({ length: 1500 }, (_, at) => ({ toolName: `t${at}`, atMs: START + at, costNano: 0n }));
    const profile = profileOf(events);
    expect(Object.keys(profile?.tools ?? {}).length).toBeLessThanOrEqual(200);
    expect(Object.keys(profile?.pairs ?? {}).length).toBeLessThanOrEqual(200);
    expect(JSON.parse(JSON.stringify(profile))).toEqual(profile);
  });

  it("shares add up to at most 1, whatever comes", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "__proto__", "constructor"), { minLength: 1 }), (tools) => {
        const profile = profileOf(tools.map((toolName, at) => ({ toolName, atMs: START + at, costNano: 1n })));
        const sum = Object.values(profile?.tools ?? {}).reduce((total, share) => total + share, 0);
        expect(sum).toBeLessThanOrEqual(1 + 1e-9);
        expect(profile?.calls).toBe(tools.length);
      }),
    );
  });

  it("an event that comes late counts into the current minute", () => {
    const profile = profileOf([
      { toolName: "a", atMs: START + 120_000, costNano: 0n },
      { toolName: "a", atMs: START, costNano: 0n },
    ]);
    expect(profile).toMatchObject({ perMinute: { current: 2, minute: START / 60_000 + 2 }, lastAt: START + 120_000 });
  });
});
