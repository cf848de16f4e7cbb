// The thread on which a process reads, scans and redacts what is large, for all of its edges: one job at a time, of each tenant
// and each of its agents in turn, for some texts take seconds a megabyte.
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { Refusal } from "@portcullis/contract";
import { shuttingDown } from "../refusals.js";
import type { DetectionJob, DetectionResult } from "./detection-jobs.js";
import type { JobAnswer } from "./detection-worker.js";
import { FairQueue } from "./fair-queue.js";

const WORKER_FILE = new URL("./detection-worker.js", import.meta.url);

interface Task {
  readonly job: DetectionJob;
  readonly resolve: (value: DetectionResult) => void;
  readonly reject: (error: unknown) => void;
}

export class DetectionThread {
  /** Without the thread's file (sources, bundles) there is none. */
  readonly canRun = existsSync(WORKER_FILE);
  readonly #waiting = new FairQueue<Task>();
  #worker: Worker | undefined;
  #running: Task | undefined;
  #isClosed = false;
  #late: NodeJS.Timeout | undefined;

  /** Runs a job of an agent. Rejects with the refusal that it came to, or when it fails. */
  run(tenantId: string, agentId: string, job: DetectionJob): Promise<DetectionResult> {
    if (this.#isClosed) return Promise.reject(shuttingDown());
    return new Promise((resolve, reject) => {
      this.#waiting.add([tenantId, agentId], { job, resolve, reject });
      if (this.#running === undefined) this.#next();
    });
  }

  /** Closes after so many milliseconds, whatever runs or waits by then, unless it is closed before. */
  closeWithin(ms: number): void {
    this.#late ??= setTimeout(() => void this.close(), ms);
  }

  /** Refuses what runs, what waits and what comes. */
  async close(): Promise<void> {
    clearTimeout(this.#late);
    this.#isClosed = true;
    for (let task = this.#running; task !== undefined; task = this.#waiting.take()) task.reject(shuttingDown());
    await this.#worker?.terminate();
  }

  #next(): void {
    for (;;) {
      this.#running = this.#waiting.take();
      if (this.#running === undefined) break;
      try {
        this.#worker ??= this.#start();
        this.#worker.ref();
        this.#worker.postMessage(this.#running.job);
        return;
      } catch (error) {
        // There is no memory for the copy, or no thread to be had, which is no reason to leave what waits.
        this.#running.reject(error);
      }
    }
    this.#worker?.unref();
  }

  #start(): Worker {
    const worker = new Worker(WORKER_FILE);
    worker.on("message", ({ value, refusal }: JobAnswer) => {
      if (value !== undefined) this.#running?.resolve(value);
      else if (refusal !== undefined) this.#running?.reject(new Refusal(refusal.code, refusal.details));
      else this.#running?.reject(new Error("the detection job failed"));
      this.#next();
    });
    worker.on("error", () => undefined);
    worker.on("messageerror", () => void worker.terminate());
    // What it was at failed; the next job starts a new thread.
    worker.on("exit", () => {
      this.#worker = undefined;
      this.#running?.reject(new Error("the detection thread ended"));
      this.#next();
    });
    return worker;
  }
}
