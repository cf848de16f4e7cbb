// The linear layer: how much a text resembles the jailbreaks that it learned from, between 0 and 1, where one half is its
// threshold. It knows no place and gives no reason, so it makes no finding; it may add a capped part of the risk.
import { readFeatures, STRETCH_CHARACTERS } from "./features.js";
import { LINEAR_MODEL } from "./weights.js";

/** Shortest text that is judged: shorter ones hold too few features to say anything. */
const SHORTEST = 24;

let weights: Int8Array | undefined;

function decodeWeights(): Int8Array {
  const bytes = atob(LINEAR_MODEL.weights);
  return Int8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

/** The score of the stretch that resembles them most; 0 for a text that is too short. */
export function scoreText(text: string): number {
  if (text.length < SHORTEST) return 0;
  weights ??= decodeWeights();
  let highest = Number.NEGATIVE_INFINITY;
  for (let start = 0; start < text.length; start += STRETCH_CHARACTERS) {
    const { buckets, count } = readFeatures(text, start, Math.min(text.length, start + STRETCH_CHARACTERS));
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += weights[buckets[index] as number] as number;
    highest = Math.max(highest, (sum * LINEAR_MODEL.scale) / Math.sqrt(Math.max(1, count)));
  }
  return 1 / (1 + Math.exp(-(LINEAR_MODEL.bias + highest)));
}
