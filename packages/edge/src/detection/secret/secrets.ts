// Secrets on their way out in arguments: keys of vendors, private keys. Signed session tokens are not
// among them, since tools take those as arguments by design.
import { findMarkedKey } from "./marked-keys.js";
import { SHORTEST_KEY, vendorKeyAt } from "./vendor-keys.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export type SecretRule = "vendor-key" | "private-key";

export interface SecretFinding {
  readonly rule: SecretRule;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const IS_KEY_UNIT = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const sign = String.fromCharCode(code);
  if (/[A-Za-z0-9._-]/.test(sign)) IS_KEY_UNIT[code] = 1;
}

/** How private keys begin in base64 without the lines around them: PKCS 8, RSA, EC, Ed25519, OpenSSH. */
const KEY_BODY =
  /MII[A-Za-z0-9+/]{3,4}IBADANBgkqhkiG9w0BAQEFAASC|MII[A-Za-z0-9+/]{3,4}IBAAKC|MHcCAQEE[A-Za-z0-9+/]{40}|MC4CAQAwBQYDK2VwBCIEI|b3BlbnNzaC1rZXktdjE/;

const KEY_BLOCK = /^-----BEGIN[^-]{0,30}PRIVATE KEY(?: BLOCK)?-----/;
const LONGEST_OPENING = 64;
/** The secret number of a key in JSON, which names its type besides. */
const KEY_NUMBER = /"[dk]\\?" {0,2}: {0,2}\\?"[\w-]{43,1024}\\?"/;
/** Telegram: the number of a bot, a colon, and 35 letters that begin with AA. */
const BOT_TOKEN = /(?<!\w)\d{8,10}:AA[\w-]{33}(?![\w-])/;

/** Every secret in `text`, in order. */
export function findSecrets(text: string): SecretFinding[] {
  const found: SecretFinding[] = [];
  const length = text.length;
  let at = 0;
  while (at + SHORTEST_KEY <= length) {
    // Jump: a key holds such a character at every step of its shortest length.
    const probe = at + SHORTEST_KEY - 1;
    if (!isKeyUnit(charCodeAt.call(text, probe))) {
      at = probe + 1;
      continue;
    }
    let start = probe;
    while (start > at && isKeyUnit(charCodeAt.call(text, start - 1))) start -= 1;
    if (start > at || at === 0 || !isKeyUnit(charCodeAt.call(text, at - 1))) {
      let end = probe + 1;
      while (end < length && isKeyUnit(charCodeAt.call(text, end))) end += 1;
      const key = end - start >= SHORTEST_KEY ? vendorKeyAt(text, start, end) : undefined;
      if (key !== undefined) found.push({ rule: "vendor-key", score: 0.9, start, end: key.end });
      at = end + 1;
    } else at = probe + 1;
  }
  const marked = findMarkedKey(text);
  if (marked !== undefined) found.push({ rule: "vendor-key", score: 0.9, ...marked });
  const block = text.indexOf("-----BEGIN");
  if (block >= 0) {
    const kind = KEY_BLOCK.exec(text.slice(block, block + LONGEST_OPENING));
    if (kind !== null) {
      const end = block + kind[0].length;
      if (/[A-Za-z0-9+/=\s]{40}/.test(text.slice(end, end + 64)))
        found.push({ rule: "private-key", score: 0.95, start: block, end });
    }
  }
  const file = text.indexOf("PuTTY-User-Key-File-");
  if (file >= 0 && /\nPrivate-Lines: \d/.test(text.slice(file, file + 16_384)))
    found.push({ rule: "private-key", score: 0.95, start: file, end: file + "PuTTY-User-Key-File-".length });
  const body = found.length === 0 ? (KEY_BODY.exec(text) ?? keyOfJson(text) ?? botToken(text)) : null;
  if (body !== null)
    found.push({ rule: "private-key", score: 0.9, start: body.index, end: body.index + body[0].length });
  return found;
}

function keyOfJson(text: string): RegExpExecArray | null {
  return text.includes('"kty') ? KEY_NUMBER.exec(text) : null;
}

function botToken(text: string): RegExpExecArray | null {
  return text.includes(":AA") ? BOT_TOKEN.exec(text) : null;
}

function isKeyUnit(code: number): boolean {
  return code < 128 && IS_KEY_UNIT[code] === 1;
}
