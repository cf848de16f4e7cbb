/**
 * The one form in which tool names are compared: NFKC, trimmed, case-folded. Refuses names that could pass for another one to
 * a person: invisible characters and letters of several scripts (UTS 39, single-script profile); and the one that JavaScript has
 * taken.
 */
import { allOfOneScript } from "./scripts.js";

export type ToolNameErrorCode = "empty" | "too_long" | "invisible_character" | "mixed_scripts" | "reserved";

/** A tool name that is refused; the answer to the caller is 400 `invalid_tool_name`. */
export class ToolNameError extends Error {
  override readonly name = "ToolNameError";
  constructor(
    readonly code: ToolNameErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** The most UTF-16 units of a name, before and after folding. */
export const MAX_TOOL_NAME_LENGTH = 200;

/** The folded form; folding it again changes nothing. Throws {@link ToolNameError}. */
export function foldToolName(raw: string): string {
  if (PLAIN_NAME.test(raw)) return raw;
  requireLength(raw);
  // Before trimming too: a name that ends in a newline or a zero-width space is refused, not repaired.
  requireVisible(raw);
  const folded = foldCase(raw.normalize("NFKC").trim());
  requireLength(folded);
  requireVisible(folded);
  if (folded === RESERVED) throw new ToolNameError("reserved", `a tool must not be named ${RESERVED}`);
  if (!allOfOneScript(folded)) {
    throw new ToolNameError("mixed_scripts", "a tool name must not mix letters of several scripts");
  }
  return folded;
}

/** Unicode's full case folding as far as the runtime's case mappings give it, repeated until nothing changes. */
function foldCase(text: string): string {
  let current = text;
  for (let round = 0; round < 4; round++) {
    const next = current.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC").trim();
    if (next === current) return next;
    current = next;
  }
  return current;
}

function requireLength(name: string): void {
  if (name.trim() === "") throw new ToolNameError("empty", "a tool name must not be empty");
  if (name.length > MAX_TOOL_NAME_LENGTH) {
    throw new ToolNameError("too_long", `a tool name has at most ${MAX_TOOL_NAME_LENGTH} characters`);
  }
}

function requireVisible(name: string): void {
  if (INVISIBLE.test(name)) {
    throw new ToolNameError(
      "invisible_character",
      "a tool name must not hold control, zero-width or unassigned characters",
    );
  }
}

/** A member of that name is none: facts by tool name would be lost wherever an object holds them, and rules with them. */
const RESERVED = "__proto__";
const PLAIN_NAME = /^[a-z0-9][a-z0-9._:/-]{0,198}$/;
// Control, format, surrogate, private use, unassigned; line and paragraph separators; whatever renders as nothing.
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
