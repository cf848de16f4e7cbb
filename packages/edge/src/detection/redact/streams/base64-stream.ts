// Base64 of a text that is too long to be held back: decoded as it comes, redacted byte by byte (which is the text itself
// where it is ASCII, and loses nothing where it is not), and encoded again.
import { decodeBytes, decodeLatin1, encodeBase64, encodeLatin1, isBase64Code, readBase64 } from "../base64-text.js";
import type { Pieces } from "../leaves.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const LEAD = 256;
const START = /^(?:data:[^,]{0,200}(?:,|$))?[A-Za-z0-9+/_=\r\n-]*$/i;
const MORE = /^[A-Za-z0-9+/_=\r\n-]*$/;

/** Whether a text may still be one base64 value with the piece that came last; what is before that is known to be. */
export function isBase64SoFar(text: string, piece: string): boolean {
  return text.length - piece.length < LEAD ? START.test(text) : MORE.test(piece);
}

export class Base64Stream {
  /** Letters that make up no whole group yet. */
  private letters = "";
  /** Characters of redacted text that make up no whole group yet. */
  private text = "";
  private column = 0;
  private hasPadding = false;
  private total = 0;
  /** Line ends that came last: they stand after what is encoded of the letters before them. */
  private tail = "";
  /** What came after the end of the base64, which was none as a whole then. */
  private after: Pieces | undefined;
  private isStarted = false;
  private readonly chain: Pieces;

  private constructor(
    /** Opens the redactor of a text. */
    private readonly openText: () => Pieces,
    private readonly prefix: string,
    private readonly isUrlSafe: boolean,
    private readonly lineLength: number,
    private readonly lineEnd: string,
  ) {
    this.chain = openText();
  }

  /** Opens one for a value that begins so; undefined where that is no text. */
  static open(head: string, openText: () => Pieces): Base64Stream | undefined {
    const prefix = /^data:[^,]{0,200};base64,/i.exec(head)?.[0] ?? "";
    const probe = head.slice(prefix.length).replace(/[\r\n=]/g, "");
    const read = readBase64(probe.slice(0, 48));
    if (read === undefined || read === "binary" || read.isWide) return undefined;
    const first = head.slice(prefix.length).search(/[\r\n]/);
    const lineEnd = first < 0 ? "" : head.includes("\r\n") ? "\r\n" : "\n";
    return new Base64Stream(openText, prefix, /[-_]/.test(probe), Math.max(0, first), lineEnd);
  }

  push(chunk: string): string {
    if (this.after !== undefined) return this.after.push(chunk);
    let text = chunk;
    let out = "";
    if (!this.isStarted) {
      this.isStarted = true;
      text = text.slice(this.prefix.length);
      out = this.prefix;
    }
    let end = 0;
    while (end < text.length && isOfBase64(charCodeAt.call(text, end))) end += 1;
    const part = text.slice(0, end);
    const letters = part.replace(/[\r\n]/g, "");
    this.tail = (letters === "" ? this.tail : "") + (/[\r\n]*$/.exec(part)?.[0] ?? "");
    this.hasPadding ||= letters.includes("=");
    this.letters += letters.replaceAll("=", "");
    const whole = this.letters.length - (this.letters.length % 4);
    this.total += whole;
    this.text += this.chain.push(decodeLatin1(decodeBytes(this.letters.slice(0, whole))));
    this.letters = this.letters.slice(whole);
    out += this.encode(false);
    if (end === text.length) return out;
    out += this.finish();
    this.after = this.openText();
    return out + this.after.push(text.slice(end));
  }

  end(): string {
    return this.after === undefined ? this.finish() : this.after.end();
  }

  private finish(): string {
    this.total += this.letters.length;
    const last = this.letters.length % 4 === 1 ? "" : this.letters;
    this.text += this.chain.push(decodeLatin1(decodeBytes(last))) + this.chain.end();
    return this.encode(true) + this.tail;
  }

  private encode(isFinal: boolean): string {
    const length = isFinal ? this.text.length : this.text.length - (this.text.length % 3);
    const bytes = encodeLatin1(this.text.slice(0, length));
    this.text = this.text.slice(length);
    const isPadded = this.hasPadding || (this.total % 4 === 0 && !this.isUrlSafe);
    const form = { prefix: "", isUrlSafe: this.isUrlSafe, isPadded, lineLength: 0, lineEnd: "", tail: "" };
    return this.wrap(encodeBase64(bytes, form));
  }

  private wrap(line: string): string {
    if (this.lineLength === 0) return line;
    const parts: string[] = [];
    for (let at = 0; at < line.length; ) {
      if (this.column === this.lineLength) {
        parts.push(this.lineEnd);
        this.column = 0;
      }
      const part = line.slice(at, at + this.lineLength - this.column);
      parts.push(part);
      this.column += part.length;
      at += part.length;
    }
    return parts.join("");
  }
}

function isOfBase64(code: number): boolean {
  return isBase64Code(code) || code === 0x3d || code === 0x0a || code === 0x0d;
}
