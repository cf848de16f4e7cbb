// The words beside a number: a number after "card" is judged as a card, one after "order" is not. Only whole words count,
// near the number, and never beyond another match. Words are looked up once and remembered, since rows of numbers ask
// for the same words again and again.

import { unitAt } from "../../text/unit.js";
import { classOf, OTHER, type Reach } from "../run.js";
import { PHONE_WORDS, UNSPACED_PHONE_WORDS } from "./phone-names.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** What words say about a number that follows them. */
export const CARD = 1;
export const PHONE = 2;
export const SSN = 4;
/** A plain identifier: right before the number, at most with words such as "number" or "is" between. */
export const IDENTIFIER = 8;
/** A word that names a phone only right before the number: "desk", "home". */
const LABEL = 16;
/** A word that may stand between an identifier's name and the identifier. */
const FILLER = 32;
/** A word that names a phone, and other things as well: a short number without gaps is one only right behind it. */
export const LOOSE_PHONE = 128;
/** Who is called, or how: between such a word and the number. */
const CALLED = 256;
/** First word of a pair such as "security number", "text me". */
const OPENS_PAIR = 64;
/** A request to call in another language, right before the number but for who is called, or how. */
const ASKS_TO_CALL = 512;
/** "Is", between a label and its number. */
const LINKS = 1024;

const WORDS = new Map<string, number>();
const PAIRS = new Map<string, number>();

function add(flag: number, words: string): void {
  for (const word of words.split(/\s+/)) WORDS.set(word, (WORDS.get(word) ?? 0) | flag);
}

function addPairs(flag: number, firsts: string, seconds: string): void {
  for (const first of firsts.split(" ")) {
    add(OPENS_PAIR, first);
    for (const second of seconds.split(" ")) PAIRS.set(`${first} ${second}`, flag);
  }
}

add(
  CARD,
  "card cards cc credit debit visa mastercard amex maestro discover jcb diners pan karte kreditkarte carte tarjeta cartão carta карты карта 卡 カード creditcard kaart kort karta kartı",
);
add(PHONE, PHONE_WORDS.join(" "));
add(PHONE, "hotline voicemail helpline switchboard viber mob ph 电话 手机 電話 携帯 전화");
add(
  LOOSE_PHONE,
  "mobile mobil cell cellular call callback calling called dial handy portable celular extension sms मोबाइल मोबाईल",
);
addPairs(PHONE, "text ring reach phone", "me us him her them");
addPairs(PHONE, "my your his her our their contact", "number");
addPairs(PHONE, "số", "tôi mình điện");
addPairs(PHONE, "điện", "thoại");
addPairs(PHONE, "nomor no", "hp telp saya");
add(LABEL, "desk office home work direct main ring reach text registered message");
addPairs(LABEL, "answering", "at");
addPairs(LABEL, "mijn meine mitt mit", "nummer");
addPairs(
  LABEL,
  "mon notre mi nuestro mio nostro meu nosso mój nasz moje můj мой наш мій",
  "numéro número numero numer číslo номер",
);
addPairs(LABEL, "message messages", "to");
add(
  ASKS_TO_CALL,
  `ruf rufen anrufen ruft bel bellen belt appelle appelez appeler joindre llama llámame llamame llámeme llámenos llamar márcame chiama chiamami
chiamate chiamare liga ligue ligar zadzwoń dzwoń zadzwonić zavolej zavolejte volejte zavolaj zavolajte hívj hívjon hívjál sună sunați apelați
ring ringe ringer soita soittakaa πάρε καλέστε τηλεφώνησε ara arayın arayabilirsiniz позвони позвоните звони звоните перезвони перезвоните
наберите подзвони подзвоніть зателефонуй зателефонуйте дзвони дзвоніть обади обадете gọi hubungi telepon اتصل اتصلوا كلمني زنگ تماس התקשר
התקשרו תתקשר कॉल`,
);
add(SSN, "ssn ss social socials sin itin");
addPairs(SSN, "security", "number no");
addPairs(SSN, "soc", "sec");
add(
  IDENTIFIER,
  "id ids order orders invoice ticket tracking trace ref reference request transaction txn commit build version serial sku ean isbn upc gtin barcode part item batch lot session job run span epoch timestamp ts unix uuid hash checksum parcel shipment awb case model imei issue bug pid seq sequence offset size bytes count total rfc cve doi arxiv orcid nonce block height bestellung sendung rechnung commande pedido snowflake tweet status artikel artikelnummer artikelnr ordernummer bestelnummer bestellnummer auftragsnummer rechnungsnummer kundennummer klantnummer factuurnummer zaaknummer dossier dossiernummer aktenzeichen factura facture référence ordine fattura faktura zamówienie zamówienia objednávka sipariş заказ заказа заявка накладная",
);
add(FILLER, "नंबर नं न number no nr num code id is was of at key value to for");
add(LINKS, "is es est é è ist jest je är er este это");
add(CALLED, "me us him her them on");
add(
  CALLED,
  `mich mir uns an bitte unter op me mij ons even moi nous au le sur al a en lo o para por til mig meg på oss do mnie nam pod na mi nám a la mě mne
mu minulle numeroon με μας στο στον beni bizi şu numaradan мне нам по на номеру меня мені нам за ми cho tôi mình số saya kami di ke nomor على بي
به با من بگیرید بزن بزنید אליי אלי במספר करें करना मुझे`,
);

const PHONE_AFTER: ReadonlySet<string> = new Set(
  "fax office mobile cell home work phone tel desk main direct landline whatsapp".split(" "),
);

/** The lengths that words with a first letter have, a bit for each: most words of a text are seen to be none of these. */
const LENGTHS = new Map<number, number>();
const ASCII_LENGTHS = new Int32Array(128);

for (const word of [...WORDS.keys(), ...[...PAIRS.keys()].flatMap((pair) => pair.split(" "))]) {
  for (const first of [word.charCodeAt(0), word.toUpperCase().charCodeAt(0)]) {
    LENGTHS.set(first, (LENGTHS.get(first) ?? 0) | (1 << word.length));
    if (first < 128) ASCII_LENGTHS[first] = LENGTHS.get(first) as number;
  }
}

function mayBeWord(first: number, length: number): boolean {
  const lengths = first < 128 ? (ASCII_LENGTHS[first] as number) : (LENGTHS.get(first) ?? 0);
  return length < 31 && (lengths & (1 << length)) !== 0;
}

const REACH_BEFORE = 40;
const LONGEST_GAP = 4;
const MOST_FILLERS = 3;
/** Characters after a number in which a word may say that it is a phone. */
const REACH_AFTER = 18;

const CLOSE = 0x5d;
/** Words of Chinese, Japanese, Korean and Thai, which have no space around them. */
const UNSPACED_PHONE = new RegExp(`${UNSPACED_PHONE_WORDS}|号码|號碼|致电|拨打|联系`);

/** The words before one place, remembered: index 0 is the nearest. */
class WordsBefore {
  private text = "";
  private end = -1;
  private limit = -1;
  private count = 0;
  /** A stretch without letters and closing brackets, as rows of numbers stand in, and its first digit. */
  private clearText = "";
  private clearStart = 0;
  private clearEnd = -1;
  private firstDigit = 0;
  private readonly starts = new Int32Array(REACH_BEFORE);
  private readonly ends = new Int32Array(REACH_BEFORE);
  private readonly flags = new Int32Array(REACH_BEFORE);
  /** What a word says together with the one before it. */
  private readonly pairs = new Int32Array(REACH_BEFORE);

  /** What the words before `start` say together; nothing behind `floor` or another placeholder counts. */
  meaning(text: string, start: number, floor: number): number {
    const limit = Math.max(floor, start - REACH_BEFORE);
    if (this.clearText !== text || start < this.clearStart || start > this.clearEnd) this.clearFrom(text, start);
    if (!this.clearTo(limit)) return 0;
    const end = this.clearStart;
    const hasDigit = this.firstDigit < start;
    if (this.end !== end || this.limit > limit || this.text !== text) this.read(text, end, limit, floor);
    let result = 0;
    let index = 0;
    for (; index < this.count && (this.starts[index] as number) >= limit; index += 1)
      result |= this.flagsAt(index, limit) & (CARD | PHONE | SSN | LOOSE_PHONE);
    // Of a word that is cut only what is within counts, and only in scripts without spaces.
    const cut = index < this.count ? (this.ends[index] as number) : 0;
    if (cut > limit && isUnspaced(charCodeAt.call(text, limit)) && UNSPACED_PHONE.test(text.slice(limit, cut)))
      result |= PHONE;
    if (hasDigit || start - end > LONGEST_GAP) return result;
    const label = this.count > 0 && ((this.flags[0] as number) & LINKS) !== 0 ? 1 : 0;
    if ((this.flagsAt(label, limit) & LABEL) !== 0 || this.isNamed(LOOSE_PHONE | ASKS_TO_CALL, FILLER | CALLED, limit))
      result |= PHONE;
    return this.isNamed(IDENTIFIER, FILLER, limit) ? result | IDENTIFIER : result;
  }

  /** Begins a stretch at a place, up to the next letter: in a row of numbers the others need not look. */
  private clearFrom(text: string, start: number): void {
    let at = start;
    this.firstDigit = text.length;
    for (; at < text.length; at += 1) {
      const code = charCodeAt.call(text, at);
      if (code === CLOSE || isLetter(code)) break;
      if (at < this.firstDigit && code >= 0x30 && code <= 0x39) this.firstDigit = at;
    }
    this.clearText = text;
    this.clearStart = start;
    this.clearEnd = at;
  }

  /** Whether a letter ends the stretch before it comes down to `limit`. */
  private clearTo(limit: number): boolean {
    while (this.clearStart > limit) {
      const code = charCodeAt.call(this.clearText, this.clearStart - 1);
      if (isLetter(code)) return true;
      if (code === CLOSE) return false;
      this.clearStart -= 1;
      if (code >= 0x30 && code <= 0x39) this.firstDigit = this.clearStart;
    }
    return false;
  }

  /** What a word says, and the pair that it ends, where they begin no further away than `limit`. */
  private flagsAt(index: number, limit: number): number {
    if (index >= this.count || (this.starts[index] as number) < limit) return 0;
    const isPair = index + 1 < this.count && (this.starts[index + 1] as number) >= limit;
    return (this.flags[index] as number) | (isPair ? (this.pairs[index] as number) : 0);
  }

  /** Whether such a word is the nearest but for fillers. */
  private isNamed(flag: number, fillers: number, limit: number): boolean {
    for (let index = 0; index <= MOST_FILLERS && index < this.count; index += 1) {
      if ((this.starts[index] as number) < limit) return false;
      const flags = this.flags[index] as number;
      if ((flags & flag) !== 0) return true;
      if ((flags & fillers) === 0) return false;
    }
    return false;
  }

  private read(text: string, last: number, limit: number, floor: number): void {
    this.text = text;
    this.end = last;
    this.limit = limit;
    this.count = 0;
    let next = "";
    for (let at = last; at > limit; ) {
      const code = charCodeAt.call(text, at - 1);
      if (code === CLOSE) break;
      if (!isLetter(code)) {
        at -= 1;
        continue;
      }
      const end = at;
      while (at > limit && isLetter(charCodeAt.call(text, at - 1))) at -= 1;
      const isCut = at === limit && limit > floor && isLetter(charCodeAt.call(text, limit - 1));
      if (isCut) at -= 1;
      this.ends[this.count] = end;
      this.starts[this.count] = at;
      if (isCut) {
        this.flags[this.count] = 0;
        this.count += 1;
        break;
      }
      const first = charCodeAt.call(text, at);
      const isKnown = mayBeWord(first, end - at);
      const word = isKnown || isUnspaced(first) ? text.slice(at, end).toLowerCase() : "";
      let flags = isKnown ? (WORDS.get(word) ?? 0) : 0;
      // The name of a function, whose arguments stand before the number: `f.call(list, 1) !== 4294967297`.
      if (this.count > 0 && charCodeAt.call(text, end) === 0x28) flags &= ~LOOSE_PHONE;
      if (isUnspaced(first) && UNSPACED_PHONE.test(word)) flags |= PHONE;
      this.flags[this.count] = flags;
      this.pairs[this.count] = 0;
      // The pair counts with its second word, which stands nearer.
      if ((flags & OPENS_PAIR) !== 0 && this.count > 0) this.pairs[this.count - 1] = PAIRS.get(`${word} ${next}`) ?? 0;
      this.count += 1;
      next = word;
    }
  }
}

const words = new WordsBefore();

/** What the words before a number say: CARD, PHONE, LOOSE_PHONE, SSN and IDENTIFIER together. */
export function wordsBefore(text: string, start: number, floor: number): number {
  return words.meaning(text, start, floor);
}

/** Whether the word right after a number says that it is a phone. */
export function isPhoneAfter(text: string, end: number, reach: Reach): boolean {
  let from = end;
  while (from - end < LONGEST_GAP && from < text.length && !isLetter(charCodeAt.call(text, from))) {
    const code = charCodeAt.call(text, from);
    // What the next line begins with is about something else.
    if ((code >= 0x30 && code <= 0x39) || code === 0x5b || code === 0x0a) break;
    from += 1;
  }
  let to = from;
  while (to - end < REACH_AFTER && isLetter(unitAt(text, to))) to += 1;
  if (to + 1 > reach.end) reach.end = to + 1;
  return to > from && PHONE_AFTER.has(text.slice(from, to).toLowerCase());
}

function isUnspaced(code: number): boolean {
  return code >= 0x2e80 || (code >= 0x0e00 && code <= 0x0e7f);
}

/** Letters of any script; signs and digits part words. */
function isLetter(code: number): boolean {
  return code < 128 ? (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a : code > 0xbf && classOf(code) !== OTHER;
}
