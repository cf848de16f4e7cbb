// One tenant's stream, shared by everyone in this process who follows it: holds the last state that was sent, and sends
// what differs when the state moves.

import type { SyncEvent, TenantState } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import type { Store } from "../../db/tx.js";
import type { TenantFactsCache } from "../../decision/facts/tenant-facts.js";
import { diffStates, type RedactionKeyOf, readSyncState } from "./sync-state.js";

export type SyncListener = (event: SyncEvent) => void;

/** Where a tenant's state comes from. */
export interface SyncSources {
  readonly store: Store;
  readonly facts: TenantFactsCache;
  readonly redactionKeyOf: RedactionKeyOf;
}

export class SyncChannel {
  readonly tenantId: string;
  readonly #store: Store;
  readonly #facts: TenantFactsCache;
  readonly #redactionKeyOf: RedactionKeyOf;
  readonly #onChange: () => void;
  readonly #listeners = new Set<SyncListener>();
  /** Listeners that wait for their snapshot. */
  #joining = 0;
  #state: TenantState | null = null;
  #advancing: Promise<TenantState> | null = null;

  /** `onChange` is told after each change that was sent. */
  constructor(tenantId: string, { store, facts, redactionKeyOf }: SyncSources, onChange: () => void) {
    this.tenantId = tenantId;
    this.#store = store;
    this.#facts = facts;
    this.#redactionKeyOf = redactionKeyOf;
    this.#onChange = onChange;
  }

  /** Whether nobody follows, nor is about to. */
  get isIdle(): boolean {
    return this.#listeners.size === 0 && this.#joining === 0;
  }

  /** Sends a snapshot of `stateVersion` or later, and every change from then on. */
  async add(listener: SyncListener, stateVersion: number): Promise<void> {
    this.#joining += 1;
    try {
      // Between the state and the snapshot nothing waits, so that no change can come in between.
      const state = await this.advance(stateVersion);
      this.#listeners.add(listener);
      listener({ event: "snapshot", data: state });
    } finally {
      this.#joining -= 1;
    }
  }

  remove(listener: SyncListener): void {
    this.#listeners.delete(listener);
  }

  /** Moves on to a state of at least this version and tells the listeners; gives the state. */
  async advance(stateVersion: number): Promise<TenantState> {
    while (this.#state === null || this.#state.state_version < stateVersion) {
      this.#advancing ??= this.#load(stateVersion).finally(() => {
        this.#advancing = null;
      });
      await this.#advancing;
    }
    return this.#state;
  }

  /** The version was read from the database within `HEARTBEAT_READ_WITHIN_MS`. */
  beat(stateVersion: number, nowMs: number): void {
    this.#send({ event: "heartbeat", data: { state_version: stateVersion, at: formatInstant(nowMs) } });
  }

  async #load(stateVersion: number): Promise<TenantState> {
    const facts = await this.#facts.get(this.tenantId, stateVersion);
    const after = await this.#store.read(this.tenantId, (db) =>
      readSyncState(db, facts, this.#redactionKeyOf, Date.now()),
    );
    const before = this.#state;
    this.#state = after;
    if (before !== null) {
      this.#send({ event: "change", data: diffStates(before, after) });
      this.#onChange();
    }
    return after;
  }

  #send(event: SyncEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
