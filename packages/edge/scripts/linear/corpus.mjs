// The texts that the linear layer learns from: read where the manifest says, held to its hashes, cut into features, and
// dealt into folds so that near-duplicates never stand on both sides of a test.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFeatures, STRETCH_CHARACTERS } from "../../dist/detection/linear/features.js";

/** Families of the project's own writing, beside the sources. */
const OWN_FOLDER = fileURLToPath(new URL("../../src/detection/testdata/", import.meta.url));
/** Packages that the lockfile pins; their documentation and code are long and benign. */
const PACKAGES_FOLDER = fileURLToPath(new URL("../../../../node_modules/.pnpm/", import.meta.url));
const PACKAGE_TEXT = /\.(?:md|js|ts|mjs)$/;
const LARGEST_FILE_BYTES = 100_000;
/** Lengths of the pieces that a package's text is cut into, in turn. */
const PIECE_CHARACTERS = [400, 1200, 3000, 8000];

export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * Reads every source of a manifest: JSON Lines `{"text","attack"}` from `folder`, or an array of benign texts of the
 * project's own. Throws when a file is not the one that the manifest names, unless `accept` is true; then the source
 * gets the hash and counts of what was read.
 */
export function readSources(manifest, folder, accept) {
  const rows = [];
  for (const source of manifest.sources) {
    const bytes = readSource(source, folder);
    const found = sha256(bytes);
    if (found !== source.sha256 && !accept) {
      throw new Error(
        `${nameOf(source)} is not what the manifest names (sha256 ${found}); pass --write to learn from it`,
      );
    }
    const read = readTexts(source, bytes.toString("utf8"));
    source.sha256 = found;
    source.rows = read.length;
    source.attacks = read.filter((row) => row.attack).length;
    for (const { text, attack } of read) rows.push({ set: source.set, text, label: attack === true ? 1 : 0 });
  }
  return rows;
}

const nameOf = (source) => source.file ?? source.package;

function readSource(source, folder) {
  if (source.package !== undefined) return Buffer.concat(listFiles(source.package).map((file) => readFileSync(file)));
  return readFileSync(join(source.own ? OWN_FOLDER : folder, source.file));
}

/** Documentation and code of a package (`name@version`, without scope), in a fixed order. */
function listFiles(name) {
  const root = join(PACKAGES_FOLDER, name, "node_modules", name.slice(0, name.lastIndexOf("@")));
  return readdirSync(root, { recursive: true })
    .filter((file) => PACKAGE_TEXT.test(file) && !file.includes("node_modules"))
    .map((file) => join(root, file))
    .filter((file) => statSync(file).isFile() && statSync(file).size <= LARGEST_FILE_BYTES)
    .sort();
}

function readTexts(source, text) {
  if (source.package !== undefined) return cutPieces(text, source.pieces);
  if (source.own) return JSON.parse(text).map((own) => ({ text: own, attack: false }));
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Pieces of several lengths, spread evenly over the text. */
function cutPieces(text, count) {
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * text.length) / count);
    return { text: text.slice(start, start + PIECE_CHARACTERS[index % PIECE_CHARACTERS.length]), attack: false };
  });
}

/** Adds to each row its `stretches`: the buckets of its features, stretch by stretch. */
export function addFeatures(rows) {
  for (const row of rows) {
    row.stretches = [];
    for (let start = 0; start === 0 || start < row.text.length; start += STRETCH_CHARACTERS) {
      const { buckets, count } = readFeatures(row.text, start, Math.min(row.text.length, start + STRETCH_CHARACTERS));
      row.stretches.push(buckets.slice(0, count));
    }
  }
}

/** Adds to each row its `fold`, equal for texts that share three in ten of the runs of five words of the shorter one. */
export function addFolds(rows, folds) {
  const runs = rows.map(({ text }) => runsOfWords(text));
  const leader = rows.map((_, index) => index);
  const leaderOf = (index) => {
    let at = index;
    while (leader[at] !== at) at = leader[at];
    leader[index] = at;
    return at;
  };
  const holders = new Map();
  rows.forEach((_, index) => {
    const shared = new Map();
    for (const run of runs[index]) {
      const known = holders.get(run) ?? [];
      for (const other of known) shared.set(other, (shared.get(other) ?? 0) + 1);
      known.push(index);
      holders.set(run, known);
    }
    for (const [other, count] of shared) {
      if (count > 0.3 * Math.min(runs[index].size, runs[other].size)) leader[leaderOf(index)] = leaderOf(other);
    }
  });
  rows.forEach((row, index) => {
    row.fold = Number.parseInt(sha256(rows[leaderOf(index)].text).slice(0, 8), 16) % folds;
  });
}

function runsOfWords(text) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const runs = new Set();
  for (let at = 0; at + 4 < words.length; at += 1) runs.add(words.slice(at, at + 5).join(" "));
  return runs;
}
