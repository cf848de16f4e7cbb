// Functions and procedures by which a statement reads or writes files of the server, runs programs on it, or stops what
// others run. Their names say enough; what they are given decides where they do harmless things too.
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { endOfStatement, nextIn, type SqlSource } from "./source.js";
import type { SqlFinding, SqlRule } from "./sql-finding.js";
import { wordAt } from "./token-reading.js";

/** Functions whose names nothing else has. */
const CALLS: ReadonlyMap<string, SqlRule> = new Map<string, SqlRule>([
  ["lo_export", "server-file"],
  ["lo_import", "server-file"],
  ["pg_read_file", "server-file"],
  ["pg_read_binary_file", "server-file"],
  ["pg_ls_dir", "server-file"],
  ["pg_file_write", "server-file"],
  ["sys_exec", "server"],
  ["sys_eval", "server"],
]);
/** Functions of programs too: in a SELECT they are the server's. */
const SELECTED: ReadonlyMap<string, SqlRule> = new Map<string, SqlRule>([
  ["load_file", "server-file"],
  ["writefile", "server-file"],
  ["load_extension", "server"],
]);
const LOOK_BEHIND = 40;

export function readCall(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  const name = wordAt(tokens, at);
  if (!isSign(tokens[at + 1], "(") || isSign(tokens[at + 2], ")")) return undefined;
  // REVOKE EXECUTE ON FUNCTION pg_read_file(text) FROM public: a name with the types of its arguments.
  if (isWord(tokens[at - 1], "function") && isWord(tokens[at - 2], "on") && isWord(tokens[at - 4], "revoke"))
    return undefined;
  const rule = CALLS.get(name) ?? (isSelected(tokens, at) ? SELECTED.get(name) : undefined);
  return rule === undefined ? undefined : { rule, first: at, last: at + 2 };
}

function isSelected(tokens: readonly SqlToken[], at: number): boolean {
  for (let index = at - 1; index >= 0 && index >= at - LOOK_BEHIND; index -= 1) {
    if (isSign(tokens[index], ";")) return false;
    if (isWord(tokens[index], "select")) return true;
  }
  return false;
}

/** pg_terminate_backend for every session that there is. */
export function readTerminate(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const from = at + 4;
  const isEach =
    isSign(tokens[at + 1], "(") &&
    tokens[at + 2]?.kind === "word" &&
    isSign(tokens[at + 3], ")") &&
    isWord(tokens[from], "from") &&
    isWord(tokens[from + 1], "pg_stat_activity");
  return isEach && nextIn(source.wheres, from, endOfStatement(source, from)) < 0
    ? { rule: "server", first: at, last: from + 1 }
    : undefined;
}

/** Procedures of SQL Server that write the registry, drive other programs, or open such ways. */
export function readProcedure(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  const before = tokens[at - 1];
  if (!isSign(before, ".") && !isWord(before, "exec") && !isWord(before, "execute")) return undefined;
  const name = wordAt(tokens, at);
  const given = (tokens[at + 1]?.kind === "string" ? tokens[at + 1]?.value.toLowerCase() : "") ?? "";
  const value = isSign(tokens[at + 2], ",") ? (tokens[at + 3]?.value.toLowerCase() ?? "") : "";
  const isDrop = name.startsWith("sp_drop") || name === "sp_detach_db";
  const isFound =
    name === "sp_configure"
      ? OPENED.has(given) && value === "1"
      : name === "sp_addsrvrolemember"
        ? value === "sysadmin"
        : given !== "";
  if (!isFound) return undefined;
  const rule = name === "sp_addsrvrolemember" ? "privileges" : isDrop ? "drop-object" : "server";
  return { rule, first: at, last: at + 1 };
}

export const PROCEDURES: readonly string[] =
  "sp_configure sp_addsrvrolemember xp_regwrite xp_regdeletekey xp_regdeletevalue xp_servicecontrol sp_oacreate sp_oamethod sp_dropuser sp_droplogin sp_droprole sp_dropserver sp_detach_db".split(
    " ",
  );
const OPENED: ReadonlySet<string> = new Set(["xp_cmdshell", "ole automation procedures", "clr enabled"]);

export const FUNCTIONS: readonly string[] = [...CALLS.keys(), ...SELECTED.keys()];

/** Packages of Oracle that touch files, run programs, or send data away. */
export function readPackage(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (!isSign(tokens[at + 1], ".") || !isSign(tokens[at + 3], "(")) return undefined;
  const [name, member] = [wordAt(tokens, at), wordAt(tokens, at + 2)];
  const end = Math.min(endOfStatement(source, at + 4), at + LOOK_BEHIND);
  const given = tokens.slice(at + 4, end).filter((token) => token.kind === "string");
  const found: SqlFinding = { rule: "server-file", first: at, last: at + 3 };
  if (name === "utl_file") {
    const writes =
      member === "fopen" ? /^[wa]b?$/i.test(given[2]?.value ?? "") : ["fremove", "frename", "fcopy"].includes(member);
    return writes ? found : undefined;
  }
  if (name === "utl_http")
    return member === "request" && joinsText(tokens, at + 4, end) ? { ...found, rule: "server" } : undefined;
  const isProgram = given.some((token) => /^(?:EXECUTABLE|EXTERNAL_SCRIPT)$/i.test(token.value));
  return (member === "create_job" || member === "create_program") && isProgram
    ? { ...found, rule: "server" }
    : undefined;
}

/** Whether an address is made of pieces: data may leave in it. */
function joinsText(tokens: readonly SqlToken[], from: number, end: number): boolean {
  for (let index = from; index < end; index += 1)
    if (isSign(tokens[index], "|") && isSign(tokens[index + 1], "|")) return true;
  return false;
}
