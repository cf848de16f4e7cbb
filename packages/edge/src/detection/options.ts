// What a caller can set for one scan, with the defaults. A tenant's settings arrive here as plain data; nothing here
// reads a configuration.

/** A phrase of the tenant's own, matched on folded words; it raises `tenant_phrase`. */
export interface TenantPhrase {
  /** Short id, shown as `tenant/<id>` in findings. */
  readonly id: string;
  /** Words in order, compared without case, accents or punctuation. */
  readonly phrase: string;
  /** 0 to 1, 0.8 by default. */
  readonly score?: number;
}

/** A pattern of the tenant's own, of fixed length; it raises `tenant_phrase` as well. */
export interface TenantPattern {
  /** Short id, shown as `tenant/<id>` in findings. */
  readonly id: string;
  /** Literal text with `#` for one digit, `@` for one letter, `?` for one of either, `\\` before a literal one; 3 to 64 signs. */
  readonly pattern: string;
  /** 0 to 1, 0.8 by default. */
  readonly score?: number;
}

/** Where rules do not count: a field that holds SQL on purpose. */
export interface AllowedContext {
  /** Ids of rules, or families; `*` is all of them. */
  readonly rules: readonly string[];
  /** JSON pointers; `*` stands for one part, `**` for any number of them. */
  readonly paths: readonly string[];
}

/** The learned layer: a number between 0 and 1 beside the findings, and a capped part of the risk. */
export interface LinearOptions {
  readonly enabled: boolean;
  /** The largest risk that the layer adds on its own, 0 to 1. Default 0.3; 0 reports the number and adds nothing. */
  readonly cap?: number;
}

export interface ScanOptions {
  /** Values (strings, numbers, containers) looked at before the scan stops with `scan_truncated`. Default 4,194,304. */
  readonly maxNodes?: number;
  /** Nesting above which `deep_json` is reported. The walk goes on below it, without recursion. Default 64. */
  readonly maxDepth?: number;
  /** Characters of text looked at before the scan stops with `scan_truncated`. Default 4,194,304. */
  readonly maxBytes?: number;
  /** Ids of rules (or families) that are off. */
  readonly rulesOff?: readonly string[];
  /**
   * Score from which a family is reported, by family name; `injection` is the sum over the injection families. Default 0.7
   * for those, and 0 for all others, whose every finding is reported.
   */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** At most 200; more are refused as an error of the caller, reported as `scan_incomplete`, and so are broken ones. */
  readonly tenantPhrases?: readonly TenantPhrase[];
  /** At most 50, likewise. */
  readonly tenantPatterns?: readonly TenantPattern[];
  readonly allowedContexts?: readonly AllowedContext[];
  /** What is scanned; results and tool descriptions weigh instructions to the model higher. Default `arguments`. */
  readonly purpose?: "arguments" | "result" | "tool_description";
  /** Off by default. It never makes a finding. */
  readonly linear?: LinearOptions;
}

/** No payload of the largest size has so many values: whatever stands behind many others is scanned as well. */
export const DEFAULT_MAX_NODES = 4_194_304;
/** From more values than this on a payload is `huge_json`. */
export const HUGE_NODES = 50_000;
export const DEFAULT_MAX_DEPTH = 64;
export const DEFAULT_MAX_BYTES = 4_194_304;
export const DEFAULT_INJECTION_THRESHOLD = 0.7;
/** Families that are made of many hints, and the sum over families, need more. */
export const DEFAULT_THRESHOLDS: Readonly<Record<string, number>> = { persona: 0.75, injection: 0.75 };
export const DEFAULT_LINEAR_CAP = 0.3;
