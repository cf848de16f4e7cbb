// What tools' servers say of them, as edges report it, and whether it may be offered.

import { z } from "zod";
import { sha256Hex } from "../schemas/common.js";
import { findingCode } from "../schemas/execution.js";
import { foldedName, MAX_NAMED_CODES } from "./shared-shapes.js";

/** What a tool's server says of it (MCP's tools/list), as an edge has seen it. */
export const toolDefinition = z.strictObject({
  tool_name: foldedName,
  /** SHA-256 of the definition's canonical JSON. */
  definition_hash: sha256Hex,
  /** As it was served; null when it is larger than {@link MAX_DEFINITION_BYTES}. */
  definition: z.record(z.string(), z.unknown()).nullable(),
  /** Codes of the edge's scan for which the definition must not be offered unseen. */
  findings: z.array(findingCode).max(MAX_NAMED_CODES),
});
export type ToolDefinition = z.output<typeof toolDefinition>;

/** Largest canonical JSON of a tool's definition that is kept. */
export const MAX_DEFINITION_BYTES = 64 * 1024;
/** Definitions in one report at most. */
export const MAX_DEFINITIONS = 500;

/** Whether a definition that was reported may be offered and called. */
export const definitionStanding = z.object({
  tool_name: z.string(),
  definition_hash: sha256Hex,
  approved: z.boolean(),
});
export type DefinitionStanding = z.output<typeof definitionStanding>;
