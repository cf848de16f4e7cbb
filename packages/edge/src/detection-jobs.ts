// The two jobs of detection that can take long on large values: the scan of a payload, and redaction and scan of a tool's
// answer. Pure; run on the serving loop for small values and on a thread for large ones (detection-thread.ts).
import { type RedactionPolicy, redact, type ScanOptions, type ScanResult, scan } from "./detection/index.js";

export type DetectionJob =
  | { readonly kind: "scan"; readonly text: string; readonly options: ScanOptions }
  | {
      readonly kind: "filter";
      readonly result: unknown;
      readonly policy: RedactionPolicy;
      readonly options: ScanOptions;
    };

export interface FilteredResult {
  readonly value: unknown;
  readonly counts: { readonly kind: string; readonly count: number }[];
  readonly codes: ScanResult["codes"];
}

/** Redacts, and scans what came before redaction. Throws when it cannot promise the result. */
export function filterResult(result: unknown, policy: RedactionPolicy, options: ScanOptions): FilteredResult {
  const { value, counts } = redact(result, policy);
  const { codes } = scan(result, { ...options, purpose: "result" });
  return { value, counts: counts.map(({ kind, count }) => ({ kind, count })), codes };
}

export function runDetectionJob(job: DetectionJob): ScanResult | FilteredResult {
  if (job.kind === "scan") return scan(JSON.parse(job.text), job.options);
  return filterResult(job.result, job.policy, job.options);
}
