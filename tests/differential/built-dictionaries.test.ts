// Every package that scans carries what the dictionaries of the sources compile to, as it was built; programs carry no list to
// compile besides.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOANWORDS } from "../../packages/edge/src/detection/injection/words/loanwords.js";
import { AUTOMATON, WORDS } from "../../packages/edge/src/detection/text/lexicon.at-build.js";

/** How many modules of a built package, with the source maps that they name, hold a text. */
function holdersOf(text: string, name: string): number {
  const dist = new URL(`../../packages/${name}/dist/`, import.meta.url);
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => new URL(file, dist))
    .flatMap((file) => {
      const code = readFileSync(file, "utf8");
      const [, map] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(code) ?? [];
      return map === undefined ? [code] : [code, readFileSync(new URL(map, file), "utf8")];
    })
    .filter((each) => each.includes(text)).length;
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
  // The module, and its map, which has the source.
  expect(holdersOf(list, "edge")).toBe(2);
  expect(holdersOf(list, name)).toBe(0);
});
