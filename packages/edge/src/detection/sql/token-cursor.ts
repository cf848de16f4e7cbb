// A place among the tokens of a condition, and what is read there without making an expression of it: words, signs, types,
// tables, and what is only passed over.
import type { SqlType } from "./cast.js";
import type { Comparison } from "./expression.js";
import { BIT_SIGNS, COMPARISONS, OPERAND_ENDS, RESERVED, TYPE_WORDS } from "./expression-words.js";
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { variesByItself } from "./row-words.js";

export class TokenCursor {
  protected at = 0;

  constructor(protected readonly tokens: readonly SqlToken[]) {}

  protected get token(): SqlToken | undefined {
    return this.tokens[this.at];
  }

  /** Takes a word, or two of them: what is asked most of all, mostly in vain. */
  protected takeWord(word: string, second = ""): boolean {
    if (!isWord(this.token, word)) return false;
    if (second === "") this.at += 1;
    else if (isWord(this.tokens[this.at + 1], second)) this.at += 2;
    else return false;
    return true;
  }

  protected takeSigns(signs: string): boolean {
    for (let index = 0; index < signs.length; index += 1)
      if (!isSign(this.tokens[this.at + index], signs[index] as string)) return false;
    this.at += signs.length;
    return true;
  }

  protected takeComparison(): Comparison | undefined {
    if (this.token?.kind !== "sign") return undefined;
    for (const [written, sign] of COMPARISONS) if (this.takeSigns(written)) return sign;
    return undefined;
  }

  /** A sign that joins bits, once: twice it joins conditions or strings. */
  protected takeBitSign(): string {
    if (this.token?.kind !== "sign") return "";
    for (const sign of BIT_SIGNS) {
      const last = sign[0] as string;
      if (isSign(this.tokens[this.at + sign.length], last) || !this.takeSigns(sign)) continue;
      return sign;
    }
    return "";
  }

  /** Whether what was read last, from `start` on, is written as what stands from `from` to `end`, and comes to the same each time. */
  protected areSame(from: number, end: number, start: number): boolean {
    if (end - from !== this.at - start) return false;
    for (let index = 0; index < end - from; index += 1) {
      const [one, other] = [this.tokens[from + index] as SqlToken, this.tokens[start + index] as SqlToken];
      if (one.kind !== other.kind || one.value !== other.value || variesByItself(one)) return false;
    }
    return true;
  }

  protected endsOperand(): boolean {
    const { token } = this;
    if (token === undefined || isSign(token, ")") || isSign(token, ",")) return true;
    if (isSign(token, "&") || isSign(token, "|")) return isSign(this.tokens[this.at + 1], token.value);
    return token.kind === "word" && OPERAND_ENDS.has(token.value);
  }

  /** A type, with its size; its name is "" where it is none that has values of its own, such as a list. */
  protected parseType(): SqlType {
    let name = "";
    for (; this.token?.kind === "word" || this.token?.kind === "quoted"; this.at += 1) {
      name = this.token.value.toLowerCase();
      if (!isSign(this.tokens[this.at + 1], ".")) break;
      this.at += 1;
    }
    this.at += 1;
    while (this.token?.kind === "word" && TYPE_WORDS.has(this.token.value)) this.at += 1;
    let size: number | undefined;
    if (this.takeSigns("(")) {
      if (this.token?.kind === "number") size = Number(this.token.value);
      this.skipToClose();
      this.at += 1;
    }
    if (this.takeSigns("[")) {
      name = "";
      while (this.at < this.tokens.length && !this.takeSigns("]")) this.at += 1;
    }
    return { name, ...(size === undefined ? {} : { size }) };
  }

  /** The one table after FROM, with an alias or without; "" for anything else. */
  protected parseTable(): string {
    let name = "";
    while (this.token?.kind === "word" || this.token?.kind === "quoted") {
      if (this.token.kind === "word" && RESERVED.has(this.token.value)) return "";
      name = this.token.value.toLowerCase();
      this.at += 1;
      if (!this.takeSigns(".")) break;
    }
    this.takeWord("as");
    if (this.token?.kind === "word" && !RESERVED.has(this.token.value)) this.at += 1;
    return name;
  }

  /** Passes over the names that rows are put in order by. */
  protected skipOrder(): void {
    while (
      this.token !== undefined &&
      (this.token.kind === "word" || isSign(this.token, ",") || isSign(this.token, "."))
    ) {
      if (isWord(this.token, "limit") || isWord(this.token, "offset") || isWord(this.token, "fetch")) return;
      this.at += 1;
    }
  }

  protected skipToClose(): void {
    for (let open = 0; this.at < this.tokens.length; this.at += 1) {
      if (isSign(this.token, "(")) open += 1;
      else if (isSign(this.token, ")")) {
        if (open === 0) return;
        open -= 1;
      }
    }
  }

  /** Passes over what could not be read, up to the next word that joins conditions. */
  protected skip(): void {
    let open = 0;
    let isBetween = false;
    for (; this.at < this.tokens.length; this.at += 1) {
      const { token } = this;
      if (isSign(token, "(")) open += 1;
      else if (isSign(token, ")")) {
        if (open === 0) break;
        open -= 1;
      } else if (open === 0 && isWord(token, "between")) isBetween = true;
      else if (open === 0 && isWord(token, "and") && isBetween) isBetween = false;
      else if (open === 0 && (isWord(token, "and") || isWord(token, "or") || isWord(token, "xor"))) break;
    }
  }

  /** How many words and signs for NOT stand here. */
  protected takeNots(): number {
    let flips = 0;
    for (;;) {
      if (this.takeWord("not")) flips += 1;
      else if (isSign(this.token, "!") && !isSign(this.tokens[this.at + 1], "=")) {
        this.at += 1;
        flips += 1;
      } else return flips;
    }
  }

  /** The names at hand with dots between them, the last one the name of the thing itself. */
  protected takeNames(): string[] {
    const names = [(this.token as SqlToken).value.toLowerCase()];
    this.at += 1;
    while (isSign(this.token, ".") && ["word", "quoted"].includes(this.tokens[this.at + 1]?.kind ?? "")) {
      names.push((this.tokens[this.at + 1] as SqlToken).value.toLowerCase());
      this.at += 2;
    }
    return names;
  }
}
