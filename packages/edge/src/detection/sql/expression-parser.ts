// Reads the tokens of a condition into a tree. It never refuses: what does not fit becomes `unknown` up to the next AND or
// OR, so that broken and embedded SQL is judged as far as it can be read.
import { CASTS, castTo, isTypeName } from "./cast.js";
import { compared, comparedToRows } from "./compared.js";
import {
  type Comparison,
  callOf,
  constant,
  type Expression,
  isNumber,
  makeCall,
  negated,
  type Subquery,
  UNKNOWN,
} from "./expression.js";
import { ADDS, PATTERNS, RESERVED, ROW, TIMES } from "./expression-words.js";
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { countRowWords, isValue } from "./row-words.js";
import { TokenCursor } from "./token-cursor.js";

const DEEPEST = 40;
const OPERANDS: ReadonlySet<string> = new Set(["constant", "column", "call", "scalar", "case"]);
/** Comparisons that hold between an expression and itself. */
const HOLDS_FOR_SAME: ReadonlySet<Comparison> = new Set(["=", "<=", ">=", "<=>"]);
/** Items of IN that are compared one by one. */
const MOST_ITEMS = 12;

/** The condition in `tokens`; an empty one is `unknown`. `tables` names the one table that it is about, if it is. */
export function parseCondition(tokens: readonly SqlToken[], tables: ReadonlySet<string> = new Set()): Expression {
  return new ExpressionParser(tokens, tables).parse();
}

class ExpressionParser extends TokenCursor {
  private depth = 0;
  /** What is read stands behind a comparison. */
  private isRight = false;
  private readonly rowWords: Int32Array;

  constructor(
    tokens: readonly SqlToken[],
    private readonly tables: ReadonlySet<string>,
  ) {
    super(tokens);
    this.rowWords = countRowWords(tokens);
  }

  parse(): Expression {
    const whole = this.parseOr();
    const isRead = this.at === this.tokens.length;
    this.at = this.tokens.length;
    return this.markSame(0, isRead ? whole : UNKNOWN);
  }

  /** What was read from a place on, marked where no row is told from another in it. */
  private markSame(from: number, read: Expression, to = this.at): Expression {
    if (read.kind === "same" || this.rowWords[from] !== this.rowWords[to]) return read;
    for (let at = from; at < to; at += 1)
      if (isValue(this.tokens[at] as SqlToken)) return { kind: "same", inner: read };
    return read;
  }

  private parseOr(): Expression {
    // What is left of `||` here joins no strings: MySQL reads it as OR.
    return this.parseJoined(
      "or",
      () => this.parseXor(),
      () => this.takeWord("or") || this.takeSigns("||"),
    );
  }

  private parseXor(): Expression {
    const parts = [this.parseAnd()];
    while (this.takeWord("xor")) parts.push(this.parseAnd());
    return parts.length === 1 ? (parts[0] as Expression) : { kind: "xor", parts };
  }

  private parseAnd(): Expression {
    return this.parseJoined(
      "and",
      () => this.parseNot(),
      () => this.takeWord("and") || this.takeSigns("&&"),
    );
  }

  /** One part, or several with what joins them; each of several says whether it is the same for each row. */
  private parseJoined(kind: "and" | "or", parsePart: () => Expression, takeJoint: () => boolean): Expression {
    const from = this.at;
    const first = parsePart();
    const end = this.at;
    const parts: Expression[] = [];
    while (takeJoint()) {
      const start = this.at;
      const part = parsePart();
      parts.push(this.markSame(start, part));
    }
    return parts.length === 0 ? first : { kind, parts: [this.markSame(from, first, end), ...parts] };
  }

  private parseNot(): Expression {
    const from = this.at;
    const flips = this.takeNots();
    this.depth += 1;
    const inner = this.depth > DEEPEST ? UNKNOWN : this.parsePredicate();
    this.depth -= 1;
    const read = negated(this.endsOperand() ? inner : this.unread(), flips % 2 === 1);
    // What may be an operand is marked with what it is an operand of.
    return OPERANDS.has(read.kind) ? read : this.markSame(from, read);
  }

  private unread(): Expression {
    this.skip();
    return UNKNOWN;
  }

  private parsePredicate(): Expression {
    if (this.takeWord("exists")) {
      const query = this.parseSubquery();
      return query === undefined ? UNKNOWN : { kind: "exists", query };
    }
    const from = this.at;
    let left = this.parseBits();
    for (;;) {
      const next = this.parseTest(left, from);
      if (next === undefined) return left;
      left = next;
    }
  }

  /** What is asked about `left`, which begins at `from`; undefined when nothing is. */
  private parseTest(left: Expression, from: number): Expression | undefined {
    if (this.takeWord("is")) return this.parseIs(left);
    if (this.takeWord("isnull")) return { kind: "is", what: "null", inner: left };
    if (this.takeWord("notnull")) return negated({ kind: "is", what: "null", inner: left }, true);
    const before = this.at;
    const isNegated = this.takeWord("not");
    if (this.takeWord("between")) {
      const isSymmetric = this.takeWord("symmetric");
      const low = this.parseBits();
      if (!this.takeWord("and")) return UNKNOWN;
      const high = this.parseBits();
      if (isSymmetric) return UNKNOWN;
      const parts: Expression[] = [
        { kind: "compare", sign: ">=", left, right: low },
        { kind: "compare", sign: "<=", left, right: high },
      ];
      return negated({ kind: "and", parts }, isNegated);
    }
    if (this.takeWord("in")) return negated(this.parseIn(left), isNegated);
    const form = this.token?.kind === "word" && PATTERNS.has(this.token.value) ? this.token.value : "";
    if (form !== "") {
      this.at += 1;
      this.takeWord("to");
      const pattern = this.parseBits();
      if (this.takeWord("escape")) {
        const sign = this.parseBits();
        // A sign that escapes nothing changes nothing.
        const isPlain = pattern.kind === "constant" && sign.kind === "constant" && sign.value !== "";
        if (!isPlain || String(pattern.value).includes(String(sign.value))) return UNKNOWN;
      }
      return negated({ kind: "like", form, inner: left, pattern }, isNegated);
    }
    if (isNegated) {
      this.at = before;
      return undefined;
    }
    if (this.takeSigns("!~") || this.takeSigns("~")) {
      const isNot = isSign(this.tokens[this.at - 2], "!");
      this.takeSigns("*");
      return negated({ kind: "like", form: "regexp", inner: left, pattern: this.parseBits() }, isNot);
    }
    const end = this.at;
    const sign = this.takeComparison();
    if (sign === undefined) return undefined;
    const start = this.at;
    const compared = this.parseComparison(left, sign);
    const isSame = HOLDS_FOR_SAME.has(sign) && compared.kind === "compare" && this.areSame(from, end, start);
    return isSame ? { kind: "same", inner: compared } : compared;
  }

  private parseComparison(left: Expression, sign: Comparison): Expression {
    const isAll = this.takeWord("all");
    if (isAll || this.takeWord("any") || this.takeWord("some"))
      return comparedToRows(isAll, sign, left, this.parseSubquery());
    const wasRight = this.isRight;
    this.isRight = true;
    const right = this.parseBits();
    this.isRight = wasRight;
    return compared(sign, left, right);
  }

  private parseIs(inner: Expression): Expression {
    const isNegated = this.takeWord("not");
    if (this.takeWord("null") || this.takeWord("unknown"))
      return negated({ kind: "is", what: "null", inner }, isNegated);
    if (this.takeWord("true")) return negated({ kind: "is", what: "true", inner }, isNegated);
    if (this.takeWord("false")) return negated({ kind: "is", what: "false", inner }, isNegated);
    const isDistinct = this.takeWord("distinct", "from");
    const same: Expression = { kind: "compare", sign: "<=>", left: inner, right: this.parseBits() };
    return negated(same, isNegated !== isDistinct);
  }

  private parseIn(inner: Expression): Expression {
    const query = this.parseSubquery();
    if (query !== undefined) return comparedToRows(false, "=", inner, query);
    if (!this.takeSigns("(")) return UNKNOWN;
    const from = this.at;
    const items = this.parseList();
    if (items.length > MOST_ITEMS) {
      // One question, whose answer is the same for the same list.
      const list = this.tokens.slice(from, this.at).map(({ value }) => value);
      return { kind: "like", form: "in", inner, pattern: constant(list.join(" ")) };
    }
    const parts = items.map((right): Expression => ({ kind: "compare", sign: "=", left: inner, right }));
    return parts.length === 0 ? UNKNOWN : { kind: "or", parts };
  }

  /** What stands up to the closing bracket, comma by comma. */
  private parseList(): Expression[] {
    const items: Expression[] = [];
    if (this.takeSigns(")")) return items;
    do items.push(this.parseOr());
    while (this.takeSigns(","));
    if (!this.takeSigns(")")) this.at = this.tokens.length;
    return items;
  }

  /** Bits are joined when sums are made. */
  private parseBits(): Expression {
    let left = this.parseSum();
    for (let sign = this.takeBitSign(); sign !== ""; sign = this.takeBitSign())
      left = makeCall(sign, [left, this.parseSum()]);
    return left;
  }

  private parseSum(): Expression {
    let left = this.parseProduct();
    for (;;) {
      const sign = this.token?.kind === "sign" ? this.token.value : "";
      if (ADDS.has(sign)) {
        this.at += 1;
        left = makeCall(sign, [left, this.parseProduct()]);
      } else {
        const before = this.at;
        if (isNumber(left) || !this.takeSigns("||")) return left;
        const right = this.parseProduct();
        // `a = 'x' || 'b' = 'b'`: two conditions and not one string.
        if (isNumber(right) || this.isComparison()) {
          this.at = before;
          return left;
        }
        left = makeCall("||", [left, right]);
      }
    }
  }

  private isComparison(): boolean {
    const before = this.at;
    const isOne = this.takeComparison() !== undefined;
    this.at = before;
    return isOne && this.isRight;
  }

  private parseProduct(): Expression {
    let left = this.parsePrimary();
    for (let sign = this.token; sign?.kind === "sign" && TIMES.has(sign.value); sign = this.token) {
      this.at += 1;
      left = makeCall(sign.value, [left, this.parsePrimary()]);
    }
    return left;
  }

  private parsePrimary(): Expression {
    let inner = this.parseOperand();
    while (this.takeSigns("::")) inner = castTo(this.parseType(), inner);
    return inner;
  }

  private parseOperand(): Expression {
    const { token } = this;
    if (token === undefined) return UNKNOWN;
    if (isSign(token, "-") || isSign(token, "+")) {
      this.at += 1;
      const inner = this.parsePrimary();
      if (isSign(token, "+")) return inner;
      return inner.kind === "constant" && typeof inner.value === "number"
        ? constant(-inner.value)
        : makeCall("negate", [inner]);
    }
    if (this.takeSigns("~")) return makeCall("~", [this.parsePrimary()]);
    if (isSign(token, "(")) return this.parseBrackets();
    if (token.kind === "string") {
      this.at += 1;
      return constant(token.value);
    }
    if (token.kind === "number") return this.parseNumber(token);
    if (token.kind === "quoted") return this.parseName();
    if (token.kind !== "word" || RESERVED.has(token.value)) return this.takeWord("case") ? this.parseCase() : UNKNOWN;
    if (token.value === "true" || token.value === "false" || token.value === "null") {
      this.at += 1;
      return constant(token.value === "null" ? null : token.value === "true");
    }
    const literal = this.tokens[this.at + 1];
    if (literal?.kind === "string" && (isTypeName(token.value) || token.value === "interval")) {
      this.at += 2;
      return castTo({ name: token.value }, constant(literal.value));
    }
    return this.parseName();
  }

  /** What stands behind `CAST(` and its like. */
  private parseCast(name: string): Expression {
    const { token } = this;
    const isTypeFirst =
      name.endsWith("convert") &&
      token?.kind === "word" &&
      isTypeName(token.value) &&
      (isSign(this.tokens[this.at + 1], ",") || isSign(this.tokens[this.at + 1], "("));
    const first = isTypeFirst ? this.parseType() : undefined;
    if (first !== undefined && !this.takeSigns(",")) this.at = this.tokens.length;
    const inner = this.parseOr();
    const type = first ?? (this.takeWord("as") || this.takeSigns(",") ? this.parseType() : undefined);
    // A style or format says how a text is read.
    const isPlain = isSign(this.token, ")");
    this.skipToClose();
    this.at += 1;
    const isSure = isPlain && type !== undefined && (inner.kind === "constant" || !/^(?:try|safe)_/.test(name));
    return isSure ? castTo(type, inner) : UNKNOWN;
  }

  private parseNumber(token: SqlToken): Expression {
    const value = Number(token.value);
    this.at += 1;
    return Number.isNaN(value) ? UNKNOWN : { kind: "constant", value, text: token.value };
  }

  private parseBrackets(): Expression {
    const query = this.parseSubquery();
    if (query !== undefined) return { kind: "scalar", query };
    this.at += 1;
    const items = this.parseList();
    return items.length === 1 ? (items[0] as Expression) : { kind: "call", name: ROW, parts: items, key: "" };
  }

  private parseName(): Expression {
    const isBare = this.token?.kind === "word";
    const names = this.takeNames();
    const name = names[names.length - 1] as string;
    if (isSign(this.token, "(")) {
      this.at += 1;
      if (isSign(this.token, "*") && isSign(this.tokens[this.at + 1], ")")) {
        this.at += 2;
        return isBare ? { kind: "call", name, parts: [], key: "" } : UNKNOWN;
      }
      if (isBare && CASTS.has(name)) return this.parseCast(name);
      return callOf(isBare && names.length === 1 ? name : "", this.parseList());
    }
    const owner = names[names.length - 2] ?? "";
    // `users.id` and `id` are one column where there is one table.
    return { kind: "column", key: this.tables.has(owner) ? name : names.join("."), name, owner };
  }

  private parseCase(): Expression {
    const subject = isWord(this.token, "when") ? undefined : this.parseBits();
    const arms: [Expression, Expression][] = [];
    while (this.takeWord("when")) {
      const when = this.parseOr();
      if (!this.takeWord("then")) return UNKNOWN;
      const test: Expression =
        subject === undefined ? when : { kind: "compare", sign: "=", left: subject, right: when };
      arms.push([test, this.parseOr()]);
    }
    const other = this.takeWord("else") ? this.parseOr() : constant(null);
    return this.takeWord("end") && arms.length > 0 ? { kind: "case", arms, other } : UNKNOWN;
  }

  /** A SELECT in brackets at hand; undefined, and nothing passed over, when there is none. */
  private parseSubquery(): Subquery | undefined {
    if (!isSign(this.token, "(") || !isWord(this.tokens[this.at + 1], "select")) return undefined;
    this.at += 2;
    if (!this.takeWord("distinct")) this.takeWord("all");
    const isStar = this.takeSigns("*");
    const item = isStar ? UNKNOWN : this.parseOr();
    if (!isStar && item.kind === "column" && this.takeWord("as")) this.at += 1;
    const isCount = item.kind === "call" && item.name === "count";
    const table = this.takeWord("from") ? this.parseTable() : undefined;
    const where = this.takeWord("where") ? this.parseOr() : undefined;
    // An order leaves no row out.
    if (this.takeWord("order", "by")) this.skipOrder();
    const isPlain = table !== "" && isSign(this.token, ")");
    if (!isPlain) this.skipToClose();
    this.at += 1;
    return {
      isPlain,
      item,
      isCount,
      ...(table === undefined ? {} : { table }),
      ...(where === undefined ? {} : { where }),
    };
  }
}
