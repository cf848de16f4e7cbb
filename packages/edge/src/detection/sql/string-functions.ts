// What the string functions of SQL make of constant arguments, for the statements that are put together where they run. A
// function that is not known gives its first argument; what comes out is bounded.

const LONGEST = 8192;
const CHARACTERS: ReadonlySet<string> = new Set(["char", "nchar", "chr", "code_points_to_string"]);

type StringFunction = (values: readonly string[]) => string;

const FUNCTIONS: ReadonlyMap<string, StringFunction> = new Map(
  Object.entries({
    concat: (values) => values.join(""),
    concat_ws: ([gap = "", ...values]) => values.join(gap),
    array_to_string: (values) => values.slice(0, -1).join(values[values.length - 1] ?? ""),
    array_join: (values) => values.slice(0, -1).join(values[values.length - 1] ?? ""),
    format: formatOf,
    reverse: ([text = ""]) => [...text].reverse().join(""),
    replace: ([text = "", from = "", to = ""]) => replaceBounded(text, from, to),
    // Of patterns only those that stand for themselves are undone.
    regexp_replace: ([text = "", from = "", to = ""]) =>
      /^[^\\^$.|?*+()[\]{}]*$/.test(from) ? replaceBounded(text, from, to) : text,
    translate: ([text = "", from = "", to = ""]) => translateOf(text, from, to),
    upper: ([text = ""]) => text.toUpperCase(),
    lower: ([text = ""]) => text.toLowerCase(),
    substring: substringOf,
    substr: substringOf,
    mid: substringOf,
    left: ([text = "", count = "0"]) => text.slice(0, countOf(count)),
    right: ([text = "", count = "0"]) => text.slice(Math.max(0, text.length - countOf(count))),
    stuff: ([text = "", ...rest]) => spliceOf(text, rest[2] ?? "", rest[0], rest[1]),
    insert: ([text = "", ...rest]) => spliceOf(text, rest[2] ?? "", rest[0], rest[1]),
    overlay: ([text = "", piece = "", start, count]) => spliceOf(text, piece, start, count ?? String(piece.length)),
    space: ([count = "0"]) => " ".repeat(countOf(count)),
    repeat: ([text = "", count = "0"]) => repeatBounded(text, countOf(count)),
    replicate: ([text = "", count = "0"]) => repeatBounded(text, countOf(count)),
    unhex: ([text = ""]) => textOfHex(text),
    from_hex: ([text = ""]) => textOfHex(text),
    hextoraw: ([text = ""]) => textOfHex(text),
    hex_decode_string: ([text = ""]) => textOfHex(text),
    hex_decode_binary: ([text = ""]) => textOfHex(text),
    to_binary: ([text = "", form = "hex"]) => (/base64/i.test(form) ? textOfBase64(text) : textOfHex(text)),
    from_base64: ([text = ""]) => textOfBase64(text),
    base64_decode: ([text = ""]) => textOfBase64(text),
    base64_decode_string: ([text = ""]) => textOfBase64(text),
    base64_decode_binary: ([text = ""]) => textOfBase64(text),
    decode: ([text = "", form = ""]) =>
      /^base64$/i.test(form) ? textOfBase64(text) : /^hex$/i.test(form) ? textOfHex(text) : text,
    // CONVERT(type, value) and convert(value, type): the value is no name of a type.
    convert: ([first = "", second = ""]) => (/^n?(?:var)?char\w{0,12}$/i.test(first) ? second : first),
  }),
);

/** Functions after whose name a string expression may begin. */
export const STRING_FUNCTIONS: ReadonlySet<string> = new Set([
  ...CHARACTERS,
  ...FUNCTIONS.keys(),
  ..."cast try_cast trim ltrim rtrim to_char to_text quote_ident quotename quote_literal convert_from convert_to encode coalesce nvl ifnull cast_to_varchar2 cast_to_raw utl_raw utl_encode safe_convert_bytes_to_string from_utf8 to_utf8 string".split(
    " ",
  ),
]);

/** What the function `name` makes of `values`. */
export function resultOfFunction(name: string, values: readonly string[]): string {
  if (CHARACTERS.has(name)) return values.map(characterOf).join("");
  const result = FUNCTIONS.get(name)?.(values) ?? values[0] ?? "";
  return result.length > LONGEST ? result.slice(0, LONGEST) : result;
}

/** A hexadecimal number (`0x…`) or the digits of a string of bytes, as the text that they are; undefined when they are none. */
export function textOfHexLiteral(digits: string): string | undefined {
  return digits.length >= 8 && digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits) ? textOfHex(digits) : undefined;
}

function textOfHex(digits: string): string {
  const even = /^[0-9a-f]*$/i.test(digits) ? digits.length & ~1 : 0;
  let text = "";
  for (let at = 0; at < even && text.length < LONGEST; at += 2) {
    const code = Number.parseInt(digits.slice(at, at + 2), 16);
    // The second byte of a letter in UTF-16.
    if (code !== 0) text += String.fromCharCode(code);
  }
  return text;
}

function textOfBase64(text: string): string {
  const letters = text
    .replace(/[\s=]+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (letters.length > LONGEST || letters.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(letters)) return "";
  return atob(letters);
}

function characterOf(code: string): string {
  const value = Number(code);
  return value > 0 && value < 0x10000 ? String.fromCharCode(value) : "";
}

function countOf(count: string): number {
  const value = Number(count);
  return value > 0 && value < LONGEST ? Math.floor(value) : 0;
}

function replaceBounded(text: string, from: string, to: string): string {
  if (from === "" || text.length * Math.max(1, to.length) > LONGEST) return text;
  return text.replaceAll(from, () => to);
}

function repeatBounded(text: string, count: number): string {
  return text.length * count > LONGEST ? text : text.repeat(count);
}

function translateOf(text: string, from: string, to: string): string {
  const signs = new Map<string, string>();
  for (let at = from.length - 1; at >= 0; at -= 1) signs.set(from[at] as string, to[at] ?? "");
  return [...text].map((sign) => signs.get(sign) ?? sign).join("");
}

function substringOf([text = "", start = "1", count]: readonly string[]): string {
  const from = Number(start);
  if (!Number.isInteger(from)) return text;
  const begin = from < 0 ? Math.max(0, text.length + from) : Math.max(0, from - 1);
  return count === undefined ? text.slice(begin) : text.slice(begin, begin + countOf(count));
}

function spliceOf(text: string, piece: string, start = "1", count = "0"): string {
  const begin = Math.max(0, Number(start) - 1);
  return Number.isInteger(begin) ? text.slice(0, begin) + piece + text.slice(begin + countOf(count)) : text;
}

/** `%s`, `%I`, `%L`, with the number of their argument or in order. */
function formatOf(values: readonly string[]): string {
  let used = 0;
  return (values[0] ?? "").replace(/%(?:(\d{1,2})\$)?-?\d{0,3}[sIL]/g, (sign, place?: string) => {
    used = place === undefined ? used + 1 : Number(place);
    return values[used] ?? sign;
  });
}
