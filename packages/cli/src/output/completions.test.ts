// What a shell offers while a command line is typed: what the help of that place shows, and nothing else.
import { PassThrough, Readable } from "node:stream";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createContext } from "../context.js";
import { createProgram } from "../program.js";
import { completionsFor } from "./completions.js";

const program = createProgram(
  createContext({
    env: {},
    stdin: Readable.from([]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    untilStopped: () => new AbortController().signal,
  }),
  () => undefined,
);

interface Place {
  readonly path: readonly string[];
  readonly command: Command;
}

function placesOf(command: Command, path: readonly string[]): Place[] {
  const inside = command.commands.flatMap((each) => placesOf(each, [...path, each.name()]));
  return [{ path, command }, ...inside];
}

const places = placesOf(program, []);
const wordsAt = (...typed: string[]): string[] => completionsFor(program, typed).map(({ word }) => word);

describe("a command line that is typed", () => {
  it("goes on with the commands that help shows, at every depth", () => {
    expect(places.length).toBeGreaterThan(80);
    for (const { path, command } of places) {
      const shown = command.createHelp().visibleCommands(command);
      expect(wordsAt(...path, "")).toEqual(expect.arrayContaining(shown.map((each) => each.name())));
    }
  });

  it("goes on with the options of the command alone, where a dash is typed", () => {
    for (const { path, command } of places) {
      const shown = command.createHelp().visibleOptions(command);
      expect(wordsAt(...path, "--")).toEqual(shown.map(({ long }) => long));
    }
  });

  it("goes on with words that begin as the last one does, however far it is typed", () => {
    for (const { path } of places.filter((place) => place.path.length > 0)) {
      const before = path.slice(0, -1);
      const last = path.at(-1) as string;
      if (last === "complete") continue;
      for (let size = 0; size <= last.length; size += 1) {
        const words = wordsAt(...before, last.slice(0, size));
        expect(words).toContain(last);
        expect(words.filter((word) => !word.startsWith(last.slice(0, size)))).toEqual([]);
      }
    }
  });

  it.each([
    { typed: ["audit", "list", "--decision", ""], words: ["allow", "deny", "escalate"] },
    { typed: ["audit", "list", "--decision", "de"], words: ["deny"] },
    { typed: ["audit", "list", "--decision", "=", "de"], words: ["deny"] },
    { typed: ["audit", "list", "--decision", "="], words: ["allow", "deny", "escalate"] },
    { typed: ["receipt", "ver"], words: ["verify"] },
    { typed: ["completion", ""], words: ["bash", "zsh", "fish"] },
    { typed: ["scan", "--tool", "--exit", "--exit"], words: ["--exit-code"] },
  ])("goes on with $words after $typed", ({ typed, words }) => {
    expect(wordsAt(...typed)).toEqual(words);
  });

  it.each([
    { typed: ["scan", "--settings", ""] },
    { typed: ["policy", "check", ""] },
    { typed: ["migrate", "--database-url", ""] },
    { typed: ["nothing", "of", "this"] },
  ])("goes on with a file, or the user's own words, after $typed", ({ typed }) => {
    expect(wordsAt(...typed)).toEqual([]);
  });
});
