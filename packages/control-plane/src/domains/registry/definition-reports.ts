// What edges report of tools' definitions. The first clean one of a tool is pinned; whatever else is not the pinned one is
// held, with an audit row (and so an event) that says why. One that an earlier scan held at first sight is pinned as soon as
// neither its edge's scan nor the one of here finds anything. Reports of what is known already write nothing.

import { setImmediate as nextTurn } from "node:timers/promises";
import { type DefinitionStanding, Refusal, type ToolDefinition } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import { scanDefinition } from "@portcullis/edge";
import type { ScanSettings } from "@portcullis/edge/detection";
import type { ToolTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantTx } from "../../db/tx.js";
import { settingsOf } from "../../decision/facts/tenant-settings.js";
import { appendOperatorRow } from "../../http/audited.js";
import type { Services } from "../../services.js";
import { findTenant } from "../auth/index.js";
import { judgeSighting, mayBeCleared, type Sighting } from "./definition-pin.js";
import { blankTool } from "./register.js";
import { partsOf } from "./report-parts.js";
import { countSeenTools, findToolRows, saveTool } from "./store.js";

/** A server may make up new tools each time that it is asked, and every decision knows all tools of its tenant. */
export const MAX_SEEN_TOOLS = 10_000;

type Ports = Pick<Services, "store" | "ledger" | "sync" | "waitingChanges">;

/**
 * Takes a report and says of each definition whether it may be offered and called. Refuses a report that is not as edges make it
 * before anything is written, and `registry_full` where a part of it would bring more tools than a tenant may have that nobody
 * registered.
 */
export async function reportDefinitions(
  ports: Ports,
  tenantId: string,
  instance: string,
  reports: readonly ToolDefinition[],
): Promise<DefinitionStanding[]> {
  const standings: DefinitionStanding[] = [];
  for (const part of await partsOf(reports)) standings.push(...(await reportPart(ports, tenantId, instance, part)));
  return standings;
}

async function reportPart(
  { store, ledger, sync, waitingChanges }: Ports,
  tenantId: string,
  instance: string,
  reports: readonly ToolDefinition[],
): Promise<DefinitionStanding[]> {
  const names = [...new Set(reports.map((report) => report.tool_name))];
  const [known, tenant] = await store.read(tenantId, async (db) => [
    await findToolRows(db, names),
    await findTenant(db),
  ]);
  const clean = await rescan(known, reports, tenant === undefined ? {} : settingsOf(tenant).scan);
  /** Changes what waits once more than is noted. */
  const isOneTooMany = (row: ToolTable, sighting: Sighting) =>
    isChangeOfWaiting(row, sighting) && waitingChanges.isSpent(tenantId, row.tool_name);
  const settled = standingsOf(known, reports, clean, isOneTooMany);
  if (settled !== null) return settled;
  const standings = await store.write(tenantId, async (tx) => {
    // Locks the tenant: of two edges that see a tool for the first time at once, one pins and the other is judged by it.
    const stateVersion = await bumpStateVersion(tx);
    const rows = new Map((await findToolRows(tx, names)).map((row) => [row.tool_name, row]));
    await requireRoom(tx, names.filter((name) => rows.get(name)?.deleted_at !== null).length);
    const answers: DefinitionStanding[] = [];
    for (const report of reports) {
      const row = livingRow(tx, rows.get(report.tool_name), report.tool_name);
      const sighting = judgeSighting(row, report, { nowMs: tx.nowMs, isClean: clean.has(report) });
      answers.push(standing(report, sighting.kind === "pinned" || (sighting.kind === "known" && sighting.approved)));
      if (sighting.kind === "known" || isOneTooMany(row, sighting)) continue;
      if (isChangeOfWaiting(row, sighting)) waitingChanges.count(tenantId, row.tool_name);
      const changed: ToolTable = {
        ...row,
        ...sighting.members,
        state_version: stateVersion,
        updated_at: tx.nowMs,
      };
      await saveTool(tx, changed);
      rows.set(changed.tool_name, changed);
      const isHeld = sighting.kind === "held";
      await appendOperatorRow(ledger, tx, {
        action: isHeld ? "tool_definition_held" : "tool_definition_pinned",
        requestId: newId(),
        actor: `edge:${instance}`,
        role: "edge",
        decision: isHeld ? "deny" : "allow",
        toolName: report.tool_name,
        findings: isHeld ? ["tool_description_changed", ...report.findings] : [],
        fields: {
          tool_name: report.tool_name,
          definition_hash: report.definition_hash,
          approved_hash: isHeld ? row.definition_hash : report.definition_hash,
          ...(isHeld ? { reason: sighting.reason } : sighting.isCleared ? { reason: "cleared" } : {}),
        },
      });
    }
    return answers;
  });
  ledger.notifyAppended(tenantId);
  sync.push(tenantId);
  await store.announce(tenantId);
  return standings;
}

/** The answer where no report brings anything to write; else null. */
function standingsOf(
  rows: readonly ToolTable[],
  reports: readonly ToolDefinition[],
  clean: ReadonlySet<ToolDefinition>,
  isOneTooMany: (row: ToolTable, sighting: Sighting) => boolean,
): DefinitionStanding[] | null {
  const byName = livingByName(rows);
  const standings: DefinitionStanding[] = [];
  for (const report of reports) {
    const row = byName.get(report.tool_name);
    if (row === undefined) return null;
    const sighting = judgeSighting(row, report, { nowMs: 0, isClean: clean.has(report) });
    if (sighting.kind !== "known" && !isOneTooMany(row, sighting)) return null;
    standings.push(standing(report, sighting.kind === "known" && sighting.approved));
  }
  return standings;
}

/** Whether it is held as what waits is, in whose place it comes. */
function isChangeOfWaiting(row: ToolTable, { kind }: Sighting): boolean {
  return kind === "held" && row.pending_hash !== null;
}

/**
 * Those that may be cleared and in which the scan of here finds nothing. It has the last word: of edges with different
 * rules, the weaker ones could otherwise release what the others hold.
 */
async function rescan(
  rows: readonly ToolTable[],
  reports: readonly ToolDefinition[],
  settings: ScanSettings,
): Promise<ReadonlySet<ToolDefinition>> {
  const byName = livingByName(rows);
  const clean = new Set<ToolDefinition>();
  for (const report of reports) {
    const row = byName.get(report.tool_name);
    if (row === undefined || report.definition === null || !mayBeCleared(row, report)) continue;
    // Many long ones must not keep the process from everything else.
    await nextTurn();
    if (scanDefinition(report.tool_name, report.definition, settings).length === 0) clean.add(report);
  }
  return clean;
}

function livingByName(rows: readonly ToolTable[]): Map<string, ToolTable> {
  return new Map(rows.filter((row) => row.deleted_at === null).map((row) => [row.tool_name, row]));
}

async function requireRoom(tx: TenantTx, added: number): Promise<void> {
  if (added === 0 || (await countSeenTools(tx)) + added <= MAX_SEEN_TOOLS) return;
  throw new Refusal("registry_full", { data: { limit: MAX_SEEN_TOOLS } });
}

/** A tool that was deleted begins anew, as one that was never seen. */
function livingRow(tx: TenantTx, row: ToolTable | undefined, toolName: string): ToolTable {
  return row?.deleted_at === null ? row : blankTool(tx, toolName);
}

function standing({ tool_name, definition_hash }: ToolDefinition, approved: boolean): DefinitionStanding {
  return { tool_name, definition_hash, approved };
}
