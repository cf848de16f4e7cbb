// JSON for eyes: whatever fits on a line stands on one, the rest is indented a level at a time.

import { formatJson } from "@portcullis/core";

/** Lines of at most `width` characters where that is possible. */
export function compactJson(value: unknown, width = 100, indent = ""): string {
  const line = spaced(value);
  if (indent.length + line.length <= width || typeof value !== "object" || value === null) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => deeper + compactJson(item, width, deeper));
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${deeper}${JSON.stringify(name)}: ${compactJson(member, width, deeper)}`);
  return `{\n${members.join(",\n")}\n${indent}}`;
}

/** On one line, with a space after colons and commas. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return formatJson(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return "{}";
  return `{ ${members.map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`).join(", ")} }`;
}
