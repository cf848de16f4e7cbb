// A tenant's own settings of detection, as they are stored, sent to edges and written in files: plain data with the members'
// names of the API. What is wrong with them is said by check.ts.
import type { RedactionAction, RedactionKind } from "../redact/policy.js";

/** Where some rules do not count: in some tools, at some paths, or at some paths of some tools. */
export interface ContextSettings {
  /** Ids of rules, or families; `*` is all of them. */
  readonly rules: readonly string[];
  /** Names of tools; `*` stands for any characters. Every tool without it. */
  readonly tools?: readonly string[] | undefined;
  /** JSON pointers; `*` stands for one part, `**` for any number of them. Every path without it. */
  readonly paths?: readonly string[] | undefined;
}

export interface ScanSettings {
  readonly rules_off?: readonly string[] | undefined;
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  readonly phrases?:
    | readonly { readonly id: string; readonly phrase: string; readonly score?: number | undefined }[]
    | undefined;
  readonly patterns?:
    | readonly { readonly id: string; readonly pattern: string; readonly score?: number | undefined }[]
    | undefined;
  readonly allowed_contexts?: readonly ContextSettings[] | undefined;
}

export interface RedactionOverrideSettings {
  readonly tools?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly kinds: Readonly<Partial<Record<RedactionKind, RedactionAction>>>;
}

export interface RedactionSettings {
  /** Kinds that are not named keep the default. */
  readonly kinds?: Readonly<Partial<Record<RedactionKind, RedactionAction>>> | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly patterns?:
    | readonly { readonly id: string; readonly pattern: string; readonly action: RedactionAction }[]
    | undefined;
  /** Later ones win. */
  readonly overrides?: readonly RedactionOverrideSettings[] | undefined;
  /** Not a tenant's to set: the control plane adds it for edges where the action `token` is used. */
  readonly token_key?: string | undefined;
}
