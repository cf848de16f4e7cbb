// JSON in pieces, one value or several in a row, with its values and names redacted and everything else as it came. What is no
// JSON ends it and is kept apart, so that who reads a stream can refuse it, and who reads a document in a string can take it
// for text.
import { escapePointer } from "../../walk.js";
import type { DocumentPieces, Leaves } from "../leaves.js";
import { type Media, mediaOf } from "../media.js";
import { MemberNames } from "../member-names.js";
import { MOST_HELD } from "../run.js";
import { PrivateKeyLines } from "../secrets/private-key-lines.js";
import { TablePart } from "../tables/table-columns.js";
import {
  awaitsLabel,
  type Beside,
  besideAfter,
  keyBelow,
  keyBeside,
  keyOfItems,
  NO_KEY,
  NOTHING_BESIDE,
  type ValueKey,
} from "../value-key.js";
import { LabelledOutput } from "./labelled-output.js";
import { LongString } from "./long-string.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const MOST_DEPTH = 10_000;
const MOST_NUMBER = 4096;
const SCALAR = /^(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)$/;
/** One that a double may change; what has more digits than any double is none of the numbers that are looked for. */
const INTEGER = /^-?\d{16,309}$/;
const NOT_JSON = "the text is not JSON and cannot be redacted as such";

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const SMALL_U = 0x75;
const HEX_DIGITS = 4;

const NO_MEDIA: Readonly<Record<string, string>> = {};

interface Level {
  readonly isList: boolean;
  readonly path: string;
  /** The key that the object or list stands under. */
  readonly above: ValueKey;
  /** The key of the member that is read, a list's for its items. */
  key: ValueKey;
  readonly names: MemberNames;
  readonly table: TablePart;
  readonly keyLines: PrivateKeyLines;
  /** What members said of those behind them. */
  beside: Beside;
  /** Items so far, for paths. */
  index: number;
  /** Media type and its member, as far as they have come. */
  media: Readonly<Record<string, string>>;
}

/** Where a document stands: the path and key of the string that holds it. */
export interface DocumentPlace {
  readonly path: string;
  readonly key: ValueKey;
  /** Only objects and lists are documents in a string; a number by itself is text. */
  readonly isInString: boolean;
}

type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

export class JsonText implements DocumentPieces {
  failure: string | undefined;
  taken = 0;
  rest = "";
  private readonly out = new LabelledOutput();
  private readonly levels: Level[] = [];
  private expected: Expected = "value";
  /** The raw text of a string or scalar that is not over yet, quote included. */
  private token = "";
  private isInString = false;
  private isEscaped = false;
  private hexLeft = 0;
  private long: LongString | undefined;

  constructor(
    private readonly leaves: Leaves,
    private readonly place: DocumentPlace = { path: "", key: NO_KEY, isInString: false },
  ) {}

  push(chunk: string): string {
    let at = 0;
    while (at < chunk.length && this.failure === undefined)
      at = this.isInString ? this.readString(chunk, at) : this.readSign(chunk, at);
    this.taken += at;
    if (this.failure !== undefined) this.keepRest(chunk.slice(at));
    return this.out.take();
  }

  end(): string {
    if (this.failure === undefined) {
      if (!this.isInString) this.endScalar();
      if (this.isInString || this.levels.length > 0) this.fail();
      if (this.failure !== undefined) this.keepRest("");
    }
    return this.out.take();
  }

  private fail(reason = NOT_JSON): void {
    this.failure ??= reason;
  }

  private keepRest(more: string): void {
    let held = this.token;
    this.out.settle();
    if (this.long !== undefined) {
      const { given, rest } = this.long.breakOff();
      this.out.push(given);
      held = rest;
    }
    this.token = "";
    this.rest = held + more;
  }

  private readString(chunk: string, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const code = charCodeAt.call(chunk, at);
      if (this.hexLeft > 0) {
        if (!isHexDigit(code)) break;
        this.hexLeft -= 1;
      } else if (this.isEscaped) {
        if (!'"\\/bfnrtu'.includes(chunk[at] as string)) break;
        this.isEscaped = false;
        if (code === SMALL_U) this.hexLeft = HEX_DIGITS;
      } else if (code === BACKSLASH) this.isEscaped = true;
      else if (code === QUOTE || code < 0x20) break;
    }
    const isOver = at < chunk.length;
    const isWrong = isOver && (this.isEscaped || this.hexLeft > 0 || charCodeAt.call(chunk, at) !== QUOTE);
    const part = chunk.slice(from, at);
    if (this.long !== undefined) this.out.push(this.long.push(part));
    else {
      this.token += part;
      if (this.token.length > MOST_HELD) this.openLong();
    }
    if (isWrong) this.fail();
    if (!isOver || this.failure !== undefined) return at;
    this.isInString = false;
    if (this.long !== undefined) {
      this.out.push(`${this.long.end()}"`);
      this.long = undefined;
      this.endValue();
    } else {
      const raw = `${this.token}"`;
      this.token = "";
      this.endString(raw);
    }
    return at + 1;
  }

  private openLong(): void {
    if (this.isKey()) {
      this.fail("a key of the JSON text is too long to be redacted");
      return;
    }
    this.out.settle();
    const level = this.levels.at(-1);
    level?.keyLines.interrupt();
    this.long = new LongString(
      this.leaves,
      this.pathOf(level),
      keyBeside(level?.beside ?? NOTHING_BESIDE, this.keyOf(level)),
    );
    this.out.push(`"${this.long.push(this.token.slice(1))}`);
    this.token = "";
  }

  private isKey(): boolean {
    return this.expected === "key" || this.expected === "key or end";
  }

  private endString(raw: string): void {
    const text = JSON.parse(raw) as string;
    const level = this.levels.at(-1);
    const write = (done: string): string => (done === text ? raw : JSON.stringify(done));
    if (level !== undefined && this.isKey()) {
      const name = level.names.take(text, this.leaves.key(text, level.path));
      level.key = keyBelow(level.above, name);
      this.out.passName(text);
      this.expected = "colon";
      this.out.push(write(name));
      return;
    }
    const own = this.keyOf(level);
    const path = this.pathOf(level);
    const place = level?.index ?? 0;
    const giveOut = (done: string): string => {
      level?.table.tell(place, level.isList ? "" : own.name, done);
      return write(done);
    };
    const isKeyLine = level?.keyLines.take(text, level.isList ? undefined : own.name) === true;
    const line = isKeyLine ? this.leaves.keyLine(text, path) : undefined;
    if (level === undefined || level.isList) this.out.push(giveOut(line ?? this.leaves.string(text, path, own)));
    else {
      this.out.pass(own.name, text);
      if (line !== undefined) {
        level.beside = besideAfter(level.beside, own.name, line);
        this.out.push(giveOut(line));
      } else if (awaitsLabel(level.beside, own, text)) {
        const { beside } = level;
        this.out.hold((label) => giveOut(this.leaves.string(text, path, keyBeside({ ...beside, label }, own))));
      } else {
        const key = keyBeside(level.beside, own);
        const done = this.leaves.string(text, path, key, this.noteMedia(level, key.name, text));
        level.beside = besideAfter(level.beside, key.name, done);
        this.out.push(giveOut(done));
      }
    }
    this.endValue();
  }

  /** The kind of base64 that this member is, where the media type came before it. */
  private noteMedia(level: Level, key: string, text: string): Media["kind"] | undefined {
    if (key === "mimeType" || key === "content_type") level.media = { ...level.media, [key]: text };
    if (level.media === NO_MEDIA) return undefined;
    const media = mediaOf({ ...level.media, [key]: text });
    return media?.member === key ? media.kind : undefined;
  }

  /** Reads one sign between values; gives where to go on, or the sign itself when it is wrong. */
  private readSign(chunk: string, at: number): number {
    const sign = chunk[at] as string;
    switch (sign) {
      case " ":
      case "\t":
      case "\n":
      case "\r":
        this.endScalar();
        if (!this.out.takesBlank()) this.fail("too much white space stands between the members of an object");
        break;
      case '"':
        if (this.token !== "" || !(this.isKey() || this.expectsValue()) || this.isBare()) this.fail();
        else {
          this.isInString = true;
          this.token = '"';
          return at + 1;
        }
        break;
      case "{":
      case "[":
        if (this.token !== "" || !this.expectsValue()) this.fail();
        else this.open(sign === "[");
        break;
      case "}":
      case "]":
        this.endScalar();
        this.close(sign === "]");
        break;
      case ":":
        if (this.expected !== "colon") this.fail();
        else this.expected = "value";
        break;
      case ",":
        this.endScalar();
        this.next();
        break;
      default:
        if (!this.expectsValue() || this.isBare() || (this.token === "" && !opensScalar(sign))) this.fail();
        else if (this.token.length >= MOST_NUMBER) this.fail();
        else {
          this.token += sign;
          return at + 1;
        }
    }
    if (this.failure !== undefined) return at;
    this.out.push(sign);
    return at + 1;
  }

  private expectsValue(): boolean {
    return this.expected === "value" || this.expected === "value or end";
  }

  /** Whether a value here would stand in no object or list, though it has to. */
  private isBare(): boolean {
    return this.place.isInString && this.levels.length === 0;
  }

  private endScalar(): void {
    const raw = this.token;
    if (raw === "") return;
    if (!SCALAR.test(raw)) {
      this.fail();
      return;
    }
    this.token = "";
    const level = this.levels.at(-1);
    const value = INTEGER.test(raw) ? BigInt(raw) : (JSON.parse(raw) as unknown);
    const isNumber = typeof value === "number" || typeof value === "bigint";
    const done = isNumber ? this.leaves.number(value, this.pathOf(level), this.keyOf(level)) : value;
    if (level?.isList === false) this.out.pass(level.key.name, value);
    else level?.keyLines.interrupt();
    if (typeof done === "string") level?.table.tell(level.index, level.isList ? "" : level.key.name, done);
    this.endValue();
    this.out.push(done === value ? raw : JSON.stringify(done));
  }

  private pathOf(level: Level | undefined): string {
    if (level === undefined) return this.place.path;
    return `${level.path}/${level.isList ? level.index : escapePointer(level.key.name)}`;
  }

  private keyOf(level: Level | undefined): ValueKey {
    return level?.table.keyAt(level.index) ?? level?.key ?? this.place.key;
  }

  private open(isList: boolean): void {
    if (this.levels.length >= MOST_DEPTH) {
      this.fail(`the value nests deeper than ${MOST_DEPTH} and cannot be redacted`);
      return;
    }
    this.out.settle();
    const level = this.levels.at(-1);
    // The lines of a key may be members of the objects of a list.
    const isRecord = !isList && level?.isList === true;
    if (level?.isList === true && isList) level.keyLines.interrupt();
    const above = this.keyOf(level);
    const key = isList ? keyOfItems(above) : above;
    this.levels.push({
      isList,
      path: this.pathOf(level),
      above,
      key,
      names: new MemberNames(),
      table: new TablePart(level?.table, level?.index ?? 0, isList, above),
      keyLines: isRecord ? level.keyLines : new PrivateKeyLines(),
      beside: NOTHING_BESIDE,
      index: 0,
      media: NO_MEDIA,
    });
    this.expected = isList ? "value or end" : "key or end";
  }

  private close(isList: boolean): void {
    const mayEnd = ["comma or end", isList ? "value or end" : "key or end"].includes(this.expected);
    if (!mayEnd || this.levels.at(-1)?.isList !== isList) this.fail();
    if (this.failure !== undefined) return;
    this.out.settle();
    this.levels.pop()?.table.close();
    this.endValue();
  }

  private next(): void {
    const level = this.levels.at(-1);
    if (this.expected !== "comma or end" || level === undefined) this.fail();
    if (this.failure !== undefined || level === undefined) return;
    level.index += 1;
    this.expected = level.isList ? "value" : "key";
  }

  private endValue(): void {
    this.expected = this.levels.length === 0 ? "value" : "comma or end";
  }
}

/** The first sign of a number, `true`, `false` or `null`. */
function opensScalar(sign: string): boolean {
  return "-0123456789tfn".includes(sign);
}

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}
