// Ends one running call: by the kill switch, a lost heartbeat or its timeout, whichever comes first. Tools that take an
// AbortSignal have one made of it; the others do without, for each outlives every minor collection of Node 20.

export class CallStop {
  #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;
  #isStopped = false;
  #reason: unknown;

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Why the call was stopped; undefined while it was not. */
  get reason(): unknown {
    return this.#reason;
  }

  /** Aborts with the reason when the call is stopped. Made when it is first asked for. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isStopped) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Only the first reason counts. */
  stop(reason: unknown): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    for (const listener of this.#listeners) listener();
  }

  /** Has the listener called once, when the call is stopped or now if it was; gives what takes the listener back. */
  onStop(listener: () => void): () => void {
    if (this.#isStopped) listener();
    else this.#listeners.push(listener);
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }
}

/** Waits that long, or until the call is stopped. */
export function pause(durationMs: number, stop: CallStop): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, durationMs);
    const forget = stop.onStop(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
