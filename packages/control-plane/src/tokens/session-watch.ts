// The tokens that open streams were opened with, of edges and of readers: looked at again whenever their tenant's state moves,
// and once when they open. Whatever ends a token but time moves the state, so that no stream outlives its token; the looks in
// between are for credentials that expire and for announcements that were lost. One look reads all of a tenant's tokens.

import type { Logger } from "pino";
import type { Store } from "../db/tx.js";
import { findTokens, isAlive } from "./token-store.js";

/** What a stream was opened with. */
export interface FollowedSession {
  /** Ids of the token and of its delegation hops: the session is over when one of them is. */
  readonly jtis: readonly string[];
  /** Ends the stream. */
  end(): void;
}

interface Watched {
  readonly sessions: Set<FollowedSession>;
  /** Monotonic; when the next look is due that nobody asks for. */
  dueAtMs: number;
  isRunning: boolean;
  isAskedAgain: boolean;
}

const LOOK_EVERY_MS = 15_000;
const RETRY_EVERY_MS = 1000;

export class SessionWatch {
  readonly #store: Store;
  readonly #log: Pick<Logger, "warn">;
  readonly #tenants = new Map<string, Watched>();
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, log: Pick<Logger, "warn">) {
    this.#store = store;
    this.#log = log;
    this.#stopListening = store.onAnnounce((tenantId) => void this.recheck(tenantId));
  }

  /** Watches a session until the returned function is called. It may have ended since its request was let in. */
  add(tenantId: string, session: FollowedSession): () => void {
    const watched = this.#watchedOf(tenantId);
    watched.sessions.add(session);
    this.#timer ??= setInterval(() => this.#lookWhereDue(), RETRY_EVERY_MS).unref();
    void this.recheck(tenantId);
    return () => {
      watched.sessions.delete(session);
      if (watched.sessions.size === 0 && this.#tenants.get(tenantId) === watched) this.#tenants.delete(tenantId);
      if (this.#tenants.size === 0) this.#stopTimer();
    };
  }

  /** Ends the streams of the tenant whose sessions are no longer valid. One look at a time; never rejects. */
  async recheck(tenantId: string): Promise<void> {
    const watched = this.#tenants.get(tenantId);
    if (watched === undefined) return;
    watched.isAskedAgain = true;
    if (watched.isRunning) return;
    watched.isRunning = true;
    try {
      while (watched.isAskedAgain) {
        watched.isAskedAgain = false;
        await this.#look(tenantId, watched);
      }
      watched.dueAtMs = performance.now() + LOOK_EVERY_MS;
    } catch (error) {
      watched.dueAtMs = performance.now();
      this.#log.warn({ err: error }, "the sessions of open streams could not be looked at");
    } finally {
      watched.isRunning = false;
    }
  }

  close(): void {
    this.#stopListening();
    this.#stopTimer();
    this.#tenants.clear();
  }

  #watchedOf(tenantId: string): Watched {
    const known = this.#tenants.get(tenantId);
    if (known !== undefined) return known;
    const watched = { sessions: new Set<FollowedSession>(), dueAtMs: 0, isRunning: false, isAskedAgain: false };
    this.#tenants.set(tenantId, watched);
    return watched;
  }

  #lookWhereDue(): void {
    const nowMs = performance.now();
    for (const [tenantId, { dueAtMs }] of this.#tenants) if (dueAtMs <= nowMs) void this.recheck(tenantId);
  }

  #stopTimer(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(tenantId: string, watched: Watched): Promise<void> {
    const sessions = [...watched.sessions];
    if (sessions.length === 0) return;
    const jtis = [...new Set(sessions.flatMap((session) => session.jtis))];
    const rows = await this.#store.read(tenantId, (db) => findTokens(db, jtis));
    const alive = new Set(rows.filter((row) => isAlive(row, row.read_at)).map((row) => row.jti));
    for (const session of sessions) if (!session.jtis.every((jti) => alive.has(jti))) session.end();
  }
}
