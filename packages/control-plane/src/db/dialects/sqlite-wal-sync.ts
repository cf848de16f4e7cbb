// Makes committed transactions durable: the sync of the write-ahead log that `synchronous = FULL` does inside COMMIT. All that was
// committed when a sync starts shares it; what nobody waits for shares the next one that is needed anyway. A thread of Node's pool
// does it, so that a slow disk holds nothing up; while the disk is quick, the loop itself, which saves two changes of threads.

import { fdatasyncSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Refusal } from "@portcullis/contract";

/** How long what nobody waits for is kept for the next sync before it has its own. */
const SHARED_WITHIN_MS = 5;
/** When a sync takes as long, the pool has the next ones, until one is quick again. */
const QUICK_WITHIN_MS = 0.5;

export class SqliteWalSync {
  readonly #path: string;
  /** The log is one file for as long as the writing connection is open. */
  #file: Promise<FileHandle> | undefined;
  #committed = 0;
  /** As far as the running sync, or the last one, goes. */
  #covered = 0;
  #synced = 0;
  #running: Promise<void> | undefined;
  /** Settles when the next sync starts, or must. */
  #next: Promise<void> | undefined;
  #endWait: () => void = () => {};
  /** Whether the last sync was: then the loop does the next. */
  #isQuick = false;
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
  sync(): Promise<void> {
    return this.#until(this.#committed);
  }

  /** {@link sync} for what nobody waits for: with the next sync that somebody else needs, or alone after a moment. */
  async syncWithNext(): Promise<void> {
    const wanted = this.#committed;
    if (wanted > this.#covered) await this.#nextStart();
    await this.#until(wanted);
  }

  async close(): Promise<void> {
    await this.sync().catch(() => {});
    await this.#file?.then((file) => file.close()).catch(() => {});
    this.#file = undefined;
  }

  async #until(wanted: number): Promise<void> {
    while (this.#synced < wanted) {
      if (this.#hasFailed) throw new Refusal("store_unavailable", { retryAfterS: 1 });
      this.#running ??= this.#start();
      await this.#running;
    }
  }

  #nextStart(): Promise<void> {
    this.#next ??= new Promise((resolve) => {
      const timer = setTimeout(() => this.#endWait(), SHARED_WITHIN_MS);
      this.#endWait = () => {
        clearTimeout(timer);
        this.#next = undefined;
        resolve();
      };
    });
    return this.#next;
  }

  async #start(): Promise<void> {
    const covered = this.#committed;
    this.#covered = covered;
    this.#endWait();
    try {
      this.#file ??= open(this.#path, "r+");
      const file = await this.#file;
      const startedAtMs = performance.now();
      if (this.#isQuick) fdatasyncSync(file.fd);
      else await file.datasync();
      this.#isQuick = performance.now() - startedAtMs < QUICK_WITHIN_MS;
      this.#synced = covered;
    } catch (error) {
      this.#hasFailed = true;
      this.onError(error);
    } finally {
      this.#running = undefined;
    }
  }
}
