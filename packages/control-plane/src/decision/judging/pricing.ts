// From the contract's and the registry's words for money to those of core.

import type { Usage } from "@portcullis/contract";
import type { ModelUsage, ToolPrice } from "@portcullis/core";
import type { ToolRecord } from "../types.js";

/** What a tool's registration says about money; null when it says nothing. */
export function toolPriceOf(tool: Pick<ToolRecord, "priceNano" | "maxCostNano"> | undefined): ToolPrice | null {
  if (tool === undefined || (tool.priceNano === null && tool.maxCostNano === null)) return null;
  return {
    ...(tool.priceNano === null ? {} : { priceNanoUsd: tool.priceNano }),
    ...(tool.maxCostNano === null ? {} : { maxCostNanoUsd: tool.maxCostNano }),
  };
}

/** Token counts as pricing takes them. */
export function usageOf(usage: Usage | null | undefined): ModelUsage | null {
  if (usage === null || usage === undefined) return null;
  return { model: usage.model ?? null, promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens };
}
