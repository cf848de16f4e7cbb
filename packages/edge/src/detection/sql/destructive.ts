// Destructive SQL in any text: as a whole, stacked behind a value, in a string that is executed, in JSON, in a shell
// command, in a raw call of an ORM. A string that is only data of a statement is not looked into.
import type { Severity } from "../findings.js";
import type { Coverage } from "./condition.js";
import { EmptyStrings } from "./empty-strings.js";
import { StringJoiner } from "./joined-strings.js";
import { isSign, isWord, lexSql, type SqlNotes, type SqlToken } from "./lexer.js";
import type { SqlRule } from "./sql-finding.js";
import { findStatements } from "./statements.js";
import { undoStringEscapes } from "./string-escapes.js";
import { isOnlyTold } from "./told-strings.js";

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
  "delete-join": ["high", 0.85],
  "server-file": ["high", 0.85],
  server: ["critical", 0.95],
  history: ["high", 0.85],
  "system-table": ["critical", 0.9],
  privileges: ["high", 0.8],
};

/** What a finding loses where its condition only as good as keeps every row. */
const DOUBT: Readonly<Record<Coverage, number>> = { every: 0, filled: 0.05, likely: 0.1 };

type Candidate = readonly [verb: RegExp, other: RegExp];

/** A verb of each class and a word that its statement needs too; linear patterns of literals. */
const CANDIDATES: readonly Candidate[] = [
  [
    /drop/i,
    /table|database|schema|view|index|sequence|function|proc|trigger|type|role|user|login|tablespace|extension|domain|polic|secret|format|integration|connection|macro|statistics|stage|pipe|stream|task|share|column|constraint|partition|keyspace|catalog|dataset|warehouse|owned|collection|snapshot|alter|server|event|package|synonym|queue|rule|materialized|publication|subscription|routine|link|aggregate|operator|directory|profile|certificate|credential|assembly|key|cast|collation|conversion|language|group|transform|method|cluster|context|dimension|edition|library|outline|service|endpoint|route|contract|alert|tag|application|streamlit|notebook|model|assignment|capacity|reservation|pool|monitor|stoplist|scheme|audit|session|mapping|configuration|dictionary|parser|template|segment|point|class|source|account|wrapper|measurement|series|shard|query/i,
  ],
  [/truncate/i, /truncate/i],
  [/delete/i, /from|DELETE|merge|alter\s|match\s{0,4}\(/i],
  [/update/i, /set|alter\s/i],
  [/overwrite/i, /insert/i],
  [/replace/i, /create|into|table/i],
  [/remove/i, /table|database|db|namespace|ns/i],
  [/outfile|dumpfile/i, /into/i],
  [/attach/i, /as/i],
  [
    /exec|prepare|immediate/i,
    /concat|["'] {0,4}(?:\+|\|\||["'])|cha?r {0,3}\(|format|re(?:verse|place|peat|plicate)|translate|sub ?str|left|right|stuff|insert|overlay|hex|base64|decode|0x[0-9a-f]{8}|x'[0-9a-f]{8}|convert|cast|array|points|mid|\\[xu+0-7]/i,
  ],
  [/copy/i, /program|to\s{1,8}'(?:\/|[a-z]:)/i],
  [/shutdown/i, /nowait|;|immediate|abort/i],
  [/reset/i, /master/i],
  [/purge/i, /logs|recyclebin|table|index/i],
  [/restore/i, /replace/i],
  [/grant/i, /\bto\b/i],
  [/revoke/i, /all/i],
  [
    /alter|create/i,
    /system|database|superuser|identified|password|unused|sysadmin|discard|soname|\.so|\.dll|plp\w{1,8}u|pltclu|plsh/i,
  ],
  [/load|vacuum|flashback|dbcc/i, /infile|into|database|writepage|load_|retain/i],
  [
    /[_.](?:cmdshell|drop|detach|shell|system|schema|export|import|read_|ls_dir|file_write|exec|eval|reg|service|oa|addsrv|configure|terminate|fopen|fremove|frename|fcopy|request|create_|authid)|writefile/i,
    /sqlite|pragma|pg_|lo_|xp_|sp_|sys_|utl_|dbms_|[.]s|select/i,
  ],
];

/** Any of the verbs: most texts hold none, which one look tells. */
const VERB = new RegExp(CANDIDATES.map(([verb]) => verb.source).join("|"), "i");

/** The pair that fitted last: the layers and strings of a text mostly fit the same. */
let likely = CANDIDATES[0] as Candidate;

function isCandidate(text: string): boolean {
  if (fits(likely, text)) return true;
  if (!VERB.test(text)) return false;
  const fitting = CANDIDATES.find((candidate) => candidate !== likely && fits(candidate, text));
  if (fitting === undefined) return false;
  likely = fitting;
  return true;
}

function fits([verb, other]: Candidate, text: string): boolean {
  return verb.test(text) && other.test(text);
}

const DEEPEST_STRING = 3;

const SQL_OPENERS: ReadonlySet<string> = new Set(
  "select with insert update delete merge create values call explain show describe replace grant revoke set use declare comment analyze".split(
    " ",
  ),
);
const EXECUTORS: ReadonlySet<string> = new Set(
  "exec execute immediate sp_executesql executesql prepare query raw run sql statement command cmd c e q execsql executescript executemany exec_driver_sql text rawquery sqlquery nativequery createnativequery unsafe queryrawunsafe executerawunsafe queryraw executeraw executeupdate executequery eval dblink_exec dblink openquery execute_sql from_sql fromsqlraw executesqlraw runquery run_query executeasync exec_query find_by_sql select_all do query_to_xml dblink_send_query exec_ddl_statement".split(
    " ",
  ),
);

/**
 * Every destructive statement in `text`, in order. From one that `settles` what the text does on, no further string is looked
 * into; `empty` gathers strings that hold none, so that they are not read again where they stand in another reading of the text.
 */
export function findDestructiveSql(
  text: string,
  settles: (finding: DestructiveSql) => boolean = () => false,
  empty = new EmptyStrings(),
): DestructiveSql[] {
  if (!isCandidate(text)) return [];
  const search: Search = {
    found: new Map(),
    strings: new Map(),
    empty,
    statements: 0,
    hasEscapedQuotes: false,
    settles,
    isSettled: false,
  };
  if (isJson(text)) collect(text, 0, 0, true, search);
  else collect(text, 0, 0, false, search);
  if (search.hasEscapedQuotes && !search.isSettled && (text.includes("\\'") || text.includes('\\"')))
    collect(text, 0, 0, true, search);
  return [...search.found.values()].sort((a, b) => a.start - b.start);
}

const LONGEST_JSON = 0x10000;

/** Whether a text with escaped quotation marks is JSON: there a backslash before one is no end of a string. */
function isJson(text: string): boolean {
  if (text.length > LONGEST_JSON || !/^\s{0,80}[[{]/.test(text)) return false;
  if (!text.includes('\\"') && !text.includes("\\'")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What was found in a text and its strings up to now, by place. */
interface Search extends SqlNotes {
  readonly found: Map<number, DestructiveSql>;
  /** Statements in the strings that were read, by place, length and depth. */
  readonly strings: Map<string, number>;
  /** Strings that hold no statement: the same ones may stand in a text again and again. */
  readonly empty: EmptyStrings;
  /** Statements that were read, wherever they stand. */
  statements: number;
  readonly settles: (finding: DestructiveSql) => boolean;
  isSettled: boolean;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function collect(
  text: string,
  offset: number,
  depth: number,
  backslashes: boolean,
  search: Search,
  limit = offset + text.length,
  /** Where the pieces stand that the text was joined from. */
  whole?: Place,
): void {
  const { found, strings } = search;
  const tokens = lexSql(text, backslashes, search);
  for (const finding of findStatements(tokens, text)) {
    search.statements += 1;
    const first = tokens[finding.first] as SqlToken;
    const last = tokens[Math.min(finding.last, tokens.length - 1)] as SqlToken;
    const [severity, sure] = GRADES[finding.rule];
    const score = sure - DOUBT[finding.coverage ?? "every"];
    const start = whole?.start ?? offset + first.start;
    const end = whole?.end ?? Math.min(offset + last.end, limit);
    if (start >= end || found.has(start)) continue;
    const statement = { rule: finding.rule, severity, score, start, end };
    found.set(start, statement);
    if (!search.isSettled) search.isSettled = search.settles(statement);
  }
  if (depth >= DEEPEST_STRING) return;
  let opener = "";
  let openerAt = 0;
  let runsVariables: boolean | undefined;
  const joiner = new StringJoiner(tokens, text.length);
  const joined = new Set<string>();
  let readUpTo = 0;
  for (let at = 0; at < tokens.length && !search.isSettled; at += 1) {
    const token = tokens[at] as SqlToken;
    if (token.kind === "sign" && token.value === ";") opener = "";
    else if (token.kind === "word" && (opener === "" || (token.opensLine && SQL_OPENERS.has(token.value)))) {
      opener = token.value;
      openerAt = at;
    }
    const isText = token.kind === "string" || token.kind === "quoted";
    if (at < readUpTo || !(isText || joiner.mayBegin(at))) continue;
    runsVariables ??= RUNS_VARIABLES.test(text) && tokens.some(isVariableRunner);
    const variable = runsVariables ? assignedVariable(tokens, at) : undefined;
    if (variable !== undefined || isExecuted(tokens, at) || isFunctionBody(tokens, openerAt, at)) {
      const { value: read, next, isJoined } = joiner.read(at);
      readUpTo = next;
      const plain = withoutTripling(read);
      // A quote inside a string is written twice.
      let value = token.kind === "string" && plain.includes("''") ? plain.replaceAll("''", "'") : plain;
      value = undoStringEscapes(value, isUnicode(tokens, at));
      if (variable !== undefined) value = joiner.assign(variable, value, isSign(tokens[at - 2], "+"));
      // What is joined is read once, however often it is run.
      if (!isCandidate(value) || joined.has(value)) continue;
      if (isJoined || variable !== undefined) joined.add(value);
      const last = tokens[next - 1] ?? token;
      const place =
        isJoined || value !== token.value
          ? { start: token.start + offset, end: Math.min(limit, last.end + offset) }
          : undefined;
      collect(value, offset + token.innerStart, depth + 1, backslashes, search, limit, place ?? whole);
    } else if (
      isText &&
      !SQL_OPENERS.has(opener) &&
      !isOnlyTold(tokens, openerAt, at) &&
      token.value.length >= 8 &&
      isCandidate(token.value)
    ) {
      const untripled = withoutTripling(token.value);
      // What was escaped for the string around it is not in the string, and each sign keeps its place.
      const value = backslashes ? untripled.replaceAll('\\"', ' "') : untripled;
      const start = offset + token.innerStart + (untripled === token.value ? 0 : 2);
      // A string without escaped quotes reads the same with backslashes as without.
      const name = `${start} ${value.length} ${depth}`;
      const held = whole === undefined && !ESCAPED_QUOTE.test(value) ? strings.get(name) : undefined;
      if (held !== undefined) {
        search.statements += held;
        continue;
      }
      const before = search.statements;
      readPlainString(value, start, depth + 1, backslashes, search, limit, whole);
      if (whole === undefined) strings.set(name, search.statements - before);
    }
  }
}

/** Reads a string that nothing runs, unless it was read in the same way before, and nothing stood in it. */
function readPlainString(
  value: string,
  start: number,
  depth: number,
  backslashes: boolean,
  search: Search,
  limit: number,
  whole: Place | undefined,
): void {
  const known = search.empty.find(value, depth, backslashes);
  if (known !== undefined) {
    search.hasEscapedQuotes ||= known.hasEscapedQuotes;
    return;
  }
  const before = search.statements;
  const noted = search.hasEscapedQuotes;
  search.hasEscapedQuotes = false;
  collect(value, start, depth, backslashes, search, limit, whole);
  if (search.statements === before) search.empty.keep(value, depth, backslashes, search);
  search.hasEscapedQuotes ||= noted;
}

/** What stands in a string of three quotes, of which two read as part of it. */
function withoutTripling(value: string): string {
  const quotes = value.slice(0, 2);
  const isTripled = value.length > 4 && (quotes === '""' || quotes === "''") && value.endsWith(quotes);
  return isTripled && value[2] !== quotes[0] ? value.slice(2, -2) : value;
}

const ESCAPED_QUOTE = /\\['"`]/;

/** Statements that run what a variable holds. */
const VARIABLE_RUNNERS: ReadonlySet<string> = new Set(["exec", "execute", "prepare", "sp_executesql"]);
/** What each of them holds. */
const RUNS_VARIABLES = /exec|prepare/i;

function isVariableRunner({ kind, value }: SqlToken): boolean {
  return kind === "word" && VARIABLE_RUNNERS.has(value);
}

/** Functions that run a later argument somewhere else. */
const REMOTE_RUNNERS: ReadonlySet<string> = new Set(
  "dblink dblink_exec dblink_send_query openquery openrowset query_to_xml parse schedule schedule_in_database".split(
    " ",
  ),
);
const LOOK_BEHIND = 6;

/** Whether a string is handed to something that runs it. */
function isExecuted(tokens: readonly SqlToken[], at: number): boolean {
  // note text DEFAULT '…': what a column holds.
  if (isWord(tokens[at - 1], "default")) return false;
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
      if (token.value === "&" && isUnicode(tokens, index + 1)) index -= 1;
      else if (token.value === ",") hasComma = true;
      else if (token.value === "=") isCompared = true;
      else if (!"(+|@".includes(token.value)) return false;
    }
  }
  return false;
}

/** Whether a string is written as U&'…'. */
function isUnicode(tokens: readonly SqlToken[], at: number): boolean {
  return isSign(tokens[at - 1], "&") && tokens[at - 2]?.value === "u";
}

/** Whether a string is what a function does that is made: CREATE FUNCTION … AS '…'. */
function isFunctionBody(tokens: readonly SqlToken[], opener: number, at: number): boolean {
  if (tokens[at - 1]?.value !== "as" || tokens[opener]?.value !== "create") return false;
  const kind = tokens[opener + 1]?.value === "or" ? opener + 3 : opener + 1;
  return FUNCTION_KINDS.has(tokens[kind]?.value ?? "");
}

const FUNCTION_KINDS: ReadonlySet<string> = new Set(["function", "procedure"]);

function isPrepare(token: SqlToken | undefined): boolean {
  return token?.value === "prepare";
}

/** The name in `@s = '…'`, `@s nvarchar(100) = N'…'`, `s := '…'`, where the string at a place is what it is given. */
function assignedVariable(tokens: readonly SqlToken[], at: number): string | undefined {
  // DECLARE s STRING DEFAULT '…'
  if (isWord(tokens[at - 1], "default") && isWord(tokens[at - 4], "declare")) return tokens[at - 3]?.value;
  if (tokens[at - 1]?.value !== "=") return undefined;
  if (tokens[at - 2]?.value === ":") return tokens[at - 3]?.value;
  for (let index = at - 2; index >= 0 && index >= at - 2 - LOOK_BEHIND; index -= 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "sign" && (token.value === "@" || token.value === ":")) return tokens[index + 1]?.value;
    if (token.kind === "string" || (token.kind === "word" && token.value === "where")) return undefined;
  }
  return undefined;
}
