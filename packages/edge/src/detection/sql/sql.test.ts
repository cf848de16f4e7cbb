// Destructive SQL of every dialect against reads, prose and bounded writes.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scan } from "../scan.js";
import { findDestructiveSql } from "./destructive.js";

const load = <T = string[]>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../testdata/${name}.json`, import.meta.url), "utf8")) as T;

const flags = (text: string): boolean => scan({ query: text }).codes.includes("destructive_sql");

describe("destructive SQL", () => {
  it("is found in every dialect, stacked, in strings that are run, in JSON and shell commands", () => {
    expect(load("sql-destructive").filter((text) => !flags(text))).toEqual([]);
  });

  it("is not seen in reads, bounded writes, string values, comments or prose", () => {
    expect(load("sql-harmless").filter(flags)).toEqual([]);
  });

  it("is found in over 200 spellings of seven dialects, in code, shell commands, JSON and injections", () => {
    const attacks = load("sql-attacks");
    expect(attacks.length).toBeGreaterThan(200);
    expect(attacks.filter((text) => !flags(text))).toEqual([]);
  });

  it("is not seen in over 200 reads, bounded writes, texts and pieces of code that look like it", () => {
    const lookalikes = load("sql-lookalikes");
    expect(lookalikes.length).toBeGreaterThan(200);
    expect(lookalikes.filter(flags)).toEqual([]);
  });

  it("is found when it is put together as it runs, writes or opens files, or deletes a join", () => {
    const { destructive, harmless } = load<Record<"destructive" | "harmless", string[]>>("sql-joined");
    expect(destructive.filter((text) => !flags(text))).toEqual([]);
    expect(harmless.filter(flags)).toEqual([]);
  });

  it("has the place of all its pieces when it is put together", () => {
    const text = "x = 1; EXEC('DR' + 'OP TABLE users'); SELECT 1";
    const [drop] = findDestructiveSql(text);
    expect(text.slice(drop?.start, drop?.end)).toBe("'DR' + 'OP TABLE users'");
  });

  it("is graded by class, with the place of the statement", () => {
    const text = "SELECT 1; DROP TABLE users; ALTER TABLE a DROP COLUMN b";
    const [drop, alter] = findDestructiveSql(text);
    expect(drop).toMatchObject({ rule: "drop-table", severity: "critical", start: 10 });
    expect(text.slice(drop?.start, drop?.end)).toBe("DROP TABLE users");
    expect(alter).toMatchObject({ rule: "alter-drop", severity: "high" });
  });

  it("is not hidden by a condition too long to read", () => {
    const long = Array.from({ length: 40 }, (_, index) => `a = ${index} OR`).join(" ");
    expect(flags(`DELETE FROM users WHERE ${long} 1 = 1`)).toBe(true);
  });

  it("takes linear time for text made of its own words", () => {
    /** Processor time in milliseconds: other processes on the machine do not count. */
    const costOf = (text: string): number => {
      const start = process.cpuUsage();
      findDestructiveSql(text);
      return process.cpuUsage(start).user / 1000;
    };
    for (const piece of [
      "delete from a ",
      "update a set b=1 ",
      "((((",
      "'a' ",
      "alter table a ",
      "delete from a where (1=1 and ",
      "$a$ ",
      "q'[ ",
      "exec('a'+",
      "set @a = @a + @a + 'drop table t'; exec(@a); ",
      "exec(concat(concat('",
      "; explain (drop ",
      "; explain delete from a where 1 = pi() ",
      "; create temp table a (delete ",
      "; create temp table a (b int); drop table #a, a, ",
      "delete from a where not (pi() > ((1 or ",
    ]) {
      const [small, large] = [piece.repeat(2000), piece.repeat(16_000)];
      const ratios: number[] = [];
      while (ratios.length < 6 && !ratios.some((ratio) => ratio < 30))
        ratios.push(costOf(large) / Math.max(2, costOf(small)));
      // Eight times the text; a square takes 64 times as long, in every round and not only in a noisy one.
      expect(Math.min(...ratios)).toBeLessThan(30);
    }
  });
});
