// What a finding about a statement is: the rule, and the tokens it reaches over.

import type { Coverage } from "./condition.js";

export interface SqlFinding {
  readonly rule: SqlRule;
  /** Index of the first and last token. */
  readonly first: number;
  readonly last: number;
  /** How sure it is that a condition keeps every row, where one stands there. */
  readonly coverage?: Coverage;
}

export type SqlRule =
  | "drop-database"
  | "drop-table"
  | "drop-object"
  | "truncate"
  | "delete-all"
  | "update-all"
  | "alter-drop"
  | "replace-table"
  | "merge-delete"
  | "delete-join"
  | "server-file"
  | "server"
  | "history"
  | "system-table"
  | "privileges";
