// Makes committed transactions durable without holding up the loop: the sync of the write-ahead log that
// `synchronous = FULL` does inside COMMIT, on a thread of Node's pool. All that was committed when a sync starts shares it.

import { type FileHandle, open } from "node:fs/promises";
import { Refusal } from "@portcullis/contract";

export class SqliteWalSync {
  readonly #path: string;
  #file: FileHandle | undefined;
  #committed = 0;
  #synced = 0;
  #running: Promise<void> | undefined;
  #hasFailed = false;

  /** `onError` is told why the disk refused. */
  constructor(
    databasePath: string,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#path = `${databasePath}-wal`;
  }

  /** Says that a transaction was committed that wrote something. */
  noteCommit(): void {
    this.#committed += 1;
  }

  /**
   * Resolves when everything that was committed before the call is on the disk. A disk that failed once may have dropped
   * what it was given, so from then on this refuses with `store_unavailable` until the process has been started anew.
   */
  async sync(): Promise<void> {
    const wanted = this.#committed;
    while (this.#synced < wanted) {
      if (this.#hasFailed) throw new Refusal("store_unavailable", { retryAfterS: 1 });
      this.#running ??= this.#start();
      await this.#running;
    }
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#file?.close();
    this.#file = undefined;
  }

  async #start(): Promise<void> {
    const covered = this.#committed;
    try {
      // The log is one file for as long as the writing connection is open.
      this.#file ??= await open(this.#path, "r+");
      await this.#file.datasync();
      this.#synced = covered;
    } catch (error) {
      this.#hasFailed = true;
      this.onError(error);
    } finally {
      this.#running = undefined;
    }
  }
}
