// How often what waits of a tool is replaced by what its server says next. A server that says something else each time it is asked
// would otherwise fill the chain, and move the tenant's state, as fast as anyone asks. Each control plane counts for itself.

const MOST_IN_WINDOW = 10;
const WINDOW_MS = 3_600_000;
/** Beyond that the oldest are forgotten, which lets them be noted again. */
const MOST_KEPT = 50_000;

interface Count {
  changes: number;
  /** Monotonic. */
  readonly sinceMs: number;
}

export class WaitingChanges {
  readonly #counts = new Map<string, Count>();

  /** Whether no more are noted of the tool for now. */
  isSpent(tenantId: string, toolName: string): boolean {
    return (this.#current(keyOf(tenantId, toolName))?.changes ?? 0) >= MOST_IN_WINDOW;
  }

  count(tenantId: string, toolName: string): void {
    const key = keyOf(tenantId, toolName);
    const known = this.#current(key);
    if (known !== undefined) known.changes += 1;
    else this.#begin(key);
  }

  #current(key: string): Count | undefined {
    const known = this.#counts.get(key);
    return known !== undefined && performance.now() - known.sinceMs < WINDOW_MS ? known : undefined;
  }

  #begin(key: string): void {
    this.#counts.delete(key);
    const oldest = this.#counts.keys().next();
    if (this.#counts.size >= MOST_KEPT && !oldest.done) this.#counts.delete(oldest.value);
    this.#counts.set(key, { changes: 1, sinceMs: performance.now() });
  }
}

function keyOf(tenantId: string, toolName: string): string {
  return `${tenantId} ${toolName}`;
}
