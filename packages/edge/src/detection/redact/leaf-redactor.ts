// Redacts one value of a JSON document under its key, or the name of a member: what the walk over a whole value and the stream
// of one share. A string that is a JSON document itself is redacted by that form, through a few layers; its values have paths
// that go on from its own.
import { SHORTEST_KEY } from "../secret/vendor-keys.js";
import { readBase64, SHORTEST_BASE64 } from "./base64-text.js";
import { type CompiledPolicy, compareKey } from "./compiled-policy.js";
import { detect } from "./detect.js";
import type { Detected } from "./detected.js";
import type { Leaves } from "./leaves.js";
import type { Media } from "./media.js";
import { redactText } from "./passes.js";
import { isPlainWord } from "./plain-word.js";
import type { Redaction, RedactionKind } from "./policy.js";
import { isPlaceholder, replacementFor } from "./replacement.js";
import { MOST_HELD } from "./run.js";
import { secretKindOf } from "./secrets/secret-value.js";
import { JsonText } from "./streams/json-text.js";
import { ValueStream } from "./streams/value-stream.js";
import { HeldRedactions, type RedactionSink } from "./tally.js";
import type { ValueKey } from "./value-key.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Base64 in base64 is undone this often. */
const MOST_LAYERS = 2;
/** JSON in a string of JSON in a string is read this often; what is deeper is text. */
const MOST_DOCUMENTS = 4;
const DIGITS = /^[0-9]+$/;

export class LeafRedactor implements Leaves {
  private readonly hasPatterns: boolean;

  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly redactions: RedactionSink,
    /** Paths of the strings that this document is in, the outermost first. */
    private readonly around: readonly string[] = [],
  ) {
    this.hasPatterns = (compiled.policy.patterns ?? []).length > 0;
  }

  policyAt(path: string): CompiledPolicy {
    return this.compiled.at(path, this.around);
  }

  note(kind: RedactionKind, path: string): void {
    this.redactions.push({ kind, path, start: 0, end: 0 });
  }

  string(text: string, path: string, key: ValueKey, media?: Media["kind"]): string {
    if (text.length === 0 || isPlaceholder(text)) return text;
    const whole = this.replaceWhole(text, path, key);
    if (whole !== undefined) return whole;
    if (text.length < 5 || (media !== "text" && !this.hasPatterns && isPlainWord(text, SHORTEST_BASE64))) return text;
    // An image that says it is one, and is no text, is not looked at as if it were.
    if (media === "binary" && readBase64(text) === "binary") return text;
    const done = this.redactInside(text, path, key);
    // What only looks like a secret once a part of it is replaced would be replaced the second time.
    const late = done.found.length > 0 && !isPlaceholder(done.text) ? this.wholeKind(done.text, path, key) : undefined;
    if (late !== undefined) return this.replaceAs(late, text, path);
    for (const redaction of done.found) this.redactions.push(redaction);
    return done.found.length > 0 ? done.text : this.redactBase64(text, path, key, media === "text");
  }

  number(value: number | bigint, path: string, key: ValueKey): number | bigint | string {
    const here = this.policyAt(path);
    const kind = personalKindOf(value, key, here);
    if (kind === undefined) return value;
    const text = String(value);
    this.redactions.push({ kind, path, start: 0, end: text.length });
    return this.around.length === 0 ? 0 : replacementFor(text, kind, here.actionOf(kind), here.policy);
  }

  key(name: string, path: string): string {
    if (name.length < 5 || (!this.hasPatterns && isPlainWord(name, SHORTEST_KEY))) return name;
    const done = redactText(name, this.policyAt(path), "");
    for (const { kind, start, end } of done.matches) this.redactions.push({ kind, path, start, end });
    return done.text;
  }

  replaceWhole(text: string, path: string, key: ValueKey): string | undefined {
    const kind = this.wholeKind(text, path, key);
    return kind === undefined ? undefined : this.replaceAs(kind, text, path);
  }

  keyLine(text: string, path: string): string | undefined {
    const isAllowed = this.policyAt(path).actionOf("private_key") === "allow";
    return isAllowed || isPlaceholder(text) ? undefined : this.replaceAs("private_key", text, path);
  }

  pieces(path: string, key: ValueKey): ValueStream {
    return new ValueStream(this, path, key);
  }

  document(path: string, key: ValueKey): { readonly json: JsonText; readonly found: HeldRedactions } | undefined {
    if (this.around.length >= MOST_DOCUMENTS) return undefined;
    const found = new HeldRedactions(this.redactions);
    const leaves = new LeafRedactor(this.compiled, found, [...this.around, path]);
    return { json: new JsonText(leaves, { path, key, isInString: true }), found };
  }

  private replaceAs(kind: RedactionKind, text: string, path: string): string {
    const here = this.policyAt(path);
    this.redactions.push({ kind, path, start: 0, end: text.length });
    return replacementFor(text, kind, here.actionOf(kind), here.policy);
  }

  /** A text as the document that it is, or as text. */
  private redactInside(text: string, path: string, key: ValueKey): { text: string; found: readonly Redaction[] } {
    const document = opensDocument(text) ? this.document(path, key) : undefined;
    if (document !== undefined) {
      const { json, found } = document;
      const out = json.push(text) + json.end();
      if (json.failure === undefined) return { text: found.held.length === 0 ? text : out, found: found.held };
      if (json.taken >= MOST_HELD) {
        // A stream has already given it as JSON up to here.
        const rest = this.redactPlain(json.rest, path, key);
        const at = text.length - json.rest.length;
        const behind = rest.found.map((one) => ({ ...one, start: one.start + at, end: one.end + at }));
        return { text: out + rest.text, found: [...found.held, ...behind] };
      }
    }
    return this.redactPlain(text, path, key);
  }

  private redactPlain(text: string, path: string, key: ValueKey): { text: string; found: readonly Redaction[] } {
    const { text: out, matches } = redactText(text, this.policyAt(path), key.meaning);
    return { text: out, found: matches.map(({ kind, start, end }: Detected) => ({ kind, path, start, end })) };
  }

  /** What a value holds in base64, redacted and encoded again; a place in it is that of the whole value. */
  private redactBase64(value: string, path: string, key: ValueKey, isDeclaredText: boolean): string {
    const kinds: RedactionKind[] = [];
    const redacted = this.redactLayer(value, path, key, kinds, isDeclaredText, MOST_LAYERS);
    if (kinds.length === 0) return value;
    for (const kind of kinds) this.redactions.push({ kind, path, start: 0, end: value.length });
    // What was encoded anew is a new text, in which something could be found in turn.
    return this.redactPlain(redacted, path, key).text;
  }

  private redactLayer(
    value: string,
    path: string,
    key: ValueKey,
    kinds: RedactionKind[],
    isDeclaredText: boolean,
    layers: number,
  ): string {
    const read = layers > 0 ? readBase64(value, isDeclaredText) : undefined;
    if (read === undefined || read === "binary") return value;
    // A longer one would be read as it comes in a stream, which tells no document from a text.
    const done =
      value.length > MOST_HELD ? this.redactPlain(read.text, path, key) : this.redactInside(read.text, path, key);
    if (done.found.length > 0) {
      kinds.push(...done.found.map(({ kind }) => kind));
      return read.encode(done.text);
    }
    const before = kinds.length;
    const inner = this.redactLayer(read.text, path, key, kinds, false, layers - 1);
    return kinds.length === before ? value : read.encode(inner);
  }

  /** The kind of a value that its key alone makes secret. */
  private wholeKind(text: string, path: string, key: ValueKey): RedactionKind | undefined {
    if (key.name === "") return undefined;
    const here = this.policyAt(path);
    return isTenantKey(key, here) ? "key" : secretKindOf(text, key.meaning, here.options("", true).wants);
  }
}

function isTenantKey(key: ValueKey, here: CompiledPolicy): boolean {
  return (
    key.name !== "" && here.keys.size > 0 && here.keys.has(compareKey(key.name)) && here.actionOf("key") !== "allow"
  );
}

function personalKindOf(value: number | bigint, key: ValueKey, here: CompiledPolicy): RedactionKind | undefined {
  if (isTenantKey(key, here)) return value === 0 ? undefined : "key";
  const text = String(value);
  // The digits as they were written, however many: a double that holds fewer is a bigint.
  if (value < 1_000_000 || !DIGITS.test(text)) return undefined;
  const found = detect(text, 0, here.options(key.meaning, true)).matches[0];
  return found !== undefined && found.start === 0 && found.end === text.length ? found.kind : undefined;
}

/** Whether a text may be a JSON object or list: a cheap look at its ends, so that prose costs nothing. */
function opensDocument(text: string): boolean {
  const open = nextSign(text, 0);
  const sign = charCodeAt.call(text, open);
  if (sign !== 0x7b && sign !== 0x5b) return false;
  const first = text[nextSign(text, open + 1)] ?? "";
  if (!(sign === 0x7b ? '"}' : '"{[]-0123456789tfn').includes(first)) return false;
  // What is longer than a stream holds back is judged before its end is there.
  if (text.length > MOST_HELD) return true;
  let last = text.length - 1;
  while (isSpace(charCodeAt.call(text, last))) last -= 1;
  return text[last] === "}" || text[last] === "]";
}

function nextSign(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(charCodeAt.call(text, at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
