// What the edge's thread does for it (detection-thread.ts), all of it pure: large bodies are inspected, large payloads of programs that
// embed an edge scanned, and large answers redacted and scanned.
import { formatJson } from "@portcullis/core";
import {
  createEventStreamRedactor,
  createJsonLinesRedactor,
  createJsonRedactor,
  RedactionError,
  type RedactionPolicy,
  redact,
  type ScanOptions,
  type ScanResult,
  scan,
  type TextRedactor,
} from "./detection/index.js";
import { type ArrivedBody, type BodyQuestion, inspectBody } from "./inspect-body.js";
import type { AnswerForm } from "./ports.js";

export type DetectionJob =
  | { readonly kind: "inspect"; readonly arrived: ArrivedBody }
  | { readonly kind: "scan"; readonly text: string; readonly options: ScanOptions }
  | {
      readonly kind: "filter";
      readonly result: unknown;
      readonly policy: RedactionPolicy;
      readonly options: ScanOptions;
      readonly form: AnswerForm | undefined;
    };

/** A body that was inspected on the thread; to hand its payload over as text takes the loop least. */
export interface InspectedText {
  readonly payloadText: string;
  readonly question: BodyQuestion;
}

export type DetectionResult = InspectedText | ScanResult | FilteredResult;

export interface FilteredResult {
  readonly value: unknown;
  readonly counts: { readonly kind: string; readonly count: number }[];
  readonly findings: ScanResult["findings"];
  /** Codes of all findings, also of those that are too many to be listed. */
  readonly codes: ScanResult["codes"];
}

/** Redacts, and scans what came before redaction. Throws when it cannot promise the result. */
export function filterResult(
  result: unknown,
  policy: RedactionPolicy,
  options: ScanOptions,
  form?: AnswerForm,
): FilteredResult {
  const { value, counts } = redactResult(result, policy, form);
  const { findings, codes } = scan(result, options);
  return { value, counts: counts.map(({ kind, count }) => ({ kind, count })), findings, codes };
}

function redactResult(
  result: unknown,
  policy: RedactionPolicy,
  form: AnswerForm | undefined,
): Pick<ReturnType<typeof redact>, "value" | "counts"> {
  if (typeof result !== "string" || form === undefined) return redact(result, policy);
  // The whole answer is at hand, so that nothing is too long to be held back.
  if (form === "event_stream") {
    return runThrough(createEventStreamRedactor(policy, { maxEventLength: Number.MAX_SAFE_INTEGER }), result);
  }
  if (form === "json_lines") {
    return runThrough(createJsonLinesRedactor(policy, { maxLineLength: Number.MAX_SAFE_INTEGER }), result);
  }
  const json = createJsonRedactor(policy);
  try {
    return runThrough(json, result);
  } catch (error) {
    if (!(error instanceof RedactionError)) throw error;
    // It said that it was JSON, and is a text like any other.
    return redact(result, policy);
  }
}

function runThrough(redactor: TextRedactor, text: string) {
  const value = redactor.push(text) + redactor.end();
  return { value, counts: [...redactor.counts] };
}

export async function runDetectionJob(job: DetectionJob): Promise<DetectionResult> {
  switch (job.kind) {
    case "inspect": {
      const { payload, question } = await inspectBody(job.arrived, (value, _text, options) => scan(value, options));
      return { payloadText: formatJson(payload), question };
    }
    case "scan":
      // Of numbers the scan reads bytes alone, so that doubles will do.
      return scan(JSON.parse(job.text), job.options);
    case "filter":
      return filterResult(job.result, job.policy, job.options, job.form);
  }
}
