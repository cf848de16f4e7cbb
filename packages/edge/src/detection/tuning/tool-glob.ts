// Names of tools with `*` for any characters. Compared without case; each part is looked for once, from left to right.

/** Whether any of the globs names the tool; without globs every tool is named. */
export function namesTool(globs: readonly string[] | undefined, toolName: string): boolean {
  return globs === undefined || globs.some((glob) => matchesGlob(glob.normalize("NFKC").toLowerCase(), toolName));
}

function matchesGlob(glob: string, toolName: string): boolean {
  const name = toolName.toLowerCase();
  const [first = "", ...rest] = glob.split("*");
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
