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

/** Users that each server has from the start, and that may do everything. */
const ROOTS: ReadonlySet<string> = new Set("root sa sys system postgres".split(" "));

/** GRANT ALL ON *.*, GRANT ALL … TO PUBLIC, GRANT DBA TO …. */
export function readGrant(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (!opensStatement(tokens, at)) return undefined;
  const end = Math.min(endOfStatement(source, at + 1), at + LONGEST_CLAUSES);
  const to = findWord(tokens, at, end, "to");
  if (to < 0 || readName(tokens, to + 1) < 0) return undefined;
  const role = isWord(tokens[at + 1], "role") ? at + 2 : at + 1;
  if (MIGHTY.has(tokens[role]?.value.toLowerCase() ?? "") && to === role + 1)
    return { rule: "privileges", first: at, last: to + 1 };
  const found: SqlFinding = { rule: "privileges", first: at, last: to + 1 };
  const isToEveryone = isWord(tokens[to + 1], "public") || isWord(tokens[to + 2], "public");
  if (isWord(tokens[at + 1], "control") && isWord(tokens[at + 2], "server")) return found;
  if (isWord(tokens[at + 1], "ownership") && isToEveryone) return found;
  if (!isWord(tokens[at + 1], "all")) return undefined;
  const on = isWord(tokens[at + 2], "privileges") ? at + 3 : at + 2;
  const isEveryone = isWord(tokens[on], "on") && isToEveryone;
  return isOnEverything(tokens, on) || isEveryone || (on === to && on === at + 3) ? found : undefined;
}

/** REVOKE ALL ON *.* and ON ALL TABLES: whoever worked with the database no longer can. */
export function readRevoke(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (!opensStatement(tokens, at) || !isWord(tokens[at + 1], "all")) return undefined;
  const on = isWord(tokens[at + 2], "privileges") ? at + 3 : at + 2;
  const from = findWord(tokens, on, Math.min(endOfStatement(source, on), on + 16), "from");
  const reaches = isOnEverything(tokens, on) || (isWord(tokens[on], "on") && WIDE.has(wordAt(tokens, on + 1)));
  return from > 0 && reaches && readName(tokens, from + 1) > 0
    ? { rule: "privileges", first: at, last: from + 1 }
    : undefined;
}

/** What holds more than one table. */
const WIDE: ReadonlySet<string> = new Set("all database schema".split(" "));

function isOnEverything(tokens: readonly SqlToken[], on: number): boolean {
  const [first, dot, last] = [tokens[on + 1], tokens[on + 2], tokens[on + 3]];
  return isWord(tokens[on], "on") && isSign(first, "*") && isSign(dot, ".") && isSign(last, "*");
}

/** ALTER USER and CREATE ROLE with SUPERUSER, a new password for the first user of all, ALTER SERVER ROLE sysadmin ADD MEMBER. */
export function readRole(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const kind = wordAt(tokens, at + 1);
  if (kind === "server") {
    const isMember =
      isWord(tokens[at + 2], "role") &&
      MIGHTY.has(tokens[at + 3]?.value.toLowerCase() ?? "") &&
      isWord(tokens[at + 4], "add");
    return isMember ? { rule: "privileges", first: at, last: at + 4 } : undefined;
  }
  if (kind !== "user" && kind !== "role" && kind !== "login") return undefined;
  const name = readName(tokens, at + 2);
  if (name < 0) return undefined;
  const stop = Math.min(endOfStatement(source, name), name + 6);
  const isRoot = isWord(tokens[at], "alter") && ROOTS.has(tokens[at + 2]?.value.toLowerCase() ?? "");
  const password = isRoot ? Math.max(findWord(tokens, name, stop, "password"), findWord(tokens, name, stop, "by")) : -1;
  if (password > 0 && tokens[password + 1]?.kind !== undefined)
    return { rule: "privileges", first: at, last: password };
  const superuser = findWord(tokens, name, Math.min(endOfStatement(source, name), name + 12), "superuser");
  return superuser < 0 ? undefined : { rule: "privileges", first: at, last: superuser };
}
