// Stage 9: redacts one JSON value by policy. Strings and names of members are searched, names are context too, and the result
// is the same shape: each value keeps its JSON type, each object its number of members. It walks with an explicit stack, and
// refuses what it cannot walk to the end.
import { escapePointer } from "../walk.js";
import { compilePolicy } from "./compiled-policy.js";
import { LeafRedactor } from "./leaf-redactor.js";
import { type Media, mediaOf } from "./media.js";
import { MemberNames } from "./member-names.js";
import {
  DEFAULT_REDACTION_POLICY,
  type Redaction,
  type RedactionCount,
  RedactionError,
  type RedactionPolicy,
} from "./policy.js";
import { PrivateKeyLines } from "./secrets/private-key-lines.js";
import { TablePart } from "./tables/table-columns.js";
import { Tally } from "./tally.js";
import {
  awaitsLabel,
  type Beside,
  besideAfter,
  isLabel,
  keyBelow,
  keyBeside,
  keyOfItems,
  MOST_BETWEEN,
  NO_KEY,
  NOTHING_BESIDE,
  staysBetween,
  type ValueKey,
} from "./value-key.js";

const MOST_NODES = 1_000_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;
const MOST_DEPTH = 10_000;

export interface RedactionResult {
  /** A copy where anything changed; the input is never written to. */
  value: unknown;
  redactions: Redaction[];
  counts: RedactionCount[];
}

/**
 * Redacts any JSON value.
 *
 * @throws RedactionError when the policy is wrong, or the value is cyclic, too deep or too large.
 * @example
 * redact({ to: "anna@example.com" }).value; // { to: "[REDACTED:EMAIL]" }
 */
export function redact(value: unknown, policy: RedactionPolicy = DEFAULT_REDACTION_POLICY): RedactionResult {
  const compiled = compilePolicy(policy);
  const redactions: Redaction[] = [];
  if (compiled.isIdle) return { value, redactions, counts: [] };
  const walked = new Redactor(new LeafRedactor(compiled, redactions)).walk(value);
  const tally = new Tally();
  for (const redaction of redactions) tally.push(redaction);
  return { value: walked, redactions, counts: tally.counts };
}

interface Frame {
  readonly source: object;
  readonly target: unknown[] | Record<string, unknown>;
  readonly keys: readonly string[] | undefined;
  readonly path: string;
  readonly key: ValueKey;
  readonly names: MemberNames;
  /** What members said of those behind them. */
  beside: Beside;
  readonly table: TablePart;
  readonly keyLines: PrivateKeyLines;
  /** Set where the object says what its base64 member holds. */
  readonly media: Media | undefined;
  next: number;
}

class Redactor {
  private nodes = 0;
  private characters = 0;
  private readonly stack: Frame[] = [];
  private readonly open = new Set<object>();

  constructor(private readonly leaves: LeafRedactor) {}

  walk(root: unknown): unknown {
    const result = this.enter(root, "", NO_KEY);
    while (this.stack.length > 0) {
      const frame = this.stack[this.stack.length - 1] as Frame;
      const at = frame.next;
      frame.next += 1;
      if (frame.keys === undefined) {
        const list = frame.source as readonly unknown[];
        if (at >= list.length) this.leave();
        else this.enterItem(frame, list[at], at);
        continue;
      }
      const key = frame.keys[at];
      if (key === undefined) {
        this.leave();
        continue;
      }
      const member = (frame.source as Record<string, unknown>)[key];
      const name = frame.names.take(key, this.leaves.key(key, frame.path));
      const path = `${frame.path}/${escapePointer(name)}`;
      const media = frame.media?.member === key ? frame.media.kind : undefined;
      const below = keyBelow(frame.key, name);
      const own = typeof member === "string" ? keyBeside(besideOf(frame, below, member), below) : below;
      const line =
        typeof member === "string" && frame.keyLines.take(member, name) ? this.leaves.keyLine(member, path) : undefined;
      const value = line ?? this.enter(member, path, own, media);
      if (typeof value === "string") {
        frame.table.tell(at, name, value);
        frame.beside = besideAfter(frame.beside, name, value);
      }
      // A key such as __proto__ must stay a plain key; to define each is dear.
      if (name in frame.target)
        Object.defineProperty(frame.target, name, { value, enumerable: true, writable: true, configurable: true });
      else (frame.target as Record<string, unknown>)[name] = value;
    }
    return result;
  }

  private enterItem(frame: Frame, item: unknown, at: number): void {
    const key = frame.table.keyAt(at) ?? frame.key;
    const path = `${frame.path}/${at}`;
    if (typeof item !== "string" && !isRecord(item)) frame.keyLines.interrupt();
    const isLine = typeof item === "string" && frame.keyLines.take(item);
    const line = isLine ? this.leaves.keyLine(item, path) : undefined;
    const value = line ?? this.enter(item, path, key);
    if (typeof value === "string") frame.table.tell(at, "", value);
    (frame.target as unknown[])[at] = value;
  }

  private leave(): void {
    const { source, table } = this.stack.pop() as Frame;
    table.close();
    this.open.delete(source);
  }

  private enter(value: unknown, path: string, key: ValueKey, media?: Media["kind"]): unknown {
    this.nodes += 1;
    if (this.nodes > MOST_NODES)
      throw new RedactionError(`the value holds more than ${MOST_NODES} parts and cannot be redacted`);
    if (typeof value === "string") {
      this.characters += value.length;
      if (this.characters > MOST_CHARACTERS)
        throw new RedactionError("the value holds too much text and cannot be redacted");
      return this.leaves.string(value, path, key, media);
    }
    if (typeof value === "number" || typeof value === "bigint") return this.leaves.number(value, path, key);
    if (typeof value === "function" || typeof value === "symbol") {
      throw new RedactionError("the value is not JSON and cannot be redacted");
    }
    if (value === null || typeof value !== "object") return value;
    if (this.open.has(value)) throw new RedactionError("the value contains itself and cannot be redacted");
    if (this.stack.length >= MOST_DEPTH)
      throw new RedactionError(`the value nests deeper than ${MOST_DEPTH} and cannot be redacted`);
    this.open.add(value);
    const isList = Array.isArray(value);
    const above = this.stack.at(-1);
    const keys = isList ? undefined : Object.keys(value);
    const frame: Frame = {
      source: value,
      target: isList ? [] : {},
      keys,
      path,
      key: isList ? keyOfItems(key) : key,
      names: new MemberNames(),
      beside: NOTHING_BESIDE,
      table: new TablePart(above?.table, (above?.next ?? 1) - 1, isList, key),
      // The lines of a key may be members of the objects of a list.
      keyLines: above !== undefined && above.keys === undefined && !isList ? above.keyLines : new PrivateKeyLines(),
      // Its type and the base64 are two members.
      media: keys === undefined || keys.length < 2 ? undefined : mediaOf(value as Record<string, unknown>),
      next: 0,
    };
    this.stack.push(frame);
    return frame.target;
  }
}

function isRecord(item: unknown): boolean {
  return typeof item === "object" && item !== null && !Array.isArray(item);
}

/** What stands beside the string member that is read: what came before it, or a label that comes behind it. */
function besideOf({ beside, source, keys, next }: Frame, key: ValueKey, text: string): Beside {
  if (keys === undefined || !awaitsLabel(beside, key, text)) return beside;
  for (let at = next; at < next + MOST_BETWEEN; at += 1) {
    const name = keys[at];
    const value = name === undefined ? undefined : (source as Record<string, unknown>)[name];
    if (name === undefined || !staysBetween(name, value)) break;
    if (isLabel(name, value)) return { ...beside, label: value };
  }
  return beside;
}
