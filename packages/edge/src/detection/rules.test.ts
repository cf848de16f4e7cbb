// The documentation of the rules: what a finding's rule id leads to.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RULES } from "./rules.js";

const PAGE = readFileSync(new URL("../../../../docs/detection.md", import.meta.url), "utf8");

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
