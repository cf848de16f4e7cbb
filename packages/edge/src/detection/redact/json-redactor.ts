// Redacts JSON that arrives in pieces, one value or several in a row (JSON Lines). Everything but the values that are
// redacted passes as it came. A string is held back up to MOST_HELD characters; a longer one is redacted as it comes.
import { escapePointer } from "../walk.js";
import { type CompiledPolicy, compilePolicy } from "./compiled-policy.js";
import { LeafRedactor } from "./leaf-redactor.js";
import { LongString } from "./long-string.js";
import { type Media, mediaOf } from "./media.js";
import { RedactionError, type RedactionPolicy } from "./policy.js";
import { Tally } from "./tally.js";
import { MOST_HELD, type TextRedactor } from "./text-redactor.js";

const MOST_DEPTH = 10_000;
const MOST_NUMBER = 4096;
const SCALAR = /^(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)$/;

/**
 * A redactor whose pieces are JSON text. What is no JSON ends it with a RedactionError, and so does what it cannot hold.
 *
 * @throws RedactionError when the policy is wrong.
 * @example
 * const redactor = createJsonRedactor(DEFAULT_REDACTION_POLICY);
 * const out = redactor.push('{"to":"anna@exam') + redactor.push('ple.com"}') + redactor.end();
 */
export function createJsonRedactor(policy: RedactionPolicy): TextRedactor {
  return new JsonStream(compilePolicy(policy), new Tally());
}

interface Level {
  readonly isList: boolean;
  readonly path: string;
  /** The key that values here stand under; a list's is that of the list. */
  key: string;
  /** Items so far, for paths. */
  index: number;
  /** Media type and its member, as far as they have come. */
  media: Record<string, string>;
}

type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

class JsonStream implements TextRedactor {
  private readonly levels: Level[] = [];
  private readonly leaves: LeafRedactor;
  private expected: Expected = "value";
  /** The raw text of a string or scalar that is not over yet, quote included. */
  private token = "";
  private isInString = false;
  private isEscaped = false;
  private long: LongString | undefined;

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly tally: Tally,
  ) {
    this.leaves = new LeafRedactor(compiled, tally);
  }

  get counts() {
    return this.tally.counts;
  }

  push(chunk: string): string {
    const out: string[] = [];
    let at = 0;
    while (at < chunk.length) at = this.isInString ? this.readString(chunk, at, out) : this.readSign(chunk, at, out);
    return out.join("");
  }

  end(): string {
    if (this.isInString) throw notJson();
    const rest = this.endScalar();
    if (this.levels.length > 0) throw notJson();
    return rest;
  }

  private readString(chunk: string, from: number, out: string[]): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (this.isEscaped) this.isEscaped = false;
      else if (code === 0x5c) this.isEscaped = true;
      else if (code === 0x22) break;
      else if (code < 0x20) throw notJson();
    }
    const isOver = at < chunk.length;
    const part = chunk.slice(from, at);
    if (this.long !== undefined) out.push(this.long.push(part));
    else {
      this.token += part;
      if (this.token.length > MOST_HELD) this.openLong(out);
    }
    if (!isOver) return at;
    this.isInString = false;
    if (this.long !== undefined) {
      out.push(this.long.end(), '"');
      this.long = undefined;
      this.endValue();
    } else {
      const raw = `${this.token}"`;
      this.token = "";
      out.push(this.endString(raw));
    }
    return at + 1;
  }

  private openLong(out: string[]): void {
    if (this.isKey()) throw new RedactionError("a key of the JSON text is too long to be redacted");
    const level = this.levels.at(-1);
    this.long = new LongString(this.compiled.at(this.pathOf(level)), this.tally, level?.key ?? "");
    out.push('"', this.long.push(this.token.slice(1)));
    this.token = "";
  }

  private isKey(): boolean {
    return this.expected === "key" || this.expected === "key or end";
  }

  private endString(raw: string): string {
    const text = parseString(raw);
    const level = this.levels.at(-1);
    if (this.isKey()) {
      (level as Level).key = text;
      this.expected = "colon";
      return raw;
    }
    const key = level?.key ?? "";
    const media = level !== undefined && !level.isList ? this.noteMedia(level, key, text) : undefined;
    const done = this.leaves.string(text, this.pathOf(level), key, media);
    this.endValue();
    return done === text ? raw : JSON.stringify(done);
  }

  /** The kind of base64 that this member is, where the media type came before it. */
  private noteMedia(level: Level, key: string, text: string): Media["kind"] | undefined {
    if (key === "mimeType" || key === "content_type") level.media[key] = text;
    const media = mediaOf({ ...level.media, [key]: text });
    return media?.member === key ? media.kind : undefined;
  }

  private readSign(chunk: string, at: number, out: string[]): number {
    const code = chunk.charCodeAt(at);
    const sign = chunk[at] as string;
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b && code !== 0x0c)) {
      out.push(this.endScalar(), sign);
      return at + 1;
    }
    switch (sign) {
      case '"':
        if (this.token !== "" || !(this.isKey() || this.expectsValue())) throw notJson();
        this.isInString = true;
        this.token = '"';
        return at + 1;
      case "{":
      case "[":
        if (this.token !== "" || !this.expectsValue()) throw notJson();
        this.open(sign === "[");
        break;
      case "}":
      case "]":
        out.push(this.endScalar());
        this.close(sign === "]");
        break;
      case ":":
        if (this.expected !== "colon") throw notJson();
        this.expected = "value";
        break;
      case ",":
        out.push(this.endScalar());
        this.next();
        break;
      default:
        if (!this.expectsValue()) throw notJson();
        this.token += sign;
        if (this.token.length > MOST_NUMBER) throw notJson();
        return at + 1;
    }
    out.push(sign);
    return at + 1;
  }

  private expectsValue(): boolean {
    return this.expected === "value" || this.expected === "value or end";
  }

  private endScalar(): string {
    const raw = this.token;
    if (raw === "") return "";
    this.token = "";
    if (!SCALAR.test(raw)) throw notJson();
    const level = this.levels.at(-1);
    const value: unknown = JSON.parse(raw);
    const done = typeof value === "number" ? this.leaves.number(value, this.pathOf(level), level?.key ?? "") : value;
    this.endValue();
    return done === value ? raw : JSON.stringify(done);
  }

  private pathOf(level: Level | undefined): string {
    if (level === undefined) return "";
    return `${level.path}/${level.isList ? level.index : escapePointer(level.key)}`;
  }

  private open(isList: boolean): void {
    if (this.levels.length >= MOST_DEPTH)
      throw new RedactionError(`the value nests deeper than ${MOST_DEPTH} and cannot be redacted`);
    const level = this.levels.at(-1);
    this.levels.push({ isList, path: this.pathOf(level), key: level?.key ?? "", index: 0, media: {} });
    this.expected = isList ? "value or end" : "key or end";
  }

  private close(isList: boolean): void {
    const mayEnd = ["comma or end", isList ? "value or end" : "key or end"].includes(this.expected);
    if (!mayEnd || this.levels.at(-1)?.isList !== isList) throw notJson();
    this.levels.pop();
    this.endValue();
  }

  private next(): void {
    const level = this.levels.at(-1);
    if (this.expected !== "comma or end" || level === undefined) throw notJson();
    level.index += 1;
    this.expected = level.isList ? "value" : "key";
  }

  private endValue(): void {
    this.expected = this.levels.length === 0 ? "value" : "comma or end";
  }
}

function parseString(raw: string): string {
  try {
    return JSON.parse(raw) as string;
  } catch {
    throw notJson();
  }
}

function notJson(): RedactionError {
  return new RedactionError("the text is not JSON and cannot be redacted as such");
}
