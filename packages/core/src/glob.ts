/**
 * Glob patterns of contract scopes: `*` is any run of characters, `?` one character, everything else itself. No classes, no
 * escapes, no path rules. Never backtracks further than the last `*`, so a pattern cannot be made to hang.
 */

/** Whether the whole text matches the pattern; at worst pattern length times text length steps. */
export function matchesGlob(pattern: string, text: string): boolean {
  const glob = splitCharacters(pattern);
  const subject = splitCharacters(text);
  let globAt = 0;
  let subjectAt = 0;
  let starAt = -1;
  let resumeAt = 0;
  while (subjectAt < subject.length) {
    const expected = glob[globAt];
    if (expected === "*") {
      starAt = globAt++;
      resumeAt = subjectAt;
    } else if (expected !== undefined && (expected === "?" || expected === subject[subjectAt])) {
      globAt++;
      subjectAt++;
    } else if (starAt >= 0) {
      globAt = starAt + 1;
      subjectAt = ++resumeAt;
    } else {
      return false;
    }
  }
  while (glob[globAt] === "*") globAt++;
  return globAt === glob.length;
}

/** By code points, so that `?` matches an astral character whole; plain text is used as it is. */
function splitCharacters(text: string): string | string[] {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
}
