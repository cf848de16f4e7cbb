// Searches for the input that costs the scanner or the redactor most per KB: makes cases from seeds, times each, measures
// the slowest and a sample of all again, in turn, and prints the slowest beside the median. A seed makes its case again.
import { redact, scan } from "../packages/edge/dist/detection/index.js";
import { KINDS } from "./fuzz-kinds.mjs";
import { makeCase, numbersFrom } from "./fuzz-text.mjs";

const KEPT = 80;
const SAMPLE = 300;
const ROUNDS = 15;
const SHOWN = 8;
const VALUES_OF_KIND = 8;
const TARGET = 3;

/** Microseconds of one run for a KB. */
function once(run, value, kilobytes) {
  const start = process.hrtime.bigint();
  run(value);
  return Number(process.hrtime.bigint() - start) / 1000 / kilobytes;
}

/**
 * The least time of each of some cases. They are run in turn, the slow among the others, so that what disturbs one round disturbs all
 * alike, and so that none is measured while the processor knows it by heart.
 */
function measure(run, cases) {
  const least = cases.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, { value, kilobytes }] of cases.entries())
      least[at] = Math.min(least[at], once(run, value, kilobytes));
  return least;
}

/** Some values of one kind as one case: caches of names that one value fills do not serve the next. */
function ofKind(name, seed, size) {
  const next = numbersFrom(seed);
  const below = (count) => Math.floor(next() * count);
  const tools = { below, pick: (some) => some[below(some.length)] };
  const value = Array.from({ length: VALUES_OF_KIND }, () => KINDS[name](size, tools));
  return { name, value, kilobytes: JSON.stringify(value).length / 1024 };
}

/**
 * Prints the slowest of `count` cases, and of the kinds made on purpose, and returns whether each stays within three times the median.
 *
 * @param {number} count cases to try
 * @param {number} firstSeed seed of the first; the others follow
 * @param {readonly string[]} corpus texts to splice
 * @param {number} size characters of a case
 */
export function fuzzCost(count, firstSeed, corpus, size) {
  const runs = { scan, redact };
  const make = (seed) => {
    const value = makeCase(seed, corpus, size);
    return { seed, value, kilobytes: (typeof value === "string" ? value : JSON.stringify(value)).length / 1024 };
  };
  for (let seed = firstSeed; seed < firstSeed + 3000; seed += 1) {
    const { value } = make(seed);
    for (const run of Object.values(runs)) run(value);
  }
  let isWithin = true;
  for (const [name, run] of Object.entries(runs)) {
    const slowest = [];
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      const { value, kilobytes } = make(seed);
      let cost = once(run, value, kilobytes);
      if (slowest.length === KEPT && cost <= slowest[KEPT - 1].cost) continue;
      for (let round = 0; round < 3; round += 1) cost = Math.min(cost, once(run, value, kilobytes));
      slowest.push({ seed, cost });
      slowest.sort((a, b) => b.cost - a.cost);
      if (slowest.length > KEPT) slowest.length = KEPT;
    }
    const step = Math.ceil(count / SAMPLE);
    const sample = Array.from({ length: Math.ceil(count / step) }, (_, at) => make(firstSeed + at * step));
    const cases = [...slowest.map(({ seed }) => make(seed)), ...sample];
    const costs = measure(run, cases);
    const usual = costs.slice(slowest.length).sort((a, b) => a - b);
    const median = usual[usual.length >> 1];
    const again = slowest.map(({ seed }, at) => ({ seed, cost: costs[at], value: cases[at].value }));
    again.sort((a, b) => b.cost - a.cost);
    const above = again.filter(({ cost }) => cost > TARGET * median).length;
    console.log(
      `${name}: ${count} cases of ${size} characters, median ${median.toFixed(1)} µs/KB, ${above} above ${TARGET} × median`,
    );
    for (const { seed, cost, value } of again.slice(0, SHOWN)) {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      console.log(
        `  ${cost.toFixed(1)} µs/KB = ${(cost / median).toFixed(1)} × median, seed ${seed}: ${JSON.stringify(text.slice(0, 72))}`,
      );
    }
    const kinds = Object.keys(KINDS).map((kind) => ofKind(kind, firstSeed, size));
    const ofKinds = measure((values) => values.map((value) => run(value)), kinds);
    for (const [at, kind] of kinds.entries())
      console.log(`  ${(ofKinds[at] / median).toFixed(1)} × median: ${kind.name}`);
    if (Math.max(again[0].cost, ...ofKinds) > TARGET * median) isWithin = false;
  }
  return isWithin;
}
