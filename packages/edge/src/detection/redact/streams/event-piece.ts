/** A string of an event, and the text that it is a piece of. */
export interface EventPiece {
  /** Equal for the pieces of one text. */
  readonly of: string;
  readonly path: string;
  readonly text: string;
  /** Whether the text begins with it, so that the one before at the same place is over. */
  readonly isFirst: boolean;
}
