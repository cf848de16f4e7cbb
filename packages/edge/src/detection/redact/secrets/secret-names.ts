// What the name before a value says of it in a text: `DB_PASSWORD=`, `api-key:`, `<password>`.
import { HAS_ACCOUNT } from "../key-meaning.js";

const PASSWORD_NAME = new RegExp(
  `(?:password|passwd|passwort|kennwort|passphrase)$|(?:^|[_.-])(?:pwd|psk|contraseña|senha|motdepasse|accountkey|sharedaccesskey|(?!pgpass)${HAS_ACCOUNT}[_.-]?pass)$`,
  "i",
);
const SECRET_NAME =
  /(?:^|[_.-])(?:secret|api[_-]?key|apikey|access[_-]?key|secret[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|token|private[_-]?key|signing[_-]?key|encryption[_-]?key|secret[_-]?access[_-]?key|secret[_-]?key[_-]?base|(?:app|master|hmac|jwt|subscription|functions)[_-]?key|sig)$/i;
const PASS_ALONE = /^(?:pass|pw)$/i;
const AUTHORIZATION = /(?:^|[_.-])authorization$/i;

export const NAMES_PASSWORD = 1;
export const NAMES_SECRET = 2;
export const AUTHORIZES = 4;
/** `pass` or `pw` alone, which the value has to bear out. */
export const MAY_NAME_PASSWORD = 8;
/** What short names mean, since texts name the same again and again: shorter than a string that holds on to the text that it is part of. */
const meanings = new Map<string, number>();
const LONGEST_KNOWN = 12;
const MOST_KNOWN = 256;

/** What the name before a value says of it. */
export function meaningOfName(name: string): number {
  const known = meanings.get(name);
  if (known !== undefined) return known;
  const meaning = AUTHORIZATION.test(name)
    ? AUTHORIZES
    : (PASS_ALONE.test(name) ? MAY_NAME_PASSWORD : 0) |
      (PASSWORD_NAME.test(name) ? NAMES_PASSWORD : 0) |
      (SECRET_NAME.test(name) ? NAMES_SECRET : 0);
  if (name.length <= LONGEST_KNOWN && meanings.size < MOST_KNOWN) meanings.set(name, meaning);
  return meaning;
}
