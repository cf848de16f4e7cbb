// The scan of a tool's definition: for what it must not be offered before somebody has looked at it. The same at an edge that
// sees it and at the control plane that keeps its pin.

import type { FindingCode } from "@portcullis/contract";
import { type ScanSettings, scan, scanOptionsFor } from "../detection/index.js";

/**
 * Findings for which a definition is not pinned unseen. A tool may well speak of SQL, shells, paths or addresses in its
 * description; orders to the model, and what hides text, have no place there.
 */
const POISON: ReadonlySet<FindingCode> = new Set([
  "prompt_injection_detected",
  "encoded_payload",
  "invisible_text",
  "tenant_phrase",
  "deep_json",
  "huge_json",
  "scan_truncated",
  "scan_incomplete",
]);

/** Codes of what is wrong with a definition, by a tenant's settings of the scan; none for a clean one. */
export function scanDefinition(
  toolName: string,
  definition: Readonly<Record<string, unknown>>,
  settings: ScanSettings,
): FindingCode[] {
  return scan(definition, scanOptionsFor(settings, toolName, "tool_description")).codes.filter((code) =>
    POISON.has(code),
  );
}
