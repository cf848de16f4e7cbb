// The thread on which a process reads, scans and redacts what is large, for all of its edges: one job at a time, of each tenant
// and each of its agents in turn, for some texts take seconds a megabyte.
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { Refusal } from "@portcullis/contract";
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

  /** Runs a job of an agent. Rejects with the refusal that it came to, or when it fails. */
  run(tenantId: string, agentId: string, job: DetectionJob): Promise<DetectionResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.add([tenantId, agentId], { job, resolve, reject });
      if (this.#running === undefined) this.#next();
    });
  }

  /** Ends what runs and what waits as failed. */
  async close(): Promise<void> {
    for (let task = this.#waiting.take(); task !== undefined; task = this.#waiting.take()) task.reject(ended());
    await this.#worker?.terminate();
  }

  #next(): void {
    this.#running = this.#waiting.take();
    if (this.#running === undefined) {
      this.#worker?.unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.ref();
    try {
      this.#worker.postMessage(this.#running.job);
    } catch (error) {
      // There is no memory for the copy, which is no reason to leave what waits.
      this.#running.reject(error);
      this.#next();
    }
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
      this.#running?.reject(ended());
      this.#next();
    });
    return worker;
  }
}

function ended(): Error {
  return new Error("the detection thread ended");
}
