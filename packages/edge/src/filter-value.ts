// Redacts what comes from a tool by the tenant's policy, and scans it: its answer, and what it says before.

import { redactionPolicyFor, scanOptionsFor } from "./detection/index.js";
import type { Detection } from "./detection.js";
import type { FilteredResult } from "./detection-jobs.js";
import type { ToolAnswer, ToolRequest } from "./ports.js";
import type { TenantMirror } from "./tenant-mirror.js";

export type FilterPort = Pick<Detection, "filter">;

/** Who called which tool. */
export type ToolUse = Pick<ToolRequest, "agentId" | "toolName">;

export interface FilteredValue extends FilteredResult {
  /** It holds orders to the model, and the tenant withholds those. */
  readonly isWithheld: boolean;
}

/** Rejects when the value cannot be made safe. */
export async function filterValue(
  { agentId, toolName }: ToolUse,
  value: Pick<ToolAnswer, "result" | "bytes" | "form">,
  mirror: TenantMirror,
  detection: FilterPort,
): Promise<FilteredValue> {
  const settings = mirror.settings;
  const policy = redactionPolicyFor(settings?.redaction ?? {}, toolName);
  const options = scanOptionsFor(settings?.scan ?? {}, toolName, "result");
  const filtered = await detection.filter(agentId, value, policy, options);
  const hasOrders = filtered.codes.includes("prompt_injection_detected");
  return { ...filtered, isWithheld: hasOrders && settings?.scan.injected_results === "withhold" };
}
