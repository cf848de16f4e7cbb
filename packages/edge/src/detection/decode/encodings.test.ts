// Encodings beyond the fourteen of readings.test.ts: each hides no phrase, and no harmless text looks like one through it.
import { readFileSync } from "node:fs";
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { scan } from "../scan.js";
import { inflate, startOfPacked } from "./inflate.js";

const load = (name: string): string[] =>
  JSON.parse(readFileSync(new URL(`../testdata/${name}.json`, import.meta.url), "utf8")) as string[];
const PHRASES = load("phrases");
const isInjection = (payload: unknown): boolean => scan(payload).codes.includes("prompt_injection_detected");

const bytesOf = (text: string): Buffer => Buffer.from(text, "utf8");
const base64 = (text: string): string => bytesOf(text).toString("base64");
const each = (text: string, write: (code: number) => string, joiner = ""): string =>
  [...bytesOf(text)].map(write).join(joiner);
const hex = (code: number, size = 2): string => code.toString(16).padStart(size, "0");

const ASCII85 = Array.from({ length: 85 }, (_, value) => String.fromCharCode(33 + value)).join("");
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const RFC_1924 = `0123456789${LETTERS.toUpperCase()}${LETTERS}!#$%&()*+-;<=>?@^_\`{|}~`;
const Z85 = `0123456789${LETTERS}${LETTERS.toUpperCase()}.-:+=^!/*?&<>()[]{}@%$#`;

function base85(text: string, alphabet: string): string {
  const bytes = bytesOf(text);
  let out = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const group = Buffer.alloc(4);
    const size = bytes.copy(group, 0, at, at + 4);
    let value = group.readUInt32BE(0);
    let signs = "";
    for (let index = 0; index < 5; index += 1, value = Math.floor(value / 85)) signs = alphabet[value % 85] + signs;
    out += signs.slice(0, size + 1);
  }
  return out;
}

function uuencode(text: string): string {
  const bytes = bytesOf(text);
  const sign = (bits: number): string => (bits === 0 ? "`" : String.fromCharCode(bits + 32));
  let out = "begin 644 a.txt\n";
  for (let at = 0; at < bytes.length; at += 45) {
    const line = bytes.subarray(at, at + 45);
    out += sign(line.length);
    for (let index = 0; index < line.length; index += 3) {
      const [a = 0, b = 0, c = 0] = line.subarray(index, index + 3);
      out += [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63].map(sign).join("");
    }
    out += "\n";
  }
  return `${out}\`\nend\n`;
}

const utf7 = (text: string): string =>
  text.replace(/[^ ]+/g, (word) => `+${Buffer.from(word, "utf16le").swap16().toString("base64").replace(/=+$/, "")}-`);

function dump(text: string, line: (offset: string, pairs: string[], shown: string) => string): string {
  const bytes = bytesOf(text);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const part = bytes.subarray(at, at + 16);
    const pairs = [...part].map((byte) => hex(byte));
    lines.push(line(hex(at, 8), pairs, part.toString("latin1").replace(/[^ -~]/g, ".")));
  }
  return lines.join("\n");
}

const inTwos = (pairs: readonly string[]): string => pairs.join("").replace(/(.{4})(?=.)/g, "$1 ");

function smallBase32(text: string): string {
  const bits = each(text, (code) => code.toString(2).padStart(8, "0")).match(/.{1,5}/g) ?? [];
  return bits.map((five) => `${LETTERS}234567`[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

const MORSE =
  ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..";
const morse = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z ]/g, "")
    .split(" ")
    .map((word) => [...word].map((letter) => MORSE.split(" ")[letter.charCodeAt(0) - 97]).join(" "))
    .join(" / ");

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  "Ascii85 between its signs": (text) => `see <~${base85(text, ASCII85)}~> for it`,
  "Ascii85 in lines": (text) => `<~${base85(text, ASCII85).replace(/(.{40})/g, "$1\n")}~>`,
  "bare Ascii85": (text) => base85(text, ASCII85),
  "base85 of git": (text) => `value: ${base85(text, RFC_1924)} and so on`,
  Z85: (text) => base85(text, Z85),
  uuencode: (text) => `Dear all,\n${uuencode(text)}Regards`,
  "UTF-7": utf7,
  "base32 in small letters": smallBase32,
  "units behind percent signs": (text) => each(text, (code) => `%u${hex(code, 4)}`),
  "chr with plus signs": (text) => each(text, (code) => `chr(${code})`, "+"),
  "chr with stops": (text) => `eval(${each(text, (code) => `chr(0x${hex(code)})`, ".")})`,
  "CHAR with bars": (text) => each(text, (code) => `CHAR(${code})`, " || "),
  "casts of PowerShell": (text) => each(text, (code) => `[char]${code}`, "+"),
  xxd: (text) => dump(text, (offset, pairs, shown) => `${offset}: ${inTwos(pairs).padEnd(39)}  ${shown}`),
  "xxd without what it shows": (text) => dump(text, (offset, pairs) => `${offset}: ${inTwos(pairs)}`),
  "hexdump -C": (text) => dump(text, (offset, pairs, shown) => `${offset}  ${pairs.join(" ").padEnd(48)} |${shown}|`),
  "gzip in base64": (text) => gzipSync(text).toString("base64"),
  "gzip in hexadecimal": (text) => gzipSync(text).toString("hex"),
  "zlib in base64": (text) => deflateSync(text).toString("base64"),
  "soft breaks of lines": (text) => text.replace(/(.{7})/g, "$1=\r\n"),
  "Morse as it is typeset": (text) => morse(text).replace(/\./g, "·").replace(/-/g, "–"),
  "base64 of Morse": (text) => base64(morse(text)),
  "base64 of Ascii85": (text) => base64(`<~${base85(text, ASCII85)}~>`),
  "Ascii85 of base64": (text) => base85(base64(text), ASCII85),
};

describe("a phrase", () => {
  for (const [name, encode] of Object.entries(ENCODINGS)) {
    it(`is found through ${name}`, () => {
      expect(PHRASES.filter((phrase) => !isInjection({ text: encode(phrase) }))).toEqual([]);
    });
  }
});

describe("harmless texts", () => {
  const texts = ["ordinary-mail", "code-answers", "logs", "legal"].flatMap((family) => load(family).slice(0, 12));

  it("are left alone through each of them", () => {
    const flagged = Object.entries(ENCODINGS).flatMap(([name, encode]) =>
      texts.filter((text) => scan({ text: encode(text) }).codes.length > 0).map((text) => [name, text]),
    );
    expect(flagged).toEqual([]);
  });

  it.each([
    ["password", "9jqo^BlbD-BleB1DJ+*+F(f,q/0JhKF<GL>Cj@.4Gp$d7F!,L7@<6@)"],
    [
      "minified code",
      '!function(e,t){"object"==typeof exports?module.exports=t():e.x=t()}(this,function(){return[1,2]});',
    ],
    [
      "dump of a picture",
      "00000000: 8950 4e47 0d0a 1a0a 0000 000d 4948 4452  .PNG........IHDR\n00000010: 0000 0001 0000 0001",
    ],
    ["word", "begin 644 things at once,\nand 1+AB = AB+1 besides"],
    ["row of characters", "chr(10)+chr(13)+chr(9); CHAR(1), CHAR(2); [char]65"],
    ["packed stream that is broken", `H4sI${"A".repeat(60)}`],
  ])("such as a %s are left alone", (_name, text) => {
    expect(scan({ text }).codes).toEqual([]);
  });
});

describe("a packed stream", () => {
  const noise = (size: number, kinds: number): Buffer =>
    Buffer.from(Array.from({ length: size }, (_, at) => (Math.imul(at + size, 0x9e3779b1) >>> 9) % kinds));
  const inputs = [0, 1, 3, 40, 400, 5000, 40_000].flatMap((size) => [2, 16, 256].map((kinds) => noise(size, kinds)));
  const unpack = (packed: Buffer, most: number): Buffer | undefined => {
    const out = inflate(packed, startOfPacked(packed, packed.length), packed.length, most);
    return out === undefined ? undefined : Buffer.from(out);
  };

  it("unpacks to what was packed, at any level", () => {
    for (const input of inputs)
      for (const level of [0, 1, 6, 9])
        for (const packed of [gzipSync(input, { level }), deflateSync(input, { level })])
          if (packed.length > 8) expect(unpack(packed, input.length + 1)?.equals(input)).toBe(true);
  });

  it("gives no more than it is asked for", () => {
    const packed = gzipSync(Buffer.alloc(1_000_000));
    expect(unpack(packed, 100)).toHaveLength(100);
  });

  it("gives nothing, or less, where it is cut or changed, and never fails", () => {
    const packed = deflateSync(noise(400, 16));
    for (let at = 2; at < packed.length; at += 1) {
      expect(unpack(packed.subarray(0, Math.max(9, at)), 400)?.length ?? 0).toBeLessThanOrEqual(400);
      const changed = Buffer.from(packed);
      changed[at] = (changed[at] as number) ^ 0x55;
      expect(unpack(changed, 400)?.length ?? 0).toBeLessThanOrEqual(400);
    }
  });
});

describe("a statement or command with signs in it that show nothing", () => {
  it.each([
    ["DROP TABLE customers", "destructive_sql"],
    ["DELETE FROM customers WHERE 1=1", "destructive_sql"],
    ["rm -rf /home", "destructive_shell"],
  ])("is found where it stands: %s", (plain, code) => {
    for (const unseen of ["\u200b", "\u00ad", "\u2060", "\u200d"]) {
      const hidden = [...plain].join(unseen);
      const text = `a\u200b b; ${hidden}`;
      const found = scan({ command: text }).findings.find((finding) => finding.code === code);
      expect(found?.start).toBe(text.length - hidden.length);
      expect(found?.end).toBe(text.length);
    }
  });
});
