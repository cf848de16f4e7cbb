// Rights over everything: what is granted to everyone or on every database, and roles that may do what the server may.
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { endOfStatement, LONGEST_CLAUSES, type SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { findWord, opensStatement, readName, wordAt } from "./token-reading.js";

/** Roles of Oracle, Snowflake, PostgreSQL and SQL Server that hold all rights. */
const MIGHTY: ReadonlySet<string> = new Set(
  "dba sysdba sysadmin accountadmin securityadmin orgadmin pg_execute_server_program pg_write_server_files rds_superuser".split(
    " ",
  ),
);

/** GRANT ALL ON *.*, GRANT ALL … TO PUBLIC, GRANT DBA TO …. */
export function readGrant(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (!opensStatement(tokens, at)) return undefined;
  const end = Math.min(endOfStatement(source, at + 1), at + LONGEST_CLAUSES);
  const to = findWord(tokens, at, end, "to");
  if (to < 0 || readName(tokens, to + 1) < 0) return undefined;
  const role = isWord(tokens[at + 1], "role") ? at + 2 : at + 1;
  if (MIGHTY.has(tokens[role]?.value.toLowerCase() ?? "") && to === role + 1)
    return { rule: "privileges", first: at, last: to + 1 };
  if (!isWord(tokens[at + 1], "all")) return undefined;
  const on = isWord(tokens[at + 2], "privileges") ? at + 3 : at + 2;
  const isEverywhere =
    isWord(tokens[on], "on") &&
    isSign(tokens[on + 1], "*") &&
    isSign(tokens[on + 2], ".") &&
    isSign(tokens[on + 3], "*");
  const isEveryone = isWord(tokens[on], "on") && isWord(tokens[to + 1], "public");
  return isEverywhere || isEveryone || (on === to && on === at + 3)
    ? { rule: "privileges", first: at, last: to + 1 }
    : undefined;
}

/** ALTER USER and CREATE ROLE with SUPERUSER, ALTER SERVER ROLE sysadmin ADD MEMBER. */
export function readRole(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const kind = wordAt(tokens, at + 1);
  if (kind === "server") {
    const isMember =
      isWord(tokens[at + 2], "role") &&
      MIGHTY.has(tokens[at + 3]?.value.toLowerCase() ?? "") &&
      isWord(tokens[at + 4], "add");
    return isMember ? { rule: "privileges", first: at, last: at + 4 } : undefined;
  }
  if (kind !== "user" && kind !== "role") return undefined;
  const name = readName(tokens, at + 2);
  if (name < 0) return undefined;
  const superuser = findWord(tokens, name, Math.min(endOfStatement(source, name), name + 12), "superuser");
  return superuser < 0 ? undefined : { rule: "privileges", first: at, last: superuser };
}
