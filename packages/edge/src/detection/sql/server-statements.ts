// Statements by which a database server runs a command, touches a file, or is stopped.
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { endOfStatement, LONGEST_CLAUSES, type SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { endsStatement, findWord, fitsAfter, isUpper, opensStatement, readName, wordAt } from "./token-reading.js";

/** Files of a machine that no export of rows is. */
const VITAL_FILE =
  /^(?:\/(?:etc|proc|root|boot|sys|usr|s?bin|lib|var\/(?:lib|run|log|www|spool))\/|[a-z]:[\\/]windows)|\/\.ssh\//i;

/** COPY … TO PROGRAM runs a command on the server; COPY … TO a file of its system writes over it. */
export function readProgram(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const end = Math.min(endOfStatement(source, at + 1), at + 60);
  for (let index = at + 2; index < end; index += 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "string" && isWord(tokens[index - 1], "to") && VITAL_FILE.test(token.value))
      return { rule: "server-file", first: at, last: index };
    if (
      isWord(tokens[index], "program") &&
      (isWord(tokens[index - 1], "to") || isWord(tokens[index - 1], "from")) &&
      tokens[index + 1]?.kind === "string"
    ) {
      return { rule: "server", first: at, last: index + 1 };
    }
  }
  return undefined;
}

export function readServer(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const word = wordAt(tokens, at);
  const next = wordAt(tokens, at + 1);
  const isCall =
    (word === "xp_cmdshell" &&
      (["exec", "execute"].includes(tokens[at - 1]?.value ?? "") ||
        (["dbo", ".", ";", ""].includes(tokens[at - 1]?.value ?? "") && tokens[at + 1]?.kind === "string"))) ||
    (word === "shutdown" &&
      opensStatement(tokens, at) &&
      (next === "with"
        ? isWord(tokens[at + 2], "nowait")
        : isSign(tokens[at + 1], ";") && isUpper(tokens, at, source))) ||
    (word === "shutdown" &&
      ["immediate", "abort"].includes(next) &&
      opensStatement(tokens, at) &&
      (isSign(tokens[at + 2], ";") || (tokens[at + 2] === undefined && isUpper(tokens, at, source)))) ||
    (word === "flashback" && next === "database" && isWord(tokens[at + 2], "to")) ||
    (word === "dbcc" && next === "writepage" && isSign(tokens[at + 2], "(")) ||
    (word === "purge" &&
      (next === "table" || next === "index") &&
      opensStatement(tokens, at) &&
      isUpper(tokens, at, source) &&
      readName(tokens, at + 2) > 0 &&
      fitsAfter(tokens, readName(tokens, at + 2), at, source)) ||
    (word === "purge" &&
      (next === "recyclebin" || next === "dba_recyclebin") &&
      opensStatement(tokens, at) &&
      (isSign(tokens[at + 2], ";") || tokens[at + 2] === undefined)) ||
    (word === "reset" && next === "master" && opensStatement(tokens, at) && fitsAfter(tokens, at + 2, at, source)) ||
    (word === "purge" && (next === "binary" || next === "master") && isWord(tokens[at + 2], "logs")) ||
    (word === "restore" &&
      next === "database" &&
      findWord(tokens, at, Math.min(endOfStatement(source, at + 1), at + LONGEST_CLAUSES), "replace") > 0);
  return isCall ? { rule: "server", first: at, last: at + 1 } : undefined;
}

/** SELECT … INTO OUTFILE writes a file on the server. */
export function readIntoFile(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  const next = wordAt(tokens, at + 1);
  const isFile = (next === "outfile" || next === "dumpfile") && isFileName(tokens[at + 2]);
  return isFile ? { rule: "server-file", first: at, last: at + 2 } : undefined;
}

/** ATTACH DATABASE opens, or makes, a file; one in memory is none. */
export function readAttach(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  const next = isWord(tokens[at + 1], "database") ? at + 2 : at + 1;
  const file = tokens[next];
  if (!opensStatement(tokens, at) || !isFileName(file) || !isWord(tokens[next + 1], "as")) return undefined;
  const name = readName(tokens, next + 2);
  return name < 0 || file?.value === "" || file?.value.includes(":memory:")
    ? undefined
    : { rule: "server-file", first: at, last: name - 1 };
}

/** VACUUM INTO writes a copy of a whole database. */
export function readVacuum(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  const into = isWord(tokens[at + 1], "into") ? at + 1 : at + 2;
  return opensStatement(tokens, at) && isWord(tokens[into], "into") && isFileName(tokens[into + 1])
    ? { rule: "server-file", first: at, last: into + 1 }
    : undefined;
}

/** VACUUM … RETAIN 0 HOURS of Delta Lake: no earlier state of the table is left to go back to. */
export function readVacuumOfHistory(
  tokens: readonly SqlToken[],
  at: number,
  source: SqlSource,
): SqlFinding | undefined {
  const name = readName(tokens, isWord(tokens[at + 1], "table") ? at + 2 : at + 1);
  if (name < 0 || !opensStatement(tokens, at)) return undefined;
  const retain = findWord(tokens, name, Math.min(endOfStatement(source, name), name + LONGEST_CLAUSES), "retain");
  const hours = tokens[retain + 1];
  const isNone = retain > 0 && hours?.kind === "number" && Number(hours.value) === 0;
  return isNone && /^hours?$/.test(wordAt(tokens, retain + 2)) && endsStatement(tokens, retain + 3)
    ? { rule: "history", first: at, last: retain + 2 }
    : undefined;
}

/** A file of the system, not one of data to import. */
const SYSTEM_FILE = /^(?:\/(?:etc|proc|root|home|boot|sys|var\/(?:lib|run|log))\/|[a-z]:[\\/]windows)/i;

/** LOAD DATA INFILE of a file that holds no rows. */
export function readLoad(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  if (!isWord(tokens[at + 1], "data")) return undefined;
  let next = at + 2;
  while (["low_priority", "concurrent", "local"].includes(wordAt(tokens, next))) next += 1;
  const file = tokens[next + 1];
  return isWord(tokens[next], "infile") && isFileName(file) && SYSTEM_FILE.test(file?.value ?? "")
    ? { rule: "server-file", first: at, last: next + 1 }
    : undefined;
}

/** `.shell` and `.system` of the sqlite3 program, at the start of a line. */
export function readDotCommand(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const dot = tokens[at - 1];
  const token = tokens[at] as SqlToken;
  const next = tokens[at + 1];
  if (!isSign(dot, ".") || !dot?.opensLine || dot.end !== token.start || next === undefined || next.opensLine)
    return undefined;
  const lineEnd = source.text.indexOf("\n", token.end);
  const line = source.text.slice(token.end, lineEnd < 0 ? undefined : lineEnd);
  // A style sheet has such names too.
  return /^[ \t]+[\w/.~$"'-]/.test(line) && !/[{}]|,\s*$/.test(line.slice(0, 200))
    ? { rule: "server", first: at - 1, last: at + 1 }
    : undefined;
}

/** PRAGMA writable_schema opens the tables that hold the schema. */
export function readPragma(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  const name = readName(tokens, at + 1);
  if (name < 0 || tokens[name - 1]?.value !== "writable_schema") return undefined;
  const value =
    isSign(tokens[name], "=") || isSign(tokens[name], "(") ? (tokens[name + 1]?.value.toLowerCase() ?? "") : "";
  return ["1", "on", "true", "yes"].includes(value) ? { rule: "system-table", first: at, last: name + 1 } : undefined;
}

/** Settings of PostgreSQL that name a command or a library to run. */
const RUN_SETTINGS = /_command$|_preload_libraries$|^ssl_passphrase|^dynamic_library_path$/;

/** ALTER SYSTEM and ALTER DATABASE, where they run something or take a database away. */
export function readAlterServer(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  const kind = wordAt(tokens, at + 1);
  if (kind === "system") {
    const next = wordAt(tokens, at + 2);
    const setting = wordAt(tokens, at + 3);
    const runs = (next === "set" && RUN_SETTINGS.test(setting)) || (next === "reset" && setting === "all");
    return runs ? { rule: "server", first: at, last: at + 3 } : undefined;
  }
  if (kind !== "database") return undefined;
  const name = readName(tokens, at + 2);
  if (name < 0) return undefined;
  const next = isWord(tokens[name], "set") ? name + 1 : name;
  const isTaken =
    next > name ? ["offline", "single_user"].includes(wordAt(tokens, next)) : isWord(tokens[name], "close");
  return isTaken ? { rule: "server", first: at, last: next } : undefined;
}

/** ALTER TABLE … DISCARD TABLESPACE throws the rows away. */
export function readDiscard(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  if (!isWord(tokens[at + 1], "table")) return undefined;
  const name = readName(tokens, at + 2);
  return name > 0 && isWord(tokens[name], "discard") && isWord(tokens[name + 1], "tablespace")
    ? { rule: "truncate", first: at, last: name + 1 }
    : undefined;
}

const UNTRUSTED: ReadonlySet<string> = new Set("plpythonu plpython2u plpython3u plperlu pltclu plsh".split(" "));

/** CREATE FUNCTION of a library of the machine, and languages that may do what the server may. */
export function readCreateFunction(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  let kind = at + 1;
  while (["or", "replace", "aggregate"].includes(wordAt(tokens, kind))) kind += 1;
  if (isWord(tokens[kind], "extension")) {
    const name = isWord(tokens[kind + 1], "if") ? kind + 4 : kind + 1;
    return UNTRUSTED.has(wordAt(tokens, name)) ? { rule: "server", first: at, last: name } : undefined;
  }
  if (!isWord(tokens[kind], "function")) return undefined;
  const end = Math.min(endOfStatement(source, kind + 1), kind + LONGEST_CLAUSES);
  for (let index = kind + 2; index < end; index += 1) {
    const isLibrary =
      (isWord(tokens[index], "soname") && isFileName(tokens[index + 1])) ||
      (isWord(tokens[index], "as") &&
        tokens[index + 1]?.kind === "string" &&
        /^[/$].{0,200}\.(?:so|dll|dylib)\b/.test(tokens[index + 1]?.value ?? ""));
    if (isLibrary) return { rule: "server", first: at, last: index + 1 };
  }
  return undefined;
}

function isFileName(token: SqlToken | undefined): boolean {
  return token?.kind === "string" || token?.kind === "quoted";
}
