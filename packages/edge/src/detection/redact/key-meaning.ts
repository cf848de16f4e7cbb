// Under which key a value is, in words: a number under "card" is judged as a card, one under "order" is not.

import { PHONE_WORDS, UNSPACED_PHONE_WORDS } from "./numbers/phone-names.js";
import { OTHER_MEANINGS, SPACED_WORDS, UNSPACED_WORDS } from "./secrets/password-names.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const CARD_KEYS =
  /(?:^|_)(?:card|cc|pan|credit_?card|debit_?card|card_?number|card_?no|ccnum|ccnumber)(?:_|$)|cardnumber|creditcard|cardno/;
const PHONE_KEYS = new RegExp(
  `(?:^|_)(?:${PHONE_WORDS.join("|")}|mobile|mobil|mobiel|cell|celular|handy|sms|मोबाइल|मोबाईल|điện_thoại|(?:no|nomor)_?(?:hp|telp))(?:_|$)|phonenumber|phone_?no|telephone|${UNSPACED_PHONE_WORDS}`,
);
const SSN_KEYS = /(?:^|_)(?:ssn|social_?security(?:_?number)?|sin)(?:_|$)|socialsecurity/;
const IDENTIFIER_KEYS =
  /(?:^|_)(?:id|ids|uuid|guid|order|ref|reference|tracking|trace|span|request|transaction|txn|sku|ean|isbn|upc|gtin|barcode|serial|hash|checksum|sha|etag|version|build|commit|timestamp|ts|time|epoch|seq|sequence|offset|size|bytes|count|total|created|updated|expires|at|number|invoice|ticket|batch|lot|port|pid|nonce|height|width)(?:_|$)/;
/** What has an account, before the word `pass`, which alone may be a ticket or the result of a test. */
export const HAS_ACCOUNT =
  "(?:db|database|user|root|admin|smtp|imap|mail|s?ftp|ssh|sudo|become|ldap|vpn|proxy|mysql|mariadb|postgres|pg|redis|mongo|rabbitmq|mqtt|keystore|truststore|registry|docker|jenkins|service)";
const MAY_BE_OTHER = OTHER_MEANINGS.split("|");
const OF_LANGUAGES = SPACED_WORDS.split("|")
  .filter((word) => !MAY_BE_OTHER.includes(word))
  .map((word) => word.replace(/[ -]/g, "_?"))
  .join("|");
const UNSPACED_PASSWORD = UNSPACED_WORDS.split("|")
  .filter((word) => !MAY_BE_OTHER.includes(word))
  .join("|");
const PASSWORD_KEYS = new RegExp(
  `(?:^|_)(?:pass_?word|pass_?phrase|passcode|kennwört|passwört|pin_?code|${HAS_ACCOUNT}_?pass|${OF_LANGUAGES})(?:e?s|en|er)?(?:_|$)|passwords?$|(?:${UNSPACED_PASSWORD})$`,
);
const LIKELY_PASSWORD_KEYS = new RegExp(`(?:^|_)(?:${OTHER_MEANINGS}|psk)$`);
const SECRET_KEYS =
  /(?:^|_)(?:secret|api_?key|apikey|access_?key|secret_?key|client_?secret|private_?key|auth_?token|access_?token|refresh_?token|bearer_?token|session_?token|signing_?key|encryption_?key|authorization|x_?api_?key|webhook_?secret|id_?token|account_?key|shared_?access_?key|connection_?string)s?(?:_|$)/;

/** What the last word of a name says of a secret that the words before it name; the id of a secret is one to Vault. */
const DESCRIBES =
  /_(?:(?<!secret_)ids?|names?|labels?|at|on|by|date|time|expir(?:es|ed|y|ation)|ttl|age|changed?|updated?|created|modified|rotat(?:ed|ion)|set|used|last|history|policy|policies|rules?|hints?|description|message|error|type|kind|format|algorithm|alg|scheme|encoding|strength|length|counts?|total|limits?|status|state|required|enabled|disabled|visible|valid|version|urls?|uri|endpoint|links?|source|files?|paths?|prefix|suffix|location|provider|manager|arn|scopes?|owner|fields?|question|reminder)$/;

/** Names of tokens that are secrets as a rule; a value under them has to look like one. */
const LIKELY_SECRET_KEYS = /(?:^|_)(?:token|sig|(?:account|app|master|hmac|jwt|subscription|functions)_?key)$/;
/** Tokens that say where to go on, or that mark words; they are no secrets. */
const PLAIN_TOKENS =
  /(?:^|_)(?:next|page|pagination|prev|previous|continuation|cursor|sync|delta|resume|scroll|start|end|first|last|idempotency|client_?request|request|change|eos|bos|pad|unk|sep|cls|mask|special|stop|word|text)_?(?:page_?)?token$/;

const COOKIE_KEYS = /(?:^|_)cookies?(?:_header)?$/;

/** Members of a key in JSON that are secret numbers, or all of a symmetric one. */
export const KEY_NUMBERS: ReadonlySet<string> = new Set(["d", "p", "q", "dp", "dq", "qi", "k"]);

/** Tickets and results of tests have this name as well as passwords. */
const PASS = "pass";

/** Settings of registries keep a user and a password under this name. */
const AUTH = "auth";

/** `pass` stands for a password only where the value looks like nothing else; `account_password` is one beside an account's name.
 * `likely_password` and `likely_secret` stand for a secret only where the value looks like one, and `key_number` for a part of a
 * private key only where it is as long as one, `basic_credentials` only for base64 of both. Under `cookie` stand pairs of names and values. */
export type KeyMeaning =
  | "card"
  | "phone"
  | "us_ssn"
  | "password"
  | "secret"
  | "likely_password"
  | "account_password"
  | "pass"
  | "likely_secret"
  | "key_number"
  | "basic_credentials"
  | "cookie"
  | "identifier"
  | "";

const meanings = new Map<string, KeyMeaning>();
const MOST_MEANINGS = 2000;

/** What a key says about its value. */
export function meaningOfKey(key: string): KeyMeaning {
  if (key === "" || key.length > 80) return "";
  const known = meanings.get(key);
  if (known !== undefined) return known;
  const meaning = readMeaning(normaliseKey(key));
  if (meanings.size >= MOST_MEANINGS) meanings.clear();
  meanings.set(key, meaning);
  return meaning;
}

function readMeaning(name: string): KeyMeaning {
  const isDescribed = DESCRIBES.test(name);
  if (!isDescribed && PASSWORD_KEYS.test(name)) return "password";
  if (!isDescribed && SECRET_KEYS.test(name)) return "secret";
  if (LIKELY_PASSWORD_KEYS.test(name)) return "likely_password";
  if (SSN_KEYS.test(name)) return "us_ssn";
  if (CARD_KEYS.test(name)) return "card";
  if (!isDescribed && PHONE_KEYS.test(name)) return "phone";
  if (LIKELY_SECRET_KEYS.test(name) && !PLAIN_TOKENS.test(name)) return "likely_secret";
  if (IDENTIFIER_KEYS.test(name)) return "identifier";
  if (name === PASS) return "pass";
  if (KEY_NUMBERS.has(name)) return "key_number";
  if (name === AUTH || name === `_${AUTH}`) return "basic_credentials";
  return COOKIE_KEYS.test(name) ? "cookie" : "";
}

/** Whether a name is that of a token that says where a list goes on, or the like. */
export function isPlainToken(name: string): boolean {
  return PLAIN_TOKENS.test(normaliseKey(name));
}

/** The key that was asked for last: the walk asks a few times for each. */
let lastKey = "";
let lastNormal = "";

/** `cardNumber`, `card-number` and `Card Number` as `card_number`. */
export function normaliseKey(key: string): string {
  if (key !== lastKey) {
    lastNormal = NORMAL.test(key) ? key : spellOut(key);
    lastKey = key;
  }
  return lastNormal;
}

const NORMAL = /^[a-z0-9_]*$/;

/** In one look: an object may have as many odd names as it has members. */
function spellOut(key: string): string {
  let out = "";
  let kept = 0;
  for (let at = 0; at < key.length; at += 1) {
    const code = charCodeAt.call(key, at);
    if (isCapital(code)) {
      if (at === 0 || !isSmallOrDigit(charCodeAt.call(key, at - 1))) continue;
      out += `${key.slice(kept, at)}_`;
      kept = at;
    } else if (code === DOT || code === HYPHEN || isSpace(code)) {
      out += `${key.slice(kept, at)}_`;
      kept = at + 1;
    }
  }
  return (kept === 0 ? key : out + key.slice(kept)).toLowerCase();
}

const HYPHEN = 0x2d;
const DOT = 0x2e;

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isSmallOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** Whether a sign is white space of any script. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return SPACE.test(String.fromCharCode(code));
}

const SPACE = /\s/;
