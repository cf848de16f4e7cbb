// Verifications that requests ask for. They run off the serving loop, one at a time per tenant and a few per user; whoever asks
// for the same rows meanwhile gets the same report. How a chain is verified is in `verify.ts`. No thread can load TypeScript, so
// that in tests, which run from sources, verifications run on the loop, in slices.

import { Worker } from "node:worker_threads";
import { type ErrorCode, Refusal } from "@portcullis/contract";
import type { Reader } from "../db/tx.js";
import type { KeyRing, PublishedKey } from "../keys/key-ring.js";
import { type ChainReport, type VerificationRange, verifyChain } from "./verify.js";

export interface ChainVerifierOptions {
  readonly databaseUrl: string;
  /** Read on the loop where there is no thread. */
  readonly store: Pick<Reader, "read">;
  readonly keys: Pick<KeyRing, "publicKeys" | "refresh">;
}

/** What the thread is sent. */
export interface VerifyJob {
  readonly id: number;
  readonly tenantId: string;
  readonly range: VerificationRange;
  readonly keys: readonly PublishedKey[];
}

/** What it answers: a report, or the code of a refusal, or words for an unknown error. */
export type VerifyAnswer = { readonly id: number } & (
  | { readonly report: ChainReport }
  | { readonly refusal: ErrorCode }
  | { readonly failure: string }
);

interface Waiting {
  readonly resolve: (report: ChainReport) => void;
  readonly reject: (error: Error) => void;
}

/** The most that one user may have under way or waiting: a long chain takes minutes, for which others of the tenant wait. */
export const MAX_VERIFICATIONS_PER_USER = 8;
const RETRY_AFTER_S = 5;

const WORKER_FILE = new URL("./verify-worker.js", import.meta.url);
const IS_BUILT = import.meta.url.endsWith(".js");

export class ChainVerifier {
  readonly #options: ChainVerifierOptions;
  readonly #shared = new Map<string, { readonly report: Promise<ChainReport>; readonly askedBy: string }>();
  readonly #lastOf = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #nextId = 1;
  #isClosed = false;

  constructor(options: ChainVerifierOptions) {
    this.#options = options;
  }

  /**
   * The report of `verifyChain`. Whoever asks for the same range while it is verified gets the same report: of the chain as
   * it stood when that began. Rejects with a Refusal when the user has too many under way, the database does not answer or the
   * process is closing.
   */
  async verify(tenantId: string, userId: string, range: VerificationRange): Promise<ChainReport> {
    const key = `${tenantId} ${range.fromSeq ?? ""} ${range.toSeq ?? ""}`;
    const running = this.#shared.get(key);
    if (running !== undefined) return running.report;
    const askedBy = `${tenantId} ${userId}`;
    this.#requireRoom(askedBy);
    const before = this.#lastOf.get(tenantId) ?? Promise.resolve();
    const report = before.then(() => this.#run(tenantId, range));
    const settled: Promise<void> = report.then(
      () => this.#forget(tenantId, key, settled),
      () => this.#forget(tenantId, key, settled),
    );
    this.#shared.set(key, { report, askedBy });
    this.#lastOf.set(tenantId, settled);
    return report;
  }

  /** Ends the thread; what still runs is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #requireRoom(asker: string): void {
    const limit = MAX_VERIFICATIONS_PER_USER;
    const own = [...this.#shared.values()].filter(({ askedBy }) => askedBy === asker);
    if (own.length < limit) return;
    throw new Refusal("too_many_verifications", { data: { limit }, retryAfterS: RETRY_AFTER_S });
  }

  #forget(tenantId: string, key: string, settled: Promise<unknown>): void {
    this.#shared.delete(key);
    if (this.#lastOf.get(tenantId) === settled) this.#lastOf.delete(tenantId);
  }

  async #run(tenantId: string, range: VerificationRange): Promise<ChainReport> {
    const { store, keys } = this.#options;
    // A key that another replica has made since would count as unknown.
    await keys.refresh();
    if (this.#isClosed) throw new Refusal("store_unavailable", { retryAfterS: 1 });
    if (!IS_BUILT) return verifyChain(store, keys, tenantId, range);
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const worker = this.#start();
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      const job: VerifyJob = { id, tenantId, range, keys: keys.publicKeys() };
      worker.postMessage(job);
    });
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(WORKER_FILE, { workerData: this.#options.databaseUrl });
    this.#worker = worker;
    worker.on("message", (answer: VerifyAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) worker.unref();
      if ("report" in answer) waiting?.resolve(answer.report);
      else waiting?.reject("refusal" in answer ? new Refusal(answer.refusal) : new Error(answer.failure));
    });
    let cause: Error = new Refusal("store_unavailable", { retryAfterS: 1 });
    worker.on("error", (error) => {
      cause = error;
    });
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(cause);
      this.#waiting.clear();
    });
    return worker;
  }
}
