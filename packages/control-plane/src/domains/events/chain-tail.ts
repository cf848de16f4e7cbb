// The newest events of one tenant's chain, read once for all streams of this process that follow it. A stream takes what it
// has not sent yet at its own pace; one that is further behind than what is kept here reads the database by itself, so that
// no reader, however slow, holds anything here.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { Store } from "../../db/tx.js";
import type { Ledger } from "../../ledger/ledger.js";
import { type ChainEvent, chainEventOf } from "./chain-event.js";
import { ALL_ROWS, type Channel, type EventRow, readEvents, type SeqRange } from "./store.js";

/** Rows that one read brings, and one page has. */
const PAGE = 200;
/** Events kept, at about a kilobyte each. */
const MAX_KEPT = 1000;

export interface TailSources {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly log: Pick<Logger, "warn">;
}

/** Events in the chain's order, and the seq up to which there are no others of the channel. */
export interface EventPage {
  readonly events: readonly ChainEvent[];
  readonly upTo: number;
}

export class ChainTail {
  readonly #tenantId: string;
  readonly #sources: TailSources;
  readonly #waiting = new Set<() => void>();
  readonly #stopListening: () => void;
  /** Without gaps: the first has the seq after `#start`. */
  readonly #events: ChainEvent[] = [];
  #start: number;
  #isReading = false;
  #isRung = false;
  #isClosed = false;

  /** Begins after a row that is committed. */
  constructor(tenantId: string, headSeq: number, sources: TailSources) {
    this.#tenantId = tenantId;
    this.#start = headSeq;
    this.#sources = sources;
    this.#stopListening = sources.ledger.onAppended(tenantId, () => void this.#follow());
  }

  /** What comes after a seq, which may be further back than what is kept. */
  async pageAfter(seq: number, channel: Channel): Promise<EventPage> {
    if (seq < this.#start) return this.#catchUp({ after: seq, upTo: this.#start }, channel);
    const page = this.#events.slice(seq - this.#start, seq - this.#start + PAGE);
    return { events: page.filter((event) => isOf(channel, event)), upTo: seq + page.length };
  }

  /** Resolves when there are rows after a seq, at the latest after a time, or when the signal aborts. */
  next(seq: number, withinMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, withinMs);
      this.#waiting.add(done);
      if (signal.aborted || seq < this.#end) done();
      else signal.addEventListener("abort", done, { once: true });
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
  }

  /** Never rejects: where the database does not answer, the ledger rings again within a second. */
  async #follow(): Promise<void> {
    this.#isRung = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isRung && !this.#isClosed) {
        this.#isRung = false;
        if (await this.#read()) this.#isRung = true;
      }
    } catch (error) {
      this.#sources.log.warn({ err: error }, "new rows of the chain could not be read for the event streams");
    } finally {
      this.#isReading = false;
    }
  }

  /** Whether there may be more. Streams that keep up have taken what was read before the next read. */
  async #read(): Promise<boolean> {
    const rows = await this.#readRows({ after: this.#end, upTo: Number.MAX_SAFE_INTEGER }, ALL_ROWS);
    if (rows.length === 0) return false;
    this.#events.push(...rows.map(chainEventOf));
    const dropped = this.#events.splice(0, Math.max(0, this.#events.length - MAX_KEPT));
    this.#start += dropped.length;
    for (const wake of [...this.#waiting]) wake();
    await nextTurn();
    return rows.length === PAGE;
  }

  /** Of rows that are all committed: a tail begins after one that is, and goes on by the chain's order. */
  async #catchUp(range: SeqRange, channel: Channel): Promise<EventPage> {
    const rows = await this.#readRows(range, channel);
    const last = rows.length === PAGE ? rows.at(-1) : undefined;
    return { events: rows.map(chainEventOf), upTo: last?.seq ?? range.upTo };
  }

  #readRows(range: SeqRange, channel: Channel): Promise<EventRow[]> {
    return this.#sources.store.read(this.#tenantId, (db) => readEvents(db, range, channel, PAGE));
  }

  get #end(): number {
    return this.#start + this.#events.length;
  }
}

const isOf = ({ agentId, callsOnly }: Channel, event: ChainEvent) =>
  (agentId === null || event.agentId === agentId) && (!callsOnly || event.isCall);
