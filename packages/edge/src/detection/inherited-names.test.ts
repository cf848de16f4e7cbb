import { expect, it } from "vitest";
import { redact, scan } from "./index.js";

/** Every member that an object has without having been given it: what a table that is a plain object would find for a text's word. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);
/** Each with the word in a place whose word is looked up somewhere: commands, functions, entities, owners, keys, operators. */
const PLACES = [
  "`x` % delete 'y'",
  "% 'DROP TABLE x'",
  "% 'DROP TABLE x' | sh",
  "EXEC('DROP ' + %('TABLE', ' x'))",
  "SELECT %('a') || 'b'",
  "DELETE FROM t WHERE %(1, 2) = 1",
  "DELETE FROM t WHERE a % 0",
  "DELETE FROM %.user",
  "DROP % x",
  "&%;&%;&%;&%;&%;&%; x",
  "% delete all",
  "sudo % delete /f",
  "% -c 'rm -rf /srv'",
  "%: hunter22-Quartz",
  "--% hunter22-Quartz",
  "% password hunter22-Quartz",
  "<% value='b'>x</%>",
];

it("words that every object has as members are read as the words that they are", () => {
  for (const name of INHERITED) {
    for (const place of PLACES) {
      const [text, twin] = [name, `q${name.slice(1)}`].map((word) => place.replaceAll("%", word));
      for (const purpose of ["arguments", "result"] as const) {
        const codes = [text, twin].map((each) => scan({ command: each, [name]: each }, { purpose }).codes);
        expect([text, codes[0]]).toEqual([text, codes[1]]);
      }
      const kinds = [text, twin].map((each) => redact({ note: each }).redactions.map(({ kind }) => kind));
      expect([text, kinds[0]]).toEqual([text, kinds[1]]);
    }
  }
});
