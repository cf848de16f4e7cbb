// What a migration is: one list for both databases, as SQL text. It may read nothing but the dialect, since its text is
// hashed: a migration that was ever applied never changes again.

import type { Dialect } from "../tx.js";

export interface Migration {
  /** Sorts and names it, e.g. `0001-tables`. */
  readonly name: string;
  /** The statements, in order; run in one transaction. */
  statements(dialect: Dialect): readonly string[];
}
