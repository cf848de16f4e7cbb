// Options of a command from the members of a zod object: names in kebab-case, texts read as the member's kind of value.

import { instantInput, uuidInput } from "@portcullis/contract";
import { Option } from "commander";
import { z } from "zod";
import type { CliContext } from "../context.js";
import { usageError } from "../exit-codes.js";
import { readJson } from "../text/read-input.js";
import { readTime, TIME_WORDS } from "../text/read-time.js";
import { wordsOf } from "./member-words.js";

/** One member of a body or query. */
export interface Member {
  readonly name: string;
  readonly kind: "text" | "time" | "number" | "boolean" | "list" | "json";
  readonly nullable: boolean;
  readonly required: boolean;
  readonly choices: readonly string[] | undefined;
  readonly description: string;
  /** What holds when it is not given, in words. */
  readonly fallback: string | undefined;
  /** A value that would be accepted, for the example of `--help`. */
  readonly sample: string;
}

/** How the contract describes every id and every instant. */
const FORM_ALONE: readonly (string | undefined)[] = [uuidInput, instantInput].map((schema) => schema.description);

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly default?: unknown;
  readonly description?: string;
  readonly example?: unknown;
  readonly format?: string;
  readonly minimum?: number;
}

/** The members of an operation's body or query; of a union, the members of all its variants, none of them required. */
export function listMembers(operationId: string, schema: z.ZodType): Member[] {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const variants = root.anyOf ?? root.oneOf;
  const objects = variants ?? [root];
  const members = new Map<string, Member>();
  for (const object of objects) {
    for (const [name, property] of Object.entries(object.properties ?? {})) {
      const required = variants === undefined && (object.required?.includes(name) ?? false);
      if (!members.has(name)) members.set(name, memberOf(operationId, name, property, required));
    }
  }
  return [...members.values()];
}

/** The option of a member. Not mandatory for commander: `--data` may bring the member. */
export class MemberOption extends Option {
  /** The values that the contract takes, where they are few; a shell completes them, and the service checks them. */
  readonly values: readonly string[];

  constructor(member: Member) {
    super(`--${kebab(member.name)} <${placeholderOf(member)}>`, describe(member));
    this.values = member.kind === "boolean" ? ["true", "false"] : (member.choices ?? []);
  }
}

/** The value that a text stands for. Throws a usage error that names the option. */
export async function readMember(context: CliContext, member: Member, text: string): Promise<unknown> {
  const flag = `--${kebab(member.name)}`;
  if (member.nullable && text === "null") return null;
  switch (member.kind) {
    case "text":
      return text;
    case "time":
      return readTime(flag, text, Date.now());
    case "number": {
      const number = Number(text);
      if (text.trim() === "" || Number.isNaN(number)) throw usageError(`${flag} takes a number.`);
      return number;
    }
    case "boolean":
      if (text === "true" || text === "false") return text === "true";
      throw usageError(`${flag} takes true or false.`);
    case "list":
      return text.startsWith("[") ? readJson(context, text, flag) : text.split(",").map((part) => part.trim());
    case "json":
      return readJson(context, text, flag);
  }
}

/** `agent_id` and `listPending` as they stand on a command line. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");
}

/** `agent-id` as commander stores it. */
export function camel(name: string): string {
  return kebab(name).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function memberOf(operationId: string, name: string, schema: JsonSchema, required: boolean): Member {
  const branches = flatten(schema);
  const nullable = branches.some((branch) => branch.type === "null");
  const values = branches.filter((branch) => branch.type !== "null");
  const main = values[0] ?? schema;
  const kind = kindOf(values);
  const choices = main.enum ?? (main.type === "array" ? main.items?.enum : undefined);
  const words = wordsOf(operationId, name);
  return {
    name,
    kind,
    nullable,
    required,
    choices: choices?.map(String),
    description: meaningOf(schema.description ?? main.description, words?.text ?? ""),
    fallback: schema.default === undefined || schema.default === null ? undefined : plain(schema.default),
    sample: words?.sample ?? sampleOf(name, kind, main, choices),
  };
}

/** The contract's words, unless these name the form of a value and not what it is for. */
function meaningOf(described: string | undefined, words: string): string {
  return described === undefined || (FORM_ALONE.includes(described) && words !== "") ? words : described;
}

function flatten(schema: JsonSchema): JsonSchema[] {
  const branches = schema.anyOf ?? schema.oneOf;
  return branches ? branches.flatMap(flatten) : [schema];
}

function kindOf(values: readonly JsonSchema[]): Member["kind"] {
  const types = new Set(values.map((value) => value.type));
  if (values.length === 1 && values[0]?.format === "date-time") return "time";
  // A member that takes text as well as a number takes what was typed: amounts of money must not become floats.
  if (types.has("string")) return "text";
  if (types.has("integer") || types.has("number")) return "number";
  if (types.has("boolean")) return "boolean";
  const items = values[0]?.type === "array" ? values[0].items?.type : undefined;
  return items === "string" ? "list" : "json";
}

function sampleOf(name: string, kind: Member["kind"], schema: JsonSchema, choices: readonly unknown[] | undefined) {
  if (choices?.[0] !== undefined) return String(choices[0]);
  if (kind === "time") return "24h";
  if (schema.example !== undefined) return plain(schema.example);
  if (schema.format === "uuid") return "<uuid>";
  if (kind === "number") return String(schema.minimum ?? 1);
  if (kind === "boolean") return "true";
  if (kind === "list") return "a,b";
  if (kind === "json") return schema.type === "array" ? "[…]" : "{…}";
  if (/email/.test(name)) return "ada@example.com";
  return `<${kebab(name)}>`;
}

function placeholderOf(member: Member): string {
  const words = { text: "text", time: "time", number: "number", boolean: "true|false", list: "a,b,…", json: "json" };
  return words[member.kind];
}

function describe(member: Member): string {
  const { choices } = member;
  const shown = choices && (choices.length > 12 ? [...choices.slice(0, 12), "…"] : choices);
  const list = shown ? `${member.kind === "list" ? "any of" : "one of"} ${shown.join(", ")}` : "";
  const form = member.kind === "time" ? TIME_WORDS : list;
  const text = [[member.description, form].filter(Boolean).join(": "), member.nullable ? "null for none" : ""]
    .filter(Boolean)
    .join("; ");
  const notes = [member.required ? "(required)" : "", member.fallback ? `(default: ${member.fallback})` : ""];
  return [text, ...notes].filter(Boolean).join(" ");
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
