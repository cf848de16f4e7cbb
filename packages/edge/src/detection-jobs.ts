// The two jobs of detection that can take long on large values: the scan of a payload, and redaction and scan of a tool's
// answer. Pure; run on the serving loop for small values and on a thread for large ones (detection-thread.ts).
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
import type { AnswerForm } from "./ports.js";

export type DetectionJob =
  | { readonly kind: "scan"; readonly text: string; readonly options: ScanOptions }
  | {
      readonly kind: "filter";
      readonly result: unknown;
      readonly policy: RedactionPolicy;
      readonly options: ScanOptions;
      readonly form: AnswerForm | undefined;
    };

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

export function runDetectionJob(job: DetectionJob): ScanResult | FilteredResult {
  // Of numbers the scan reads bytes alone, so that doubles will do.
  if (job.kind === "scan") return scan(JSON.parse(job.text), job.options);
  return filterResult(job.result, job.policy, job.options, job.form);
}
