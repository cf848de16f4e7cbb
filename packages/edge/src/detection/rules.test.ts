// The documentation of the rules: what a finding's rule id leads to.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { INJECTION_RULES } from "./injection/rule-table.js";
import { RULES } from "./rules.js";
import { scan } from "./scan.js";

const PAGE = readFileSync(new URL("../../../../docs/detection/rules.md", import.meta.url), "utf8");

describe("the page of the rules", () => {
  it("has one row for each rule, with its anchor, code, title and examples, in order", () => {
    const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
    const rows = RULES.map(
      ({ anchor, id, code, title, fires, passes }) =>
        `| <a id="${anchor}"></a>\`${id}\` | \`${code}\` | ${cell(title)} | ${cell(fires)} | ${cell(passes)} |`,
    );
    expect(PAGE.split("\n").filter((line) => line.startsWith("| <a id="))).toEqual(rows);
  });
});

describe("a rule over words", () => {
  /** Every threshold at its lowest, so that a hint alone is a finding. */
  const thresholds = Object.fromEntries([["injection", 0.01], ...RULES.map(({ family }) => [family, 0.01])]);

  it.each(INJECTION_RULES)("holds in its first example and not in its second: $id", ({ id, fires, passes }) => {
    const rulesOff = RULES.map((rule) => rule.id).filter((other) => other !== id);
    const found = (text: string): readonly string[] =>
      scan({ text }, { thresholds, rulesOff }).findings.map((finding) => finding.rule_id);
    expect(found(fires)).toContain(id);
    expect(found(passes)).not.toContain(id);
  });
});
