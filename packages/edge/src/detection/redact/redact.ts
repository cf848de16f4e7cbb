// Stage 9: redacts one JSON value by policy. Strings are searched, keys are context, and the result is the same shape:
// each value keeps its JSON type. It walks with an explicit stack, and refuses what it cannot walk to the end.
import { escapePointer } from "../walk.js";
import { type CompiledPolicy, compareKey, compilePolicy } from "./compiled-policy.js";
import { detect } from "./detect.js";
import { type KeyMeaning, meaningOfKey } from "./key-meaning.js";
import { redactText } from "./passes.js";
import {
  DEFAULT_REDACTION_POLICY,
  type Redaction,
  type RedactionCount,
  RedactionError,
  type RedactionKind,
  type RedactionPolicy,
} from "./policy.js";
import { isPlaceholder, replacementFor } from "./replacement.js";

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
  const walked = new Redactor(compiled, redactions).walk(value);
  return { value: walked, redactions, counts: countKinds(redactions) };
}

/** How often each kind occurs, in the order of the names. */
export function countKinds(redactions: readonly { readonly kind: RedactionKind }[]): RedactionCount[] {
  const counts = new Map<RedactionKind, number>();
  for (const { kind } of redactions) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

interface Frame {
  readonly source: object;
  readonly target: unknown[] | Record<string, unknown>;
  readonly keys: readonly string[] | undefined;
  readonly path: string;
  readonly key: string;
  next: number;
}

class Redactor {
  private nodes = 0;
  private characters = 0;
  private readonly stack: Frame[] = [];
  private readonly open = new Set<object>();

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly redactions: Redaction[],
  ) {}

  walk(root: unknown): unknown {
    const result = this.enter(root, "", "");
    while (this.stack.length > 0) {
      const frame = this.stack[this.stack.length - 1] as Frame;
      const at = frame.next;
      frame.next += 1;
      if (frame.keys === undefined) {
        const list = frame.source as readonly unknown[];
        if (at >= list.length) this.leave();
        else (frame.target as unknown[])[at] = this.enter(list[at], `${frame.path}/${at}`, frame.key);
        continue;
      }
      const key = frame.keys[at];
      if (key === undefined) {
        this.leave();
        continue;
      }
      const value = this.enter(
        (frame.source as Record<string, unknown>)[key],
        `${frame.path}/${escapePointer(key)}`,
        key,
      );
      // A key such as __proto__ must stay a plain key.
      Object.defineProperty(frame.target, key, { value, enumerable: true, writable: true, configurable: true });
    }
    return result;
  }

  private leave(): void {
    this.open.delete((this.stack.pop() as Frame).source);
  }

  private enter(value: unknown, path: string, key: string): unknown {
    this.nodes += 1;
    if (this.nodes > MOST_NODES)
      throw new RedactionError(`the value holds more than ${MOST_NODES} parts and cannot be redacted`);
    if (typeof value === "string") {
      this.characters += value.length;
      if (this.characters > MOST_CHARACTERS)
        throw new RedactionError("the value holds too much text and cannot be redacted");
      return this.redactString(value, path, key);
    }
    if (typeof value === "number") return this.redactNumber(value, path, key);
    if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol") {
      throw new RedactionError("the value is not JSON and cannot be redacted");
    }
    if (value === null || typeof value !== "object") return value;
    if (this.open.has(value)) throw new RedactionError("the value contains itself and cannot be redacted");
    if (this.stack.length >= MOST_DEPTH)
      throw new RedactionError(`the value nests deeper than ${MOST_DEPTH} and cannot be redacted`);
    this.open.add(value);
    const isList = Array.isArray(value);
    const frame: Frame = {
      source: value,
      target: isList ? [] : {},
      keys: isList ? undefined : Object.keys(value),
      path,
      key,
      next: 0,
    };
    this.stack.push(frame);
    return frame.target;
  }

  private redactString(text: string, path: string, key: string): string {
    if (text.length === 0 || isPlaceholder(text)) return text;
    const whole = this.wholeKind(text, key);
    if (whole !== undefined) return this.replaceWhole(text, path, whole);
    if (text.length < 5) return text;
    const done = redactText(text, this.compiled, meaningOfKey(key));
    // What only looks like a secret once a part of it is replaced would be replaced the second time.
    const late = done.matches.length > 0 && !isPlaceholder(done.text) ? this.wholeKind(done.text, key) : undefined;
    if (late !== undefined) return this.replaceWhole(text, path, late);
    for (const found of done.matches)
      this.redactions.push({ kind: found.kind, path, start: found.start, end: found.end });
    return done.text;
  }

  private replaceWhole(text: string, path: string, kind: RedactionKind): string {
    this.redactions.push({ kind, path, start: 0, end: text.length });
    return replacementFor(text, kind, this.compiled.actionOf(kind), this.compiled.policy);
  }

  /** The kind of a value that its key alone makes secret. */
  private wholeKind(text: string, key: string): RedactionKind | undefined {
    if (key === "") return undefined;
    if (
      this.compiled.keys.size > 0 &&
      this.compiled.keys.has(compareKey(key)) &&
      this.compiled.actionOf("key") !== "allow"
    )
      return "key";
    return secretKindOf(text, meaningOfKey(key), this.compiled);
  }

  /** Numbers keep their type: a personal one becomes 0. */
  private redactNumber(value: number, path: string, key: string): number {
    if (
      this.compiled.keys.size > 0 &&
      key !== "" &&
      this.compiled.keys.has(compareKey(key)) &&
      this.compiled.actionOf("key") !== "allow"
    ) {
      if (value === 0) return value;
      this.redactions.push({ kind: "key", path, start: 0, end: String(value).length });
      return 0;
    }
    if (!Number.isSafeInteger(value) || value < 1_000_000) return value;
    const text = String(value);
    const { matches } = detect(text, 0, this.compiled.options(meaningOfKey(key), true));
    const found = matches[0];
    if (found === undefined || found.start !== 0 || found.end !== text.length) return value;
    this.redactions.push({ kind: found.kind, path, start: 0, end: text.length });
    return 0;
  }
}

const MOST_PASSWORD_WORDS = 6;

function secretKindOf(text: string, meaning: KeyMeaning, compiled: CompiledPolicy): RedactionKind | undefined {
  if (meaning === "password" && compiled.options("", true).wants.password) {
    return text.split(" ").length <= MOST_PASSWORD_WORDS && !/^[*•x.]*$/.test(text) ? "password" : undefined;
  }
  if (meaning === "secret" && compiled.options("", true).wants.api_key) {
    const value = text.replace(/^(?:Bearer|Basic|Token) /i, "");
    return value.length >= 8 && !value.includes(" ") && /[0-9A-Z]/.test(value) && !/^[*•x.]*$/.test(value)
      ? "api_key"
      : undefined;
  }
  return undefined;
}
