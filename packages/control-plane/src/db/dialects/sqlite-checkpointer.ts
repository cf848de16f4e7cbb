// Copies the write-ahead log back into the database file on a thread of its own, because the syncs that this needs would
// hold up the loop. Idle databases are left alone. In sources there is no thread, and SQLite does it inside COMMIT.

import { Worker } from "node:worker_threads";

const WORKER_FILE = new URL("./sqlite-checkpoint-worker.js", import.meta.url);
const IS_BUILT = import.meta.url.endsWith(".js");

/** What the thread says after each checkpoint. */
export interface CheckpointReport {
  /** Why it failed; undefined when it did not. The next one tries again. */
  readonly failure?: string;
}

export interface Checkpointer {
  /** Says that the log has grown; a checkpoint follows about a second later. */
  noteCommit(): void;
  /** Ends the thread, after the checkpoint that it may be in. */
  close(): Promise<void>;
}

export interface CheckpointerOptions {
  /** Told why a checkpoint failed, and why the thread ended before its time. */
  readonly onError: (error: unknown) => void;
  /** Told that the thread has ended before its time: from now on somebody else has to make checkpoints. */
  readonly onLost: () => void;
}

/** Starts the thread of a database; undefined in sources, unless they bring its file. */
export function startCheckpointer(
  path: string,
  { onError, onLost }: CheckpointerOptions,
  workerFile: URL | undefined = IS_BUILT ? WORKER_FILE : undefined,
): Checkpointer | undefined {
  if (workerFile === undefined) return undefined;
  const worker = new Worker(workerFile, { workerData: path });
  worker.unref();
  let isDue = false;
  /** The log grew while a checkpoint was due, which may have been made before. */
  let isDueAgain = false;
  let isClosing = false;
  const ask = (): void => {
    isDue = true;
    isDueAgain = false;
    worker.postMessage("checkpoint");
  };
  worker.on("message", ({ failure }: CheckpointReport) => {
    isDue = false;
    if (isDueAgain) ask();
    if (failure !== undefined) onError(new Error(`A checkpoint of the database failed: ${failure}`));
  });
  worker.on("error", onError);
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      resolve();
      if (!isClosing) onLost();
    });
  });
  return {
    noteCommit: () => {
      if (isDue) isDueAgain = true;
      else ask();
    },
    close: async () => {
      isClosing = true;
      worker.ref();
      worker.postMessage("close");
      await ended;
    },
  };
}
