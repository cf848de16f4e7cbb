// Destructive SQL kind by kind, each beside statements that look like it: what is made where it runs, conditions that keep
// every row, what reaches past the rows.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scan } from "../scan.js";

const KINDS = JSON.parse(readFileSync(new URL("../testdata/sql-kinds.json", import.meta.url), "utf8")) as Readonly<
  Record<string, { readonly destructive: readonly string[]; readonly harmless: readonly string[] }>
>;

describe("destructive SQL of a kind", () => {
  for (const [kind, { destructive, harmless }] of Object.entries(KINDS)) {
    it(`is found: ${kind}`, () => {
      expect(destructive.filter((query) => !scan({ query }).codes.includes("destructive_sql"))).toEqual([]);
    });

    it(`is not seen in what only looks like it: ${kind}`, () => {
      expect(harmless.filter((query) => scan({ query }).codes.length > 0)).toEqual([]);
    });
  }

  it("scores less where a condition only as good as keeps every row", () => {
    const scoreOf = (where: string): number | undefined =>
      scan({ query: `DELETE FROM t WHERE ${where}` }).findings[0]?.score;
    expect(scoreOf("1 = 1")).toBe(0.95);
    expect(scoreOf("length(name) >= 0")).toBeCloseTo(0.9);
    expect(scoreOf("id > 0")).toBeCloseTo(0.85);
  });
});
