// Which member an unknown one was most likely meant to be: `tool_name` for whoever wrote `toolName`, `tool` or `tool_nmae`.

import type { z } from "zod";

/** A longer name is no slip. */
const MAX_LENGTH = 100;

/** The member of the schema's object at `path` that is near the unknown one there; undefined where none is. */
export function nearMember(
  schema: z.core.$ZodType,
  path: readonly (string | number)[],
  unknown: string,
): string | undefined {
  if (unknown.length > MAX_LENGTH) return undefined;
  const members = membersAt(schema, path);
  const letters = lettersOf(unknown);
  const [byWord, ...others] = members.filter((name) => name.split("_").includes(letters));
  return (
    members.find((name) => lettersOf(name) === letters) ??
    members.find((name) => isOneSlipAway(lettersOf(name), letters)) ??
    (others.length === 0 ? byWord : undefined)
  );
}

function membersAt(schema: z.core.$ZodType, path: readonly (string | number)[]): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const [first, ...rest] = path;
  switch (def.type) {
    case "object": {
      if (first === undefined) return Object.keys(def.shape);
      const member = Object.hasOwn(def.shape, first) ? def.shape[first] : undefined;
      return member === undefined ? [] : membersAt(member, rest);
    }
    case "array":
      return membersAt(def.element, rest);
    case "record":
      return membersAt(def.valueType, rest);
    case "union":
      return def.options.flatMap((option) => membersAt(option, path));
    case "optional":
    case "nullable":
    case "default":
      return membersAt(def.innerType, path);
    case "pipe":
      return membersAt(def.in, path);
    default:
      return [];
  }
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Whether one letter was left out, put in or changed, or two neighbours were swapped. Of two letters any would be. */
function isOneSlipAway(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 3) return false;
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [rest, otherRest] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (rest.length <= 1 && otherRest.length <= 1) return true;
  return rest.length === 2 && otherRest === `${rest[1]}${rest[0]}`;
}
