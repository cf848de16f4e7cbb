// What a finding about a statement is: the rule, and the tokens it reaches over.

export interface SqlFinding {
  readonly rule: SqlRule;
  /** Index of the first and last token. */
  readonly first: number;
  readonly last: number;
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
  | "server";
