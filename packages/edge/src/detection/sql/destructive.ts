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
    /table|database|schema|view|index|sequence|function|proc|trigger|type|role|user|login|tablespace|extension|domain|policy|stage|pipe|stream|task|share|column|constraint|partition|keyspace|catalog|dataset|warehouse|owned|collection|snapshot|alter|server|event|package|synonym|queue|rule|materialized|publication|subscription/i,
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
  "exec execute immediate sp_executesql executesql prepare query raw run sql statement command cmd c e q execsql executescript executemany exec_driver_sql text rawquery sqlquery nativequery createnativequery unsafe queryrawunsafe executerawunsafe queryraw executeraw executeupdate executequery eval dblink_exec dblink openquery execute_sql from_sql fromsqlraw executesqlraw runquery run_query executeasync exec_query find_by_sql select_all do".split(
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
): void {
  const tokens = lexSql(text, backslashes);
  for (const finding of findStatements(tokens, text)) {
    const first = tokens[finding.first] as SqlToken;
    const last = tokens[Math.min(finding.last, tokens.length - 1)] as SqlToken;
    const [severity, score] = GRADES[finding.rule];
    const start = offset + first.start;
    if (!found.has(start)) found.set(start, { rule: finding.rule, severity, score, start, end: offset + last.end });
  }
  if (depth >= DEEPEST_STRING) return;
  let opener = "";
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as SqlToken;
    if (token.kind === "sign" && token.value === ";") opener = "";
    else if (token.kind === "word" && (opener === "" || (token.opensLine && SQL_OPENERS.has(token.value))))
      opener = token.value;
    if (token.kind !== "string" && token.kind !== "quoted") continue;
    if (token.value.length < 8 || !isCandidate(token.value)) continue;
    if (SQL_OPENERS.has(opener) && !isExecuted(tokens, at)) continue;
    collect(token.value, offset + token.innerStart, depth + 1, backslashes, found);
  }
}

/** Whether a string is handed to something that runs it. */
function isExecuted(tokens: readonly SqlToken[], at: number): boolean {
  for (let index = at - 1; index >= 0 && index >= at - 6; index -= 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "word" && EXECUTORS.has(token.value)) return true;
    if (
      token.kind === "word" &&
      token.value === "from" &&
      (tokens[index - 2]?.value === "prepare" || tokens[index - 1]?.value === "prepare")
    )
      return true;
    if (
      token.kind === "sign" &&
      token.value !== "(" &&
      token.value !== "=" &&
      token.value !== "+" &&
      token.value !== "|" &&
      token.value !== "@"
    )
      return false;
    if (token.kind === "word" && token.value !== "n" && index < at - 3) return false;
  }
  return false;
}
