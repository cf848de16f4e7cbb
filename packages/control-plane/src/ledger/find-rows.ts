// Finds rows of a page. Filters that an index serves are one query; for the others the chain is looked through newest
// first, a window at a time, so that a rare match in a long chain does not hold up the serving loop.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { TenantDb } from "../db/tx.js";
import {
  findEarlierOfAgent,
  findFirstSince,
  isIndexedAction,
  listRows,
  type ReadsOfTenant,
  type RowFilter,
  readNewestRow,
} from "./read.js";
import type { AuditRow } from "./seal-rows.js";

/** SQLite looks through a window in about eight milliseconds, on the serving loop, also where no row of it matches. */
const WINDOW_ROWS = 4_000;

/** Rows newest first, those before `beforeSeq`, at most `limit`. */
export async function findRows(
  { read }: ReadsOfTenant,
  filter: RowFilter,
  { limit, beforeSeq }: { readonly limit: number; readonly beforeSeq: number | null },
  windowRows = WINDOW_ROWS,
): Promise<AuditRow[]> {
  if (isIndexed(filter)) return read((db) => listRows(db, filter, { limit, beforeSeq }));
  const range = await read((db) => findRange(db, filter));
  let before = Math.min(beforeSeq ?? range.beforeSeq, range.beforeSeq);
  const found: AuditRow[] = [];
  while (before > range.fromSeq && found.length < limit) {
    const end = before;
    before = await read(async (db) => {
      const fromSeq = Math.max(range.fromSeq, await startOfWindow(db, filter, end, windowRows));
      found.push(...(await listRows(db, filter, { limit: limit - found.length, beforeSeq: end, fromSeq })));
      return fromSeq;
    });
    await nextTurn();
  }
  return found;
}

/** Whether few rows are looked at for each that is found: most rows are calls, and all of an agent's lie beside each other. */
function isIndexed({ action, agentId: _agentId, requestId, seq, ...others }: RowFilter): boolean {
  if (isIndexedAction(action) || requestId !== undefined || seq !== undefined) return true;
  return Object.values(others).every((value) => value === undefined);
}

/** Where a window begins that ends before a place: as many rows further back, of the agent where the index has them. */
async function startOfWindow(db: TenantDb, { agentId }: RowFilter, end: number, rows: number): Promise<number> {
  return agentId === undefined ? end - rows : ((await findEarlierOfAgent(db, agentId, end, rows)) ?? 1);
}

/** The places between which rows of the asked time lie. */
async function findRange(
  db: TenantDb,
  { sinceMs, untilMs }: RowFilter,
): Promise<{ fromSeq: number; beforeSeq: number }> {
  const end = ((await readNewestRow(db))?.seq ?? 0) + 1;
  const isTimed = sinceMs !== undefined || untilMs !== undefined;
  // Instants go up with the places, but where an operator let a chain go on whose clock had jumped.
  if (!isTimed || (await wasRestored(db))) return { fromSeq: 1, beforeSeq: end };
  return {
    fromSeq: sinceMs === undefined ? 1 : ((await findFirstSince(db, sinceMs)) ?? end),
    beforeSeq: untilMs === undefined ? end : ((await findFirstSince(db, untilMs)) ?? end),
  };
}

async function wasRestored(db: TenantDb): Promise<boolean> {
  const rows = await listRows(db, { action: "chain_restored" }, { limit: 1, beforeSeq: null });
  return rows.length > 0;
}
