// Shapes that many operations share: ids, instants, money, names, pages.

import { z } from "zod";

export const uuid = z.uuid().meta({ description: "UUID" });
/** Stands in examples for an id that the reader has. */
export const EXAMPLE_UUID = "5e0f9a52-8c1d-4b7e-9f36-2d41c07ab8e3";
/** A UUID that a caller sends: in capitals or not, which is the same id (RFC 9562), handed on in lowercase as all are kept. */
export const uuidInput = z.uuid().toLowerCase().meta({ description: "UUID" });
export const instant = z.iso
  .datetime({ precision: 3, error: "must be UTC with milliseconds, like 2026-01-31T09:30:00.000Z" })
  .meta({ description: "UTC, always with milliseconds", example: "2026-01-31T09:30:00.000Z" });
/** An instant that a caller sends: of any precision and with any offset. */
export const instantInput = z.iso
  .datetime({ offset: true, error: "must be an instant of RFC 3339, like 2026-01-31T09:30:00Z" })
  .meta({ description: "Instant of RFC 3339, compared by milliseconds", example: "2026-01-31T09:30:00Z" });
export const day = z.iso.date().meta({ description: "UTC day, yyyy-mm-dd" });
export const sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: "SHA-256 in lowercase hex" });
export const requestId = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/);

const DECIMAL_NEEDED = "must be from 0 to 999999999, in decimal digits with at most 9 places";
/** A dollar amount that a caller sends: decimal string or number, at most nine places; never negative. */
export const usdInput = z
  .union([
    z.string().regex(/^(0|[1-9]\d{0,8})(\.\d{1,9})?$/, DECIMAL_NEEDED),
    z.number().nonnegative().max(999_999_999).refine(hasNinePlaces, DECIMAL_NEEDED),
  ])
  .meta({ description: "US dollars, at most 9 decimal places", example: "1.25" });
/** A dollar amount that the service answers: a decimal string. */
export const usd = z
  .string()
  .regex(/^-?\d+(\.\d{1,9})?$/)
  .meta({ description: "US dollars as a decimal string", example: "0.0125" });

/** Whether the shortest text of a number has at most nine decimal places. */
function hasNinePlaces(value: number): boolean {
  return Number(value.toFixed(9)) === value;
}

/** A letter, digit, mark of punctuation or symbol that is not drawn as nothing or as a space. */
const DRAWN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether people can see that a text says something: spaces, zero-width characters and the like alone do not. */
export function isSeen(text: string): boolean {
  return DRAWN.test(text);
}

/**
 * A text that no line end and no terminal command stands in. The description of the API has the pattern, which programs of
 * every language read: without `\p`, which many do not know.
 */
export const withoutControls = (text: z.ZodString) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the text must not hold
  text.regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, "must not hold control characters");

/** Line ends, terminal commands, and marks that turn the direction of what follows: a list of names would read as another. */
const UNFIT_FOR_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

export const name = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(200)
  .refine(isSeen, "must have a character that can be seen")
  .refine((text) => !UNFIT_FOR_NAMES.test(text), "must have no line ends and no control characters");
export const toolName = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "Tool name; compared after NFKC, trimming and case folding" });
export const reason = z.string().max(2000);
export const score = z.number().min(0).max(1);
/** At most sixteen short strings of the caller's own. */
export const metadata = z
  .record(z.string().max(64), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 16, "at most 16 entries");

/** A whole number in a query: decimal digits, and no other form that programs write numbers in. */
export const wholeNumberInQuery = <T extends z.ZodType>(schema: T) => z.preprocess(readDigits, schema);

function readDigits(value: unknown): unknown {
  return typeof value === "string" && /^-?[0-9]{1,15}$/.test(value) ? Number(value) : value;
}

/** A place in a list. Those of lists by name hold one: 200 characters of three bytes each, in base64url. */
export const cursor = z.string().max(1000);

/** Query of every list. */
export const pageQuery = z.strictObject({
  limit: wholeNumberInQuery(z.number().int().min(1).max(500).default(50)),
  cursor: cursor.optional(),
});

/** `data` of every list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });
