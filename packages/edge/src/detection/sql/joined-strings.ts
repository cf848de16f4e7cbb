// What a string expression of SQL comes to when it runs: pieces joined with `+`, `||`, `CONCAT` or `format`, characters by
// their codes, variables that were given a string before. It reads no other expression, and what it does not know stands
// for itself.
import { NameLengths } from "../text/name-lengths.js";
import { isSign, type SqlToken } from "./lexer.js";
import { resultOfFunction, STRING_FUNCTIONS, textOfHexLiteral } from "./string-functions.js";

export interface JoinedString {
  readonly value: string;
  /** Index of the first token after the expression. */
  readonly next: number;
  /** More than one token took part. */
  readonly isJoined: boolean;
}

const DEEPEST = 6;
const LONGEST_VARIABLE = 4096;
const MOST_VARIABLES = 64;
const FUNCTION_LENGTHS = new NameLengths(STRING_FUNCTIONS);
/** Words between the arguments of SUBSTRING, OVERLAY and TRIM. */
const ARGUMENT_WORDS: ReadonlySet<string> = new Set(["from", "for", "placing", "in"]);

/** Reads the expressions of one list of tokens, within a budget that its length sets. */
export class StringJoiner {
  private readonly variables = new Map<string, string>();
  private budget: number;

  constructor(
    private readonly tokens: readonly SqlToken[],
    characters: number,
  ) {
    this.budget = characters * 2 + 1000;
  }

  /** Whether an expression that is not one string may begin at a token. */
  mayBegin(at: number): boolean {
    if (this.budget <= 0) return false;
    const token = this.tokens[at] as SqlToken;
    if (token.kind === "word" && FUNCTION_LENGTHS.mayBe(token.value) && STRING_FUNCTIONS.has(token.value)) {
      const next = this.tokens[at + 1];
      return isSign(next, "(") || (isSign(next, ".") && this.tokens[at + 2]?.kind === "word");
    }
    if (token.kind === "number") return isBytes(token);
    if (this.variables.size === 0) return false;
    if (token.kind === "word") return this.variables.has(token.value) && !STRING_FUNCTIONS.has(token.value);
    return isSign(token, "@") && this.variables.has(this.tokens[at + 1]?.value ?? "");
  }

  /** Remembers what a variable is given, or what is added to it (`@s += …`); gives what it holds then. */
  assign(name: string, value: string, isAdded: boolean): string {
    const whole = isAdded ? (this.variables.get(name) ?? "") + value : value;
    this.budget -= whole.length;
    if (whole.length > LONGEST_VARIABLE || this.variables.size >= MOST_VARIABLES || this.budget < 0) return value;
    this.variables.set(name, whole);
    return whole;
  }

  /** The expression that begins at a token. */
  read(at: number, depth = 0): JoinedString {
    const first = this.readTerm(at, depth);
    if (first === undefined) return { value: "", next: at + 1, isJoined: false };
    let { value, next } = first;
    let isJoined = next > at + 1;
    // What a variable holds may be far longer than its name.
    this.budget -= value.length;
    while (this.budget > 0) {
      const joint = this.afterJoint(next);
      const term = joint < 0 ? undefined : this.readTerm(joint, depth);
      if (term === undefined) break;
      value += term.value;
      next = term.next;
      isJoined = true;
      this.budget -= term.value.length + 1;
    }
    return { value, next, isJoined };
  }

  /** Index behind `+`, `||`, `.` or `&`, or where a string follows a string at once; -1 when the expression ends. */
  private afterJoint(at: number): number {
    const token = this.tokens[at];
    if (isSign(token, "|")) return isSign(this.tokens[at + 1], "|") ? at + 2 : -1;
    if (isSign(token, "+") || isSign(token, ".") || isSign(token, "&")) return at + 1;
    return token?.kind === "string" && this.tokens[at - 1]?.kind === "string" ? at : -1;
  }

  private readTerm(at: number, depth: number): { readonly value: string; readonly next: number } | undefined {
    const token = this.tokens[at];
    if (token === undefined) return undefined;
    if (token.kind === "string" || token.kind === "quoted" || token.kind === "number")
      return { value: textOf(token), next: at + 1 };
    if (isSign(token, "[") && depth < DEEPEST) return this.readCall("", at + 1, depth);
    if (isSign(token, "@") || isSign(token, ":")) {
      const name = this.tokens[at + 1];
      return name?.kind === "word" ? { value: this.variables.get(name.value) ?? name.value, next: at + 2 } : undefined;
    }
    if (isSign(token, "(") && depth < DEEPEST) {
      const inner = this.read(at + 1, depth + 1);
      return { value: inner.value, next: isSign(this.tokens[inner.next], ")") ? inner.next + 1 : inner.next };
    }
    if (token.kind !== "word") return undefined;
    if (depth < DEEPEST && isSign(this.tokens[at + 1], "(")) return this.readCall(token.value, at + 2, depth);
    // ARRAY['…', '…']: its items are arguments of the function around it.
    if (token.value === "array" && isSign(this.tokens[at + 1], "[")) return this.readTerm(at + 2, depth);
    // A function of a package: utl_raw.cast_to_varchar2(…).
    if (depth < DEEPEST && isSign(this.tokens[at + 1], ".") && isSign(this.tokens[at + 3], "("))
      return this.readCall(this.tokens[at + 2]?.value ?? "", at + 4, depth);
    return { value: this.variables.get(token.value) ?? token.value, next: at + 1 };
  }

  /** A call of a function from its first argument on. */
  private readCall(name: string, first: number, depth: number): { readonly value: string; readonly next: number } {
    const values: string[] = [];
    let at = first;
    while (at < this.tokens.length && !this.closes(at) && this.budget > 0) {
      const argument = this.read(at, depth + 1);
      this.budget -= argument.value.length + 1;
      values.push(argument.value);
      at = argument.next;
      // CAST(… AS type) and the like: what follows an argument changes nothing.
      let open = 0;
      for (; at < this.tokens.length; at += 1) {
        const token = this.tokens[at];
        if (isSign(token, ";")) return { value: values.join(""), next: at };
        if (open === 0 && (isSign(token, ",") || this.closes(at) || this.parts(at))) break;
        if (isSign(token, "(")) open += 1;
        else if (isSign(token, ")")) open -= 1;
        this.budget -= 1;
      }
      if (isSign(this.tokens[at], ",") || this.parts(at)) at += 1;
      else if (isSign(this.tokens[at], "]") && !isSign(this.tokens[at + 1], ")"))
        at += isSign(this.tokens[at + 1], ",") ? 2 : 1;
    }
    if (isSign(this.tokens[at], "]")) at += 1;
    return { value: resultOfFunction(name, values), next: at + 1 };
  }

  private closes(at: number): boolean {
    return isSign(this.tokens[at], ")") || isSign(this.tokens[at], "]");
  }

  /** Whether a word parts two arguments, as a comma does. */
  private parts(at: number): boolean {
    const token = this.tokens[at];
    return token?.kind === "word" && ARGUMENT_WORDS.has(token.value);
  }
}

const SHORTEST_BYTES = 10;

/** Whether a number is written as bytes: 0x… */
function isBytes(token: SqlToken): boolean {
  return token.value.length >= SHORTEST_BYTES && /^0x[0-9a-f]{8}/i.test(token.value);
}

function textOf(token: SqlToken): string {
  if (token.kind === "number" && isBytes(token)) return textOfHexLiteral(token.value.slice(2)) ?? token.value;
  // X'…' opens with one letter before its quote.
  if (token.kind === "string" && token.isBytes === true) return textOfHexLiteral(token.value) ?? token.value;
  return token.value;
}
