// Detection for the stages: small values at once, large ones on a thread, so that one large call does not hold up
// heartbeats and every other call. The thread takes one at a time, of each agent in turn: some texts take seconds a megabyte.
// Without the thread's file (sources, bundles) everything runs on the loop.
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type RedactionPolicy, type ScanOptions, type ScanResult, scan } from "./detection/index.js";
import { type DetectionJob, type FilteredResult, filterResult } from "./detection-jobs.js";
import type { JobAnswer } from "./detection-worker.js";
import { FairQueue } from "./fair-queue.js";
import type { ToolAnswer } from "./ports.js";

/** From this size on a job goes to the thread. Below it, the loop is done in a millisecond, and with the worst text in forty. */
export const LARGE_BYTES = 32 * 1024;

const WORKER_FILE = new URL("./detection-worker.js", import.meta.url);

type Result = ScanResult | FilteredResult;
interface Task {
  readonly job: DetectionJob;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class DetectionThread {
  readonly #waiting = new FairQueue<Task>();
  readonly #canStart = existsSync(WORKER_FILE);
  #worker: Worker | undefined;
  #running: Task | undefined;

  /** Scans a payload of an agent whose canonical text is at hand. A thread that fails is the finding `scan_incomplete`. */
  scan(agentId: string, payload: unknown, text: string, options: ScanOptions): ScanResult | Promise<ScanResult> {
    if (!this.#canStart || text.length < LARGE_BYTES) return scan(payload, options);
    return this.#run(agentId, { kind: "scan", text, options }).then(
      (value) => value as ScanResult,
      () => incompleteScan(),
    );
  }

  /** Redacts and scans an answer to an agent; rejects when that fails. */
  async filter(
    agentId: string,
    { result, bytes, form }: Pick<ToolAnswer, "result" | "bytes" | "form">,
    policy: RedactionPolicy,
    options: ScanOptions,
  ): Promise<FilteredResult> {
    if (!this.#canStart || bytes < LARGE_BYTES) return filterResult(result, policy, options, form);
    return (await this.#run(agentId, { kind: "filter", result, policy, options, form })) as FilteredResult;
  }

  /** Ends what runs and what waits as failed. */
  async close(): Promise<void> {
    for (let task = this.#waiting.take(); task !== undefined; task = this.#waiting.take()) task.reject(ended());
    await this.#worker?.terminate();
  }

  #run(agentId: string, job: DetectionJob): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(agentId, { job, resolve, reject });
      if (this.#running === undefined) this.#next();
    });
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
      // A program's own tool answered what cannot be handed over.
      this.#running.reject(error);
      this.#next();
    }
  }

  #start(): Worker {
    const worker = new Worker(WORKER_FILE);
    worker.on("message", ({ value }: JobAnswer) => {
      if (value === undefined) this.#running?.reject(new Error("the detection job failed"));
      else this.#running?.resolve(value);
      this.#next();
    });
    worker.on("error", () => undefined);
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

function incompleteScan(): ScanResult {
  const place = { path: "", start: 0, end: 0, view: "structure" } as const;
  const finding = {
    code: "scan_incomplete",
    severity: "high",
    score: 1,
    ...place,
    rule_id: "structure/incomplete",
  } as const;
  return { findings: [finding], codes: ["scan_incomplete"], risk: 1, signals: {}, nodes: 0, depth: 0 };
}
