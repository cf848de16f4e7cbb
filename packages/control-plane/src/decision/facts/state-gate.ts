// Changes of a tenant's state give way to decisions that earlier changes have held up. A decision is judged anew whenever the
// state moves before its transaction: changes in close succession, as of an agent that signs out again and again, could keep it
// from ever being made.

/** Longer than a decision takes when nothing holds it up. No change waits longer. */
const LONGEST_WAIT_MS = 500;

export class StateGate {
  /** By tenant: each ends with a decision that is held up. */
  readonly #heldUp = new Map<string, Set<Promise<void>>>();

  /** A decision of the tenant is held up, until the returned function is called. */
  holdUp(tenantId: string): () => void {
    const held = this.#heldUp.get(tenantId) ?? new Set();
    let end: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#heldUp.set(tenantId, held.add(ended));
    return () => {
      held.delete(ended);
      if (held.size === 0 && this.#heldUp.get(tenantId) === held) this.#heldUp.delete(tenantId);
      end();
    };
  }

  /** Resolves once the decisions that are held up now have ended, and after a while in any case. */
  async pass(tenantId: string): Promise<void> {
    const held = this.#heldUp.get(tenantId);
    if (held === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LONGEST_WAIT_MS);
    });
    await Promise.race([Promise.all(held), late]);
    clearTimeout(timer);
  }
}
