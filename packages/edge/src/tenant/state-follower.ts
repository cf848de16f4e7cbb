// Follows the control plane's stream of the tenant's state, and opens it again whenever it ends.
import { setTimeout as pause } from "node:timers/promises";
import type { SyncEvent } from "@portcullis/contract";
import type { Uplink } from "../ports.js";
import type { TenantMirror } from "./tenant-mirror.js";

const RESYNC_AFTER_MS = 200;

export class StateFollower {
  /** Resolves with the first snapshot. */
  readonly ready: Promise<void>;
  readonly #uplink: Uplink;
  readonly #mirror: TenantMirror;
  readonly #closing: AbortSignal;
  #markReady: () => void = () => {};
  #stream = new AbortController();

  constructor(uplink: Uplink, mirror: TenantMirror, closing: AbortSignal) {
    this.#uplink = uplink;
    this.#mirror = mirror;
    this.#closing = closing;
    this.ready = new Promise((resolve) => {
      this.#markReady = resolve;
    });
  }

  /** Resolves once the edge closes. */
  async follow(): Promise<void> {
    while (!this.#closing.aborted) {
      this.#stream = new AbortController();
      // A stream that ends, for whatever reason, is opened again; the heartbeat's age tells whether that works.
      const end = AbortSignal.any([this.#closing, this.#stream.signal]);
      await this.#uplink.sync((event) => this.#take(event), end).catch(() => undefined);
      await pause(RESYNC_AFTER_MS, undefined, { signal: this.#closing }).catch(() => undefined);
    }
  }

  /** Ends the stream, for the next one begins with all of the state. */
  resync(): void {
    this.#stream.abort();
  }

  #take(event: SyncEvent): void {
    this.#mirror.apply(event);
    if (event.event === "heartbeat") return;
    this.#uplink.acknowledge(this.#mirror.stateVersion);
    if (event.event === "snapshot") this.#markReady();
  }
}
