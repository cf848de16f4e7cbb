// The pin on a tool's definition: which one by its server may be offered and called, and which one waits for approval. Pure;
// the rows are the caller's to write.

import type { FindingCode, ToolDefinition } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import type { ToolTable } from "../../db/schema.js";

type Pin = Pick<ToolTable, "definition_hash" | "definition">;
type Pending = Pick<
  ToolTable,
  "pending_hash" | "pending_definition" | "pending_findings" | "pending_at" | "pending_is_first"
>;

export const NOTHING_PENDING: Pending = {
  pending_hash: null,
  pending_definition: null,
  pending_findings: null,
  pending_at: null,
  pending_is_first: 1,
};

/**
 * What a sighting comes to: nothing new, a definition to pin (cleared when it waited for the scan's sake alone), or one that
 * is held until it is approved.
 */
export type Sighting =
  | { readonly kind: "known"; readonly approved: boolean }
  | { readonly kind: "pinned"; readonly isCleared: boolean; readonly members: Pin & Pending }
  | { readonly kind: "held"; readonly reason: "changed" | "poisoned"; readonly members: Pending };

/**
 * Judges a definition that was seen. Without a pin the first clean one is pinned, unless one waits already; and so is that
 * one when the scan alone held it and `isClean` says that the scan of now does not.
 */
export function judgeSighting(
  tool: Pin & Pending,
  seen: ToolDefinition,
  { nowMs, isClean }: { readonly nowMs: number; readonly isClean: boolean },
): Sighting {
  const hash = seen.definition_hash;
  if (tool.definition_hash === hash) {
    // A pin that was set by hash alone learns its text when the definition is seen.
    if (tool.definition !== null || seen.definition === null) return { kind: "known", approved: true };
    return { kind: "pinned", isCleared: false, members: { ...pinOf(seen), ...pendingOf(tool) } };
  }
  if (tool.pending_hash === hash) {
    if (!isClean || !mayBeCleared(tool, seen)) return { kind: "known", approved: false };
    return { kind: "pinned", isCleared: true, members: { ...pinOf(seen), ...NOTHING_PENDING } };
  }
  const isFirst = tool.definition_hash === null && tool.pending_hash === null;
  if (isFirst && seen.findings.length === 0) {
    return { kind: "pinned", isCleared: false, members: { ...pinOf(seen), ...NOTHING_PENDING } };
  }
  return {
    kind: "held",
    reason: seen.findings.length > 0 ? "poisoned" : "changed",
    members: {
      pending_hash: hash,
      pending_definition: textOf(seen.definition),
      pending_findings: JSON.stringify([...new Set<FindingCode>(seen.findings)]),
      pending_at: nowMs,
      pending_is_first: isFirst ? 1 : 0,
    },
  };
}

/** Whether the one that was seen waits because of an earlier scan and nothing else, and its edge now finds nothing in it. */
export function mayBeCleared(tool: Pin & Pending, seen: ToolDefinition): boolean {
  const findings = JSON.parse(tool.pending_findings ?? "[]") as FindingCode[];
  return (
    tool.definition_hash === null &&
    tool.pending_hash === seen.definition_hash &&
    tool.pending_is_first === 1 &&
    findings.length > 0 &&
    seen.findings.length === 0
  );
}

/** An operator's word: this hash from now on. Null forgets the pin and what waits. */
export function approveDefinition(tool: Pin & Pending, hash: string | null): Partial<Pin & Pending> {
  if (hash === null) return { definition_hash: null, definition: null, ...NOTHING_PENDING };
  if (hash === tool.pending_hash) {
    return { definition_hash: hash, definition: tool.pending_definition, ...NOTHING_PENDING };
  }
  // What waits goes on waiting: it is not what was approved.
  return hash === tool.definition_hash ? {} : { definition_hash: hash, definition: null };
}

function pinOf(seen: ToolDefinition): Pin {
  return { definition_hash: seen.definition_hash, definition: textOf(seen.definition) };
}

function pendingOf(tool: Pending): Pending {
  const { pending_hash, pending_definition, pending_findings, pending_at, pending_is_first } = tool;
  return { pending_hash, pending_definition, pending_findings, pending_at, pending_is_first };
}

function textOf(definition: Record<string, unknown> | null): string | null {
  return definition === null ? null : formatJson(definition);
}
