// Copies the write-ahead log back into the database file on a thread of its own, because the syncs that this needs would
// hold up the loop. Idle databases are left alone. In sources there is no thread, and SQLite does it inside COMMIT.

import { Worker } from "node:worker_threads";

const WORKER_FILE = new URL("./sqlite-checkpoint-worker.js", import.meta.url);
const IS_BUILT = import.meta.url.endsWith(".js");

export interface Checkpointer {
  /** Says that the log has grown; a checkpoint follows within a second. */
  noteCommit(): void;
  /** Ends the thread, after the checkpoint that it may be in. */
  close(): Promise<void>;
}

/**
 * Starts the thread of a database; undefined in sources. `onError` is told why a checkpoint failed, and `onEnded` when the
 * thread has ended for it: somebody else must keep the log from growing then.
 */
export function startCheckpointer(
  path: string,
  onError: (error: unknown) => void,
  onEnded: () => void,
): Checkpointer | undefined {
  if (!IS_BUILT) return undefined;
  const worker = new Worker(WORKER_FILE, { workerData: path });
  worker.unref();
  let isDue = false;
  let isClosing = false;
  worker.on("message", () => {
    isDue = false;
  });
  worker.on("error", onError);
  worker.on("exit", () => {
    if (!isClosing) onEnded();
  });
  return {
    noteCommit: () => {
      if (isDue) return;
      isDue = true;
      worker.postMessage("checkpoint");
    },
    close: async () => {
      isClosing = true;
      if (worker.threadId === -1) return;
      const ended = new Promise((resolve) => worker.once("exit", resolve));
      worker.ref();
      worker.postMessage("close");
      await ended;
    },
  };
}
