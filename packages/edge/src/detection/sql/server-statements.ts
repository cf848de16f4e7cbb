// Statements by which a database server runs a command, touches a file, or is stopped.
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { endOfStatement, LONGEST_CLAUSES, type SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { findWord, fitsAfter, isUpper, opensStatement, readName, wordAt } from "./token-reading.js";

/** COPY … TO PROGRAM runs a command on the server. */
export function readProgram(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const end = Math.min(endOfStatement(source, at + 1), at + 60);
  for (let index = at + 2; index < end; index += 1) {
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

function isFileName(token: SqlToken | undefined): boolean {
  return token?.kind === "string" || token?.kind === "quoted";
}
