// Folding of single characters: case, accents, width and styled alphabets to one base letter, look-alikes of other
// scripts to Latin, and which characters are invisible. Tables are filled once, when the module loads; the loops over
// input only index them.

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** What a character is to the tokenizer. */
export const SEPARATOR = 0;
export const LATIN = 1;
export const DIGIT = 2;
/** Scripts with look-alikes of Latin letters: Cyrillic, Greek, Armenian. */
export const LOOKALIKE = 3;
/** Spaced scripts without look-alikes: Devanagari and the like. */
export const ALPHABET = 4;
export const ARABIC = 5;
/** Scripts that are written without spaces, or with particles joined on: Han, Kana, Hangul, Thai. */
export const UNSPACED = 6;
/** Combining marks: passed over. */
export const MARK = 7;
/** Characters that show nothing: passed over and counted. */
export const INVISIBLE = 8;
/** First half of a surrogate pair. */
export const SURROGATE = 9;

/** Kind of each UTF-16 unit. */
export const KIND = new Uint8Array(0x10000);
/** Folded unit of each letter or digit, 0 for anything else. */
export const FOLD = new Uint16Array(0x10000);
/** Latin letter that a look-alike shows, 0 when there is none. */
export const LATIN_LOOK = new Uint16Array(0x600);

const SPECIAL_FOLDS: Readonly<Record<string, string>> = {
  ß: "s",
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  æ: "a",
  œ: "o",
  þ: "p",
  ŋ: "n",
  ſ: "s",
  ƒ: "f",
  ɑ: "a",
  ɡ: "g",
  ɩ: "i",
  ɪ: "i",
  ɢ: "g",
  ɴ: "n",
  ʀ: "r",
  ʏ: "y",
  ʟ: "l",
  ʜ: "h",
  ʙ: "b",
  ᴀ: "a",
  ᴄ: "c",
  ᴅ: "d",
  ᴇ: "e",
  ᴊ: "j",
  ᴋ: "k",
  ᴍ: "m",
  ᴏ: "o",
  ᴘ: "p",
  ᴛ: "t",
  ᴜ: "u",
  ᴠ: "v",
  ᴡ: "w",
  ᴢ: "z",
  ꜰ: "f",
  ꜱ: "s",
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ې: "ي",
  ک: "ك",
  ة: "ه",
  ۀ: "ه",
  ؤ: "و",
  ئ: "ي",
};

/** Pairs of look-alike and the Latin letter it shows. */
const LOOKALIKES =
  "аaеeоoрpсcхxуyіiїiѕsјjԛqԝwһhԁdӏlкkвbмmтtнhгrпnиuзeьbёeєeӕaүyғfҫcқkҳxӓaӧoӱyѵvѡw" +
  "αaοoρpνvυuιiκkτtεeηnωwχxγyβbμuσoςsζzδdθoλaπnϲcϳjϱpϵeϙq" +
  "օoոnսuհhցgյjեeգqզqտsաuքpկhղnբfռnւiլl";

/**
 * The same for letters of scripts that these texts are not written in: Cherokee, Lisu, Coptic, Canadian syllabics. They are
 * read as Latin everywhere.
 */
const RARE_LOOKALIKES =
  "ᎠdᎡrᎢtᎥiᎩyᎪaᎫjᎬeᎳwᎷmᎻhᎽyᏀgᏂhᏃzᏏbᏒrᏔwᏙvᏚsᏞlᏟcᏢpᏦkᏧdᏳgᏴbᏫoᎾoᏆiᏁn" +
  "ꓐbꓑpꓒdꓓdꓔtꓖgꓗkꓙjꓚcꓜzꓝfꓟmꓠnꓡlꓢsꓣrꓦvꓧhꓪwꓫxꓬyꓮaꓰeꓲiꓳoꓴu" +
  "ⲁaⲟoⲣpⲥcⲭxⲩyⲏhⲓiⲕkⲙmⲛnⲧtⲉe" +
  "ᗩaᗅaᗷbᑕcᗞdᗪdᗴeᕮeᖴfᕼhᒍjᒪlᗰmᑎnᑭpᖇrᔕsᑌuᐯvᗯw᙭xᘔz";

function fillRange(from: number, to: number, kind: number): void {
  for (let code = from; code <= to; code += 1) {
    KIND[code] = kind;
    FOLD[code] = code;
  }
}

function foldRange(from: number, to: number): void {
  for (let code = from; code <= to; code += 1) {
    const lower = String.fromCharCode(code).toLowerCase();
    const special = SPECIAL_FOLDS[lower];
    const base = special ?? (lower.normalize("NFKD")[0] as string);
    const target = (SPECIAL_FOLDS[base] ?? base).charCodeAt(0);
    const kind = scriptOf(target);
    if (kind === SEPARATOR) continue;
    KIND[code] = kind;
    FOLD[code] = target;
  }
}

function scriptOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return LATIN;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code >= 0x370 && code <= 0x58f) return LOOKALIKE;
  if (code >= 0x620 && code <= 0x6d3) return ARABIC;
  if (code >= 0x3041 && code <= 0x9fff) return UNSPACED;
  if (code >= 0xac00 && code <= 0xd7a3) return UNSPACED;
  return SEPARATOR;
}

function markInvisible(codes: readonly (number | readonly [number, number])[]): void {
  for (const entry of codes) {
    const [from, to] = typeof entry === "number" ? [entry, entry] : entry;
    for (let code = from; code <= to; code += 1) {
      KIND[code] = INVISIBLE;
      FOLD[code] = 0;
    }
  }
}

function fillTables(): void {
  fillRange(0x0900, 0x0dff, ALPHABET);
  fillRange(0x0e01, 0x0eff, UNSPACED);
  fillRange(0x0f00, 0x109f, ALPHABET);
  fillRange(0x1780, 0x17dd, UNSPACED);
  fillRange(0x3041, 0x30ff, UNSPACED);
  fillRange(0x3105, 0x318e, UNSPACED);
  fillRange(0x3400, 0x9fff, UNSPACED);
  fillRange(0xac00, 0xd7a3, UNSPACED);
  fillRange(0xf900, 0xfaff, UNSPACED);
  fillRange(0x0620, 0x064a, ARABIC);
  fillRange(0x066e, 0x06d3, ARABIC);
  for (const [from, to] of [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x61, 0x7a],
    [0xaa, 0x2af],
    [0x370, 0x58f],
    [0x620, 0x64a],
    [0x660, 0x669],
    [0x671, 0x6d3],
    [0x1d00, 0x1fff],
    [0x2070, 0x209c],
    [0x2100, 0x214f],
    [0x2460, 0x24ea],
    [0xa730, 0xa731],
    [0xfb00, 0xfb06],
    [0xff10, 0xff5a],
    [0xff66, 0xff9d],
  ] as const) {
    foldRange(from, to);
  }
  for (const code of [0x964, 0x965, 0xe2f, 0xe5a, 0xe5b, 0x30fb]) {
    KIND[code] = SEPARATOR;
    FOLD[code] = 0;
  }
  for (const [from, to] of [
    [0x300, 0x36f],
    [0x483, 0x487],
    [0x610, 0x61a],
    [0x640, 0x640],
    [0x64b, 0x65f],
    [0x670, 0x670],
    [0x6d6, 0x6dc],
    [0x1ab0, 0x1aff],
    [0x20d0, 0x20f0],
    [0xfe00, 0xfe0f],
    [0xfe20, 0xfe2f],
  ] as const) {
    for (let code = from; code <= to; code += 1) {
      KIND[code] = MARK;
      FOLD[code] = 0;
    }
  }
  markInvisible([
    0xad,
    0x34f,
    0x61c,
    0x115f,
    0x1160,
    0x17b4,
    0x17b5,
    [0x180b, 0x180e],
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x206f],
    0x3164,
    0xfeff,
    0xffa0,
    [0xfff9, 0xfffb],
  ]);
  for (let at = 0; at + 1 < RARE_LOOKALIKES.length; at += 2) {
    for (const sign of [
      RARE_LOOKALIKES.charAt(at),
      RARE_LOOKALIKES.charAt(at).toLowerCase(),
      RARE_LOOKALIKES.charAt(at).toUpperCase(),
    ]) {
      KIND[sign.charCodeAt(0)] = LATIN;
      FOLD[sign.charCodeAt(0)] = RARE_LOOKALIKES.charCodeAt(at + 1);
    }
  }
  for (let code = 0xd800; code <= 0xdbff; code += 1) KIND[code] = SURROGATE;
  for (let at = 0; at + 1 < LOOKALIKES.length; at += 2) {
    LATIN_LOOK[LOOKALIKES.charCodeAt(at)] = LOOKALIKES.charCodeAt(at + 1);
  }
}

fillTables();

const STYLED_FROM = 0x1d400;
const STYLED = new Uint16Array(0x400);
const SQUARED_FROM = 0x1f110;
const SQUARED = new Uint16Array(0x7a);

function fillAstral(): void {
  STYLED.forEach((_, index) => {
    STYLED[index] = foldCompatible(STYLED_FROM + index);
  });
  SQUARED.forEach((_, index) => {
    const letter = index % 0x20;
    SQUARED[index] = index < 0x20 ? foldCompatible(SQUARED_FROM + index) : letter < 26 ? 0x61 + letter : 0;
  });
}

/** The first letter or digit that a styled character is made of. */
function foldCompatible(codePoint: number): number {
  const base = String.fromCodePoint(codePoint).normalize("NFKD").toLowerCase();
  for (let at = 0; at < base.length; at += 1) {
    const folded = FOLD[base.charCodeAt(at)] as number;
    if (folded !== 0) return folded;
  }
  return 0;
}

fillAstral();

/** Folded unit of a character outside the first plane: styled Latin letters and digits; 0 for anything else. */
export function foldAstral(codePoint: number): number {
  const styled = codePoint - STYLED_FROM;
  if (styled >= 0 && styled < STYLED.length) return STYLED[styled] as number;
  const squared = codePoint - SQUARED_FROM;
  return squared >= 0 && squared < SQUARED.length ? (SQUARED[squared] as number) : 0;
}

/** Folds a whole string: letters and digits folded, marks and invisible characters gone, anything else one space. */
export function foldText(text: string): string {
  let out = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    const kind = KIND[code] as number;
    if (kind === MARK || kind === INVISIBLE) continue;
    if (kind === SURROGATE) {
      const folded = foldAstral(text.codePointAt(at) as number);
      at += 1;
      out += folded === 0 ? " " : String.fromCharCode(folded);
      continue;
    }
    const folded = FOLD[code] as number;
    out += folded === 0 ? " " : String.fromCharCode(folded);
  }
  return out;
}

/**
 * The squashed alphabet: letters only, with digits and signs read as the letters that they stand for, and `l` as `i`,
 * because 1 stands for either. 0 for what is no letter there.
 */
export const SQUASH = new Uint16Array(0x10000);

function fillSquash(): void {
  for (let code = 0; code < 0x10000; code += 1) {
    const folded = FOLD[code] as number;
    SQUASH[code] = folded !== 0 && folded < 0x600 ? LATIN_LOOK[folded] || folded : folded;
  }
  const signs = "0o1i3e4a5s7t8b9g6g2z@a$s!i|i€e£l¡i";
  for (let at = 0; at < signs.length; at += 2) SQUASH[signs.charCodeAt(at)] = signs.charCodeAt(at + 1);
  for (let code = 0; code < 0x10000; code += 1) if (SQUASH[code] === 0x6c) SQUASH[code] = 0x69;
}

fillSquash();
