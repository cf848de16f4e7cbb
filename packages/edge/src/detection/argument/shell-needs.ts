// What the name of a command stands with, as bits: most destroy nothing without an option or a path, and a name that stands
// without what its command needs is passed over.

/** The name itself: every one has that. */
export const NAME = 1;
/** A word behind it that begins with a hyphen. */
export const OPTION = 2;
/** A slash in it or behind it. */
export const PATH = 4;
/** A backslash or a colon in it or behind it, with which drives and devices of Windows are written. */
export const DRIVE = 8;

/** What is known of the name of a command. */
export interface CommandName {
  /** Bits of which one at least stands with it where it destroys anything. */
  readonly needs: number;
  /** Whether it is a word of prose too. */
  readonly isProse: boolean;
}
