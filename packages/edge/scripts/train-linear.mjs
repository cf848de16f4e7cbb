#!/usr/bin/env node
// Trains the linear layer of the scanner and says what it is worth. It learns from the JSON Lines files that the manifest
// names by source and hash (they are no part of the project) and from the benign families of the project's own writing.
// Figures come from folds that were held out, near-duplicates together. It needs a built workspace.
// Usage: node packages/edge/scripts/train-linear.mjs --corpus DIR [--write]
// Without --write it changes nothing and fails when the same data would give other weights than the committed ones.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { scan } from "../dist/detection/index.js";
import { BUCKET_BITS } from "../dist/detection/linear/features.js";
import { addFeatures, addFolds, readSources, sha256 } from "./linear/corpus.mjs";
import { learn, rate } from "./linear/regression.mjs";

const MANIFEST = new URL("./linear/manifest.json", import.meta.url);
const WEIGHTS = new URL("../src/detection/linear/weights.ts", import.meta.url);

const { values } = parseArgs({
  options: { corpus: { type: "string" }, write: { type: "boolean", default: false } },
});
if (values.corpus === undefined) {
  console.error("Give the folder that holds the files of the manifest: train-linear.mjs --corpus DIR [--write]");
  process.exit(2);
}

const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
const rows = readSources(manifest, values.corpus, values.write);
addFeatures(rows);
addFolds(rows, manifest.training.folds);
measure();
const model = learn(rows, manifest.training);
const published = {
  bucketBits: BUCKET_BITS,
  scale: model.scale,
  bias: model.bias - manifest.training.threshold,
  weights: Buffer.from(model.weights.buffer).toString("base64"),
};
const digest = sha256(Object.values(published).join("|"));
if (values.write) {
  manifest.model_sha256 = digest;
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(WEIGHTS, sourceOf(published));
  console.log(`wrote ${model.weights.length} weights, sha256 ${digest}; format them with biome`);
} else if (digest !== manifest.model_sha256) {
  console.error(`These data give weights with sha256 ${digest}, the committed ones have ${manifest.model_sha256}.`);
  process.exitCode = 1;
} else console.log(`the committed weights are the ones that these data give, sha256 ${digest}`);

/** Scores each row by a model that has not seen its fold, and prints what the rules, the layer and both find and flag. */
function measure() {
  for (let fold = 0; fold < manifest.training.folds; fold += 1) {
    const held = learn(
      rows.filter((row) => row.fold !== fold),
      manifest.training,
    );
    for (const row of rows) if (row.fold === fold) row.sum = rate(held, row);
  }
  for (const row of rows) {
    row.byRules = scan(row.text).codes.includes("prompt_injection_detected");
    row.byLayer = row.sum > manifest.training.threshold;
  }
  for (const set of new Set(rows.map((row) => row.set))) {
    for (const label of [1, 0]) {
      const some = rows.filter((row) => row.set === set && row.label === label);
      if (some.length === 0) continue;
      const share = (test) =>
        `${some.filter(test).length} (${((100 * some.filter(test).length) / some.length).toFixed(2)} %)`;
      console.log(
        `${set}, ${some.length} ${label === 1 ? "attacks found" : "benign flagged"}: ` +
          `rules ${share((row) => row.byRules)}, layer ${share((row) => row.byLayer)}, ` +
          `either ${share((row) => row.byRules || row.byLayer)}`,
      );
    }
  }
}

/** The module of the weights. The bias carries the threshold, so that a score of one half is the threshold. */
function sourceOf({ bucketBits, scale, bias, weights }) {
  return `// Written by scripts/train-linear.mjs from the sources that scripts/linear/manifest.json names; do not edit.
export const LINEAR_MODEL = {
  bucketBits: ${bucketBits},
  scale: ${scale},
  bias: ${bias},
  /** One signed byte for each bucket, base64. */
  weights:
    "${weights}",
};
`;
}
