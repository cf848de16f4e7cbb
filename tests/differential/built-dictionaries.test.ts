// Every package that scans carries what the dictionaries of the sources compile to, as it was built; programs carry no list to
// compile besides.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOANWORDS } from "../../packages/edge/src/detection/injection/words/loanwords.js";
import { AUTOMATON, WORDS } from "../../packages/edge/src/detection/text/lexicon.at-build.js";

/** How many modules of a built package hold a text. */
function holdersOf(text: string, name: string): number {
  const dist = new URL(`../../packages/${name}/dist/`, import.meta.url);
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .filter((file) => readFileSync(new URL(file, dist), "utf8").includes(text)).length;
}

describe.each(["edge", "control-plane", "sidecar", "cli"])("%s", (name) => {
  it.each([
    ["words", WORDS],
    ["automaton", AUTOMATON],
  ])("holds the compiled %s once", (_, compiled) => {
    expect(holdersOf(compiled, name)).toBe(1);
  });
});

it.each(["control-plane", "sidecar", "cli"])("%s holds no list of words", (name) => {
  const [list = ""] = Object.values(LOANWORDS);
  expect(holdersOf(list, "edge")).toBe(1);
  expect(holdersOf(list, name)).toBe(0);
});
