// The calls whose tool runs right now, so that the kill switch, a lost heartbeat and their callers can end them.

import type { StopCode } from "../tenant/tenant-mirror.js";
import { CallStop } from "./call-stop.js";

/** Why a call was stopped: by this edge, or by its caller. */
export type CallStopCode = StopCode | "call_cancelled";

/** Reason of a stop that is not the tool's own. */
export class CallStopped extends Error {
  override readonly name = "CallStopped";
  constructor(readonly code: CallStopCode) {
    super(code);
  }
}

export class RunningCalls {
  /** A list: the tables that a set outgrows hold on to what was in them, past many a minor collection. */
  readonly #stops: CallStop[] = [];

  get size(): number {
    return this.#stops.length;
  }

  /** `cancelled` is the call's own signal, and ends with it. */
  start(cancelled?: AbortSignal): CallStop {
    const stop = new CallStop();
    this.#stops.push(stop);
    const cancel = () => stop.stop(new CallStopped("call_cancelled"));
    if (cancelled?.aborted) cancel();
    else cancelled?.addEventListener("abort", cancel, { once: true });
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
