// Destructive SQL in any text: as a whole, stacked behind a value, in a string that is executed, in JSON, in a shell
// command, in a raw call of an ORM. A string that is only data of a statement is not looked into.
import type { Severity } from "../findings.js";
import { lexSql, type SqlToken } from "./lexer.js";
import { findStatements, type SqlRule } from "./statements.js";

export interface DestructiveSql {
  readonly rule: SqlRule;
  readonly severity: Severity;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const GRADES: Readonly<Record<SqlRule, readonly [Severity, number]>> = {
  "drop-database": ["critical", 1],
  "drop-table": ["critical", 1],
  "drop-object": ["high", 0.9],
  truncate: ["critical", 1],
  "delete-all": ["critical", 0.95],
  "update-all": ["high", 0.9],
  "alter-drop": ["high", 0.9],
  "replace-table": ["high", 0.85],
  "merge-delete": ["high", 0.85],
  server: ["critical", 0.95],
};

/** A verb of each class and a word that its statement needs too; linear patterns of literals. */
const CANDIDATES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /drop/i,
    /table|database|schema|view|index|sequence|function|proc|trigger|type|role|user|login|tablespace|extension|domain|policy|stage|pipe|stream|task|share|column|constraint|partition|keyspace|catalog|dataset|warehouse|owned|collection|snapshot|alter|server|event|package|synonym|queue|rule|materialized|publication|subscription|routine|link|aggregate|operator|directory|profile|certificate|credential|assembly/i,
  ],
  [/truncate/i, /truncate/i],
  [/delete/i, /from|DELETE|merge/i],
  [/update/i, /set/i],
  [/overwrite/i, /insert/i],
  [/replace/i, /create/i],
  [/program/i, /copy/i],
  [/shutdown/i, /nowait|;/i],
  [/reset/i, /master/i],
  [/purge/i, /logs/i],
  [/restore/i, /replace/i],
  [/cmdshell/i, /cmdshell/i],
];

function isCandidate(text: string): boolean {
  return CANDIDATES.some(([verb, other]) => verb.test(text) && other.test(text));
}

const DEEPEST_STRING = 3;

const SQL_OPENERS: ReadonlySet<string> = new Set(
  "select with insert update delete merge create values call explain show describe replace grant revoke set use declare comment analyze".split(
    " ",
  ),
);
const EXECUTORS: ReadonlySet<string> = new Set(
  "exec execute immediate sp_executesql executesql prepare query raw run sql statement command cmd c e q execsql executescript executemany exec_driver_sql text rawquery sqlquery nativequery createnativequery unsafe queryrawunsafe executerawunsafe queryraw executeraw executeupdate executequery eval dblink_exec dblink openquery execute_sql from_sql fromsqlraw executesqlraw runquery run_query executeasync exec_query find_by_sql select_all do query_to_xml dblink_send_query query_to_xml dblink_send_query".split(
    " ",
  ),
);

/** Every destructive statement in `text`, in order. */
export function findDestructiveSql(text: string): DestructiveSql[] {
  if (!isCandidate(text)) return [];
  const found = new Map<number, DestructiveSql>();
  collect(text, 0, 0, false, found);
  if (text.includes("\\'") || text.includes('\\"')) collect(text, 0, 0, true, found);
  return [...found.values()].sort((a, b) => a.start - b.start);
}

function collect(
  text: string,
  offset: number,
  depth: number,
  backslashes: boolean,
  found: Map<number, DestructiveSql>,
  limit = offset + text.length,
): void {
  const tokens = lexSql(text, backslashes);
  for (const finding of findStatements(tokens, text)) {
    const first = tokens[finding.first] as SqlToken;
    const last = tokens[Math.min(finding.last, tokens.length - 1)] as SqlToken;
    const [severity, score] = GRADES[finding.rule];
    const start = offset + first.start;
    const end = Math.min(offset + last.end, limit);
    if (start < end && !found.has(start)) found.set(start, { rule: finding.rule, severity, score, start, end });
  }
  if (depth >= DEEPEST_STRING) return;
  let opener = "";
  const runsVariables = tokens.some((token) => token.kind === "word" && VARIABLE_RUNNERS.has(token.value));
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as SqlToken;
    if (token.kind === "sign" && token.value === ";") opener = "";
    else if (token.kind === "word" && (opener === "" || (token.opensLine && SQL_OPENERS.has(token.value))))
      opener = token.value;
    if (token.kind !== "string" && token.kind !== "quoted") continue;
    if (token.value.length < 8 || !isCandidate(token.value)) continue;
    const isCode = isExecuted(tokens, at) || (runsVariables && isAssigned(tokens, at));
    if (SQL_OPENERS.has(opener) && !isCode) continue;
    const joined = isCode ? joinedValue(tokens, at) : token.value;
    collect(joined, offset + token.innerStart, depth + 1, backslashes, found, limit);
  }
}

const MOST_JOINED = 8;

/** A string with what is joined to it: `'DELETE FROM ' + @t`, `'DROP TABLE ' || name`. Names stand for themselves. */
function joinedValue(tokens: readonly SqlToken[], at: number): string {
  let value = (tokens[at] as SqlToken).value;
  for (let index = at + 1; index < tokens.length && index < at + MOST_JOINED; index += 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "sign" && "+|.@&".includes(token.value)) continue;
    if (token.kind !== "string" && token.kind !== "word" && token.kind !== "quoted") break;
    value += token.value;
  }
  return value;
}

/** Statements that run what a variable holds. */
const VARIABLE_RUNNERS: ReadonlySet<string> = new Set(["exec", "execute", "prepare", "sp_executesql"]);
/** Functions that run a later argument somewhere else. */
const REMOTE_RUNNERS: ReadonlySet<string> = new Set(
  "dblink dblink_exec dblink_send_query openquery openrowset query_to_xml".split(" "),
);
const LOOK_BEHIND = 6;

/** Whether a string is handed to something that runs it. */
function isExecuted(tokens: readonly SqlToken[], at: number): boolean {
  let hasComma = false;
  let isCompared = false;
  for (let index = at - 1; index >= 0 && index >= at - LOOK_BEHIND; index -= 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "word") {
      if (hasComma) {
        if (REMOTE_RUNNERS.has(token.value)) return true;
      } else if (EXECUTORS.has(token.value)) return !isCompared || VARIABLE_RUNNERS.has(token.value);
      if (token.value === "from" && (isPrepare(tokens[index - 2]) || isPrepare(tokens[index - 1]))) return true;
      if (token.value !== "n" && !hasComma && index < at - 3) return false;
    } else if (token.kind === "sign") {
      if (token.value === ",") hasComma = true;
      else if (token.value === "=") isCompared = true;
      else if (!"(+|@".includes(token.value)) return false;
    }
  }
  return false;
}

function isPrepare(token: SqlToken | undefined): boolean {
  return token?.value === "prepare";
}

/** `@s = '…'`, `@s nvarchar(100) = N'…'`: a string that a variable is given. */
function isAssigned(tokens: readonly SqlToken[], at: number): boolean {
  if (tokens[at - 1]?.value !== "=") return false;
  for (let index = at - 2; index >= 0 && index >= at - 2 - LOOK_BEHIND; index -= 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "sign" && (token.value === "@" || token.value === ":")) return true;
    if (token.kind === "string" || (token.kind === "word" && token.value === "where")) return false;
  }
  return false;
}
