// Redacts one value of a JSON document under its key: what the walk over a whole value and the stream of one share.
import { readBase64 } from "./base64-text.js";
import { type CompiledPolicy, compareKey } from "./compiled-policy.js";
import { detect } from "./detect.js";
import { type KeyMeaning, meaningOfKey } from "./key-meaning.js";
import type { Media } from "./media.js";
import { redactText } from "./passes.js";
import type { RedactionKind } from "./policy.js";
import { isPlaceholder, replacementFor } from "./replacement.js";
import type { RedactionSink } from "./tally.js";

/** Base64 in base64 is undone this often. */
const MOST_LAYERS = 2;

export class LeafRedactor {
  constructor(
    private readonly compiled: CompiledPolicy,
    private readonly redactions: RedactionSink,
  ) {}

  /** A string under its key; `media` is what stands beside base64. */
  string(text: string, path: string, key: string, media?: Media["kind"]): string {
    if (text.length === 0 || isPlaceholder(text)) return text;
    const here = this.compiled.at(path);
    if (here !== this.compiled) return new LeafRedactor(here, this.redactions).string(text, path, key, media);
    const whole = this.replaceWhole(text, path, key);
    if (whole !== undefined) return whole;
    if (text.length < 5) return text;
    // An image that says it is one, and is no text, is not looked at as if it were.
    if (media === "binary" && readBase64(text) === "binary") return text;
    const done = redactText(text, this.compiled, meaningOfKey(key));
    // What only looks like a secret once a part of it is replaced would be replaced the second time.
    const late = done.matches.length > 0 && !isPlaceholder(done.text) ? this.wholeKind(done.text, key) : undefined;
    if (late !== undefined) return this.replaceAs(late, text, path);
    for (const found of done.matches)
      this.redactions.push({ kind: found.kind, path, start: found.start, end: found.end });
    return done.matches.length > 0 ? done.text : this.redactBase64(text, path, key, media === "text");
  }

  /** What stands for a value that its key alone makes secret; undefined for others. */
  replaceWhole(text: string, path: string, key: string): string | undefined {
    const kind = this.wholeKind(text, key);
    return kind === undefined ? undefined : this.replaceAs(kind, text, path);
  }

  private replaceAs(kind: RedactionKind, text: string, path: string): string {
    this.redactions.push({ kind, path, start: 0, end: text.length });
    return replacementFor(text, kind, this.compiled.actionOf(kind), this.compiled.policy);
  }

  /** What a value holds in base64, redacted and encoded again; a place in it is that of the whole value. */
  private redactBase64(value: string, path: string, key: string, isDeclaredText: boolean): string {
    const kinds: RedactionKind[] = [];
    const redacted = redactInBase64(value, this.compiled, meaningOfKey(key), kinds, isDeclaredText, MOST_LAYERS);
    for (const kind of kinds) this.redactions.push({ kind, path, start: 0, end: value.length });
    if (kinds.length === 0) return value;
    // What was encoded anew is a new text, in which something could be found in turn.
    return redactText(redacted, this.compiled, meaningOfKey(key)).text;
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
  number(value: number, path: string, key: string): number {
    const here = this.compiled.at(path);
    if (here !== this.compiled) return new LeafRedactor(here, this.redactions).number(value, path, key);
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

function redactInBase64(
  value: string,
  compiled: CompiledPolicy,
  meaning: KeyMeaning,
  kinds: RedactionKind[],
  isDeclaredText: boolean,
  layers: number,
): string {
  const read = layers > 0 ? readBase64(value, isDeclaredText) : undefined;
  if (read === undefined || read === "binary") return value;
  const done = redactText(read.text, compiled, meaning);
  if (done.matches.length > 0) {
    kinds.push(...done.matches.map(({ kind }) => kind));
    return read.encode(done.text);
  }
  const before = kinds.length;
  const inner = redactInBase64(read.text, compiled, meaning, kinds, false, layers - 1);
  return kinds.length === before ? value : read.encode(inner);
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
