// Stage 9: redacts the tool's answer by the tenant's policy, and scans it. What cannot be made safe is withheld, never
// passed on, and so is an answer with orders to the model where the tenant says so. Without an answer there is nothing to do.
import { Refusal } from "@portcullis/contract";
import { redactionPolicyFor, scanOptionsFor } from "../detection/index.js";
import type { DetectionThread } from "../detection-thread.js";
import { showDetails } from "../finding-places.js";
import type { Executed, Filtered } from "../stage-values.js";
import type { TenantMirror } from "../tenant-mirror.js";

type FilterPort = Pick<DetectionThread, "filter">;

const WITHHELD = "The tool ran; its answer holds orders to the model, and the tenant withholds those.";

const NOTHING: Filtered = { result: undefined, redactions: [], findings: [], findingDetails: [], refusal: null };

export async function filterOutput(
  toolName: string,
  { answer }: Executed,
  mirror: TenantMirror,
  detection: FilterPort,
): Promise<Filtered> {
  if (answer === null) return NOTHING;
  const settings = mirror.settings;
  try {
    const policy = redactionPolicyFor(settings?.redaction ?? {}, toolName);
    const options = scanOptionsFor(settings?.scan ?? {}, toolName, "result");
    const { value, counts, findings, codes } = await detection.filter(answer, policy, options);
    const found = { findings: codes, findingDetails: showDetails(findings) };
    if (codes.includes("prompt_injection_detected") && settings?.scan.injected_results === "withhold") {
      return { ...NOTHING, ...found, refusal: new Refusal("response_withheld", { detail: WITHHELD }) };
    }
    return { result: value, redactions: [...counts], ...found, refusal: null };
  } catch {
    return { ...NOTHING, refusal: new Refusal("response_withheld") };
  }
}
