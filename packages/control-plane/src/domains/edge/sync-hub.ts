// Keeps edges informed: a snapshot, then changes as the tenant's state version moves, and a heartbeat every second that says
// which version the database had just before. When the database does not answer there is no heartbeat, and edges
// refuse by themselves.

import { HEARTBEAT_EVERY_MS, HEARTBEAT_LIMIT_MS, HEARTBEAT_READ_WITHIN_MS } from "@portcullis/contract";
import type { Logger } from "pino";
import { readState } from "../../db/state.js";
import type { Store } from "../../db/tx.js";
import type { TenantFactsCache } from "../../decision/facts/tenant-facts.js";
import type { FollowedSession, SessionWatch } from "../../tokens/session-watch.js";
import {
  acknowledgeVersion,
  connectInstance,
  disconnectHome,
  disconnectInstance,
  findConnected,
  readVersions,
  touchInstances,
} from "./instances.js";
import { SyncChannel, type SyncListener } from "./sync-channel.js";
import type { RedactionKeyOf } from "./sync-state.js";

export interface SyncHubOptions {
  readonly store: Store;
  readonly facts: TenantFactsCache;
  readonly sessions: SessionWatch;
  readonly log: Pick<Logger, "warn">;
  readonly redactionKeyOf: RedactionKeyOf;
}

/** Who follows: an instance whose acknowledgements are waited for. */
export interface Follower {
  readonly instance: string;
  readonly home: string;
  /** The session that the stream was opened with; none for edges of this process. */
  readonly session?: FollowedSession;
}

/** A follower's connection, as it is on record. */
interface Connected {
  readonly tenantId: string;
  readonly instance: string;
  readonly connectedAt: number;
}

/** A stream that is open. */
export interface Subscription {
  close(): Promise<void>;
}

/**
 * Each heartbeat is noted of the edges that got it. One of which none was noted for this long refuses by itself, so that
 * it need not be waited for: it died with the process that served it, or lost its way to it.
 */
const SILENT_AFTER_MS = HEARTBEAT_LIMIT_MS + HEARTBEAT_EVERY_MS;
const LOOK_EVERY_MS = 20;
/** What edges of other replicas have acknowledged here is known too, and nobody says when they have gone. */
const MAX_ACKNOWLEDGED_KEPT = 10_000;

export class SyncHub {
  readonly #options: SyncHubOptions;
  readonly #channels = new Map<string, SyncChannel>();
  readonly #followers = new Set<Connected>();
  readonly #acknowledged = new Map<string, number>();
  readonly #waiters = new Set<() => void>();
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;
  #latestConnection = 0;
  #isBeating = false;
  #isClosed = false;

  constructor(options: SyncHubOptions) {
    this.#options = options;
    this.#stopListening = options.store.onAnnounce((tenantId) => this.push(tenantId));
  }

  /**
   * Follows a tenant: `onEvent` gets a snapshot before this resolves, then changes and heartbeats until the subscription is
   * closed. With a follower, engaging the kill switch waits for its acknowledgements.
   */
  async subscribe(tenantId: string, onEvent: SyncListener, follower?: Follower): Promise<Subscription> {
    const { store, sessions } = this.#options;
    const { state_version } = await store.read(tenantId, readState);
    const entry = follower === undefined ? null : await this.#connect(tenantId, follower);
    const channel = this.#channelOf(tenantId);
    try {
      await channel.add(onEvent, state_version);
    } catch (error) {
      this.#leave(channel);
      throw error;
    }
    if (entry !== null) this.#followers.add(entry);
    const unwatch = follower?.session === undefined ? () => {} : sessions.add(tenantId, follower.session);
    this.#start();
    let isOpen = true;
    return {
      close: async () => {
        if (!isOpen) return;
        isOpen = false;
        channel.remove(onEvent);
        unwatch();
        this.#leave(channel);
        if (entry === null) return;
        this.#followers.delete(entry);
        this.#acknowledged.delete(`${tenantId} ${entry.instance}`);
        const { instance, connectedAt } = entry;
        await store.write(tenantId, (tx) => disconnectInstance(tx, instance, connectedAt));
      },
    };
  }

  /**
   * Once, before anyone follows: edges inside an earlier process that did not end in order are gone with it. An SQLite file
   * is one process's; of replicas on PostgreSQL any may live, and the dead are known by their silence.
   */
  async forgetEarlier(home: string): Promise<void> {
    const { store } = this.#options;
    if (store.dialect !== "sqlite") return;
    await store.platform("state versions of open streams", (db) => disconnectHome(db, home));
  }

  /** Sends what changed of a tenant now, instead of with the next heartbeat. */
  push(tenantId: string): void {
    const channel = this.#channels.get(tenantId);
    if (channel === undefined) return;
    this.#options.store
      .read(tenantId, readState)
      .then((state) => channel.advance(state.state_version))
      .catch((error: unknown) => this.#options.log.warn({ err: error }, "a change of state could not be sent at once"));
  }

  /** Notes which state an instance has applied. */
  async acknowledge(tenantId: string, instance: string, stateVersion: number): Promise<void> {
    const key = `${tenantId} ${instance}`;
    if ((this.#acknowledged.get(key) ?? 0) >= stateVersion) return;
    await this.#options.store.write(tenantId, (tx) => acknowledgeVersion(tx, instance, stateVersion));
    // Forgotten, it costs a write the next time.
    if (this.#acknowledged.size >= MAX_ACKNOWLEDGED_KEPT) this.#acknowledged.clear();
    this.#acknowledged.set(key, stateVersion);
    for (const wake of [...this.#waiters]) wake();
  }

  /** Waits until every connected edge, on any replica, has applied the version; says how many did, and which had not in time. */
  async waitForAcknowledgement(
    tenantId: string,
    stateVersion: number,
    timeoutMs: number,
  ): Promise<{ readonly acknowledged: number; readonly pending: readonly string[] }> {
    const giveUpAtMs = performance.now() + timeoutMs;
    this.push(tenantId);
    const { store } = this.#options;
    // By the database's clock, which says when edges were seen: this process's may be far from it.
    const nowMs = await store.platform("state versions of open streams", async (db) => db.nowMs);
    for (;;) {
      const edges = await store.read(tenantId, (db) => findConnected(db, nowMs - SILENT_AFTER_MS));
      const pending = edges.filter((edge) => edge.acknowledged_version < stateVersion).map(({ instance }) => instance);
      const leftMs = giveUpAtMs - performance.now();
      if (pending.length === 0 || leftMs <= 0) return { acknowledged: edges.length - pending.length, pending };
      await this.#nextAcknowledgement(Math.min(LOOK_EVERY_MS, leftMs));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    this.#stopListening();
    this.#channels.clear();
  }

  /** Each time later than before, so that a connection that ends is told from the one that has taken its place. */
  async #connect(tenantId: string, { instance, home }: Follower): Promise<Connected> {
    const proposed = Math.max(Date.now(), this.#latestConnection + 1);
    this.#latestConnection = proposed;
    const connectedAt = await this.#options.store.write(tenantId, (tx) =>
      connectInstance(tx, instance, home, proposed),
    );
    return { tenantId, instance, connectedAt };
  }

  #channelOf(tenantId: string): SyncChannel {
    const known = this.#channels.get(tenantId);
    if (known !== undefined) return known;
    const channel = new SyncChannel(tenantId, this.#options, () => void this.#options.sessions.recheck(tenantId));
    this.#channels.set(tenantId, channel);
    return channel;
  }

  /** Whoever is still to get a snapshot keeps the channel: on one that was put away, no heartbeat would come. */
  #leave(channel: SyncChannel): void {
    if (channel.isIdle) this.#channels.delete(channel.tenantId);
    if (this.#channels.size === 0) this.#stop();
  }

  #start(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#timer = setInterval(() => void this.#beat(), HEARTBEAT_EVERY_MS);
    this.#timer.unref();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    const { store, log } = this.#options;
    try {
      const channels = [...this.#channels.values()];
      const askedAtMs = performance.now();
      const tenantIds = channels.map(({ tenantId }) => tenantId);
      const versions = await store.platform("state versions of open streams", (db) => readVersions(db, tenantIds));
      for (const channel of channels) {
        const version = versions.get(channel.tenantId);
        if (version !== undefined) void this.#beatChannel(channel, version, askedAtMs);
      }
      // Afterwards: no heartbeat waits for a commit.
      await store.platform("state versions of open streams", (db) => touchInstances(db, [...this.#followers]));
    } catch (error) {
      log.warn({ err: error }, "no heartbeat: the database did not answer");
    } finally {
      this.#isBeating = false;
    }
  }

  /** The change first, so that no heartbeat names a state that its edge could not have. */
  async #beatChannel(channel: SyncChannel, version: number, askedAtMs: number): Promise<void> {
    try {
      await channel.advance(version);
      if (performance.now() - askedAtMs <= HEARTBEAT_READ_WITHIN_MS) channel.beat(version, Date.now());
    } catch (error) {
      this.#options.log.warn({ err: error }, "no heartbeat: the tenant's state could not be read");
    }
  }

  #nextAcknowledgement(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiters.delete(done);
        resolve();
      };
      const timer = setTimeout(done, withinMs);
      this.#waiters.add(done);
    });
  }
}
