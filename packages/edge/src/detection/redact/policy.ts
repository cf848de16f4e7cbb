// What the redactor knows to look for and what a tenant can have done with each kind. Plain data, safe to store.

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

export type RedactionKind = (typeof REDACTION_KINDS)[number];

/**
 * `mask` puts a placeholder, `last_four` a placeholder with the last four letters or digits, `token` a placeholder with
 * a keyed hash (equal values give equal tokens), `drop` nothing at all; `allow` leaves the text.
 */
export type RedactionAction = (typeof REDACTION_ACTIONS)[number];

export interface CustomPattern {
  readonly id: string;
  /** Literal text with `#` for one digit, `@` for one letter, `?` for one letter or digit, `\` before a literal one. */
  readonly pattern: string;
  readonly action: RedactionAction;
}

/** Other actions at some places of the value. */
export interface RedactionOverride {
  /** JSON pointers; `*` stands for one part, `**` for any number of them. */
  readonly paths: readonly string[];
  /** Kinds that are named here; `custom` stands for every pattern of the policy too. */
  readonly kinds: Partial<Record<RedactionKind, RedactionAction>>;
}

/** Plain data; a policy is made ready once and must not be changed after its first use. */
export interface RedactionPolicy {
  /** A kind that is not named is left alone. */
  readonly kinds: Partial<Record<RedactionKind, RedactionAction>>;
  /** Secret for `token`; needed when any action is `token`. */
  readonly tokenKey?: string;
  readonly patterns?: readonly CustomPattern[];
  /** Names of JSON keys whose whole string or number value is redacted, compared without case, `_` and `-`. */
  readonly keys?: readonly string[];
  /** Later ones win. A text that is no JSON has the path "". */
  readonly overrides?: readonly RedactionOverride[];
}

export const REDACTION_ACTIONS = ["mask", "last_four", "token", "drop", "allow"] as const;

/** Everything but IP addresses, masked. */
export const DEFAULT_REDACTION_POLICY: RedactionPolicy = {
  kinds: {
    email: "mask",
    phone: "mask",
    card: "mask",
    iban: "mask",
    us_ssn: "mask",
    ip_address: "allow",
    api_key: "mask",
    private_key: "mask",
    password: "mask",
    jwt: "mask",
    key: "mask",
    custom: "mask",
  },
};

/** One replacement, with offsets into the original string. It never holds the text. */
export interface Redaction {
  readonly kind: RedactionKind;
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface RedactionCount {
  readonly kind: RedactionKind;
  readonly count: number;
}

/** Thrown when the redactor cannot promise its result: too deep, too large, a cycle, a broken policy. */
export class RedactionError extends Error {
  override readonly name = "RedactionError";
}
