// Questions to `decide`, batched by what is there: what one turn of the loop asks goes as one request, and while that is on its
// way, what comes meanwhile as the next. It leaves beside the one before as soon as it is half of the questions that are usually
// open: with all in one request, the edge would wait while the control plane works, and the other way round. One that is slow
// holds up nobody for long: then the next leaves beside it as it is. At most `maxRequests` are on their way. `decide` answers a
// repeated question of the same instance alike, so that a lost connection is simply tried again while anyone still waits. A question
// with the key, the approval or the request id of a call that has ended here leaves with that call's record, or once it has arrived.

import { type DecideAnswer, type DecideCall, decideData, parseValid, Refusal } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import type { AuthorizedClient } from "./authorized-client.js";
import { isAboutContent, unreachable } from "./http-client.js";
import { type CarriedRecords, jsonOfRecords, type RecordFlusher } from "./record-flusher.js";

const MAX_CALLS_PER_REQUEST = 256;
/** From then on a request's answer is not waited for by the next: it is stuck, or its way is long. */
const PATIENCE_MS = 10;
/** Fewer are not worth a request of their own beside another, unless that one is slow. */
const MIN_CALLS_BESIDE = 8;
/** How much the newest question counts in how many are usually open. */
const WEIGHT_OF_NEWEST = 1 / 16;
const FIRST_RETRY_MS = 25;
const MAX_RETRY_MS = 400;

interface Question {
  readonly call: DecideCall;
  readonly isWithdrawn: () => boolean;
  readonly resolve: (answered: { answer: DecideAnswer; sentAtMs: number }) => void;
  readonly reject: (error: unknown) => void;
  /** When it first left, monotonic: a permit lapses from here, also when it was sent again. */
  sentAtMs: number | undefined;
}

export class DecideQueue {
  #waiting: Question[] = [];
  /** Those that wait for records on their way. */
  #behind: Question[] = [];
  #inFlight = 0;
  /** Questions in those requests. */
  #onTheirWay = 0;
  /** How many wait or are on their way when one is asked, smoothed. */
  #usuallyOpen = 1;
  #lastLeftAtMs = 0;
  #patience: NodeJS.Timeout | undefined;
  #isScheduled = false;
  #isClosed = false;
  /** Called when the last request has come back, once it is closed. */
  #markIdle: () => void = () => {};

  constructor(
    private readonly client: AuthorizedClient,
    private readonly flusher: Pick<RecordFlusher, "carry" | "carryNothing" | "endedCalls" | "onArrival">,
    private readonly maxRequests: number,
  ) {
    flusher.onArrival(() => this.#lookAgain());
  }

  ask(call: DecideCall, isWithdrawn: () => boolean): Promise<{ answer: DecideAnswer; sentAtMs: number }> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, isWithdrawn, resolve, reject, sentAtMs: undefined });
      this.#usuallyOpen += (this.#waiting.length + this.#onTheirWay - this.#usuallyOpen) * WEIGHT_OF_NEWEST;
      this.#schedule();
    });
  }

  /** Nothing leaves or is repeated from here on. Resolves when every question has its end: whoever closes ends what is on its way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#patience);
    for (const question of [...this.#waiting.splice(0), ...this.#behind.splice(0)]) question.reject(unreachable());
    if (this.#inFlight === 0) return;
    await new Promise<void>((resolve) => {
      this.#markIdle = resolve;
    });
  }

  #lookAgain(): void {
    if (this.#behind.length === 0) return;
    this.#waiting.unshift(...this.#behind.splice(0));
    this.#schedule();
  }

  /** After everything that this turn of the loop asks: each socket that is readable in it has a tick of its own. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    clearTimeout(this.#patience);
    while (this.#inFlight < this.maxRequests && this.#waiting.length > 0) {
      const waitMs = this.#mayLeave() ? 0 : this.#lastLeftAtMs + PATIENCE_MS - performance.now();
      if (waitMs > 0) {
        this.#patience = setTimeout(() => this.#pump(), waitMs);
        return;
      }
      const batch = keepWanted(this.#waiting.splice(0, MAX_CALLS_PER_REQUEST));
      if (batch.length === 0) continue;
      this.#inFlight += 1;
      this.#onTheirWay += batch.length;
      this.#lastLeftAtMs = performance.now();
      void this.#send(batch).finally(() => {
        this.#inFlight -= 1;
        this.#onTheirWay -= batch.length;
        if (this.#inFlight === 0) this.#markIdle();
        this.#schedule();
      });
    }
  }

  #mayLeave(): boolean {
    return this.#inFlight === 0 || this.#waiting.length >= Math.max(MIN_CALLS_BESIDE, this.#usuallyOpen / 2);
  }

  async #send(batch: Question[], mayCarry = true): Promise<void> {
    let wanted = batch;
    for (let delayMs = FIRST_RETRY_MS; wanted.length > 0; delayMs = Math.min(MAX_RETRY_MS, delayMs * 2)) {
      let carried: CarriedRecords | undefined;
      try {
        // The session first, so that opening one does not count into the permit's life.
        await this.client.session();
        // It may have been closed during this or the pause before: set behind a record now, the question would have no end.
        if (this.#isClosed) throw unreachable();
        carried = mayCarry ? this.flusher.carry(wanted.map(({ call }) => call)) : this.flusher.carryNothing();
        wanted = this.#setBehind(wanted, carried);
        if (wanted.length > 0) this.#deliver(wanted, await this.#post(wanted, carried));
        return;
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal("internal");
        // It may be the records that cannot be read, and no call is refused for those.
        if (carried !== undefined && carried.records.length > 0 && isAboutContent(refusal))
          return this.#send(wanted, false);
        if (this.#isClosed || !isWorthRepeating(refusal)) return this.#refuse(wanted, refusal);
        await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + Math.random())));
        wanted = keepWanted(wanted);
      }
    }
  }

  /** Gives those that may leave. */
  #setBehind(questions: Question[], { mayLeave }: CarriedRecords): Question[] {
    return questions.filter((question) => {
      const leaves = mayLeave(question.call);
      if (!leaves) this.#behind.push(question);
      return leaves;
    });
  }

  async #post(batch: readonly Question[], carried: CarriedRecords): Promise<DecideAnswer[]> {
    const sentAtMs = performance.now();
    for (const question of batch) question.sentAtMs ??= sentAtMs;
    const calls = batch.map(({ call }) => call);
    const body = `{"calls":${formatJson(calls)},"records":${jsonOfRecords(carried.records)},"takes_text":true}`;
    try {
      const data = parseValid(decideData, await this.client.post("/edge/decide", body));
      if (data.answers.length !== calls.length) throw new Error("answers and calls differ in number");
      carried.settle(data.acks);
      return data.answers;
    } catch (error) {
      carried.giveBack();
      throw error;
    }
  }

  #deliver(batch: readonly Question[], answers: readonly DecideAnswer[]): void {
    answers.forEach((answer, index) => {
      const question = batch[index];
      if (question !== undefined && answer.verdict === "permit") this.flusher.endedCalls.permit(question.call);
      question?.resolve({ answer, sentAtMs: question.sentAtMs ?? performance.now() });
    });
  }

  /** One call that the control plane cannot read must not refuse the others: each is asked alone. */
  async #refuse(batch: Question[], refusal: Refusal): Promise<void> {
    if (batch.length === 1 || refusal.status === 401 || refusal.status >= 500) {
      for (const question of batch) question.reject(refusal);
      return;
    }
    for (const question of batch) await this.#send([question]);
  }
}

function keepWanted(questions: Question[]): Question[] {
  return questions.filter((question) => {
    const isWanted = !question.isWithdrawn();
    if (!isWanted) question.reject(unreachable());
    return isWanted;
  });
}

function isWorthRepeating({ code }: Refusal): boolean {
  return code === "control_plane_unreachable" || code === "store_unavailable";
}
