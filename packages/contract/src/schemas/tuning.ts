// A tenant's settings of detection: what the scan of stage 3 looks for and where, and what stage 9 makes of each kind. Names
// of rules and patterns are checked where settings are saved; here stand their shape and their number.

import { z } from "zod";
import { score } from "./common.js";

/** Kinds of content that the redactor finds. `custom` is a tenant's own pattern, `key` a value under a tenant's key. */
export const REDACTION_KINDS = [
  "email",
  "phone",
  "card",
  "iban",
  "us_ssn",
  "ip_address",
  "api_key",
  "private_key",
  "password",
  "jwt",
  "key",
  "custom",
] as const;

const ruleName = z.string().min(1).max(200).meta({ description: "id of a rule, or a family" });
const ownId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, "must be 1 to 40 small letters, digits, dots, dashes or underscores");
const patternText = z.string().min(1).max(128).meta({
  description:
    "literal text with `#` for one digit, `@` for one letter, `?` for one of either, `\\` before a literal one; 3 to 64 characters",
});
const tools = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(50)
  .optional()
  .meta({ description: "names of tools, `*` for any characters; every tool without it" });
const paths = z
  .array(z.string().max(500))
  .min(1)
  .max(50)
  .optional()
  .meta({ description: "JSON pointers, `*` for one part, `**` for any number; every path without it" });

export const scanSettings = z.strictObject({
  rules_off: z.array(ruleName).max(500).optional(),
  thresholds: z.record(z.string().max(60), score).optional().meta({ description: "by family" }),
  phrases: z
    .array(z.strictObject({ id: ownId, phrase: z.string().min(1).max(500), score: score.optional() }))
    .max(200)
    .optional(),
  patterns: z
    .array(z.strictObject({ id: ownId, pattern: patternText, score: score.optional() }))
    .max(50)
    .optional(),
  allowed_contexts: z
    .array(z.strictObject({ rules: z.array(ruleName).min(1).max(100), tools, paths }))
    .max(50)
    .optional()
    .meta({ description: "where rules do not count; `*` in `rules` is all of them" }),
  /** What becomes of a tool's answer that holds orders to the model; `report` unless set. */
  injected_results: z.enum(["report", "withhold"]).optional(),
});

const redactionAction = z.enum(["mask", "last_four", "token", "drop", "allow"]);
const kinds = z.partialRecord(z.enum(REDACTION_KINDS), redactionAction);

export const redactionSettings = z.strictObject({
  kinds: kinds.optional().meta({ description: "kinds that are not named keep the default" }),
  keys: z
    .array(z.string().min(1).max(100))
    .max(100)
    .optional()
    .meta({ description: "names of JSON keys whose whole value is redacted" }),
  patterns: z
    .array(z.strictObject({ id: ownId, pattern: patternText, action: redactionAction }))
    .max(100)
    .optional(),
  overrides: z
    .array(z.strictObject({ tools, paths, kinds }))
    .max(50)
    .optional()
    .meta({ description: "other actions in some tools or at some paths; later ones win" }),
});
