// Calls that run, so that their client can cancel them. A request's number is its client's own: only with the session that it was
// given does it say whose call is meant.

import type { RequestId } from "@modelcontextprotocol/sdk/types.js";

/** A client that may cancel its calls. */
export interface CancellingClient {
  readonly session: string;
  readonly agentId: string | undefined;
  readonly server: string;
}

export class CancellableCalls {
  readonly #running = new Map<string, Set<AbortController>>();

  /** The signal that a client's call is cancelled by, and what ends that. */
  start(client: CancellingClient, id: RequestId): { readonly signal: AbortSignal; readonly end: () => void } {
    const key = keyOf(client, id);
    const controller = new AbortController();
    const calls = this.#running.get(key) ?? new Set();
    this.#running.set(key, calls.add(controller));
    const end = () => {
      if (calls.delete(controller) && calls.size === 0) this.#running.delete(key);
    };
    return { signal: controller.signal, end };
  }

  /** Cancels what this client runs under that id, if anything. */
  cancel(client: CancellingClient, id: RequestId): void {
    for (const controller of this.#running.get(keyOf(client, id)) ?? []) controller.abort();
  }
}

/** The number 1 and the string "1" are two ids. */
function keyOf({ session, agentId, server }: CancellingClient, id: RequestId): string {
  return JSON.stringify([session, agentId?.toLowerCase(), server, id]);
}
