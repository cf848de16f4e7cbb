// The escape for tools without an input schema: `@args("amount: Long, to: String, tags: Set<String>, user.name: String")`
// on a rule declares the arguments that it reads. All of them are optional, so that strict validation asks for `has`.

import { type ArgumentType, MAX_DEPTH, MAX_MEMBERS, mergeRecords, type RecordArgument } from "./argument-type.js";

const SCALARS: ReadonlyMap<string, ArgumentType> = new Map(
  Object.entries({
    String: { kind: "string" },
    Long: { kind: "long" },
    Boolean: { kind: "boolean" },
    Bool: { kind: "boolean" },
    Decimal: { kind: "decimal" },
  }),
);
const DECLARATION = /^\s*([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)\s*:\s*(Set<\s*(\w+)\s*>|\w+)\s*$/;

/** The record that the annotation declares. Throws an Error that says which part cannot be read. */
export function parseArgsAnnotation(text: string): RecordArgument {
  const parts: RecordArgument[] = [];
  let members = 0;
  for (const part of text.split(",")) {
    const match = DECLARATION.exec(part);
    if (match === null) throw new Error(`@args cannot read "${part.trim()}"; write "name: Type", separated by commas`);
    const [, path = "", written = "", element] = match;
    const scalar = SCALARS.get(element ?? written);
    if (scalar === undefined || path.includes("__")) {
      throw new Error(`@args knows String, Long, Boolean, Decimal and Set<…> of them, not "${written}" for "${path}"`);
    }
    const type: ArgumentType = element === undefined ? scalar : { kind: "set", element: scalar };
    const names = path.split(".");
    if (names.length > MAX_DEPTH) throw new Error(`@args names members at most ${MAX_DEPTH} deep`);
    members += names.length;
    if (members > MAX_MEMBERS) throw new Error(`@args declares at most ${MAX_MEMBERS} members`);
    parts.push(nest(names, type));
  }
  return mergeRecords(parts);
}

function nest([name = "", ...rest]: readonly string[], type: ArgumentType): RecordArgument {
  const inner = rest.length === 0 ? type : nest(rest, type);
  return { kind: "record", attributes: { [name]: { type: inner, required: false } } };
}
