// What stands beside a number or under which key a value is, in words: a number after "card" is judged as a card, one
// after "order" is not. Only whole words count, near the number, and never beyond another match.

/** Letters and digits of the words before a place, lower case, nearest last, at most `reach` characters back. */
export function wordsBefore(text: string, start: number, floor: number, reach: number): string {
  const limit = Math.max(floor, start - reach);
  let from = start;
  let hasLetter = false;
  while (from > limit && text.charCodeAt(from - 1) !== 0x5d) {
    from -= 1;
    if (text.charCodeAt(from) > 0x40) hasLetter = true;
  }
  if (!hasLetter) return "";
  return ` ${text
    .slice(from, start)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]/gu, " ")} `;
}

/** The same after a place, up to a digit, a bracket or `reach` characters. */
export function wordsAfter(text: string, end: number, reach: number): string {
  let to = end;
  while (to < text.length && to - end < reach) {
    const code = text.charCodeAt(to);
    if ((code >= 0x30 && code <= 0x39) || code === 0x5b) break;
    to += 1;
  }
  return ` ${text
    .slice(end, to)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, " ")} `;
}

export const CARD_WORDS =
  / (?:cards?|cc|credit|debit|visa|mastercard|amex|maestro|discover|jcb|diners|pan|karte|kreditkarte|carte|tarjeta|cartão|carta|карты|карта|卡|カード) /;
export const PHONE_WORDS =
  / (?:phones?|tel|telephone|telefon|telefono|teléfono|téléphone|telefone|telefoon|mobile|mobil|móvil|cell|cellphone|cellular|fax|call|calling|called|dial|hotline|whatsapp|sms|text me|voicemail|callback|landline|handy|portable|celular|телефон|тел|моб|电话|手机|電話|携帯|전화|هاتف|फोन|mob|ph|extension) /;
/** Only right before the number. */
export const PHONE_LABELS =
  / (?:desk|office|home|work|direct|main|ring|reach|text|registered|answering at|messages? to|message) {1,3}$/;
export const PHONE_WORDS_AFTER =
  /^ {0,3}(?:fax|office|mobile|cell|home|work|phone|tel|desk|main|direct|landline|whatsapp) /;
export const SSN_WORDS = / (?:ssn|ss|social|socials|security number|sin|itin) /;
/** Before a plain identifier: no number after these is personal. */
export const IDENTIFIER_WORDS =
  / (?:id|ids|order|orders|invoice|ticket|tracking|trace|ref|reference|request|transaction|txn|commit|build|version|serial|sku|ean|isbn|upc|gtin|barcode|part|item|batch|lot|session|job|run|span|epoch|timestamp|ts|unix|uuid|hash|checksum|parcel|shipment|awb|case|model|imei|issue|bug|port|pid|seq|sequence|offset|size|bytes|count|total|rfc|cve|doi|arxiv|orcid|nonce|block|height|bestellung|sendung|rechnung|commande|pedido|snowflake|tweet|status|message id|version) #? {0,2}(?:(?:number|no|nr|num|code|id|is|was|#|of|at|key|value|to|for) {0,3}){0,3}$/;

const CARD_KEYS =
  /(?:^|_)(?:card|cc|pan|credit_?card|debit_?card|card_?number|card_?no|ccnum|ccnumber)(?:_|$)|cardnumber|creditcard|cardno/;
const PHONE_KEYS =
  /(?:^|_)(?:phone|mobile|tel|telephone|fax|cell|msisdn|whatsapp|cellphone|landline|phones?|sms)(?:_|$)|phonenumber|phone_?no|telephone/;
const SSN_KEYS = /(?:^|_)(?:ssn|social_?security(?:_?number)?|sin)(?:_|$)|socialsecurity/;
const IDENTIFIER_KEYS =
  /(?:^|_)(?:id|ids|uuid|guid|order|ref|reference|tracking|trace|span|request|transaction|txn|sku|ean|isbn|upc|gtin|barcode|serial|hash|checksum|sha|etag|version|build|commit|timestamp|ts|time|epoch|seq|sequence|offset|size|bytes|count|total|created|updated|expires|at|number|invoice|ticket|batch|lot|port|pid|nonce|height|width)(?:_|$)/;
const PASSWORD_KEYS =
  /(?:^|_)(?:password|passwd|pwd|passphrase|passcode|kennwort|passwort|mot_?de_?passe|contraseña|senha|pin_?code|db_?pass|user_?pass)(?:_|$)|password$/;
const SECRET_KEYS =
  /(?:^|_)(?:secret|api_?key|apikey|access_?key|secret_?key|client_?secret|private_?key|auth_?token|access_?token|refresh_?token|bearer_?token|session_?token|signing_?key|encryption_?key|authorization|x_?api_?key|webhook_?secret|id_?token|account_?key|shared_?access_?key|connection_?string)(?:_|$)/;

export type KeyMeaning = "card" | "phone" | "us_ssn" | "password" | "secret" | "identifier" | "";

const meanings = new Map<string, KeyMeaning>();
const MOST_MEANINGS = 2000;

/** What a key says about its value. */
export function meaningOfKey(key: string): KeyMeaning {
  if (key === "" || key.length > 80) return "";
  const known = meanings.get(key);
  if (known !== undefined) return known;
  const name = normaliseKey(key);
  const meaning: KeyMeaning = PASSWORD_KEYS.test(name)
    ? "password"
    : SECRET_KEYS.test(name)
      ? "secret"
      : SSN_KEYS.test(name)
        ? "us_ssn"
        : CARD_KEYS.test(name)
          ? "card"
          : PHONE_KEYS.test(name)
            ? "phone"
            : IDENTIFIER_KEYS.test(name)
              ? "identifier"
              : "";
  if (meanings.size >= MOST_MEANINGS) meanings.clear();
  meanings.set(key, meaning);
  return meaning;
}

/** `cardNumber`, `card-number` and `Card Number` as `card_number`. */
export function normaliseKey(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s.-]/g, "_")
    .toLowerCase();
}
