// Paths that climb out of their folder, plain or encoded, and reads of well-known secret files in path fields.
import { KeyTest } from "./key-test.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export type PathRule = "climbs" | "encoded-climb" | "null-byte" | "secret-file" | "other-root";

export interface PathFinding {
  readonly rule: PathRule;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const PATH_KEYS =
  /^(?:.{0,40}(?:path|file|filename|dir|directory|folder|name|key|uri|url|href|src|source|dest|destination|target|template|page|include|location))$/i;
const SECRET_FILES =
  /(?:^|[\s'"=:(/])(?:\/etc\/(?:\.?\/){0,4}(?:passwd|shadow|sudoers|gshadow|kubernetes\/admin\.conf)|(?:~|\/root|\/home\/[\w.-]{1,40}|\/Users\/[\w.-]{1,40}|\$HOME)\/\.(?:ssh\/[\w.]{1,40}|aws\/credentials|netrc|npmrc|pgpass|kube\/config|docker\/config\.json|gnupg|git-credentials|bash_history|zsh_history)|\/proc\/(?:self|\d{1,7})\/(?:environ|cmdline|mem|maps|fd\/\d{1,5}|root\/)|\/var\/run\/secrets\/[\w./-]{1,60}|[A-Za-z]:[\\/]Windows[\\/](?:System32[\\/]config[\\/]SAM|win\.ini))|(?:^|[\\/])id_(?:rsa|dsa|ecdsa|ed25519)$/i;
const ENCODED =
  /(?:%2e|%252e|\.|%c0%ae|%u002e|%uff0e){2}(?:%2f|%5c|%252f|%255c|%c0%af|%c1%9c|%c0%5c|%e0%80%af|%u2215|%u2216|%0[0ad][\\/])|(?:%2e|%252e|%c0%ae|%uff0e){2}[\\/]|\.{4}[\\/]{2}|\.{3}[\\/]\.[\\/]|\.\.;[\\/]/i;
/**
 * Paths that begin in a place of their own: a machine outside or its own shares, a device, a filter of the language that reads
 * them.
 */
const OTHER_ROOT =
  /^(?:\\\\(?:[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}\\\w|[\w.-]{1,80}\\(?:[A-Za-z]|ADMIN|IPC)\$)|\\\\[?.]\\\w|(?:php|zip|phar|expect|compress\.zlib|glob):\/\/\S)/i;
/** Full stops and slashes of other widths, which some file systems read as the plain ones. */
const WIDE = /[\uff0e\uff0f\u2215\u2216\uff3c]/;

const fields = new KeyTest(PATH_KEYS);
/** Fields that name a file, where others may name a share on purpose. */
const isFileField = new KeyTest(/^(?:.{0,40}(?:path|file|filename|template|page|include))$/i);

/** At most one finding of each rule. */
export function findPathTraversal(text: string, key: string): PathFinding[] {
  const found: PathFinding[] = [];
  const isField = fields.holds(key);
  // One for one, so that places stay.
  const plain = isField && WIDE.test(text) ? text.replace(/\uff0e/g, ".").replace(/[\uff0f\u2215]/g, "/") : text;
  if (isField && text === "..") found.push({ rule: "climbs", score: 0.75, start: 0, end: 2 });
  else if (plain.includes("..")) {
    const climb = findClimb(plain, isField);
    if (climb !== undefined) found.push(climb);
  }
  if (text.includes("%") || text.includes("...") || text.includes("..;")) {
    const encoded = ENCODED.exec(text);
    if (encoded !== null)
      found.push({ rule: "encoded-climb", score: 0.9, start: encoded.index, end: encoded.index + encoded[0].length });
    const nul = text.indexOf("%00");
    if (nul >= 0 && isField) found.push({ rule: "null-byte", score: 0.7, start: nul, end: nul + 3 });
  }
  const plainNul = isField ? text.indexOf("\u0000") : -1;
  if (plainNul >= 0) found.push({ rule: "null-byte", score: 0.7, start: plainNul, end: plainNul + 1 });
  const root = isField && isFileField.holds(key) ? OTHER_ROOT.exec(text) : null;
  if (root !== null) found.push({ rule: "other-root", score: 0.75, start: 0, end: root[0].length });
  if (isField && (text.startsWith("id_") || text.includes("/") || text.includes("\\"))) {
    const secret = SECRET_FILES.exec(text);
    if (secret !== null)
      found.push({ rule: "secret-file", score: 0.8, start: secret.index, end: secret.index + secret[0].length });
  }
  return found;
}

/**
 * Steps up that leave the folder: more steps up than steps down before them. Relative imports in source code climb too,
 * so outside path fields three steps in a row, or two with a system folder after them, are needed.
 */
function findClimb(text: string, isPathField: boolean): PathFinding | undefined {
  // Where the path at hand begins, and the steps down in it up to `seen`: each character is looked at once.
  let pathStart = 0;
  let stepsDown = 0;
  let seen = 0;
  for (let at = text.indexOf(".."); at >= 0; at = text.indexOf("..", Math.max(seen, at + 2))) {
    if (!isClimb(text, at) || charCodeAt.call(text, at - 1) === 0x2e) continue;
    let from = at;
    let slashes = 0;
    for (; from > seen && !endsPath(charCodeAt.call(text, from - 1)); from -= 1)
      if (isSlash(charCodeAt.call(text, from - 1)) && !staysPut(text, from - 2)) slashes += 1;
    if (from > seen) {
      pathStart = from;
      stepsDown = slashes;
    } else stepsDown += slashes;
    let end = at;
    let steps = 0;
    while (isClimb(text, end)) {
      steps += 1;
      end += 3;
      while (
        isSlash(charCodeAt.call(text, end)) ||
        (charCodeAt.call(text, end) === 0x2e && isSlash(charCodeAt.call(text, end + 1)))
      )
        end += 1;
    }
    const isRooted = at > 0 && isSlash(charCodeAt.call(text, pathStart));
    const down = isRooted ? stepsDown - 1 : stepsDown;
    const leaves = steps > down;
    const system = (isPathField || (steps >= 2 && leaves)) && SYSTEM_FOLDER.test(text.slice(end, end + 12));
    const wholeField = isPathField && (pathStart === 0 || steps >= 2);
    if ((leaves && wholeField) || (system && steps >= 2 && leaves) || (system && isPathField)) {
      return { rule: "climbs", score: steps >= 2 || system ? 0.9 : 0.75, start: at, end };
    }
    // Climbs that did not leave take their steps down back.
    seen = end;
    stepsDown = Math.max(0, stepsDown - steps);
  }
  return undefined;
}

/** Whether the step that ends at a place is `.`, or no step at all (`//`). */
function staysPut(text: string, at: number): boolean {
  if (isSlash(charCodeAt.call(text, at))) return true;
  return charCodeAt.call(text, at) === 0x2e && (at === 0 || isSlash(charCodeAt.call(text, at - 1)));
}

const SYSTEM_FOLDER = /^(?:etc|proc|root|home|var|usr|windows|winnt|boot|users)[\\/]/i;

function isClimb(text: string, at: number): boolean {
  return (
    charCodeAt.call(text, at) === 0x2e &&
    charCodeAt.call(text, at + 1) === 0x2e &&
    isSlash(charCodeAt.call(text, at + 2))
  );
}

function endsPath(code: number): boolean {
  return code <= 32 || code === 0x22 || code === 0x27 || code === 0x3d;
}

function isSlash(code: number): boolean {
  return code === 0x2f || code === 0x5c;
}
