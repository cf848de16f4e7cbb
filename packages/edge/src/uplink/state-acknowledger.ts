// Tells the control plane which state this edge has applied, at once: engaging the kill switch waits for it. Goes beside
// the records, never behind them; of several states only the newest is told.
import type { AuthorizedClient } from "./authorized-client.js";

const MAX_ATTEMPTS = 3;
const RETRY_MS = 50;

export class StateAcknowledger {
  #version = 0;
  #told = -1;
  #isTelling = false;
  #closed = false;

  constructor(private readonly client: AuthorizedClient) {}

  /** The newest state that was applied. */
  get stateVersion(): number {
    return this.#version;
  }

  acknowledge(stateVersion: number): void {
    this.#version = stateVersion;
    // A snapshot may repeat a version after a reconnect: the control plane may have forgotten that it was told.
    this.#told = -1;
    if (!this.#isTelling) void this.#tell();
  }

  close(): void {
    this.#closed = true;
  }

  async #tell(): Promise<void> {
    this.#isTelling = true;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && this.#told !== this.#version && !this.#closed; attempt++) {
      const version = this.#version;
      try {
        await this.client.post("/edge/records", JSON.stringify({ records: [], state_version: version }));
        this.#told = version;
        attempt = -1;
      } catch {
        // The next snapshot or change tells it again.
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    this.#isTelling = false;
  }
}
