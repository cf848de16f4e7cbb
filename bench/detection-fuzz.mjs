// Searches for the input that costs the scanner or the redactor most per KB: makes cases from seeds, times each, measures
// the slowest again, and prints them beside the median. A seed makes its case again.
import { redact, scan } from "../packages/edge/dist/detection/index.js";
import { makeCase } from "./fuzz-text.mjs";

const KEPT = 60;
const ROUNDS = 25;
const SHOWN = 8;
const TARGET = 3;

/** Microseconds of one run for a KB. */
function once(run, value, kilobytes) {
  const start = process.hrtime.bigint();
  run(value);
  return Number(process.hrtime.bigint() - start) / 1000 / kilobytes;
}

function best(run, value, kilobytes, rounds) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) least = Math.min(least, once(run, value, kilobytes));
  return least;
}

/**
 * Prints the slowest of `count` cases and returns whether each stays within three times the median.
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
    const sample = [];
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      const { value, kilobytes } = make(seed);
      let cost = once(run, value, kilobytes);
      if (slowest.length < KEPT || cost > slowest[slowest.length - 1].cost) {
        cost = Math.min(cost, best(run, value, kilobytes, 3));
        slowest.push({ seed, cost });
        slowest.sort((a, b) => b.cost - a.cost);
        if (slowest.length > KEPT) slowest.length = KEPT;
      }
      if (seed % Math.ceil(count / 1000) === 0) sample.push(best(run, value, kilobytes, 5));
    }
    sample.sort((a, b) => a - b);
    const median = sample[sample.length >> 1];
    const again = slowest.map(({ seed }) => {
      const { value, kilobytes } = make(seed);
      return { seed, cost: best(run, value, kilobytes, ROUNDS), value };
    });
    again.sort((a, b) => b.cost - a.cost);
    console.log(`${name}: ${count} cases of ${size} characters, median ${median.toFixed(1)} µs/KB`);
    for (const { seed, cost, value } of again.slice(0, SHOWN)) {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      console.log(
        `  ${cost.toFixed(1)} µs/KB = ${(cost / median).toFixed(1)} × median, seed ${seed}: ${JSON.stringify(text.slice(0, 72))}`,
      );
    }
    if (again[0].cost > TARGET * median) isWithin = false;
  }
  return isWithin;
}
