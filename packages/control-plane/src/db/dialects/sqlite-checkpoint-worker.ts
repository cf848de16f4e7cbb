// The checkpointer's thread: a while after it hears of commits it copies what can be copied, and where the log has grown
// long under steady writing, waits for a moment between two transactions to let it begin anew.

import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import type { CheckpointReport } from "./sqlite-checkpointer.js";

const PAUSE_MS = 1000;
/** In pages; beyond it writers wait for the last pages to be copied. */
const LONG_LOG_PAGES = 16_000;
const BUSY_TIMEOUT_MS = 100;

interface Progress {
  /** Pages in the log. */
  readonly log: number;
}

const database = new (loadSqliteDriver())(workerData as string, { timeout: BUSY_TIMEOUT_MS });
database.pragma("synchronous = NORMAL");

parentPort?.on("message", async (message: "checkpoint" | "close") => {
  if (message === "close") {
    database.close();
    parentPort?.close();
    return;
  }
  // Closing does not wait for it.
  await sleep(PAUSE_MS, undefined, { ref: false });
  if (!database.open) return;
  parentPort?.postMessage(checkpoint());
});

/** A full disk is no reason to end: it may have room the next time, and a log that nobody copies back grows for good. */
function checkpoint(): CheckpointReport {
  try {
    const [progress] = database.pragma("wal_checkpoint(PASSIVE)") as Progress[];
    if (progress !== undefined && progress.log > LONG_LOG_PAGES) database.pragma("wal_checkpoint(RESTART)");
    return {};
  } catch (error) {
    return { failure: (error as { code?: string }).code ?? String(error) };
  }
}
