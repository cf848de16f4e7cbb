// The calls whose tool runs right now, so that the kill switch and a lost heartbeat can end them.
import type { StopCode } from "./tenant-mirror.js";

/** Reason of an abort that this edge ordered. */
export class CallStopped extends Error {
  override readonly name = "CallStopped";
  constructor(readonly code: StopCode) {
    super(code);
  }
}

export class RunningCalls {
  readonly #controllers = new Set<AbortController>();

  get size(): number {
    return this.#controllers.size;
  }

  start(): AbortController {
    const controller = new AbortController();
    this.#controllers.add(controller);
    return controller;
  }

  end(controller: AbortController): void {
    this.#controllers.delete(controller);
  }

  abortAll(code: StopCode): void {
    for (const controller of [...this.#controllers]) controller.abort(new CallStopped(code));
  }
}
