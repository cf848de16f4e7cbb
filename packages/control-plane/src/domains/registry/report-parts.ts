// A report of definitions as it is taken: checked whole before anything of it is written, and cut into parts that are written beside
// everything else that the process does. Edges send such parts by themselves, but whoever has an edge's session may send what it likes.

import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_DEFINITION_BYTES, Refusal, type ToolDefinition } from "@portcullis/contract";
import { canonicalize, foldToolName, type JsonValue, sha256Hex } from "@portcullis/core";
import { DefinitionPart } from "@portcullis/edge";
import { isJsonWithin } from "../../decision/judging/json-size.js";

/** `isJsonWithin` counts eight for what takes two bytes at least, with its comma. */
const MAX_COUNTED_SIZE = 4 * MAX_DEFINITION_BYTES + 8;

/** The report in its order, in parts. Refuses names that are not folded, definitions that are too large, and hashes that do not fit. */
export async function partsOf(reports: readonly ToolDefinition[]): Promise<ToolDefinition[][]> {
  const parts: DefinitionPart<ToolDefinition>[] = [];
  let part: DefinitionPart<ToolDefinition> | undefined;
  for (const report of reports) {
    await nextTurn();
    requireFoldedName(report);
    const size = sizeOf(report);
    if (part === undefined || !part.hasRoomFor(size)) {
      part = new DefinitionPart();
      parts.push(part);
    }
    part.add(report, size);
  }
  return parts.map(({ items }) => items);
}

/** By another name nobody could look the tool up, approve it, or delete it. */
function requireFoldedName({ tool_name }: ToolDefinition): void {
  if (isFolded(tool_name)) return;
  throw new Refusal("validation_failed", {
    detail: `Edges name tools as they are compared; ${tool_name} is not folded.`,
  });
}

function isFolded(toolName: string): boolean {
  try {
    return foldToolName(toolName) === toolName;
  } catch {
    return false;
  }
}

/** Bytes of the definition's canonical JSON; 0 without one. */
function sizeOf({ tool_name, definition, definition_hash }: ToolDefinition): number {
  if (definition === null) return 0;
  const text = isJsonWithin(definition, MAX_COUNTED_SIZE) ? canonicalize(definition as JsonValue) : null;
  const size = text === null ? Number.POSITIVE_INFINITY : Buffer.byteLength(text);
  if (text === null || size > MAX_DEFINITION_BYTES) {
    throw new Refusal("validation_failed", {
      detail: `The definition of ${tool_name} is larger than ${MAX_DEFINITION_BYTES} bytes: send null in its place.`,
    });
  }
  if (sha256Hex(text) === definition_hash) return size;
  throw new Refusal("validation_failed", {
    detail: `The hash of the definition of ${tool_name} is not that of its canonical JSON.`,
  });
}
