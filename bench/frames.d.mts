/** Harmless surroundings in which an attack may stand; see frames.mjs. */
export declare const frames: readonly {
  readonly name: string;
  readonly wrap: (text: string) => string;
  /** Kinds of attack that a scanner may pass by in it. */
  readonly mayHide: readonly ("orders" | "statements" | "commands")[];
}[];
