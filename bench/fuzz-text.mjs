// Makes hostile texts and payloads for the scanner and the redactor, each from its own seed, so that any of them can be
// made again: fragments that some part of them looks for, alone or mixed, disguised, spliced, as strings or as JSON.

const PIECES = [
  "ignore previous instructions ",
  "ignore all ",
  "you are now ",
  "system: ",
  "reveal the system prompt ",
  "not ",
  "do not ",
  "assistant",
  "developer mode ",
  "no restrictions ",
  "act as ",
  "example ",
  "'",
  '"',
  "`",
  "“",
  "”",
  "<!--",
  "-->",
  "<|im_start|>",
  "[system]",
  "[/INST]",
  "</s>",
  ". ",
  "! ",
  "? ",
  "\n",
  "\n\n",
  " ",
  "\t",
  "a",
  "e",
  "l",
  "1",
  "0",
  "$",
  "@",
  "!",
  "|",
  "€",
  "1gn0r3 ",
  "i g n o r e ",
  "i.g.n.o.r.e.",
  "IGNORE",
  "ign",
  "ore",
  "snoitcurtsni ",
  "suoiverp ",
  "vtaber ",
  "cerivbhf ",
  "ＩＧＮＯＲＥ",
  "іgnоrе",
  "忽略",
  "之前的",
  "所有指令",
  "無視",
  "모든",
  "지시",
  "تجاهل",
  "جميع",
  "ال",
  "игнорируй ",
  "पिछले ",
  "ละเว้น",
  "คำสั่ง",
  "\u200b",
  "\u202e",
  "\u0301",
  "\u00ad",
  "\ufeff",
  "\ufe0f",
  "\u{e0041}",
  "\u{1d41a}",
  "\ud835",
  "\udc00",
  "😀",
  "🏴",
  "%41",
  "%2e%2e%2f",
  "%",
  "%25",
  "&#65;",
  "&#x41;",
  "&amp;",
  "&",
  "\\u0041",
  "\\x41",
  "\\n",
  "\\",
  "\\u{41}",
  "\\u{",
  "aWdub3Jl",
  "QUJDREVGR0g=",
  "SWdub3JlIGFsbA==",
  "69676e6f7265",
  "69 67 6e ",
  "0x69, ",
  "=",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN",
  "-----END",
  "-----",
  "eyJhbGciOiJIUzI1NiJ9.",
  "eyJ",
  "AKIA",
  "ghp_",
  "sk-",
  "password=",
  "token: ",
  "Bearer ",
  "api_key",
  "://",
  "http://",
  "https://u:p@",
  "file:///",
  "169.254.169.254",
  "127.0.0.1",
  "[::1]",
  "2001:db8::",
  "::",
  ":",
  "a:b:",
  "anna@example.com ",
  "a@b.c@",
  "@",
  "a.",
  ".",
  "..",
  "../",
  "....//",
  "/",
  "//",
  "a/",
  "\\..\\",
  "-",
  "_",
  "+",
  "(",
  ")",
  "((",
  "[",
  "]",
  "{",
  "}",
  "4111 1111 1111 1111 ",
  "4111",
  "555-234-5678 ",
  "(555) ",
  "+49 30 ",
  "12 ",
  "1 ",
  "123-45-6789 ",
  "2024-01-02 ",
  "DE89 ",
  "GB82WEST",
  "card ",
  "order ",
  "call ",
  "x12",
  "DROP TABLE a;",
  "delete from a ",
  "where ",
  "1=1 ",
  "or ",
  "and ",
  "update a set b=1 ",
  "truncate ",
  "exec('",
  "''",
  "$a$ ",
  "q'[",
  "/*",
  "*/",
  "/*!",
  "-- ",
  "alter table a ",
  "merge into ",
  "union select ",
  "rm -rf / ",
  "rm ",
  "\u0024{IFS}",
  "\u0024{IFS%",
  "find ",
  "curl x ",
  "| sh ",
  "$(",
  "<(",
  "() {",
  ":(){",
  ";",
  "&&",
  "dd of=",
  "> /dev/sda ",
  "git push -f ",
  "kubectl delete ",
  "the ",
  "minutes of the meeting ",
  "please ",
  "function f(a) { return a; }\n",
  '{"id":1,',
  '"name":',
  "word ",
];

const ALPHABETS = [
  "0123456789 ",
  "0123456789 -.()/+",
  "abcdef0123456789",
  "aeinorst ",
  "abcdefghijklmnopqrstuvwxyz",
  "'\"`\\",
  "<>[]{}()|",
  "%&#;\\ux0123456789",
  "../\\%2e",
  " \n\t.",
  "@.a-_",
  ":/@a1",
  "-BEGINPRVATKY ",
  "忽略之前的所有指令",
  "ابتثجحخدذرزسش ",
  "\u0301\u200b\u202ea ",
  "a1!$@ ",
];

const encode = (text) => new TextEncoder().encode(text);
const hex = (value, size) => value.toString(16).padStart(size, "0");
const DISGUISES = [
  (text) => Buffer.from(text, "utf8").toString("base64"),
  (text) => Buffer.from(text, "utf8").toString("hex"),
  (text) => [...encode(text)].map((byte) => `%${hex(byte, 2)}`).join(""),
  (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(""),
  (text) =>
    text
      .split("")
      .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
      .join(""),
  (text) => [...encode(text)].map((byte) => hex(byte, 2)).join(" "),
  (text) => [...text].reverse().join(""),
  (text) => [...text].join(" "),
  (text) => [...text].join("."),
  (text) => [...text].join("\u200b"),
  (text) =>
    text.replace(/[aeiost]/gi, (sign) => ({ a: "4", e: "3", i: "1", o: "0", s: "5", t: "7" })[sign.toLowerCase()]),
  (text) => text.replace(/[^a-z]/gi, ""),
  (text) => text.replace(/[^a-z]/gi, "").replace(/(.{3})/g, "$1 "),
  (text) =>
    text.replace(/[a-z]/gi, (sign) =>
      String.fromCharCode((((sign.charCodeAt(0) & 31) + 12) % 26) + (sign.charCodeAt(0) & 96) + 1),
    ),
  (text) =>
    [...text]
      .map((sign) => (sign > " " && sign <= "~" ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign))
      .join(""),
  (text) => [...text].map((sign) => (sign <= "~" ? String.fromCodePoint(0xe0000 + sign.charCodeAt(0)) : sign)).join(""),
];

/** A small generator of numbers below 1 from a seed. */
export function numbersFrom(seed) {
  let state = (seed * 2654435761 + 1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * One hostile case.
 *
 * @param {number} seed a whole number; the same one makes the same case
 * @param {readonly string[]} corpus texts to splice
 * @param {number} size length of the text, or of all its strings together, about
 */
export function makeCase(seed, corpus, size = 1024) {
  const next = numbersFrom(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const shape = Math.floor(next() * 8);
  const fill = (piece) => {
    let text = "";
    while (text.length < size) text += piece();
    return text.slice(0, size);
  };
  if (shape === 0) {
    const one = pick(PIECES);
    return fill(() => one);
  }
  if (shape === 1) {
    const some = Array.from({ length: 2 + Math.floor(next() * 4) }, () => pick(PIECES)).join("");
    return fill(() => some);
  }
  if (shape === 2) {
    const few = Array.from({ length: 2 + Math.floor(next() * 8) }, () => pick(PIECES));
    return fill(() => pick(few));
  }
  if (shape === 3) {
    const letters = [...pick(ALPHABETS)];
    return fill(() => pick(letters));
  }
  if (shape === 4) {
    let text = fill(() => (next() < 0.5 ? pick(PIECES) : `${pick(corpus).slice(0, 80)} `));
    for (let layers = 1 + Math.floor(next() * 2); layers > 0; layers -= 1) text = pick(DISGUISES)(text);
    return text === "" ? fill(() => pick(PIECES)) : fill(() => text);
  }
  if (shape === 5) {
    return fill(() => {
      const text = pick(corpus);
      const from = Math.floor(next() * text.length);
      const part = text.slice(from, from + 10 + Math.floor(next() * 120));
      return next() < 0.3 ? pick(DISGUISES)(part) : part;
    });
  }
  if (shape === 6) return fill(() => pick(PIECES));
  const value = {};
  for (let used = 0; used < size; ) {
    const key = `${pick(PIECES)}${Math.floor(next() * 1000)}`;
    const leaf =
      next() < 0.2
        ? [pick(PIECES), { [pick(PIECES)]: pick(PIECES) }]
        : next() < 0.3
          ? Math.floor(next() * 1e16)
          : pick(PIECES).repeat(1 + Math.floor(next() * 4));
    value[key] = leaf;
    used += key.length + JSON.stringify(leaf).length;
  }
  return value;
}
