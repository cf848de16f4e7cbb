/** How one kind of block begins and ends. */
export interface KeyForm {
  /** All openings begin so. */
  readonly opening: string;
  /** What stands at an opening, and how much text is needed to tell. */
  readonly isOpening: RegExp;
  readonly longestOpening: number;
  /** What the last line begins with. */
  readonly marks: readonly string[];
  /** Where the last line ends, among what is behind the mark; not found, it ends where it has to. */
  endOfLast(behind: string): number;
}
