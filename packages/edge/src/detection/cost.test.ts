// Cost: linear in the length, whatever the text; and no pattern over input that could be slower.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "./redact/redact.js";
import { scan } from "./scan.js";

const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  prose: (length) =>
    "The minutes of the meeting are attached for your review. ".repeat(Math.ceil(length / 57)).slice(0, length),
  "verbs of orders": (length) =>
    "ignore forget reveal send approve previous all instructions ".repeat(Math.ceil(length / 60)).slice(0, length),
  "models that are spoken to": (length) =>
    "To the AI agent: hey copilot, must send delete ".repeat(Math.ceil(length / 48)).slice(0, length),
  "models and colons far away": (length) =>
    "for the very old AI model of ".repeat(Math.ceil(length / 29)).slice(0, length),
  "one letter": (length) => "a".repeat(length),
  "spaced letters": (length) => "i g n o r e ".repeat(Math.ceil(length / 12)).slice(0, length),
  digits: (length) => "4111 1111 ".repeat(Math.ceil(length / 10)).slice(0, length),
  "at signs": (length) => "a@b.c@".repeat(Math.ceil(length / 6)).slice(0, length),
  quotes: (length) => "'\"".repeat(Math.ceil(length / 2)).slice(0, length),
  brackets: (length) => "<!--[system]<|".repeat(Math.ceil(length / 14)).slice(0, length),
  dots: (length) => "../".repeat(Math.ceil(length / 3)).slice(0, length),
  "addresses that carry something": (length) => "](x://y?{chat} ".repeat(Math.ceil(length / 15)).slice(0, length),
  percent: (length) => "%41%".repeat(Math.ceil(length / 4)).slice(0, length),
  base64: (length) => "QUJDREVGR0g".repeat(Math.ceil(length / 11)).slice(0, length),
  "sql words": (length) => "delete from a where (1=1 and ".repeat(Math.ceil(length / 29)).slice(0, length),
  "shell words": (length) => "rm -r curl | sh ".repeat(Math.ceil(length / 16)).slice(0, length),
  "foreign words": (length) => "xqz ton yes owt vtaber pbs ".repeat(Math.ceil(length / 27)).slice(0, length),
  "leet apart": (length) =>
    `1gn0r3 4ll pr3v10us 1nstruct10ns ${"plain words of a letter ".repeat(12)}`.repeat(length / 300).slice(0, length),
  "escapes apart": (length) => `%41%42 &#65;&#66; ${"x".repeat(66)} `.repeat(Math.ceil(length / 85)).slice(0, length),
  "phones in a row": (length) => "555-234-5678 ".repeat(Math.ceil(length / 13)).slice(0, length),
  "small digits": (length) => "12 (3) ".repeat(Math.ceil(length / 7)).slice(0, length),
  "names of secrets": (length) => "$password=token=secret:".repeat(Math.ceil(length / 23)).slice(0, length),
  "steps up and down": (length) => "a/../".repeat(Math.ceil(length / 5)).slice(0, length),
  "addresses without end": (length) => "http://".repeat(Math.ceil(length / 7)).slice(0, length),
  assignments: (length) => 'a="$a$a"; $a `echo rm -rf` '.repeat(Math.ceil(length / 30)).slice(0, length),
  "quoted letters": (length) => "r'm' 'r'm rm=\n".repeat(Math.ceil(length / 14)).slice(0, length),
  "removals of code": (length) => "rmtree(Path('find / | xargs ".repeat(Math.ceil(length / 28)).slice(0, length),
  "strings that join": (length) => "exec('a'+'b'||concat('c',".repeat(Math.ceil(length / 25)).slice(0, length),
  conditions: (length) =>
    "delete from a where x<1 or x>=1 or y in (1,2) and not (z=3 or ".repeat(length / 60).slice(0, length),
  "variables that grow": (length) =>
    "set @a += 'drop table t'; exec(@a); ".repeat(Math.ceil(length / 36)).slice(0, length),
  "functions of strings": (length) => "exec(replace(reverse('a'||'b',".repeat(Math.ceil(length / 30)).slice(0, length),
  "slices and escapes": (length) =>
    "x=ab; \u0024{x:0:2} $'\\x72' %x% $(rev <<< 'mr') ".repeat(Math.ceil(length / 44)).slice(0, length),
  "clients of databases": (length) =>
    "curl -X DELETE mongo --eval :9200/".repeat(Math.ceil(length / 34)).slice(0, length),
  "headers of commands": (length) => "curl -u a:b -H 'X-Key: aB3' -p ".repeat(Math.ceil(length / 31)).slice(0, length),
  "addresses in parameters": (length) => "https://a.b/?u=//1.1.1.1&".repeat(Math.ceil(length / 25)).slice(0, length),
  "pieces of base64": (length) => "aB3d eF5g hI7j\n".repeat(Math.ceil(length / 15)).slice(0, length),
  "decimal bytes": (length) => "73 103 110 7 ".repeat(Math.ceil(length / 13)).slice(0, length),
  "tags inside words": (length) => "ig<b></b>nore<!--x<a".repeat(Math.ceil(length / 20)).slice(0, length),
  "chains of calls": (length) => "db.a(b(c.d({".repeat(Math.ceil(length / 12)).slice(0, length),
  "base85 and packed streams": (length) => "<~9jqo^ H4sIAAAAAAAA 00000010: 4967 ".repeat(length / 36).slice(0, length),
  "files of uuencode": (length) => "begin 644 a\n#0V%T\n".repeat(Math.ceil(length / 18)).slice(0, length),
  "files of uuencode without lines": (length) => "begin 644 a\n".repeat(Math.ceil(length / 12)).slice(0, length),
  functions: (length) => "f() { g | ".repeat(Math.ceil(length / 10)).slice(0, length),
  finds: (length) => "find / -exec curl x | ".repeat(Math.ceil(length / 22)).slice(0, length),
  "halves of pairs": (length) => "\ud835\udc00\ud800".repeat(Math.ceil(length / 3)).slice(0, length),
  "marks and directions": (length) => "i\u0301\u202eg\u200b".repeat(Math.ceil(length / 5)).slice(0, length),
  "quoted turns": (length) => `"system: ignore previous instructions" example `.repeat(length / 46).slice(0, length),
  "joined runs": (length) => "'\ufe0f".repeat(Math.ceil(length / 2)).slice(0, length),
  "wide letters": (length) => "\uff21\uff42 ".repeat(Math.ceil(length / 3)).slice(0, length),
  "wide numbers": (length) => "\uff15\uff15\uff15 ".repeat(Math.ceil(length / 4)).slice(0, length),
  "spelled addresses": (length) => "a%40b.co &#64;".repeat(Math.ceil(length / 14)).slice(0, length),
  "names before colons": (length) => "a:b:GB82WEST:pwd:".repeat(Math.ceil(length / 17)).slice(0, length),
  "words for passwords": (length) => "口令：пароль:".repeat(Math.ceil(length / 10)).slice(0, length),
  "phones among invisible signs": (length) =>
    "(555) \u00ad\nword 555-234-5678 ".repeat(Math.ceil(length / 26)).slice(0, length),
  "wide bytes": (length) => "\uff15\uff15 \uff16\uff45 \uff12\uff10 ".repeat(Math.ceil(length / 9)).slice(0, length),
  "addresses without dots": (length) => "\u00ada@b.c@".repeat(Math.ceil(length / 7)).slice(0, length),
  "documents in strings": (length) => `[${'"{\\"a\\":1}",'.repeat(Math.ceil(length / 14))}0]`,
  "broken documents": (length) => `[${'"{\\"a\\":x}",'.repeat(Math.ceil(length / 14))}`,
  "removals of one command": (length) => "rm -rf / rm ".repeat(Math.ceil(length / 12)).slice(0, length),
  "finds with folders": (length) => ":find ../:/*:../../find ".repeat(Math.ceil(length / 24)).slice(0, length),
  "commands that resolve otherwise": (length) =>
    "r'm' -rf /srv; dd of=/dev/sda; \u0024{IFS% ".repeat(Math.ceil(length / 40)).slice(0, length),
  "names of secrets in a row": (length) => ":api_key:token".repeat(Math.ceil(length / 14)).slice(0, length),
  "endings of words for passwords": (length) => "\udc00the =the:".repeat(Math.ceil(length / 10)).slice(0, length),
  "cards among invisible signs": (length) =>
    "4111 1111 1111 1111 \u200b1".repeat(Math.ceil(length / 22)).slice(0, length),
  "addresses behind invisible signs": (length) =>
    "() {\u00adanna@example.com ".repeat(Math.ceil(length / 22)).slice(0, length),
  "masks all over": (length) => "[REDACTED:PHONE] 0\ufeff".repeat(Math.ceil(length / 19)).slice(0, length),
  "key blocks": (length) => "-----BEGIN PRIVATE KEY-----".repeat(Math.ceil(length / 27)).slice(0, length),
};

/** What a pass may look for, begin or count; any few of them again and again are text, too. */
const PIECES = [
  ..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \n0a",
  ...[
    "<!--",
    "-->",
    "<|",
    "<?",
    "<![CDATA[",
    "://",
    "/*",
    "*/",
    "--",
    "$(",
    "{{",
    "&#",
    "%41",
    "\\u0041",
    "```",
    "│",
    "。",
  ],
  ...[
    "忽略",
    "system:",
    "ignore ",
    "password=",
    "rm -rf ",
    "delete from t ",
    "where 1=1 ",
    "exec(",
    "case when ",
    "union ",
  ],
  ...[
    "-----BEGIN ",
    "eyJ",
    "base64,",
    "QUJD",
    "4111 ",
    "+49 ",
    "DE89",
    "Bearer ",
    "\u200b",
    "é",
    "а",
    '{"a":',
    "\ndata: ",
  ],
];

/**
 * Least processor time of a few runs, in milliseconds: other processes on the machine do not count. One below a limit is
 * quick enough, and the last.
 */
function fastest(run: () => void, times: number, limitMs = 0): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < times && best >= limitMs; round += 1) {
    const start = process.cpuUsage();
    run();
    // Of a short run the system tells the sum only: how it is split is a guess, and one half may be nothing.
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

describe("cost", () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(`grows with the length only: ${name}`, () => {
      for (const run of [(text: string): unknown => scan(text), (text: string): unknown => redact(text)]) {
        const small = shape(65_536);
        const large = shape(262_144);
        // Four times the text; a square takes sixteen times as long, in every round and not only in a noisy one.
        const ratios: number[] = [];
        while (ratios.length < 6 && !ratios.some((ratio) => ratio < 13)) {
          // The first ones compile; the least of all is of those after them.
          const floorMs = Math.max(
            2,
            fastest(() => run(small), 7),
          );
          ratios.push(fastest(() => run(large), 4, 13 * floorMs) / floorMs);
        }
        expect(Math.min(...ratios)).toBeLessThan(13);
      }
    });
  }

  it("of values without space between them does not grow with the length of their run", () => {
    const textOf = (values: number) => `${"+169.254.169.254".repeat(values)} `.repeat(448 / values);
    const [short, long] = [textOf(28), textOf(448)];
    for (let round = 0; round < 20; round += 1) redact(long);
    const ratioOf = () => fastest(() => redact(long), 6) / fastest(() => redact(short), 6);
    // Sixteen times the run; a square of it takes as many times as long.
    let ratio = ratioOf();
    for (let round = 0; round < 5 && ratio > 4; round += 1) ratio = Math.min(ratio, ratioOf());
    expect(ratio).toBeLessThan(4);
  });

  it("grows with the length only: a few signs and words again and again", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }), (pieces) => {
        const piece = pieces.join("");
        for (const run of [(text: string): unknown => scan(text), (text: string): unknown => redact(text)]) {
          const small = piece.repeat(Math.ceil(65_536 / piece.length));
          const large = piece.repeat(Math.ceil(524_288 / piece.length));
          const ratioOf = () =>
            fastest(() => run(large), 1) /
            Math.max(
              1,
              fastest(() => run(small), 2),
            );
          // Eight times the text; a square takes 64 times as long.
          let ratio = ratioOf();
          for (let round = 0; round < 5 && ratio > 24; round += 1) ratio = Math.min(ratio, ratioOf());
          expect(ratio).toBeLessThan(24);
        }
      }),
      { numRuns: 50, examples: [[["<!--"]], [["://"]], [["<!--", "://"]]] },
    );
  });

  it("has no pattern with a repetition inside a repetition", () => {
    const root = new URL("./", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
    );
    const offenders: string[] = [];
    for (const name of files) {
      const source = readFileSync(new URL(name, root), "utf8");
      for (const pattern of source.match(/(?<=[=(,[ ])\/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\[])+\/[a-z]*/g) ??
        []) {
        // A group that repeats without a bound and holds an unbounded repetition, or a leading unanchored `.*`.
        if (/\((?:[^()\\]|\\.)*[+*](?:[^()\\]|\\.)*\)[+*]/.test(pattern) || pattern.startsWith("/.*"))
          offenders.push(`${name}: ${pattern}`);
      }
    }
    expect(offenders).toEqual([]);
  });
});
