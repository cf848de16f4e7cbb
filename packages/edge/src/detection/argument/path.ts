// Paths that climb out of their folder, plain or encoded, and reads of well-known secret files in path fields.
import { KeyTest } from "./key-test.js";

export type PathRule = "climbs" | "encoded-climb" | "null-byte" | "secret-file";

export interface PathFinding {
  readonly rule: PathRule;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const PATH_KEYS =
  /^(?:.{0,40}(?:path|file|filename|dir|directory|folder|name|key|uri|url|href|src|source|dest|destination|target|template|page|include|location))$/i;
const SECRET_FILES =
  /(?:^|[\s'"=:(])(?:\/etc\/(?:passwd|shadow|sudoers|gshadow)|(?:~|\/root|\/home\/[\w.-]{1,40}|\/Users\/[\w.-]{1,40}|\$HOME)\/\.(?:ssh\/[\w.]{1,40}|aws\/credentials|netrc|npmrc|pgpass|kube\/config|docker\/config\.json|gnupg|git-credentials)|\/proc\/self\/(?:environ|cmdline)|\/var\/run\/secrets\/[\w./-]{1,60}|[A-Za-z]:\\Windows\\(?:System32\\config\\SAM|win\.ini))/i;
const ENCODED =
  /(?:%2e|%252e|\.|%c0%ae|%u002e){2}(?:%2f|%5c|%252f|%255c|%c0%af|%u2215)|(?:%2e|%252e|%c0%ae){2}[\\/]|\.{4}[\\/]{2}/i;

const fields = new KeyTest(PATH_KEYS);

/** At most one finding of each rule. */
export function findPathTraversal(text: string, key: string): PathFinding[] {
  const found: PathFinding[] = [];
  if (text.includes("..")) {
    const climb = findClimb(text, fields.holds(key));
    if (climb !== undefined) found.push(climb);
  }
  if (text.includes("%") || text.includes("....")) {
    const encoded = ENCODED.exec(text);
    if (encoded !== null)
      found.push({ rule: "encoded-climb", score: 0.9, start: encoded.index, end: encoded.index + encoded[0].length });
    const nul = text.indexOf("%00");
    if (nul >= 0 && fields.holds(key)) found.push({ rule: "null-byte", score: 0.7, start: nul, end: nul + 3 });
  }
  if (fields.holds(key) && (text.includes("/") || text.includes("\\"))) {
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
  let at = text.indexOf("..");
  while (at >= 0) {
    const sign = text.charCodeAt(at + 2);
    const isStep = (sign === 0x2f || sign === 0x5c) && text.charCodeAt(at - 1) !== 0x2e;
    if (!isStep) {
      at = text.indexOf("..", at + 2);
      continue;
    }
    let end = at;
    let steps = 0;
    while (text.startsWith("..", end) && (text.charCodeAt(end + 2) === 0x2f || text.charCodeAt(end + 2) === 0x5c)) {
      steps += 1;
      end += 3;
      while (text.charCodeAt(end) === 0x2f || text.charCodeAt(end) === 0x5c) end += 1;
    }
    let stepsDown = 0;
    let from = at - 1;
    while (from >= 0 && at - from < 200) {
      const code = text.charCodeAt(from);
      if (code <= 32 || code === 0x22 || code === 0x27 || code === 0x3d) break;
      if (code === 0x2f || code === 0x5c) stepsDown += 1;
      from -= 1;
    }
    const isRooted = at > 0 && (text.charCodeAt(from + 1) === 0x2f || text.charCodeAt(from + 1) === 0x5c);
    const down = isRooted ? stepsDown - 1 : stepsDown;
    const system = /^(?:etc|proc|root|home|var|usr|windows|winnt|boot|users)[\\/]/i.test(text.slice(end, end + 12));
    const leaves = steps > down;
    const wholeField = isPathField && (from < 0 || steps >= 2);
    if (
      (leaves && wholeField && (steps >= 2 || system || down > 0 || isPathField)) ||
      (system && steps >= 2 && leaves) ||
      (system && isPathField)
    ) {
      return { rule: "climbs", score: steps >= 2 || system ? 0.9 : 0.75, start: at, end };
    }
    at = text.indexOf("..", Math.max(end, at + 2));
  }
  return undefined;
}
