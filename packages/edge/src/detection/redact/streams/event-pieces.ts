// Which strings of events go on from one event to the next, as answers of models come word by word. Forms that are known to be
// that are told here; others are told by what speaks for and against it.
import { escapePointer } from "../../walk.js";
import { MOST_HELD } from "../run.js";
import type { EventPiece } from "./event-piece.js";
import { LikelyPieces } from "./likely-pieces.js";
import { isDocument } from "./text-at-path.js";

/** What an event is for the texts that come in pieces: more of them, nothing, or their end. */
export type EventPieces = readonly EventPiece[] | "nothing" | "end";

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
const ENDS_TEXT = /"type"\s*:\s*"(?:[^"]{0,80}[._-])?(?:stop|done|completed|finish|end|failed|error)"/i;
const ENDS_STREAM = /"(?:finish_reason|finishReason|stop_reason)"\s*:\s*"|"done"\s*:\s*true/i;

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
  private readonly likely = new LikelyPieces();

  /** `data` is that of an event of this name. */
  read(name: string, data: string): EventPieces {
    if (data === "") return "nothing";
    if (data.length > MOST_HELD || END.test(data)) return "end";
    if (NOT_JSON.test(data) || data.trim() === "") return this.likely.readAlone(name, data);
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      // What only begins like JSON, such as a placeholder, may be a text itself.
      return "end";
    }
    if (typeof value === "string") return this.likely.readAlone(name, value);
    // A document by itself is redacted by its form.
    const known = findPieces(value).filter(({ text }) => !isDocument(text));
    if (known.length === 0 && ENDS_TEXT.test(data)) return "end";
    const found = [...known, ...this.likely.read(name, value, new Set(known.map(({ path }) => path)))];
    return found.length === 0 && ENDS_STREAM.test(data) ? "end" : found;
  }
}

function findPieces(root: unknown): EventPiece[] {
  const found: EventPiece[] = [];
  const places: Place[] = [{ value: root, path: "", name: "", scope: "", of: "", depth: 0 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path, scope, of } = place;
    if (typeof value === "string") {
      if (isText(place, root)) found.push({ of: `${of}/${place.name}`, path, text: value, isFirst: false });
    } else if (typeof value === "object" && value !== null && place.depth < MOST_DEPTH) {
      const isEvent = place.depth === 0;
      // A token has a number of its own each time, and so has its event.
      const hasNumbers = !Array.isArray(value) && scope !== "token" && !(isEvent && "token" in value);
      const inside = `${of}/${place.name}${hasNumbers ? numberOf(value, isEvent) : ""}`;
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
