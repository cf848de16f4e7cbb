// Logistic regression over hashed features: stochastic gradients with steps by AdaGrad, L2, a fixed seed, and weights
// rounded to eight bits. Same rows and settings give the same weights on every machine.
import { BUCKET_BITS } from "../../dist/detection/linear/features.js";

const BUCKETS = 1 << BUCKET_BITS;
const FEWEST_FEATURES = 3;
const TINY = 1e-6;

/** A small generator of numbers from 0 to 1 (mulberry32). */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Learns `{ weights, scale, bias }` from rows with `stretches` and `label`; a weight times the scale is its worth. */
export function learn(rows, { epochs, rate, penalty, attackWeight, seed }) {
  const worth = new Float64Array(BUCKETS);
  const squares = new Float64Array(BUCKETS).fill(TINY);
  let bias = 0;
  let biasSquares = TINY;
  const random = seeded(seed);
  const order = rows.map((_, index) => index);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const index of order) {
      const { label, stretches } = rows[index];
      for (const buckets of stretches) {
        if (buckets.length < FEWEST_FEATURES) continue;
        const share = 1 / Math.sqrt(buckets.length);
        let sum = bias;
        for (const bucket of buckets) sum += worth[bucket] * share;
        const error = (1 / (1 + Math.exp(-sum)) - label) * (label === 1 ? attackWeight : 1);
        for (const bucket of buckets) {
          const slope = error * share + penalty * worth[bucket];
          squares[bucket] += slope * slope;
          worth[bucket] -= (rate * slope) / Math.sqrt(squares[bucket]);
        }
        biasSquares += error * error;
        bias -= (0.1 * rate * error) / Math.sqrt(biasSquares);
      }
    }
  }
  return quantise(worth, bias);
}

function shuffle(order, random) {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
}

function quantise(worth, bias) {
  let largest = 0;
  for (const value of worth) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127;
  return { weights: Int8Array.from(worth, (value) => Math.round(value / scale)), scale, bias };
}

/** The largest sum over the stretches of a row. */
export function rate(model, { stretches }) {
  return Math.max(
    ...stretches.map((buckets) => {
      let sum = 0;
      for (const bucket of buckets) sum += model.weights[bucket];
      return model.bias + (sum * model.scale) / Math.sqrt(Math.max(1, buckets.length));
    }),
  );
}
