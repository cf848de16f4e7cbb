// The sessions that streams were opened with: looked at again whenever their tenant's state moves, and once when they open.
// Revoking an API key or deactivating its creator moves the state, so that a stream outlives neither.

import type { Logger } from "pino";
import type { Store } from "../../db/tx.js";
import { findTokens, isAlive } from "../auth/index.js";

/** A stream's session. */
export interface FollowedSession {
  readonly jti: string;
  /** Ends the stream. */
  end(): void;
}

export class SessionWatch {
  readonly #store: Store;
  readonly #log: Pick<Logger, "warn">;
  readonly #sessions = new Map<string, Set<FollowedSession>>();
  readonly #running = new Set<string>();
  readonly #again = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(store: Store, log: Pick<Logger, "warn">) {
    this.#store = store;
    this.#log = log;
  }

  /** Watches a session until the returned function is called. It may have ended since its request was let in. */
  add(tenantId: string, session: FollowedSession): () => void {
    const sessions = this.#sessions.get(tenantId) ?? new Set();
    this.#sessions.set(tenantId, sessions.add(session));
    void this.recheck(tenantId);
    return () => {
      sessions.delete(session);
      if (sessions.size === 0 && this.#sessions.get(tenantId) === sessions) this.#sessions.delete(tenantId);
    };
  }

  /** Ends the streams of the tenant whose sessions are no longer valid. One look at a time; never rejects. */
  async recheck(tenantId: string): Promise<void> {
    if (this.#running.has(tenantId)) {
      this.#again.add(tenantId);
      return;
    }
    this.#running.add(tenantId);
    try {
      do {
        this.#again.delete(tenantId);
        await this.#look(tenantId);
      } while (this.#again.has(tenantId));
    } catch (error) {
      this.#failed.add(tenantId);
      this.#log.warn({ err: error }, "the sessions of open streams could not be looked at");
    } finally {
      this.#running.delete(tenantId);
    }
  }

  /** Looks again where the last look failed; call it while the database answers. */
  retry(tenantId: string): void {
    if (this.#failed.delete(tenantId)) void this.recheck(tenantId);
  }

  async #look(tenantId: string): Promise<void> {
    const sessions = [...(this.#sessions.get(tenantId) ?? [])];
    if (sessions.length === 0) return;
    const jtis = [...new Set(sessions.map(({ jti }) => jti))];
    const rows = await this.#store.read(tenantId, (db) => findTokens(db, jtis));
    const nowMs = Date.now();
    const alive = new Set(rows.filter((row) => isAlive(row, nowMs)).map((row) => row.jti));
    for (const session of sessions) if (!alive.has(session.jti)) session.end();
  }
}
