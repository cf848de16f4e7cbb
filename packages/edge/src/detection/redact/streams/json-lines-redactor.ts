// Redacts lines of JSON that arrive in pieces, one event a line: as it stands (JSON Lines) or behind a sign that says what it is
// and a colon (`0:"text"`). Strings that are pieces of one text over lines are looked at together, as in server-sent events.
// What is no JSON is a text of its own.
import { type CompiledPolicy, compilePolicy } from "../compiled-policy.js";
import { RedactionError, type RedactionPolicy } from "../policy.js";
import { Tally } from "../tally.js";
import { HeldEvents, MAX_EVENT_LENGTH, type Pieces, redactData } from "./held-events.js";
import type { TextRedactor } from "./text-redactor.js";

export interface JsonLinesOptions {
  /**
   * Longest line that is held back, and the most of several that are pieces of one text, in characters; 1,048,576 unless set.
   * A longer line is refused with a RedactionError.
   */
  readonly maxLineLength?: number;
}

/**
 * A redactor whose pieces are lines of JSON (`application/x-ndjson`). Line ends and blank lines stay as they came.
 *
 * @throws RedactionError when the policy is wrong.
 * @example
 * const redactor = createJsonLinesRedactor(DEFAULT_REDACTION_POLICY);
 * const out = redactor.push('{"response":"anna@exam"}\n{"response":"ple.com"}\n') + redactor.end();
 */
export function createJsonLinesRedactor(policy: RedactionPolicy, options: JsonLinesOptions = {}): TextRedactor {
  return new JsonLines(compilePolicy(policy), options.maxLineLength ?? MAX_EVENT_LENGTH);
}

/** A sign that says what a line is. */
const CODED = /^([0-9a-z]):(?=[[{"])/;
const JSON_LINE = /^(?:[0-9a-z]:)?(["[{].*["\]}])$/;

/** Whether a text is lines of JSON objects, lists or, behind their signs, strings, more than one of them. */
export function isJsonLines(text: string): boolean {
  if (!/^\ufeff?\s*(?:[{[]|[0-9a-z]:["[{])/.test(text)) return false;
  const lines = text.split("\n").flatMap((line) => line.replace(/^\ufeff/, "").trim() || []);
  return lines.length > 1 && lines.every(isJsonLine);
}

function isJsonLine(line: string): boolean {
  const json = JSON_LINE.exec(line)?.[1];
  if (json === undefined) return false;
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

class JsonLines implements TextRedactor {
  private readonly tally = new Tally();
  private readonly lines: HeldEvents<string>;
  /** A line that is not over yet, in pieces. */
  private readonly rest: string[] = [];
  private restLength = 0;

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly maxLineLength: number,
  ) {
    this.lines = new HeldEvents(compiled, this.tally, maxLineLength, (line, pieces) => this.write(line, pieces));
  }

  get counts() {
    return this.tally.counts;
  }

  push(chunk: string): string {
    const [first = "", ...others] = chunk.split("\n");
    this.keep(first);
    const out: string[] = [];
    for (const next of others) {
      this.keep("\n");
      out.push(this.takeLine());
      this.keep(next);
    }
    return out.join("");
  }

  end(): string {
    const out = this.restLength > 0 ? this.takeLine() : "";
    this.lines.endTexts();
    return out + this.lines.release();
  }

  private keep(part: string): void {
    this.rest.push(part);
    this.restLength += part.length;
    if (this.restLength > this.maxLineLength)
      throw new RedactionError(`a line is longer than ${this.maxLineLength} characters and cannot be redacted`);
  }

  private takeLine(): string {
    const line = this.rest.splice(0).join("");
    this.restLength = 0;
    const { sign, data } = partsOf(line);
    this.lines.take(line, sign === "" ? "" : `${sign} chunk`, data, line.length);
    return this.lines.release();
  }

  private write(line: string, pieces: Pieces): string {
    const { head, data, tail } = partsOf(line);
    return head + redactData(data, this.compiled, this.tally, pieces) + tail;
  }
}

interface LineParts {
  readonly head: string;
  readonly sign: string;
  readonly data: string;
  readonly tail: string;
}

/** What a line says, with the sign that says what it is, and what stands before and behind it. */
function partsOf(line: string): LineParts {
  const mark = line.startsWith("\ufeff") ? 1 : 0;
  const sign = CODED.exec(line.slice(mark))?.[1] ?? "";
  const end = line.length - (line.endsWith("\r\n") ? 2 : line.endsWith("\n") ? 1 : 0);
  const start = mark + (sign === "" ? 0 : 2);
  return { head: line.slice(0, start), sign, data: line.slice(start, end), tail: line.slice(end) };
}
