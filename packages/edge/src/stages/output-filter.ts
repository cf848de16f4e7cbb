// Stage 9: redacts the tool's answer by the tenant's policy, and scans it. What cannot be made safe is withheld, never
// passed on, and so is an answer with orders to the model where the tenant says so. Without an answer there is nothing to do.
import { type FindingCode, Refusal } from "@portcullis/contract";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy, type ScanOptions } from "../detection/index.js";
import type { DetectionThread } from "../detection-thread.js";
import type { TenantMirror } from "../tenant-mirror.js";
import type { Executed } from "./execution.js";

export interface Filtered {
  /** The redacted answer; undefined where there is none to show. */
  readonly result: unknown;
  readonly redactions: { kind: string; count: number }[];
  readonly findings: FindingCode[];
  /** Set when the answer had to be withheld. */
  readonly refusal: Refusal | null;
}

type FilterPort = Pick<DetectionThread, "filter">;

const WITHHELD = "The tool ran; its answer holds orders to the model, and the tenant withholds those.";

const NOTHING: Filtered = { result: undefined, redactions: [], findings: [], refusal: null };

export async function filterOutput(
  { answer }: Executed,
  mirror: TenantMirror,
  detection: FilterPort,
): Promise<Filtered> {
  if (answer === null) return NOTHING;
  const options = (mirror.settings?.scan ?? {}) as ScanOptions;
  try {
    const policy = policyOf(mirror.settings?.redaction);
    const { value, counts, codes } = await detection.filter(answer, policy, options);
    if (codes.includes("prompt_injection_detected") && mirror.settings?.scan.injected_results === "withhold") {
      return { ...NOTHING, findings: codes, refusal: new Refusal("response_withheld", { detail: WITHHELD }) };
    }
    return { result: value, redactions: [...counts], findings: codes, refusal: null };
  } catch {
    return { ...NOTHING, refusal: new Refusal("response_withheld") };
  }
}

/** A tenant without a policy of its own has the default one; a broken one fails in the redactor and withholds. */
function policyOf(stored: Record<string, unknown> | undefined): RedactionPolicy {
  if (stored === undefined || Object.keys(stored).length === 0) return DEFAULT_REDACTION_POLICY;
  return "kinds" in stored ? (stored as unknown as RedactionPolicy) : { ...DEFAULT_REDACTION_POLICY, ...stored };
}
