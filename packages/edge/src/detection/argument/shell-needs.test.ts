import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findDestructiveShell } from "./shell.js";
import { ShellLineReader } from "./shell-line.js";
import { NAME } from "./shell-needs.js";
import { READERS } from "./shell-readers.js";
import { Command, type Word } from "./shell-words.js";

const NEEDY = [...READERS].filter(([, { needs }]) => (needs & NAME) === 0).map(([name]) => name);
const TOLD = [
  ..."-rf -f -r -R -a -c -9 1 -s0 777 a+rwx / ~ * . x /etc/passwd /etc/shadow /dev/null /dev/sda /s /q c:\\".split(" "),
  ..."-delete --delete empty/ -Recurse -drive 0 root --force --no-preserve-root [-rf \\-f r''m d\\\\\\d".split(" "),
  ..."c: C:\\Users \\\\.\\PhysicalDrive0 of=/dev/sda if=/dev/zero --zero-superblock -w -e exec:sh -exec rm mklabel /grant".split(
    " ",
  ),
];
const GAPS = [" ", "  ", "\t", ",", "'", '"', " '", "\\ ", "$IFS", "$" + "{IFS}"];
const words = fc
  .array(fc.tuple(fc.constantFrom(...TOLD, ...NEEDY), fc.constantFrom(...GAPS)), { maxLength: 40 })
  .map((told) => told.map(([word, gap]) => gap + word).join(""));
const name = fc.constantFrom(...NEEDY);

/** Whether a command at a word has what it needs to destroy anything. */
const isMet = (word: Word): boolean => ((READERS.get(word.name)?.needs ?? 0) & word.company) !== 0;

afterEach(() => vi.restoreAllMocks());

describe("a command without what it needs", () => {
  it("destroys nothing, whatever else it is told and wherever it stands", () => {
    fc.assert(
      fc.property(name, words, fc.boolean(), fc.constantFrom("", "sudo", "xargs"), (first, rest, opens, before) => {
        const line = first + rest;
        const all = new Command(line, 0, line.length, "").words;
        fc.pre(all[0]?.name === first && !isMet(all[0] as Word));
        expect(READERS.get(first)?.read(all.slice(0, 32), opens, before)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it("is told from others by one look along its line", () => {
    const lines = new ShellLineReader(
      new Map([...READERS].map(([each, { needs }]) => [each, { needs, isProse: false }])),
    );
    fc.assert(
      fc.property(name, words, (first, rest) => {
        const line = `${first} ${rest}`;
        const { commands, acting } = lines.read(line, 0, line.length);
        if (commands.length === 1 && acting.length === 0) expect(commands[0]?.words.filter(isMet)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("is told so where its name is put together of parts with nothing between them, and any other name is not missed", () => {
    const lines = new ShellLineReader(
      new Map([...READERS].map(([each, { needs }]) => [each, { needs, isProse: false }])),
    );
    const nothing = fc.constantFrom("''", '""', "\\", "\\\\", "\\\\\\");
    const parted = fc.tuple(
      fc.constantFrom(...READERS.keys()),
      fc.array(fc.tuple(fc.nat(9), nothing), { maxLength: 3 }),
    );
    const before = fc.constantFrom("", "/bin/", "C:\\x\\", "x ", "[", "a''b ", "x\\");
    fc.assert(
      fc.property(before, parted, fc.constantFrom("", ".exe", "]"), words, (lead, [whole, cuts], end, rest) => {
        let name = whole;
        for (const [at, sign] of cuts)
          if (/^[a-z]{2}$/i.test(name.slice(at, at + 2))) name = name.slice(0, at + 1) + sign + name.slice(at + 1);
        const line = `${lead}${name}${end} ${rest}`;
        const { commands, acting } = lines.read(line, 0, line.length);
        if (commands.length === 1 && acting.length === 0) expect(commands[0]?.words.filter(isMet)).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  it("is not split into words", () => {
    const splits = vi.spyOn(Command.prototype, "words", "get");
    expect(
      findDestructiveShell("find the format, erase the history, or kill rm and truncate. ".repeat(40), ""),
    ).toEqual([]);
    expect(findDestructiveShell("r''m truncate w\"\"ipe r\\\\m ".repeat(40), "")).toEqual([]);
    expect(splits).not.toHaveBeenCalled();
    expect(findDestructiveShell("kill rm and truncate -s0 /var/log/x", "")).toHaveLength(1);
    expect(splits).toHaveBeenCalled();
  });
});
