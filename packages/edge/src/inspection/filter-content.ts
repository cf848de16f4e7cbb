// Redacts what comes from a tool by the tenant's policy, and scans it: its answer, and what it says before.

import { redactionPolicyFor, scanOptionsFor } from "../detection/index.js";
import type { ToolRequest } from "../ports.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";
import type { AnswerContent } from "./answer-value.js";
import type { Detection } from "./detection.js";
import type { FilteredAnswer } from "./detection-jobs.js";

export type FilterPort = Pick<Detection, "filter">;

/** Who called which tool. */
export type ToolUse = Pick<ToolRequest, "agentId" | "toolName">;

export interface FilteredContent extends FilteredAnswer {
  /** It holds orders to the model, and the tenant withholds those. */
  readonly isWithheld: boolean;
}

/** Of what came to no end nobody knows what it says of its cost, either. */
const UNREAD: FilteredContent = { usage: { counted: null, isUnreadable: true }, shown: null, isWithheld: false };

/** Never rejects: what fails is not shown. */
export async function filterContent(
  { agentId, toolName }: ToolUse,
  content: AnswerContent,
  { settings }: TenantMirror,
  detection: FilterPort,
): Promise<FilteredContent> {
  try {
    const policy = redactionPolicyFor(settings?.redaction ?? {}, toolName);
    const options = scanOptionsFor(settings?.scan ?? {}, toolName, "result");
    const filtered = await detection.filter(agentId, content, policy, options);
    const hasOrders = filtered.shown?.codes.includes("prompt_injection_detected") === true;
    return { ...filtered, isWithheld: hasOrders && settings?.scan.injected_results === "withhold" };
  } catch {
    return UNREAD;
  }
}
