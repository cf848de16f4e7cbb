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
  readonly #stops = new Set<CallStop>();

  get size(): number {
    return this.#stops.size;
  }

  start(): CallStop {
    const stop = new CallStop();
    this.#stops.add(stop);
    return stop;
  }

  end(stop: CallStop): void {
    this.#stops.delete(stop);
  }

  stopAll(code: StopCode): void {
    for (const stop of [...this.#stops]) stop.stop(new CallStopped(code));
  }
}
