// Turns of the event loop between transactions that never wait, as SQLite's are: a queue of them would otherwise run in one turn, and
// heartbeats and everyone else would wait for the whole of it.

import { setImmediate as nextTurn } from "node:timers/promises";

/** How long transactions of one turn go on before others get theirs; a single one may take longer. */
const SLICE_MS = 8;

export class LoopTurns {
  /** When the first transaction of this turn began; null before. */
  #beganAtMs: number | null = null;

  /** Whether a transaction may begin in this turn still. */
  mayGoOn(): boolean {
    const nowMs = performance.now();
    if (this.#beganAtMs !== null) return nowMs - this.#beganAtMs < SLICE_MS;
    this.#beganAtMs = nowMs;
    setImmediate(() => {
      this.#beganAtMs = null;
    });
    return true;
  }

  /** Resolves in a turn in which a transaction may begin. */
  async next(): Promise<void> {
    do await nextTurn();
    while (!this.mayGoOn());
  }
}
