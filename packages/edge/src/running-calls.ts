// The calls whose tool runs right now, so that the kill switch and a lost heartbeat can end them.
import { CallStop } from "./call-stop.js";
import type { StopCode } from "./tenant-mirror.js";

/** Reason of a stop that this edge ordered. */
export class CallStopped extends Error {
  override readonly name = "CallStopped";
  constructor(readonly code: StopCode) {
    super(code);
  }
}

export class RunningCalls {
  /** A list: the tables that a set outgrows hold on to what was in them, past many a minor collection. */
  readonly #stops: CallStop[] = [];

  get size(): number {
    return this.#stops.length;
  }

  start(): CallStop {
    const stop = new CallStop();
    this.#stops.push(stop);
    return stop;
  }

  end(stop: CallStop): void {
    const at = this.#stops.indexOf(stop);
    if (at !== -1) this.#stops.splice(at, 1);
  }

  stopAll(code: StopCode): void {
    for (const stop of [...this.#stops]) stop.stop(new CallStopped(code));
  }
}
