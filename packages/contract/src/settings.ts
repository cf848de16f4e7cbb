// Settings of a program, read from its environment. Each says in words what it takes and gives a value that would do, so that
// a wrong one is mended at the first try. Not the settings of a tenant: those are operations of the API.

import { z } from "zod";

/** One variable: its rule, the rule in words ("a port, a whole number from 0 to 65535") and a value that keeps it. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  readonly schema: T;
  readonly takes: string;
  readonly example: string;
  /** Its value is in no message, and set to nothing it is wrong instead of not set. */
  readonly isSecret: boolean;
}

export type SettingValues<S extends Readonly<Record<string, Setting>>> = { [K in keyof S]: z.output<S[K]["schema"]> };

/** The most of a wrong value that is repeated: a secret in the wrong variable is longer. */
const MAX_SHOWN_LENGTH = 20;

/**
 * Reads the variables that `settings` names; blank ones count as not set. Throws an Error that says of each wrong variable
 * what it takes, what it was set to, and what would do.
 * @example
 * const { PORT } = readSettings({ PORT: wholeNumber("a port", { from: 0, to: 65_535, fallback: 8080 }) }, process.env);
 */
export function readSettings<S extends Readonly<Record<string, Setting>>>(
  settings: S,
  env: Readonly<Record<string, string | undefined>>,
): SettingValues<S> {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, setting] of Object.entries(settings)) {
    const given = setting.isSecret || env[name]?.trim() ? env[name] : undefined;
    const parsed = setting.schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else
      wrong.push(`  ${name}: must be ${setting.takes}; ${describeGiven(given, setting)}. Example: ${setting.example}`);
  }
  if (wrong.length > 0) throw new Error(`Settings are wrong:\n${wrong.join("\n")}`);
  return values as SettingValues<S>;
}

/** What each variable takes, and its value where it is not set: a line each, for a program's help. */
export function describeSettings(settings: Readonly<Record<string, Setting>>): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length));
  return Object.entries(settings)
    .map(([name, { schema, takes }]) => {
      const { data: fallback } = schema.safeParse(undefined);
      const isShown = ["string", "number", "boolean"].includes(typeof fallback);
      return `  ${name.padEnd(width)}  ${takes}${isShown ? `; default ${fallback}` : ""}`;
    })
    .join("\n");
}

/** A variable of any kind. */
export function setting<T extends z.ZodType>(schema: T, takes: string, example: string): Setting<T> {
  return { schema, takes, example, isSecret: false };
}

/** One whose value no message repeats. */
export function secretSetting<T extends z.ZodType>(schema: T, takes: string, example: string): Setting<T> {
  return { schema, takes, example, isSecret: true };
}

interface Range {
  readonly from: number;
  readonly to?: number;
  readonly fallback: number;
}

/** A whole number; `what` says of what: "a port", "milliseconds". */
export function wholeNumber(what: string, { from, to, fallback }: Range) {
  const range = to === undefined ? `of at least ${from}` : `from ${from} to ${to}`;
  const schema = decimal.pipe(
    z
      .number()
      .int()
      .min(from)
      .max(to ?? Number.MAX_SAFE_INTEGER),
  );
  return setting(schema.default(fallback), `${what}, a whole number ${range}`, String(fallback));
}

/** A number above zero, with or without a fraction. */
export function positiveNumber(what: string, { to, fallback }: Omit<Range, "from">) {
  const range = to === undefined ? "above 0" : `above 0 and at most ${to}`;
  const schema = decimal.pipe(
    z
      .number()
      .positive()
      .max(to ?? Number.MAX_SAFE_INTEGER),
  );
  return setting(schema.default(fallback), `${what}, a number ${range}`, String(fallback));
}

/** One of some words; `why` says why no others, where nobody could guess. */
export function choice<const W extends string>(words: readonly W[], fallback: W, why?: string) {
  const schema = z.custom<W>((text) => words.includes(text as W)).prefault(fallback);
  return setting(schema, `one of ${words.join(", ")}${why === undefined ? "" : ` (${why})`}`, fallback);
}

/** true or false, and their like. */
export function flag(fallback: boolean) {
  return setting(z.stringbool().default(fallback), "true or false", String(!fallback));
}

/** A path; it can be wrong in no way of its own. */
export function path(takes: string, example: string) {
  return setting(z.string().optional(), takes, example);
}

/** Decimal notation only: "0x50" is no port, and "" no zero. */
const decimal = z
  .string()
  .trim()
  .regex(/^-?\d+(?:\.\d+)?$/)
  .transform(Number);

function describeGiven(given: string | undefined, { isSecret }: Setting): string {
  if (given === undefined) return "it is not set";
  if (given.trim() === "") return "it is set to nothing";
  if (isSecret) return `its value, of length ${given.length}, is not`;
  if (given.length > MAX_SHOWN_LENGTH || !/^[\x20-\x7e]+$/.test(given))
    return `it is a text of ${given.length} characters`;
  return `it is "${given}"`;
}
