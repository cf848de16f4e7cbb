// Passwords that commands and statements take by their place: `htpasswd -b FILE USER …`, `net user NAME …`, `IDENTIFIED BY '…'`, and those
// that are piped on, as in `echo … | passwd --stdin`. Read from the command's name on.

import type { Detected } from "../detected.js";
import { LOOK_BACK, type Reach } from "../run.js";
import { passwordBefore } from "./command-password.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const WORD = `(?:"[^"\\r\\n]{1,64}"|'[^'\\r\\n]{1,64}'|[^\\s"'|;&<>]{1,64})`;
/** What programs read a password from their input for. */
const READS = `(?:sudo (?:-\\w+ )*)?(?:passwd [^\\r\\n|]{0,40}--stdin|sudo -S|cryptsetup |[\\w-]+ [^\\r\\n|]{0,80}--password-stdin)`;
/** Clients of Oracle, which are given user/password@database. */
const ORACLE = ["sqlplus", "sqlldr", "expdp", "impdp"];
const FLAGS = "(?: -\\w+(?: \\d+)?)+";
/** How a command goes on up to its password, by its name; of several forms the first one that fits counts. */
const FORMS: ReadonlyMap<string, readonly RegExp[]> = new Map(
  Object.entries({
    htpasswd: [
      `(?=${FLAGS} )(?=[^\\r\\n]{0,24} -\\w*b)(?=[^\\r\\n]{0,24} -\\w*n)${FLAGS} ${WORD} `,
      `(?=[^\\r\\n]{0,24} -\\w*b)${FLAGS} ${WORD} ${WORD} `,
    ],
    net: [
      ` user ${WORD} (?=${WORD} \\/(?:add|active|domain|expires|times|comment|fullname|y))(?![/*])`,
      " use (?:(?:[A-Za-z]:|\\*) )?\\\\\\\\[^\\s\"']{1,80} (?:\\/user:[^\\s]{1,64} )?(?![/*])",
    ],
    wpa_passphrase: [` ${WORD} `],
    rabbitmqctl: [` (?:add_user|change_password) ${WORD} `],
    "samba-tool": [` user (?:create|add) ${WORD} (?!-)`],
    dscl: [` ${WORD} -passwd ${WORD} `],
    ...Object.fromEntries(ORACLE.map((name) => [name, [` (?:-\\w+ )*["']?[\\w$#]{1,30}\\/`]])),
    // Of `aws configure`: a word that few others are like.
    configure: [" set (?:[\\w.-]{1,64}\\.)?aws_(?:secret_access_key|session_token) "],
    requirepass: [" "],
    masterauth: [" "],
    "convertto-securestring": [" (?:-String )?(?=[\"'])"],
    identified: [" (?:WITH [\\w.\"'`]{1,40} )?(?:BY|AS) (?:PASSWORD |VALUES )?(?![:?@&]|RANDOM\\b)"],
    echo: [
      ` (?:-[ne]+ )?["']?[\\w.-]{1,32}:(?=[^\\s"']{1,64}["']? ?\\| ?(?:sudo )?chpasswd)`,
      ` (?:-[ne]+ )?(?=${WORD} ?\\| ?${READS})`,
    ],
  }).map(([name, forms]) => [name, forms.map((form) => new RegExp(form, "iy"))]),
);
/** Statements that give an account its password. */
const OF_ACCOUNT = /\b(?:create|alter|grant)\b[^;]*\b(?:user|to)\s+(?:if not exists\s+)?\S{1,64}\s+$/i;
const LONGEST_FORM = 320;
const AT = 0x40;
const LONGEST_NAME = 24;

/** The lengths that names with a first letter have, a bit for each: most words are seen to be none of them. */
const LENGTHS = new Int32Array(0x80);
for (const name of FORMS.keys())
  for (const first of [name.charCodeAt(0), name.toUpperCase().charCodeAt(0)])
    LENGTHS[first] = (LENGTHS[first] as number) | (1 << name.length);

/** Their second and last letters, without regard to case, for those few words of such a length that are others. */
const LETTERS = new Uint8Array(0x400);
for (const name of FORMS.keys()) LETTERS[lettersOf(name, 0, name.length)] = 1;

function lettersOf(text: string, start: number, end: number): number {
  return ((charCodeAt.call(text, start + 1) & 31) << 5) | (charCodeAt.call(text, end - 1) & 31);
}

/** Whether a word with this first letter and length may be the name of such a command. */
export function mayTakePassword(first: number, size: number): boolean {
  return ((LENGTHS[first & 0x7f] as number) & (1 << size)) !== 0;
}

/** The password that stands behind the command whose name is the run from `start` to `end`. */
export function findPositionalPassword(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  if (LETTERS[lettersOf(text, start, end)] === 0 || end - start > LONGEST_NAME) return undefined;
  const name = text.slice(start, end).toLowerCase();
  const forms = FORMS.get(name);
  if (forms === undefined) return undefined;
  if (name === "identified" && !OF_ACCOUNT.test(text.slice(Math.max(0, start - LOOK_BACK), start))) return undefined;
  const limit = end + LONGEST_FORM;
  if (limit > reach.end) reach.end = limit;
  const near = text.slice(end, limit);
  for (const form of forms) {
    form.lastIndex = 0;
    if (form.test(near)) return passwordBefore(text, end + form.lastIndex, ORACLE.includes(name) ? AT : 0, reach);
  }
  return undefined;
}
