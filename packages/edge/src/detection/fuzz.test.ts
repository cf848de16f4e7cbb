// Hostile cases made from seeds: nothing throws, findings lie inside their text, redaction keeps the shape and changes
// nothing the second time, and no case takes far longer than most.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeCase } from "../../../../bench/fuzz-text.mjs";
import { redact } from "./redact/redact.js";
import { scan } from "./scan.js";

const FOLDER = new URL("./testdata/", import.meta.url);
const CORPUS = readdirSync(FOLDER).flatMap((name) => textsIn(JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"))));
/** The bench goes through a million. */
const CASES = 5000;
const SIZE = 1024;

function textsIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);
}

function overCases(firstSeed: number, run: (value: unknown, seed: number) => void): void {
  for (let seed = firstSeed; seed < firstSeed + CASES; seed += 1) run(makeCase(seed, CORPUS, SIZE), seed);
}

function textAt(value: unknown, path: string): string {
  let at = value;
  for (const part of path.split("/").slice(1)) {
    // A path goes on into the document that a string is.
    if (typeof at === "string") at = JSON.parse(at) as unknown;
    at = (at as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return typeof at === "string" ? at : String(at);
}

/** The text at a path of a redaction, which names members as they are redacted; for an object, the names of its members. */
function redactedAt(value: unknown, redacted: unknown, path: string): string {
  let at = value;
  let after = redacted;
  for (const part of path.split("/").slice(1)) {
    if (typeof at === "string") at = JSON.parse(at) as unknown;
    if (typeof after === "string") after = JSON.parse(after) as unknown;
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    at = (at as Record<string, unknown>)[nameBefore(at as object, after as object, name)];
    after = (after as Record<string, unknown>)[name];
  }
  if (typeof at === "string") return at;
  return at !== null && typeof at === "object" && !Array.isArray(at) ? Object.keys(at).join() : String(at);
}

/** The name of a member before it was redacted. */
function nameBefore(before: object, after: object, name: string): string {
  if (Object.hasOwn(before, name)) return name;
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const come = Object.keys(after).filter((key) => !Object.hasOwn(before, key));
  return gone[come.indexOf(name)] ?? name;
}

/** Types of values, and members of objects in order; their names may be redacted. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== "object") return typeof value;
  return { members: Object.values(value).map(shapeOf) };
}

describe("hostile cases", () => {
  it("are scanned to the end, with findings inside their texts", () => {
    const wrong: string[] = [];
    overCases(1, (value, seed) => {
      const { findings, risk, codes } = scan(value);
      const isInside = findings.every(({ start, end, path, view }) => {
        if (view === "structure" || (start === 0 && end === 0)) return true;
        return start >= 0 && start < end && end <= textAt(value, path).length;
      });
      if (!isInside || codes.includes("scan_incomplete") || !(risk >= 0 && risk <= 1)) wrong.push(`seed ${seed}`);
    });
    expect(wrong).toEqual([]);
  });

  it("are redacted into the same shape, places inside their texts, once and for all", () => {
    const wrong: string[] = [];
    overCases(500_000, (value, seed) => {
      const { value: once, redactions } = redact(value);
      const isInside = redactions.every(
        ({ start, end, path }) => start >= 0 && start < end && end <= redactedAt(value, once, path).length,
      );
      const parsed = JSON.parse(JSON.stringify(once)) as unknown;
      const keepsShape = JSON.stringify(shapeOf(parsed)) === JSON.stringify(shapeOf(JSON.parse(JSON.stringify(value))));
      const isDone = JSON.stringify(redact(once).value) === JSON.stringify(once);
      if (!isInside || !keepsShape || !isDone) wrong.push(`seed ${seed}`);
    });
    expect(wrong).toEqual([]);
  });

  it("cost no more than a small multiple of the usual, the slowest measured again", () => {
    for (const run of [(value: unknown): unknown => scan(value), (value: unknown): unknown => redact(value)]) {
      const slowest: { seed: number; cost: number }[] = [];
      const costs: number[] = [];
      overCases(900_000, (value, seed) => {
        const cost = costOf(run, value, 1);
        costs.push(cost);
        if (slowest.length < 20 || cost > (slowest[19] as { cost: number }).cost) {
          slowest.push({ seed, cost });
          slowest.sort((a, b) => b.cost - a.cost);
          slowest.length = Math.min(slowest.length, 20);
        }
      });
      costs.sort((a, b) => a - b);
      const usual = costs[costs.length >> 1] as number;
      const again = slowest.map(({ seed }) => costOf(run, makeCase(seed, CORPUS, SIZE), 15));
      // A stretch that is read once for each place in it costs hundreds of times the usual; a busy machine does not.
      expect(Math.max(...again)).toBeLessThan(usual * 25);
    }
  });
});

/** Least processor time of a few runs, in milliseconds: the time that other processes take does not count. */
function costOf(run: (value: unknown) => unknown, value: unknown, rounds: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    run(value);
    best = Math.min(best, process.cpuUsage(start).user / 1000);
  }
  return best;
}
