// Finds rows of a page. Filters that an index serves are one query; for the others the chain is looked through newest
// first, a window at a time, so that a rare match in a long chain does not hold up the serving loop.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { CallContext } from "../../http/handler.js";
import { isIndexedAction, listRows, type RowFilter, readNewestRow } from "../../ledger/read.js";
import type { AuditRow } from "../../ledger/seal-rows.js";

/** A window is read in a few milliseconds, also where no row of it matches. */
const WINDOW_ROWS = 10_000;

export async function findRows(
  context: Pick<CallContext, "read">,
  filter: RowFilter,
  { limit, beforeSeq }: { readonly limit: number; readonly beforeSeq: number | null },
  windowRows = WINDOW_ROWS,
): Promise<AuditRow[]> {
  if (isIndexed(filter)) return context.read((db) => listRows(db, filter, { limit, beforeSeq }));
  let before = beforeSeq ?? ((await context.read(readNewestRow))?.seq ?? 0) + 1;
  const found: AuditRow[] = [];
  while (before > 1 && found.length < limit) {
    const window = { limit: limit - found.length, beforeSeq: before, fromSeq: Math.max(1, before - windowRows) };
    found.push(...(await context.read((db) => listRows(db, filter, window))));
    before = window.fromSeq;
    await nextTurn();
  }
  return found;
}

function isIndexed({ action, agentId, requestId, seq, ...others }: RowFilter): boolean {
  const isNarrow = isIndexedAction(action) || [agentId, requestId, seq].some((value) => value !== undefined);
  return isNarrow || [action, ...Object.values(others)].every((value) => value === undefined);
}
