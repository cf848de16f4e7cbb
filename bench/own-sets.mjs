// The project's own sets of orders to a model and of harmless texts that sound like them: how many the scanner finds, and how many
// it flags, of each half. Rules were widened by what the half "looked at" shows; the half "kept aside" tells what unseen
// texts may meet. Sets without halves were kept aside when they were written and given up later.
import { readFileSync } from "node:fs";
import { percent } from "./interval.mjs";

const ORDERS = {
  "ignore-orders": "to ignore what came before, in English",
  "spoken-orders": "in nineteen other languages",
  "reader-orders": "to a model that reads mails, pages, files and descriptions of tools",
  "embedded-orders": "worked into mails, pages, tickets, code, descriptions of tools and logs",
  "framed-orders": "of every kind: personas, games, forged turns, claimed authority",
  "wild-orders": "of every kind, long jailbreaks among them",
  "bystander-orders": "roles without bounds in free words, and orders in what a model reads",
  "jailbreak-orders": "jailbreaks in the manner of those that circulate, in new words",
  "result-orders": "in what tools answer, to a model by whatever name",
  "carried-orders": "to a model at work on a text, to carry what its user has elsewhere",
  "tongue-orders": "of ten kinds, each in twenty languages",
  "unruly-orders": "jailbreaks in free words: games, stories, scores, proofs, modes",
  "free-orders": "in free words",
  "held-out-orders": "for the prompt, a secret, another role",
  "unseen-orders": "with delays, conditions, pieces, begun answers",
  "fresh-orders": "in the styles of public collections",
  "later-orders": "of the oddest kinds",
};

const TWINS = {
  "order-twins": "made to sound like orders to ignore",
  "embedded-twins": "say much the same as embedded orders, to people",
  "framed-twins": "mails, rules, games, code and lessons",
  "wild-twins": "mails, manuals, policies, prompts, tools, jobs and news",
  "bystander-twins": "share the words of bystander orders",
  "jailbreak-twins": "say much the same as jailbreaks, of games, trips and machines",
  "harm-twins": "ask of crimes, drugs and malware, in roles and set forms, as people do",
  "result-twins": "say much the same as orders in what tools answer, to people",
  "carried-twins": "ask much the same of people and of code",
  "tongue-twins": "share words and shape with orders in twenty languages",
  "unruly-twins": "share words and shape with jailbreaks, and prompts, lessons and changelogs",
  "unseen-twins": "say much the same as unseen orders, to people",
  "fresh-twins": "in the registers of fresh orders",
};

/** Prints both tables. `scan` is the scanner's. */
export function scoreOwnSets(scan) {
  const isFound = (text) => scan({ text }).codes.includes("prompt_injection_detected");
  printSets("Orders, found", ORDERS, isFound);
  printSets("Harmless texts, flagged", TWINS, isFound);
}

function printSets(title, sets, isHit) {
  console.log(title);
  for (const [name, what] of Object.entries(sets)) {
    const file = new URL(`../packages/edge/src/detection/testdata/${name}.json`, import.meta.url);
    const parts = Object.entries(partsOf(JSON.parse(readFileSync(file, "utf8"))));
    console.log(`  ${name}: ${what}`);
    for (const [part, texts] of parts) {
      console.log(`    ${part.padEnd(16)} ${percent(texts.filter(isHit).length, texts.length)}`);
    }
  }
}

/** The halves, or English and the other languages. */
function partsOf(set) {
  if (set.kept_aside !== undefined) return { "looked at": set.looked_at, "kept aside": set.kept_aside };
  const { en, ...others } = set;
  return { English: en, "other languages": Object.values(others).flat() };
}
