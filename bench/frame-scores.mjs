// How many of the project's own attacks are found in each harmless frame, of those that are found plain, and how many of its
// harmless texts are flagged there, of those that are not flagged plain. What a frame hides, an exception of the scanner hides.
import { readdirSync, readFileSync } from "node:fs";
import { frames } from "./frames.mjs";

const FOLDER = new URL("../packages/edge/src/detection/testdata/", import.meta.url);
const NAMES = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ""));
const SETS = NAMES.map((name) => [name, JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"))]);

/** Signs of a missed text that are printed. */
const SHOWN = 200;

/** The sets of each kind of attack, by how their names, or those of their parts, end. */
const KINDS = {
  orders: {
    code: "prompt_injection_detected",
    attacks: textsOf(/-orders$|^attacks-by-language$|^phrases$/),
    harmless: textsOf(/-twins$|^benign-by-language$/),
  },
  statements: {
    code: "destructive_sql",
    attacks: [...textsOf(/^sql-destructive$/), ...partsOf(/^sql-/, "destructive")],
    harmless: [...textsOf(/^sql-(?:harmless|lookalikes)$/), ...partsOf(/^sql-/, "harmless")],
  },
  commands: {
    code: "destructive_shell",
    attacks: [...textsOf(/^shell-destructive$/), ...partsOf(/^shell-/, "destructive")],
    harmless: [...textsOf(/^shell-harmless$/), ...partsOf(/^shell-/, "harmless")],
  },
};

/**
 * Prints the table, or what one frame hides.
 *
 * @param {typeof import("../packages/edge/dist/detection/index.js").scan} scan
 * @param {string | undefined} shown the frame whose missed attacks and flagged harmless texts are printed as well
 */
export function scoreFrames(scan, shown) {
  const kinds = Object.entries(KINDS).map(([name, { code, attacks, harmless }]) => {
    const isFound = (text) => scan({ text }).codes.includes(code);
    const isFlagged = (text) => scan({ text }).codes.length > 0;
    const found = attacks.filter(isFound);
    const passed = harmless.filter((text) => !isFlagged(text));
    return { name, isFound, isFlagged, found, passed };
  });
  const head = kinds.map(({ name, found, passed }) => `${name} of ${found.length}, flagged of ${passed.length}`);
  console.log(row("frame", head));
  for (const frame of frames.filter(({ name }) => shown === undefined || name === shown)) {
    const cells = kinds.map((kind) => scoreFrame(frame, kind, shown !== undefined));
    console.log(row(frame.name, cells));
  }
  console.log("(In brackets: a frame that may hide such attacks.)");
}

function scoreFrame({ wrap, mayHide }, { name, isFound, isFlagged, found, passed }, isShown) {
  const missed = found.filter((text) => !isFound(wrap(text)));
  const flagged = passed.filter((text) => isFlagged(wrap(text)));
  if (isShown) {
    for (const text of missed) console.log(`  missed  ${JSON.stringify(wrap(text)).slice(0, SHOWN)}`);
    for (const text of flagged) console.log(`  flagged ${JSON.stringify(wrap(text)).slice(0, SHOWN)}`);
  }
  const count = found.length - missed.length;
  const share = `${count} = ${((100 * count) / found.length).toFixed(1)} %`;
  return `${mayHide.includes(name) ? `(${share})` : share}, ${flagged.length}`;
}

function row(name, cells) {
  return [name.padEnd(40), ...cells.map((cell) => cell.padEnd(38))].join("").trimEnd();
}

function textsOf(pattern) {
  return SETS.flatMap(([name, set]) => (pattern.test(name) ? textsIn(set) : []));
}

/** The texts of all parts of that name. */
function partsOf(pattern, part) {
  return SETS.flatMap(([name, set]) => (pattern.test(name) ? textsInPart(set, part) : []));
}

function textsInPart(value, part) {
  if (typeof value === "string") return [];
  return Object.entries(value).flatMap(([name, each]) => (name === part ? textsIn(each) : textsInPart(each, part)));
}

/** Every string of a list or an object of lists. */
function textsIn(value) {
  return typeof value === "string" ? [value] : Object.values(value).flatMap(textsIn);
}
