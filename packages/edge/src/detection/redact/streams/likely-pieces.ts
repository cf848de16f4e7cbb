// Which strings of events in JSON are likely pieces of one text, whoever sends them: those at one path whose name, whose event or
// whose white space says so. Values that stand for themselves, row by row, are none, even where they stand at one path.
import { escapePointer } from "../../walk.js";
import type { EventPiece } from "./event-piece.js";
import { type Likeness, TextsAtPath } from "./text-at-path.js";

const MOST_DEPTH = 8;
const MOST_MEMBERS = 64;
/** Paths that are remembered; the longest way to one that is. */
const MOST_PATHS = 256;
const LONGEST_PATH = 512;
const LONGEST_NAME = 64;

/** Names of members that hold texts, with what may stand before it: `outputText`, `generated_text`. */
const TEXT =
  /(?:^|_)(?:text|content|response|answer|completion|generation|delta|chunk|thinking|thought|reasoning|refusal|arguments|args|partial_json|transcript|plan)$/;
/** Names of members that hold texts where the event says that more comes. */
const TEXT_OF_MORE = /(?:^|_)(?:token|data|value|message|output|outputs|result|word|words|part|line|body|input)$/;
/** Members that say that a text goes on, by being false, or empty. */
const NOT_OVER = /^(?:is_)?(?:done|stop|stopped|finished|end|last|last_chunk|final|complete|sequence_end|append)$/;
const REASON = /^(?:finish|stop|completion|done)_reason$/;
const NO_REASON: ReadonlySet<unknown> = new Set([null, "", "null", "not_finished"]);
/** Members, and names of events, that say what an event is. */
const KIND = /^(?:type|event|event_type|kind|object|session_update)$/;
const OF_PIECES = /(?:delta|chunk|token|stream|partial|generation|append|content|args|output)s?$/i;
/** Members that tell which of several texts a piece is of. */
const NUMBER =
  /^(?:(?:output|content|content_block|summary|block|choice|part)_)?index$|^(?:item|message|tool_call|call|artifact|part|block)_id$/;

interface Place {
  readonly value: unknown;
  readonly path: string;
  /** The path without the places of first items. */
  readonly of: string;
  /** What numbers and ids on the way say of which text this is. */
  readonly numbers: string;
  readonly name: string;
  /** Whether an object around says that more comes. */
  readonly saysMore: boolean;
  readonly depth: number;
}

/** Tells likely pieces of events, which it has to see in order. */
export class LikelyPieces {
  private readonly paths = new Map<string, TextsAtPath>();

  /** `known` are paths of strings that are pieces for certain. */
  read(eventName: string, root: unknown, known: ReadonlySet<string>): EventPiece[] {
    const found: EventPiece[] = [];
    const saysMore = OF_PIECES.test(eventName);
    const places: Place[] = [{ value: root, path: "", of: `${eventName} `, numbers: "", name: "", saysMore, depth: 0 }];
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      const { value, path, of } = place;
      if (typeof value === "string") {
        if (known.has(path) || value === "" || of.length > LONGEST_PATH) continue;
        found.push(...this.take(of, place.numbers, path, value, likenessOf(place)));
      } else if (typeof value === "object" && value !== null && place.depth < MOST_DEPTH) places.push(...below(place));
    }
    return found;
  }

  /** A string that is an event's data by itself. */
  readAlone(eventName: string, text: string): EventPiece[] {
    return this.take(eventName, "", "", text, OF_PIECES.test(eventName) ? "likely" : "maybe");
  }

  private take(of: string, numbers: string, path: string, text: string, likeness: Likeness): EventPiece[] {
    let texts = this.paths.get(of);
    if (texts === undefined) {
      if (this.paths.size >= MOST_PATHS) this.paths.clear();
      texts = new TextsAtPath();
      this.paths.set(of, texts);
    }
    const { name, piece } = texts.take(numbers, text, likeness);
    return piece === undefined ? [] : [{ of: `${of} ${name}`, path, text, isFirst: piece === "first" }];
  }
}

/** The members of an object or items of a list, the last first. */
function below({ value, path, of, numbers, name: own, saysMore, depth }: Place): Place[] {
  const isList = Array.isArray(value);
  const members = Object.entries(value as object).slice(0, MOST_MEMBERS);
  const known = isList ? [] : members.map(([name, member]) => [plainName(name), member] as const);
  const more = known
    .filter(([name, member]) => NUMBER.test(name) && isNumber(member))
    .map(([, member]) => `:${member}`);
  // What answers different calls has nothing to do with each other.
  const call =
    depth === 0 && !isList && "jsonrpc" in (value as object) ? `:${String((value as { id?: unknown }).id)}` : "";
  const isOfMore = saysMore || known.some(([name, member]) => isMore(name, member));
  return members.reverse().map(([name, member]) => ({
    value: member,
    path: `${path}/${escapePointer(name)}`,
    of: `${of}${call}/${isList && name === "0" ? "" : name}`,
    numbers: `${numbers}${more.join("")}`,
    name: isList ? own : plainName(name),
    saysMore: isOfMore,
    depth: depth + 1,
  }));
}

/** Whether a member says that an event is a piece of something longer. */
function isMore(name: string, value: unknown): boolean {
  if (value === false || value === true) return NOT_OVER.test(name) && (value === false || name === "append");
  if (REASON.test(name)) return NO_REASON.has(value);
  return typeof value === "string" && value.length <= LONGEST_NAME && KIND.test(name) && OF_PIECES.test(value);
}

function likenessOf({ name, saysMore }: Place): Likeness {
  if (saysMore && (TEXT.test(name) || TEXT_OF_MORE.test(name))) return "likely";
  return TEXT.test(name) ? "maybe" : "hardly";
}

/** `outputText` as `output_text`. */
function plainName(name: string): string {
  if (name.length > LONGEST_NAME) return "";
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.length <= 128);
}
