// Detection for the stages: small values at once, large ones on a thread, so that one large call does not hold up
// heartbeats and every other call. Without the thread's file (sources, bundles) everything runs on the loop.
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type RedactionPolicy, type ScanOptions, type ScanResult, scan } from "./detection/index.js";
import { type DetectionJob, type FilteredResult, filterResult } from "./detection-jobs.js";
import type { JobAnswer, JobMessage } from "./detection-worker.js";
import type { ToolAnswer } from "./ports.js";

/** From this size on a job goes to the thread; below it, handing it over costs more than doing it. */
export const LARGE_BYTES = 256 * 1024;

const WORKER_FILE = new URL("./detection-worker.js", import.meta.url);

type Result = ScanResult | FilteredResult;
interface Waiting {
  readonly resolve: (value: Result) => void;
  readonly reject: (error: Error) => void;
}

export class DetectionThread {
  readonly #waiting = new Map<number, Waiting>();
  readonly #canStart = existsSync(WORKER_FILE);
  #worker: Worker | undefined;
  #nextId = 1;

  /** Scans a payload whose canonical text is at hand. A thread that fails is the finding `scan_incomplete`. */
  scan(payload: unknown, text: string, options: ScanOptions): ScanResult | Promise<ScanResult> {
    if (!this.#canStart || text.length < LARGE_BYTES) return scan(payload, options);
    return this.#run({ kind: "scan", text, options }).then(
      (value) => value as ScanResult,
      () => incompleteScan(),
    );
  }

  /** Redacts and scans an answer; rejects when that fails. */
  async filter(
    { result, bytes, form }: Pick<ToolAnswer, "result" | "bytes" | "form">,
    policy: RedactionPolicy,
    options: ScanOptions,
  ): Promise<FilteredResult> {
    if (!this.#canStart || bytes < LARGE_BYTES) return filterResult(result, policy, options, form);
    return (await this.#run({ kind: "filter", result, policy, options, form })) as FilteredResult;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #run(job: DetectionJob): Promise<Result> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const worker = this.#start();
      const message: JobMessage = { id, job };
      worker.postMessage(message);
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
    });
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(WORKER_FILE);
    this.#worker = worker;
    worker.on("message", ({ id, value }: JobAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref();
      if (value === undefined) waiting?.reject(new Error("the detection job failed"));
      else waiting?.resolve(value);
    });
    worker.on("error", () => undefined);
    worker.on("exit", () => this.#fail(worker));
    return worker;
  }

  /** The next large job starts a new thread. */
  #fail(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error("the detection thread ended"));
    this.#waiting.clear();
  }
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
