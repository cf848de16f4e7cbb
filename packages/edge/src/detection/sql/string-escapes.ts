// What escapes in a string that a statement runs stand for: those of E'…' and of MySQL, and those of U&'…'. Others stay.

/** `value` with its escapes undone; `isUnicode` for U&'…', where four or six digits name a character. */
export function undoStringEscapes(value: string, isUnicode: boolean): string {
  if (!value.includes("\\")) return value;
  if (isUnicode)
    return value.replace(/\\(?:\+([0-9a-f]{6})|([0-9a-f]{4}))/gi, (_, long?: string, short?: string) =>
      characterOf(long ?? short ?? "", 16),
    );
  return value.replace(
    /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{4})|([0-7]{1,3}))/gi,
    (_, hex?: string, short?: string, octal?: string) =>
      octal === undefined ? characterOf(hex ?? short ?? "", 16) : characterOf(octal, 8),
  );
}

function characterOf(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}
