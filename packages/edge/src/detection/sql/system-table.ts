// The tables that hold a database's own schema, users and rights, by the names that each dialect gives them.
import type { SqlToken } from "./lexer.js";

const TABLES =
  /^(?:sqlite_(?:temp_)?(?:master|schema)|pg_(?:authid|auth_members|class|attribute|proc|database|namespace|type|index|constraint|trigger|rewrite|depend|shdepend|largeobject(?:_metadata)?|language|policy|operator|extension))$/;
/** Schemas of which every table is the server's, or those that are named. */
const OWNED: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    pg_catalog: /^pg_(?!settings$)/,
    mysql:
      /^(?:user|db|tables_priv|columns_priv|procs_priv|proxies_priv|global_grants|role_edges|default_roles|func|plugin|proc|servers)$/,
    sys: /\$$/,
  }),
);

/** Whether the name that ends before the token at `name` is that of such a table. */
export function isSystemTable(tokens: readonly SqlToken[], name: number): boolean {
  const table = tokens[name - 1];
  if (table === undefined || (table.kind !== "word" && table.kind !== "quoted")) return false;
  const word = table.value.toLowerCase();
  if (TABLES.test(word)) return true;
  const owner = tokens[name - 2]?.value === "." ? (tokens[name - 3]?.value.toLowerCase() ?? "") : "";
  return OWNED.get(owner)?.test(word) === true;
}
