// What arguments do, kind by kind, each beside what looks like it: commands, addresses, paths, secrets.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scan } from "../scan.js";

interface Field {
  readonly key: string;
  readonly value: string;
}

const load = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../testdata/${name}.json`, import.meta.url), "utf8")) as T;

const SHELL = load<Record<string, { destructive: string[]; harmless: string[] }>>("shell-kinds");
const ARGUMENTS = load<Record<string, { dangerous: Field[]; harmless: Field[] }>>("argument-kinds");

describe("a destructive command of a kind", () => {
  for (const [kind, { destructive, harmless }] of Object.entries(SHELL)) {
    it(`is found: ${kind}`, () => {
      const isFound = (text: string): boolean =>
        scan({ text }).codes.some((code) => code === "destructive_shell" || code === "destructive_sql");
      expect(destructive.filter((text) => !isFound(text))).toEqual([]);
    });

    it(`is not seen in what only looks like it: ${kind}`, () => {
      expect(harmless.filter((text) => scan({ text }).codes.length > 0)).toEqual([]);
      expect(harmless.filter((command) => scan({ command }).codes.length > 0)).toEqual([]);
    });
  }
});

describe("an argument", () => {
  for (const [code, { dangerous, harmless }] of Object.entries(ARGUMENTS)) {
    it(`raises ${code} in every spelling`, () => {
      expect(
        dangerous.filter(({ key, value }) => !scan({ [key]: value }).codes.some((found) => found === code)),
      ).toEqual([]);
    });

    it(`raises nothing where it only looks like ${code}`, () => {
      expect(harmless.filter(({ key, value }) => scan({ [key]: value }).codes.length > 0)).toEqual([]);
    });
  }
});
