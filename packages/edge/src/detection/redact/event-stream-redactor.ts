// Redacts server-sent events that arrive in pieces. The data lines of an event are one text, which is redacted as JSON where
// it is JSON; names, ids and comments are texts of their own. Lines, their ends and their order stay as they came.
import { type CompiledPolicy, compilePolicy } from "./compiled-policy.js";
import { createJsonRedactor } from "./json-redactor.js";
import { LeafRedactor } from "./leaf-redactor.js";
import { RedactionError, type RedactionPolicy } from "./policy.js";
import { Tally } from "./tally.js";
import type { TextRedactor } from "./text-redactor.js";
import { NO_KEY } from "./value-key.js";

export interface EventStreamOptions {
  /** Longest event that is held back, in characters; 1,048,576 unless set. A longer one is refused with a RedactionError. */
  readonly maxEventLength?: number;
}

const MAX_EVENT_LENGTH = 1_048_576;

/**
 * A redactor whose pieces are a `text/event-stream`.
 *
 * @throws RedactionError when the policy is wrong.
 * @example
 * const redactor = createEventStreamRedactor(DEFAULT_REDACTION_POLICY);
 * const out = redactor.push('data: {"to":"anna@exam') + redactor.push('ple.com"}\n\n') + redactor.end();
 */
export function createEventStreamRedactor(policy: RedactionPolicy, options: EventStreamOptions = {}): TextRedactor {
  return new EventStream(policy, compilePolicy(policy), options.maxEventLength ?? MAX_EVENT_LENGTH);
}

interface Line {
  readonly text: string;
  readonly end: string;
}

class EventStream implements TextRedactor {
  private readonly tally = new Tally();
  private readonly leaves: LeafRedactor;
  private readonly lines: Line[] = [];
  private held = 0;
  /** A line that is not over yet, in pieces. */
  private readonly rest: string[] = [];
  private restLength = 0;
  /** A carriage return ended the last piece, and a line feed may follow. */
  private hasReturn = false;
  private isFirst = true;

  constructor(
    private readonly policy: RedactionPolicy,
    compiled: CompiledPolicy,
    private readonly maxEventLength: number,
  ) {
    this.leaves = new LeafRedactor(compiled, this.tally);
  }

  get counts() {
    return this.tally.counts;
  }

  push(chunk: string): string {
    const out: string[] = [];
    let start = 0;
    if (this.hasReturn && chunk !== "") {
      const end = chunk.startsWith("\n") ? "\r\n" : "\r";
      this.takeLine({ text: this.takeRest(), end }, out);
      start = end.length - 1;
    }
    for (let at = start; at < chunk.length; at += 1) {
      const sign = chunk[at];
      if (sign !== "\n" && sign !== "\r") continue;
      this.keepRest(chunk.slice(start, at));
      start = at + 1;
      if (sign === "\r" && start === chunk.length) {
        this.hasReturn = true;
        break;
      }
      const end = sign === "\r" && chunk[start] === "\n" ? "\r\n" : sign;
      this.takeLine({ text: this.takeRest(), end }, out);
      at += end.length - 1;
      start = at + 1;
    }
    this.keepRest(chunk.slice(start));
    return out.join("");
  }

  end(): string {
    const out: string[] = [];
    if (this.hasReturn || this.restLength > 0) {
      const end = this.hasReturn ? "\r" : "";
      this.takeLine({ text: this.takeRest(), end }, out);
    }
    return out.join("") + this.release();
  }

  private keepRest(part: string): void {
    this.rest.push(part);
    this.restLength += part.length;
    this.requireRoom();
  }

  private takeRest(): string {
    const text = this.rest.splice(0).join("");
    this.restLength = 0;
    this.hasReturn = false;
    return text;
  }

  private takeLine(line: Line, out: string[]): void {
    // A byte order mark before the first line is no part of it.
    const hasMark = this.isFirst && line.text.startsWith("\ufeff");
    this.isFirst = false;
    if (hasMark) out.push("\ufeff");
    this.lines.push(hasMark ? { ...line, text: line.text.slice(1) } : line);
    this.held += line.text.length;
    this.requireRoom();
    if (line.text === "") out.push(this.release());
  }

  private requireRoom(): void {
    if (this.held + this.restLength > this.maxEventLength)
      throw new RedactionError(`an event is longer than ${this.maxEventLength} characters and cannot be redacted`);
  }

  /** The lines so far, which are one event. */
  private release(): string {
    const lines = this.lines.splice(0);
    this.held = 0;
    const values = lines.flatMap(({ text }) => dataOf(text)?.value ?? []);
    const data = values.join("\n");
    const redacted = values.length === 0 ? data : this.redactData(data);
    const left = redacted === data ? undefined : redacted.split("\n");
    let last = lines.findLastIndex(({ text }) => dataOf(text) !== undefined);
    return lines
      .map(({ text, end }, index) => {
        const field = dataOf(text);
        if (field === undefined) return this.redactOther(text) + end;
        if (left === undefined) return text + end;
        // Lines that the text has no more are left out; what it has more of goes with the last.
        if (index !== last) {
          const next = left.shift();
          return next === undefined ? "" : field.head + next + end;
        }
        last = -1;
        return left.map((next) => field.head + next + (end === "" ? "" : end)).join("");
      })
      .join("");
  }

  private redactData(data: string): string {
    if (/^\s*[[{"]/.test(data)) {
      const json = createJsonRedactor(this.policy);
      try {
        const out = json.push(data) + json.end();
        for (const { kind, count } of json.counts) {
          for (let one = 0; one < count; one += 1) this.tally.push({ kind });
        }
        return out;
      } catch (error) {
        if (!(error instanceof RedactionError)) throw error;
        // No JSON after all: a text that begins like it.
      }
    }
    return this.leaves.string(data, "", NO_KEY);
  }

  private redactOther(line: string): string {
    const colon = line.indexOf(":");
    if (colon < 0) return this.leaves.string(line, "", NO_KEY);
    const head = line.slice(0, line[colon + 1] === " " ? colon + 2 : colon + 1);
    return head + this.leaves.string(line.slice(head.length), "", NO_KEY);
  }
}

/** The value of a data line and what stands before it; undefined for other lines. */
function dataOf(line: string): { readonly head: string; readonly value: string } | undefined {
  if (line === "data") return { head: "data", value: "" };
  if (!line.startsWith("data:")) return undefined;
  const head = line.startsWith("data: ") ? "data: " : "data:";
  return { head, value: line.slice(head.length) };
}
