import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMadeAgain, namesMadeAgain } from "./shell-finding.js";
import { Command, type Word } from "./shell-words.js";

describe("folders that builds make again", () => {
  it("are the same by a plain word as by a path", () => {
    const known = fc.constantFrom("build", "dist", "es", "cache", "venv", "vendor", "elm-stuff", "test-results");
    fc.assert(
      fc.property(fc.oneof(known, fc.stringMatching(/^[a-z0-9-]{1,12}$/)), (name) => {
        const [word] = new Command(name, 0, name.length, "").words;
        expect(namesMadeAgain(word as Word)).toBe(isMadeAgain(name));
        expect(isMadeAgain(name)).toBe(isMadeAgain(`./${name}/*`));
      }),
    );
  });
});
