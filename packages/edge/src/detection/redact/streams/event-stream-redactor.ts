// Redacts server-sent events that arrive in pieces. The data lines of an event are one text, which is redacted as JSON where
// it is JSON; names, ids and comments are texts of their own. Lines, their ends and their order stay as they came. Strings that
// are pieces of one text, as answers of models come, are looked at together first: such an event is given out with the next.
import { type CompiledPolicy, compilePolicy } from "../compiled-policy.js";
import { LeafRedactor } from "../leaf-redactor.js";
import { RedactionError, type RedactionPolicy } from "../policy.js";
import { Tally } from "../tally.js";
import { NO_KEY } from "../value-key.js";
import { HeldEvents, MAX_EVENT_LENGTH, type Pieces, redactData } from "./held-events.js";
import type { TextRedactor } from "./text-redactor.js";

export interface EventStreamOptions {
  /**
   * Longest event that is held back, and the most of several that are pieces of one text, in characters; 1,048,576 unless set.
   * A longer event is refused with a RedactionError.
   */
  readonly maxEventLength?: number;
}

/**
 * A redactor whose pieces are a `text/event-stream`.
 *
 * @throws RedactionError when the policy is wrong.
 * @example
 * const redactor = createEventStreamRedactor(DEFAULT_REDACTION_POLICY);
 * const out = redactor.push('data: {"to":"anna@exam') + redactor.push('ple.com"}\n\n') + redactor.end();
 */
export function createEventStreamRedactor(policy: RedactionPolicy, options: EventStreamOptions = {}): TextRedactor {
  return new EventStream(compilePolicy(policy), options.maxEventLength ?? MAX_EVENT_LENGTH);
}

/** A line of an event stream, comments and the line that ends an event among them; others make it some other text. */
const FIELD = /^(?:(?:data|event|id|retry)?:|(?:data|event|id|retry)?$)/;

interface Line {
  readonly text: string;
  readonly end: string;
}

/** An event that is over. */
interface StreamEvent {
  readonly lines: readonly Line[];
  readonly data: string | undefined;
}

class EventStream implements TextRedactor {
  private readonly tally = new Tally();
  private readonly leaves: LeafRedactor;
  private readonly lines: Line[] = [];
  private held = 0;
  private readonly events: HeldEvents<StreamEvent>;
  /** A line that is not over yet, in pieces. */
  private readonly rest: string[] = [];
  private restLength = 0;
  /** A carriage return ended the last piece, and a line feed may follow. */
  private hasReturn = false;
  private isFirst = true;

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly maxEventLength: number,
  ) {
    this.leaves = new LeafRedactor(compiled, this.tally);
    this.events = new HeldEvents(compiled, this.tally, maxEventLength, (event, pieces) => this.write(event, pieces));
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
    this.endEvent();
    this.events.endTexts();
    return out.join("") + this.events.release();
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
    if (line.text !== "") return;
    this.endEvent();
    out.push(this.events.release());
  }

  private requireRoom(): void {
    if (this.held + this.restLength > this.maxEventLength)
      throw new RedactionError(`an event is longer than ${this.maxEventLength} characters and cannot be redacted`);
  }

  /** Takes the lines so far as one event. */
  private endEvent(): void {
    const lines = this.lines.splice(0);
    const length = this.held;
    this.held = 0;
    const values = lines.flatMap(({ text }) => dataOf(text)?.value ?? []);
    const data = values.length === 0 ? undefined : values.join("\n");
    const name =
      lines
        .findLast(({ text }) => text.startsWith("event:"))
        ?.text.slice("event:".length)
        .trim() ?? "";
    this.events.take({ lines, data }, name, data, length);
  }

  private write({ lines, data }: StreamEvent, pieces: Pieces): string {
    const redacted = data === undefined ? data : redactData(data, this.compiled, this.tally, pieces);
    const left = redacted === data ? undefined : redacted?.split("\n");
    const strays = this.redactStrays(lines);
    let last = lines.findLastIndex(({ text }) => dataOf(text) !== undefined);
    return lines
      .map(({ text, end }, index) => {
        const stray = strays.get(index);
        if (stray !== undefined) return stray;
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

  /** Lines that are no field of an event, by their index: those in a row are one text, which stands for the first. */
  private redactStrays(lines: readonly Line[]): ReadonlyMap<number, string> {
    const redacted = new Map<number, string>();
    for (let at = 0; at < lines.length; at += 1) {
      const start = at;
      while (at < lines.length && !FIELD.test((lines[at] as Line).text)) at += 1;
      if (at === start) continue;
      const text = lines.slice(start, at).map((line) => line.text + line.end);
      text.forEach((_line, index) => void redacted.set(start + index, ""));
      redacted.set(start, redactData(text.join(""), this.compiled, this.tally));
    }
    return redacted;
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
