// Hands finished records to the sink and never loses one silently: what the sink does not take is kept in memory, offered
// again, and counted. Refusals, which ran nothing, are dropped beyond a bound; executions never are.
import type { EdgeRecord } from "@portcullis/contract";
import type { RecordSink } from "../ports.js";

const RETRY_EVERY_MS = 500;
const MAX_KEPT_REFUSALS = 10_000;

export class RecordKeeper {
  readonly #sink: RecordSink;
  #kept: EdgeRecord[] = [];
  /** Taken out of `#kept` and on their way to the sink. */
  #offering = 0;
  #droppedRefusals = 0;
  #timer: NodeJS.Timeout | undefined;
  /** One round of offers after the other. */
  #lastRound: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  /** Resolves when the record is durable; rejects when it is only kept in memory for now. */
  async put(record: EdgeRecord): Promise<void> {
    try {
      await this.#sink.put(record);
    } catch (error) {
      this.#keep(record);
      throw error;
    }
  }

  /** Above zero, the sink does not take records: what is not in it yet would be lost with the process. */
  get keptInMemory(): number {
    return this.#kept.length + this.#offering;
  }

  get droppedRefusals(): number {
    return this.#droppedRefusals;
  }

  /** Offers everything for the last time. What the sink does not take then is lost with the process; `keptInMemory` tells. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#offerAgain();
  }

  #offerAgain(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastRound = this.#lastRound.then(() => this.#offerKept());
    return this.#lastRound;
  }

  async #offerKept(): Promise<void> {
    const offered = this.#kept;
    this.#kept = [];
    this.#offering += offered.length;
    for (const record of offered) {
      try {
        await this.#sink.put(record);
      } catch {
        this.#keep(record);
      }
      this.#offering -= 1;
    }
  }

  #keep(record: EdgeRecord): void {
    if (record.kind === "refusal" && this.#kept.length >= MAX_KEPT_REFUSALS) {
      this.#droppedRefusals += 1;
      return;
    }
    this.#kept.push(record);
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#offerAgain(), RETRY_EVERY_MS);
  }
}
