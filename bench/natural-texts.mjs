// How much of what people write for people is flagged or changed: the documentation and sources of the packages that are
// installed with the project anyway, or of another folder. Read in pieces, as arguments and as what a tool answers.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { redact, scan } from "../packages/edge/dist/detection/index.js";
import { percent } from "./interval.mjs";

/** What a piece holds at most. */
const PIECE = 4000;
/** Of a larger file so many pieces are taken, evenly spread, so that a few bundles do not stand for all. */
const PIECES_OF_FILE = 40;
const LARGEST_FILE = 32 * 1024 * 1024;
/** Signs shown on each side of a place. */
const AROUND = 100;

/** Kinds of files by how their names end; the first that fits. What fits none is not read. */
const KINDS = [
  ["licences", /^(?:licen[cs]e|copying|copyright|notice|authors|credits|bsd)\b[^/]*$/i],
  ["changelogs", /^(?:change(?:s|log)?|history|news|releases?)\b[^/]*(?:\.(?:md|txt|rst)|log|changes|news)$/i],
  ["prose", /\.(?:md|markdown|txt|rst|adoc|pod|texi)$|^readme[^.]*$/i],
  ["declarations", /\.d\.[cm]?ts$/],
  ["code", /\.(?:[cm]?[jt]sx?|flow|py|pl|pm|rb|lua|sh|go|rs|c|cc|cpp|h|hpp|el|tcl|php|java|vim|awk)$/],
  ["sql", /\.sql$/],
  ["json", /\.json$/],
  ["settings", /\.(?:ya?ml|toml|ini|cfg|conf|properties|service|desktop|control)$/],
  ["pages", /\.(?:html?|xml|svg)$/],
  ["styles", /\.(?:css|scss|less)$/],
  ["manuals", /\.[1-8]$/],
  ["messages", /\.(?:po|pot|ftl|xliff)$/],
];

/**
 * Prints by kind of file how many pieces are flagged, by which rules, and how many are changed, by which kind of redaction.
 *
 * @param {string} folder is read with all below it
 * @param {string | undefined} shown places of this rule, family, code or kind of redaction are printed as well
 * @param {number} places so many at most
 */
export function scoreNaturalTexts(folder, shown, places) {
  const counts = new Map(KINDS.map(([kind]) => [kind, { pieces: 0, arguments: 0, results: 0, changed: 0, by: {} }]));
  const seen = new Set();
  let left = shown === undefined ? 0 : places;
  for (const path of filesBelow(folder)) {
    const kind = kindOf(path);
    const text = kind === undefined ? undefined : readText(path);
    if (text === undefined || !isNew(text, seen)) continue;
    const count = counts.get(kind);
    for (const { piece, line } of piecesOf(text)) {
      const found = judge(piece);
      addTo(count, found);
      for (const hit of found.hits) {
        if (left === 0 || !isNamed(hit, shown)) continue;
        left -= 1;
        const at = line + piece.slice(0, hit.start).split("\n").length - 1;
        console.log(`${relative(folder, path)}:${at}: ${hit.name}\n    ${around(piece, hit)}`);
      }
    }
  }
  for (const [kind, count] of counts) if (count.pieces > 0) print(kind, count);
}

function* filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // A package manager links what it has stored once: links would be read twice.
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

function kindOf(path) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return KINDS.find(([, ending]) => ending.test(name))?.[0];
}

/** The text of a file; undefined when it is none, or too large. */
function readText(path) {
  if (statSync(path).size > LARGEST_FILE) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Several versions of a package hold many equal files. */
function isNew(text, seen) {
  const hash = createHash("sha256").update(text).digest("base64");
  if (seen.has(hash)) return false;
  seen.add(hash);
  return true;
}

/** A text in pieces that end with a line where one ends in their second half. */
function piecesOf(text) {
  const pieces = [];
  let line = 1;
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.lastIndexOf("\n", start + PIECE - 1) + 1;
    const end = start + PIECE >= text.length ? text.length : lineEnd > start + PIECE / 2 ? lineEnd : start + PIECE;
    const piece = text.slice(start, end);
    pieces.push({ piece, line });
    line += piece.split("\n").length - 1;
    start = end;
  }
  if (pieces.length <= PIECES_OF_FILE) return pieces;
  return Array.from({ length: PIECES_OF_FILE }, (_, at) => pieces[Math.floor((at * pieces.length) / PIECES_OF_FILE)]);
}

/** What is found in a piece and changed in it, with each place once. */
function judge(piece) {
  const asArguments = scan(piece);
  const asResult = scan(piece, { purpose: "result" });
  const { redactions } = redact(piece);
  const findings = new Map(
    [...asArguments.findings, ...asResult.findings].map((finding) => [`${finding.rule_id} ${finding.start}`, finding]),
  );
  return {
    arguments: asArguments.codes.length > 0,
    results: asResult.codes.length > 0,
    changed: redactions.length > 0,
    hits: [
      ...[...findings.values()].map(({ code, rule_id, start, end }) => ({ name: `${code} ${rule_id}`, start, end })),
      // In a document within the piece a place is one of the document's string; the piece's beginning stands for it.
      ...redactions.map(({ kind, path, start, end }) =>
        path === "" ? { name: `changed ${kind}`, start, end } : { name: `changed ${kind}`, start: 0, end: 0 },
      ),
    ],
  };
}

function addTo(count, found) {
  count.pieces += 1;
  if (found.arguments) count.arguments += 1;
  if (found.results) count.results += 1;
  if (found.changed) count.changed += 1;
  for (const name of new Set(found.hits.map((hit) => hit.name))) count.by[name] = (count.by[name] ?? 0) + 1;
}

function isNamed({ name }, shown) {
  return name.split(" ").some((part) => part === shown || part.startsWith(`${shown}/`));
}

function around(piece, { start, end }) {
  const stop = Math.min(end, start + AROUND);
  const [before, there, after] = [
    [start - AROUND, start],
    [start, stop],
    [stop, stop + AROUND],
  ].map(([from, to]) => piece.slice(Math.max(0, from), to).replace(/\s+/g, " "));
  return `${before}»${there}«${after}`;
}

function print(kind, count) {
  console.log(`${kind} (${count.pieces} pieces)`);
  console.log(`  flagged as arguments  ${percent(count.arguments, count.pieces)}`);
  console.log(`  flagged as answers    ${percent(count.results, count.pieces)}`);
  console.log(`  changed               ${percent(count.changed, count.pieces)}`);
  for (const [name, pieces] of Object.entries(count.by).sort())
    console.log(`    ${name.padEnd(56)} ${percent(pieces, count.pieces)}`);
}
