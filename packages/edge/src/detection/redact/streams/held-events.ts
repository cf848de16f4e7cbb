// Events of a stream on their way, in their order: those that hold pieces of a text wait until what they end with is decided, and
// those behind them wait too. How an event is read from the stream and written back is not told here.
import type { CompiledPolicy } from "../compiled-policy.js";
import { LeafRedactor } from "../leaf-redactor.js";
import type { Media } from "../media.js";
import { HeldRedactions, type RedactionSink } from "../tally.js";
import { NO_KEY, type ValueKey } from "../value-key.js";
import { PieceReader } from "./event-pieces.js";
import { type JoinedPiece, JoinedPieces } from "./joined-pieces.js";
import { JsonText } from "./json-text.js";

/** Most of events that are held back, in characters, unless set. */
export const MAX_EVENT_LENGTH = 1_048_576;
/** Texts that come in pieces at the same time. */
const MOST_TEXTS = 256;
/** Events that wait for more of a text. */
const MOST_EVENTS = 1024;

/** A piece of a text, as it came and as it becomes. */
interface Piece {
  readonly text: string;
  readonly joined: JoinedPiece;
}

/** The pieces of longer texts in an event, by their paths. */
export type Pieces = ReadonlyMap<string, Piece>;

const NO_PIECES: Pieces = new Map();

interface HeldEvent<Event> {
  readonly event: Event;
  readonly pieces: Pieces;
  readonly length: number;
}

export class HeldEvents<Event> {
  private readonly reader = new PieceReader();
  private readonly leaves: LeafRedactor;
  private readonly texts = new Map<string, JoinedPieces>();
  /** Events that wait for more of the texts that they hold pieces of, or stand behind one that does. */
  private readonly events: HeldEvent<Event>[] = [];
  private waiting = 0;

  constructor(
    private readonly compiled: CompiledPolicy,
    redactions: RedactionSink,
    private readonly maxLength: number,
    private readonly write: (event: Event, pieces: Pieces) => string,
  ) {
    this.leaves = new LeafRedactor(compiled, redactions);
  }

  /** Takes the next event, which has this name and data, and holds so many characters. */
  take(event: Event, name: string, data: string | undefined, length: number): void {
    const pieces = data === undefined || this.compiled.isIdle ? NO_PIECES : this.readPieces(name, data);
    this.events.push({ event, pieces, length });
    this.waiting += length;
    if (this.waiting > this.maxLength || this.events.length > MOST_EVENTS) this.endTexts();
  }

  /** What has become of the events that are decided. */
  release(): string {
    const open = this.events.findIndex(({ pieces }) => [...pieces.values()].some(({ joined }) => !joined.isDecided));
    const decided = this.events.splice(0, open < 0 ? this.events.length : open);
    for (const { length } of decided) this.waiting -= length;
    return decided.map(({ event, pieces }) => this.write(event, pieces)).join("");
  }

  /** Decides all that is left. */
  endTexts(): void {
    for (const text of this.texts.values()) text.end();
    this.texts.clear();
  }

  /** The pieces of longer texts in an event; one that says that they are over ends them. */
  private readPieces(name: string, data: string): Pieces {
    const found = this.reader.read(name, data);
    const pieces = new Map<string, Piece>();
    if (found === "end") this.endTexts();
    if (typeof found === "string") return pieces;
    for (const { of, path, text, isFirst } of found) {
      let joined = this.texts.get(of);
      if (joined === undefined || isFirst) {
        joined?.end();
        joined = new JoinedPieces(this.leaves, path);
        this.texts.set(of, joined);
      }
      pieces.set(path, { text, joined: joined.push(text) });
    }
    if (this.texts.size > MOST_TEXTS) this.endTexts();
    return pieces;
  }
}

/** Redacts an event's strings, those that are pieces from what they have become. */
class EventLeaves extends LeafRedactor {
  constructor(
    compiled: CompiledPolicy,
    redactions: RedactionSink,
    private readonly parts: Pieces,
  ) {
    super(compiled, redactions);
  }

  override string(text: string, path: string, key: ValueKey, media?: Media["kind"]): string {
    const piece = this.parts.get(path);
    return super.string(piece?.text === text ? piece.joined.text : text, path, key, media);
  }
}

/** Redacts an event's data, as JSON where it is JSON. */
export function redactData(
  data: string,
  compiled: CompiledPolicy,
  redactions: RedactionSink,
  pieces: Pieces = NO_PIECES,
): string {
  if (/^\s*[[{"]/.test(data)) {
    const found = new HeldRedactions(redactions);
    const json = new JsonText(new EventLeaves(compiled, found, pieces));
    const out = json.push(data) + json.end();
    if (json.failure === undefined) {
      found.release();
      return out;
    }
    // No JSON after all: a text that begins like it.
  }
  return new EventLeaves(compiled, redactions, pieces).string(data, "", NO_KEY);
}
