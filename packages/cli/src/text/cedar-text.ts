// A first look at a policy file that needs no service: brackets, strings, statement ends, `@id` on every rule, no id
// twice. What the words mean is for the service, which knows the schema of the tenant's tools.

import { basename } from "node:path";

export interface CedarProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export interface CedarRule {
  readonly id: string | null;
  readonly effect: "permit" | "forbid";
  readonly line: number;
}

interface Token {
  readonly text: string;
  readonly kind: "word" | "string" | "sign";
  readonly line: number;
}

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Problems in order of their lines, and the rules that were seen. An empty file has no rule and no problem. */
export function checkCedarText(text: string): { problems: CedarProblem[]; rules: CedarRule[] } {
  const problems: CedarProblem[] = [];
  const report = (line: number, message: string) => problems.push({ line, message });
  const statements = splitStatements(readTokens(text, report), report);
  const rules = statements.flatMap((statement) => readRule(statement, report));
  const seen = new Map<string, number>();
  for (const { id, line } of rules) {
    if (id === null) continue;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, line);
    else report(line, `@id("${id}") is taken by the rule in line ${first}`);
  }
  return { problems: problems.sort((left, right) => left.line - right.line), rules };
}

/** The policy's name that a file's name stands for: `main.cedar` is `main`; nothing where it is no such name. */
export function policyNameOf(file: string): { name?: string } {
  const name = basename(file).replace(/\.cedar$/, "");
  return file !== "-" && /^[a-z0-9][a-z0-9._-]{0,99}$/.test(name) ? { name } : {};
}

type Report = (line: number, message: string) => void;

function readTokens(text: string, report: Report): Token[] {
  const tokens: Token[] = [];
  const pattern = /\/\/[^\n\r]*|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|\s+|[^\s\w"]|\d+|"/g;
  let line = 1;
  for (const [piece] of text.matchAll(pattern)) {
    if (piece === '"') report(line, "a string does not end on its line");
    else if (piece.startsWith('"')) tokens.push({ text: piece, kind: "string", line });
    else if (/^[A-Za-z_]/.test(piece)) tokens.push({ text: piece, kind: "word", line });
    else if (piece.trim() !== "" && !piece.startsWith("//")) tokens.push({ text: piece, kind: "sign", line });
    line += piece.split("\n").length - 1;
  }
  return tokens;
}

function splitStatements(tokens: readonly Token[], report: Report): Token[][] {
  const statements: Token[][] = [];
  let statement: Token[] = [];
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === "sign" && token.text in PAIRS) open.push(token);
    else if (token.kind === "sign" && Object.values(PAIRS).includes(token.text)) {
      const start = open.pop();
      if (!start || PAIRS[start.text] !== token.text) report(token.line, `'${token.text}' closes nothing that is open`);
    } else if (token.text === ";" && open.length === 0) {
      statements.push(statement);
      statement = [];
      continue;
    }
    statement.push(token);
  }
  const unclosed = open.at(-1);
  if (unclosed) report(unclosed.line, `'${unclosed.text}' is not closed`);
  else if (statement[0]) report(statement.at(-1)?.line ?? 1, "the rule does not end with ';'");
  if (statement[0]) statements.push(statement);
  return statements;
}

function readRule(statement: readonly Token[], report: Report): CedarRule[] {
  let at = 0;
  let id: string | null = null;
  while (statement[at]?.text === "@") {
    const [name, bracket, value] = statement.slice(at + 1, at + 4);
    const hasValue = bracket?.text === "(";
    if (name?.text === "id" && hasValue && value?.kind === "string") id = value.text.slice(1, -1);
    at += hasValue ? 5 : 2;
  }
  const head = statement[at];
  if (!head) return [];
  if (head.text !== "permit" && head.text !== "forbid") {
    report(head.line, `a rule begins with permit or forbid, not '${head.text}'`);
    return [];
  }
  if (id === null) report(head.line, `the ${head.text} rule has no @id("…"); decisions and receipts name rules by it`);
  return [{ id, effect: head.text, line: head.line }];
}
