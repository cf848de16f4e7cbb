// Whether the name of a role opens a turn of a chat, as forged transcripts do.

/** A role name opens a turn at the start of a line, a sentence or after a bracket, with a colon or bracket after it. */
export function opensTurn(text: string, start: number, end: number): boolean {
  let after = end;
  while (after < text.length && (text.charCodeAt(after) === 32 || text.charCodeAt(after) === 0x2a)) after += 1;
  const close = text.charCodeAt(after);
  let before = start - 1;
  while (
    before >= 0 &&
    (text.charCodeAt(before) === 32 || text.charCodeAt(before) === 0x2a || text.charCodeAt(before) === 0x23)
  )
    before -= 1;
  const open = before < 0 ? 10 : text.charCodeAt(before);
  const bracketed =
    ((open === 0x5b || open === 0x2f) && close === 0x5d) || ((open === 0x3c || open === 0x2f) && close === 0x3e);
  if (bracketed) return true;
  if (close !== 0x3a) return false;
  return (
    open === 10 || open === 0x5d || open === 0x2e || open === 0x3e || open === 0x2d || open === 0x7c || open === 0x29
  );
}
