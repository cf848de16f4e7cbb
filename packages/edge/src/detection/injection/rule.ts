// The shape of one injection rule: a head class, the classes that must stand near it, those that must not, and how much one
// match says. Distances are in words, and a match crosses no sentence unless a condition says so. Scores below the threshold
// are hints: they count only together (see cluster.ts).
import type { TokenClass } from "../text/token-classes.js";

export interface NearClass {
  readonly any: readonly TokenClass[];
  /** Words from the head: negative before it, positive after it. */
  readonly from: number;
  readonly to: number;
  /** Limits of sentences that may stand between the head and the class. Default 0. */
  readonly sentences?: number;
  /** An English verb counts only where it may give an order; see order-place.ts. */
  readonly asOrder?: boolean;
  /** Nor where the order is not to do it. */
  readonly affirmed?: boolean;
}

export interface InjectionRule {
  readonly id: string;
  readonly family: InjectionFamily;
  readonly head: TokenClass;
  readonly near: readonly NearClass[];
  readonly unless?: readonly NearClass[];
  readonly score: number;
  /**
   * Only for languages that put the verb last, where the object stands before the head; or for those that put a "not"
   * at the end of an order. Default `any`.
   */
  readonly wordOrder?: "any" | "verb_last" | "not_last";
  /** A match after `not`, `how to`, `tried to` is no order. Default true. */
  readonly negatable?: boolean;
  readonly title: string;
  readonly fires: string;
  readonly passes: string;
}

export type InjectionFamily =
  | "override"
  | "extraction"
  | "persona"
  | "forged_turn"
  | "concealment"
  | "exfiltration"
  | "privilege"
  | "hidden_channel"
  | "tool_poisoning";

export const INJECTION_FAMILIES: readonly InjectionFamily[] = [
  "override",
  "extraction",
  "persona",
  "forged_turn",
  "concealment",
  "exfiltration",
  "privilege",
  "hidden_channel",
  "tool_poisoning",
];

/** Any of the classes, in a window of words from the head. */
export const near = (any: readonly TokenClass[], from: number, to: number): NearClass => ({ any, from, to });

/** The same beyond the limits of up to two sentences: an address in one, the order in the next. */
export const beyond = (any: readonly TokenClass[], from: number, to: number): NearClass => ({
  any,
  from,
  to,
  sentences: 2,
});

/** The same for verbs that give an order. */
export const ordered = (any: readonly TokenClass[], from: number, to: number): NearClass => ({
  ...beyond(any, from, to),
  asOrder: true,
});

/** The same for what is to be done, not left. */
export const affirmed = (any: readonly TokenClass[], from: number, to: number): NearClass => ({
  ...ordered(any, from, to),
  affirmed: true,
});
