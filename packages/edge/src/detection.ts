// Detection for the stages of one edge: small values at once, large ones on the process's thread, so that they hold up neither
// heartbeats nor other calls.
import { type RedactionPolicy, type ScanOptions, type ScanResult, scan } from "./detection/index.js";
import { type FilteredResult, filterResult, type InspectedText } from "./detection-jobs.js";
import type { DetectionThread } from "./detection-thread.js";
import { type ArrivedBody, type BodyQuestion, inspectBody } from "./inspect-body.js";
import { type Payload, TextPayload } from "./payload.js";
import type { ToolAnswer } from "./ports.js";

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
      return { payload: new TextPayload(payloadText), question };
    }
    const { payload, question } = await inspectBody(arrived, (value, text, options) =>
      this.#scan(agentId, value, text, options),
    );
    return { payload: { value: payload }, question };
  }

  /** Redacts and scans an answer to an agent; rejects when that fails. */
  async filter(
    agentId: string,
    { result, bytes, form }: Pick<ToolAnswer, "result" | "bytes" | "form">,
    policy: RedactionPolicy,
    options: ScanOptions,
  ): Promise<FilteredResult> {
    if (!this.#isForThread(bytes)) return filterResult(result, policy, options, form);
    const job = { kind: "filter", result, policy, options, form } as const;
    return (await this.thread.run(this.tenantId, agentId, job)) as FilteredResult;
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
