import type { CustomMatcher } from "./custom-pattern.js";
import type { KeyMeaning } from "./key-meaning.js";
import type { RedactionKind } from "./policy.js";

/** What is looked for in one text. */
export interface DetectOptions {
  readonly wants: Readonly<Record<RedactionKind, boolean>>;
  readonly custom: CustomMatcher | undefined;
  readonly keyMeaning: KeyMeaning;
  /** Nothing follows the text. */
  readonly isFinal: boolean;
  /** Says which matches count; all do where it is undefined. */
  readonly accepts: ((start: number, end: number) => boolean) | undefined;
}
