// Detection for the stages of one edge: small values at once, large ones on the process's thread, so that they hold up neither
// heartbeats nor other calls.

import { type RedactionPolicy, type ScanOptions, type ScanResult, scan } from "../detection/index.js";
import { type AnswerContent, sizeOf } from "./answer-value.js";
import {
  boundText,
  type FilteredAnswer,
  type FilteredText,
  filterAnswer,
  type InspectedText,
} from "./detection-jobs.js";
import type { DetectionThread } from "./detection-thread.js";
import { type ArrivedBody, type BodyQuestion, inspectBody } from "./inspect-body.js";
import { LazyJson, type Payload } from "./lazy-json.js";

/** From this size on a job goes to the thread. Below it, the loop is done in a millisecond, and with the worst text in forty. */
export const LARGE_BYTES = 32 * 1024;

export class Detection {
  constructor(
    private readonly tenantId: string,
    private readonly thread: Pick<DetectionThread, "canRun" | "run">,
  ) {}

  /** Inspects the body of an agent's call, or refuses it. */
  async inspect(agentId: string, arrived: ArrivedBody): Promise<{ payload: Payload; question: BodyQuestion }> {
    const { sent } = arrived;
    if (sent instanceof Uint8Array && this.#isForThread(sent.length)) {
      const job = { kind: "inspect", arrived } as const;
      const { payloadText, question } = (await this.thread.run(this.tenantId, agentId, job)) as InspectedText;
      return { payload: new LazyJson(payloadText), question };
    }
    const { payload, question } = await inspectBody(arrived, (value, text, options) =>
      this.#scan(agentId, value, text, options),
    );
    return { payload: { value: payload }, question };
  }

  /** Reads, redacts and scans an answer to an agent; rejects when its thread fails. */
  async filter(
    agentId: string,
    content: AnswerContent,
    policy: RedactionPolicy,
    options: ScanOptions,
  ): Promise<FilteredAnswer> {
    const size = sizeOf(content);
    if (!this.#isForThread(size)) {
      const filtered = filterAnswer(content, policy, options);
      const isShown = size < LARGE_BYTES || boundText(filtered).shown !== null;
      return isShown ? filtered : { usage: filtered.usage, shown: null };
    }
    // Its value, where known, would be copied for longer than reading it takes.
    const sent = "json" in content ? { json: content.json } : content;
    const job = { kind: "filter", content: sent, policy, options } as const;
    return withLazyResult((await this.thread.run(this.tenantId, agentId, job)) as FilteredText);
  }

  /** A payload that came as a value. A thread that fails is the finding `scan_incomplete`. */
  #scan(agentId: string, payload: unknown, text: string, options: ScanOptions): ScanResult | Promise<ScanResult> {
    if (!this.#isForThread(text.length)) return scan(payload, options);
    return this.thread.run(this.tenantId, agentId, { kind: "scan", text, options }).then(
      (value) => value as ScanResult,
      () => incompleteScan(),
    );
  }

  #isForThread(bytes: number): boolean {
    return bytes >= LARGE_BYTES && this.thread.canRun;
  }
}

function withLazyResult({ usage, shown }: FilteredText): FilteredAnswer {
  if (shown === null) return { usage, shown };
  const { text, ...found } = shown;
  return { usage, shown: { ...found, result: new LazyJson(text) } };
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
