// What a running tool says of its progress, on its way to the caller: redacted and scanned as its answer is, by the same settings,
// and no faster than anyone can read. Progress that comes faster is left out, but for the latest.

import type { ScanResult } from "../detection/index.js";
import { type FilterPort, filterContent, type ToolUse } from "../inspection/filter-content.js";
import type { Clock, ExecuteRequest, ToolProgress } from "../ports.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";
import { TokenBuckets } from "../tenant/token-bucket.js";
import { CallStop, pause } from "./call-stop.js";
import type { RelayedProgress } from "./stage-values.js";

const RATE = { perSecond: 10, burst: 20 };
/** How much may wait for its turn. */
const MAX_WAITING = 20;
/** What is longer is no message for people, and is left out. */
const MAX_MESSAGE_LENGTH = 16 * 1024;
/** A row shows no more of them. */
const MAX_KEPT_FINDINGS = 50;

export interface ProgressPorts {
  readonly mirror: TenantMirror;
  readonly detection: FilterPort;
  readonly clock: Clock;
}

export class ProgressRelay {
  readonly #bucket: TokenBuckets;
  readonly #ended = new CallStop();
  #waiting: ToolProgress[] = [];
  #passing: Promise<void> | undefined;
  readonly #counts = new Map<string, number>();
  readonly #codes = new Set<ScanResult["codes"][number]>();
  readonly #findings: ScanResult["findings"][number][] = [];

  /** Passes nothing on once `stop` has stopped the call. */
  constructor(
    private readonly passOn: NonNullable<ExecuteRequest["onProgress"]>,
    private readonly use: ToolUse,
    private readonly stop: CallStop,
    private readonly ports: ProgressPorts,
  ) {
    this.#bucket = new TokenBuckets(ports.clock);
  }

  readonly take = (progress: ToolProgress): void => {
    if (this.#ended.isStopped || this.stop.isStopped) return;
    if (this.#waiting.length === MAX_WAITING) this.#waiting.shift();
    this.#waiting.push(progress);
    this.#passing ??= this.#passAll();
  };

  /** Waits for no more turns: passes the latest on if it is due later, and takes no more. Gives what was found in all that was passed on. */
  async end(): Promise<RelayedProgress> {
    this.#ended.stop("the tool has answered");
    await this.#passing;
    const redactions = [...this.#counts].map(([kind, count]) => ({ kind, count }));
    return { redactions, codes: [...this.#codes], findings: this.#findings };
  }

  async #passAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.stop.isStopped) {
      const waitMs = this.#bucket.take("", RATE);
      if (waitMs > 0) await pause(waitMs, this.#ended);
      if (waitMs > 0 && this.#ended.isStopped) this.#waiting = this.#waiting.slice(-1);
      await this.#pass(this.#waiting.shift() as ToolProgress);
    }
    this.#passing = undefined;
  }

  async #pass({ progress, total, message }: ToolProgress): Promise<void> {
    const words = message !== undefined && message.length <= MAX_MESSAGE_LENGTH ? { message } : {};
    const said = { progress, ...(total === undefined ? {} : { total }), ...words };
    // The name tells its findings from those of the answer.
    const content = { json: JSON.stringify({ progress: said }) };
    const { mirror, detection } = this.ports;
    const { shown, isWithheld } = await filterContent(this.use, content, mirror, detection);
    // What cannot be made safe is not passed on.
    if (shown === null) return;
    for (const { kind, count } of shown.counts) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    for (const code of shown.codes) this.#codes.add(code);
    this.#findings.push(...shown.findings.slice(0, MAX_KEPT_FINDINGS - this.#findings.length));
    if (this.stop.isStopped) return;
    const { message: safe, ...numbers } = (shown.result.value as { readonly progress: ToolProgress }).progress;
    this.passOn(safe === undefined || isWithheld ? numbers : { ...numbers, message: safe });
  }
}
