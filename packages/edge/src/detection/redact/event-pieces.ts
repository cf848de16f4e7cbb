// Which strings of server-sent events go on from one event to the next, as answers of models come word by word. Only forms that
// are known to be that are told: strings of other messages that stand at one place have nothing to do with each other.
import { escapePointer } from "../walk.js";
import { MOST_HELD } from "./run.js";

/** A string of an event, and the text that it is a piece of. */
export interface EventPiece {
  /** Equal for the pieces of one text. */
  readonly of: string;
  readonly path: string;
  readonly text: string;
}

/** What an event is for the texts that come in pieces: more of them, nothing, or their end. */
export type EventPieces = readonly EventPiece[] | "nothing" | "end";

/** One of these members is in every form that is known. */
const KNOWN = /"(?:delta|choices|candidates|token|textDelta)"/;
const SCOPES: ReadonlySet<string> = new Set(["delta", "choices", "candidates", "token"]);
const TEXTS: ReadonlySet<string> = new Set(
  "text content reasoning reasoning_content reasoning_text thinking refusal arguments partial_json".split(" "),
);
/** Members that tell which of several texts a piece is of; the first that an object has counts. */
const NUMBERS = ["index", "item_id", "id"];
/** Of an event itself: its `id` may be another one each time. */
const NUMBERS_OF_EVENT = ["index", "item_id"];
const MORE_NUMBERS = ["output_index", "content_index", "summary_index"];
const MOST_DEPTH = 8;
const MOST_MEMBERS = 64;
const NOT_JSON = /^\s*[^\s[{"]/;
const END = /^\[[A-Za-z]+\]$/;
const ENDS =
  /"(?:finish_reason|finishReason|stop_reason)"\s*:\s*"|"done"\s*:\s*true|"type"\s*:\s*"(?:[^"]{0,80}[._-])?(?:stop|done|completed|finish|end|failed|error)"/i;
const GOES_ON = /^ \p{L}/u;

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly name: string;
  /** The member that this is below and that says that text comes in pieces. */
  readonly scope: string;
  readonly of: string;
  readonly depth: number;
}

/** Tells pieces of events, which it has to see in order. */
export class PieceReader {
  /** Texts without JSON have turned out to be pieces: one began with the space between two words. */
  private isOfWords = false;
  private hasText = false;

  /** `data` is that of an event of this name. */
  read(name: string, data: string): EventPieces {
    if (data === "") return "nothing";
    if (data.length > MOST_HELD || END.test(data)) return "end";
    if (NOT_JSON.test(data) || data.trim() === "") return this.readText(name, data);
    const isString = data.startsWith('"');
    if (!isString && !KNOWN.test(data)) return isEnd(data) || !isObject(data) ? "end" : "nothing";
    try {
      const value: unknown = JSON.parse(data);
      if (typeof value === "string") return this.readText(name, value);
      const found = findPieces(value);
      return found.length === 0 && isEnd(data) ? "end" : found;
    } catch {
      return "end";
    }
  }

  private readText(name: string, text: string): EventPieces {
    this.isOfWords ||= this.hasText && GOES_ON.test(text);
    this.hasText = true;
    return this.isOfWords ? [{ of: `text ${name}`, path: "", text }] : "end";
  }
}

/** Whether an event without text says that texts are over; others may stand between two pieces. */
function isEnd(data: string): boolean {
  return ENDS.test(data);
}

/** Whether data looks like an object: what only begins like JSON, such as a placeholder, may be a piece of a text itself. */
function isObject(data: string): boolean {
  return data.trimStart().startsWith("{") && data.trimEnd().endsWith("}");
}

function findPieces(root: unknown): EventPiece[] {
  const found: EventPiece[] = [];
  const places: Place[] = [{ value: root, path: "", name: "", scope: "", of: "", depth: 0 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path, scope, of } = place;
    if (typeof value === "string") {
      if (isText(place, root)) found.push({ of, path, text: value });
    } else if (typeof value === "object" && value !== null && place.depth < MOST_DEPTH) {
      const inside = `${of}/${place.name}${Array.isArray(value) ? "" : numberOf(value, place.depth === 0)}`;
      for (const [name, member] of Object.entries(value).slice(0, MOST_MEMBERS)) {
        // Where items have numbers of their own, their places say nothing.
        const isItem = Array.isArray(value);
        places.push({
          value: member,
          path: `${path}/${escapePointer(name)}`,
          name: isItem ? (hasNumber(member) ? "" : name) : name,
          scope: isItem ? scope : SCOPES.has(name) ? name : name === "message" && scope === "choices" ? "" : scope,
          of: inside,
          depth: place.depth + 1,
        });
      }
    }
  }
  return found;
}

function isText({ name, scope, path, of }: Place, root: unknown): boolean {
  if (name === "textDelta") return true;
  // A delta that is a string: the type says what it is of.
  if (name === "delta") return path === "/delta" && /delta/.test(String((root as { type?: unknown }).type));
  if (scope === "delta") return TEXTS.has(name) || (name === "value" && of.endsWith("/text"));
  return name === "text" && scope !== "";
}

function numberOf(value: object, isEvent: boolean): string {
  const numbers = value as Readonly<Record<string, unknown>>;
  const first = (isEvent ? NUMBERS_OF_EVENT : NUMBERS).find((name) => isNumber(numbers[name]));
  const all = first === undefined ? MORE_NUMBERS : [first, ...MORE_NUMBERS];
  return all.map((name) => (isNumber(numbers[name]) ? `:${String(numbers[name])}` : "")).join("");
}

function hasNumber(item: unknown): boolean {
  return typeof item === "object" && item !== null && "index" in item && isNumber(item.index);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.length <= 128);
}
