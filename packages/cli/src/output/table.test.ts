import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "./display-width.js";
import { createStyle } from "./style.js";
import { renderTable } from "./table.js";

const ID = "6f1f1f0e-8f0e-4a53-9d9d-111111111111";
const columns = [
  { title: "id", cells: [ID, "-"] },
  { title: "reason", cells: ["a long reason that no terminal has room for, however wide it may be", "short"] },
];
const render = (width: number | undefined) => renderTable(columns, createStyle(false, {}), width);

describe("a table", () => {
  it("fits the terminal and keeps ids whole", () => {
    const lines = render(60);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines[1]).toMatch(new RegExp(`^${ID}  a long reason .*…$`));
  });

  it("keeps the first column whole where even that does not fit, and says what it has no room for", () => {
    expect(render(20)).toEqual(["id", ID, "-", "No room for reason; --json has all."]);
  });

  it("fits any terminal that its first column fits, with whatever is in it", () => {
    const cell = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.uuid(),
      fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
      fc.constantFrom("顧客の一覧を返すツール", "請求書ボット🤖", "👩‍💻 e\u0301clair"),
    );
    const rows = fc.array(fc.array(cell, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 40, max: 130 }), (rows, width) => {
        const titles = [...(rows[0]?.keys() ?? [])].map((index) => `column_${index}`);
        const columns = titles.map((title, index) => ({ title, cells: rows.map((row) => row[index] ?? "") }));
        for (const line of renderTable(columns, createStyle(false, {}), width)) {
          if (!line.startsWith("No room for ")) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  it("aligns its columns beside letters that take two places, and cuts no letter in two", () => {
    const names = ["請求書ボット🤖", "👩‍💻e\u0301", "plain"];
    const columns = [
      { title: "name", cells: names },
      { title: "説明", cells: ["顧客の一覧を返すツールです", "二", "three"] },
    ];
    const lines = renderTable(columns, createStyle(false, {}), 30);
    expect(lines).toEqual([
      "name            説明",
      "請求書ボット🤖  顧客の一覧を…",
      "👩‍💻e\u0301             二",
      "plain           three",
    ]);
  });

  it("keeps names in the first column whole, so that rows can be told apart", () => {
    const names = ["files.list_directory", "files.list_directory_with_sizes"];
    const wide = {
      title: "description",
      cells: ["a listing of a folder ".repeat(9), "the same with sizes ".repeat(9)],
    };
    const rest = Array.from({ length: 12 }, (_, index) => ({ title: `column_${index}`, cells: ["value", "value"] }));
    const lines = renderTable([{ title: "tool_name", cells: names }, wide, ...rest], createStyle(false, {}), 80);
    expect(lines.slice(1, 3).map((line) => line.split(/ +/)[0])).toEqual(names);
    expect(lines[3]).toMatch(/^No room for .*column_11; --json has all\.$/);
  });

  it("writes instants shorter and leaves out what is empty, before it shortens what tells something", () => {
    const rows = [
      { title: "seq", cells: ["1", "2"] },
      { title: "created_at", cells: ["2026-11-28T12:59:33.123Z", "2026-11-28T13:00:00.000Z"] },
      { title: "tool_name", cells: ["-", "-"] },
      { title: "action", cells: ["permission_granted", "user_signed_in"] },
    ];
    const linesAt = (width: number) =>
      renderTable(rows, createStyle(false, {}), width).map((line) => line.split(/ {2,}/));
    expect(linesAt(80)[1]).toEqual(["1", "2026-11-28T12:59:33.123Z", "-", "permission_granted"]);
    expect(linesAt(55)[1]).toEqual(["1", "11-28 12:59:33Z", "-", "permission_granted"]);
    expect(linesAt(41)[1]).toEqual(["1", "11-28 12:59:33Z", "permission_granted"]);
    expect(linesAt(38)[1]).toEqual(["1", "11-28 12:59Z", "permission_granted"]);
    expect(linesAt(30)).toEqual([
      ["seq", "created_at", "action"],
      ["1", "11-28 12:59Z", "permission…"],
      ["2", "11-28 13:00Z", "user_signe…"],
    ]);
  });

  it("cuts nothing where the output is no terminal", () => {
    expect(render(undefined).join("")).not.toContain("…");
  });
});
