// Forgets edge instances: every start of an edge is one, and none comes back under its id once its process has ended. Those whose
// control plane was killed are noted as connected, for nobody was left to say otherwise; that ends here too.

import { DAY_MS } from "@portcullis/core";
import { runStatement, type Statement, statement } from "../db/statements.js";
import type { Store } from "../db/tx.js";

/** Longer than a sidecar may be without its control plane and still bring its records, and than any token lives. */
const KEPT_DAYS = 90;
/** Far longer than the moments between two looks at a stream that is there, whatever database or clock did meanwhile. */
const SILENT_DAYS = 1;
/** Rows per transaction, so that no writer waits long. */
const BATCH = 200;

const LEFT = statement(
  `select instance from edge_instances where connected_at is not null and tenant_id = $1 and last_seen_at < $2 limit ${BATCH}`,
);
const DISCONNECT = statement(
  "update edge_instances set connected_at = null where tenant_id = $1 and instance in $list2 and last_seen_at < $3",
);
// Calls without an end name the instance that may still bring it, itself or by what carries it on. The first condition is the
// index's: without these words it is not used.
const SILENT = statement(
  `select instance from edge_instances where connected_at is null and tenant_id = $1 and last_seen_at < $2
   and instance not in (select instance from requests where tenant_id = $1 and status = 'open'
     union all select instance from requests where tenant_id = $1 and status = 'unknown')
   order by last_seen_at limit ${BATCH}`,
);
const FORGET = statement(
  "delete from edge_instances where tenant_id = $1 and instance in $list2 and connected_at is null and last_seen_at < $3",
);

/**
 * Ends a tenant's connections that nobody has seen for a day, and removes instances that nobody has seen for long and no call
 * waits for. Answers whether there may be more.
 */
export async function sweepInstances(store: Store, tenantId: string, nowMs: number): Promise<boolean> {
  const wereLeft = await sweepSilent(store, tenantId, LEFT, DISCONNECT, nowMs - SILENT_DAYS * DAY_MS);
  const wereForgotten = await sweepSilent(store, tenantId, SILENT, FORGET, nowMs - KEPT_DAYS * DAY_MS);
  return wereLeft || wereForgotten;
}

/** Looks first, so that nobody waits where there are none. */
async function sweepSilent(store: Store, tenantId: string, find: Statement, change: Statement, beforeMs: number) {
  const found = await store.read(tenantId, (db) => runStatement<{ instance: string }>(db, find, [tenantId, beforeMs]));
  if (found.length === 0) return false;
  const instances = found.map((row) => row.instance);
  await store.write(tenantId, (tx) => runStatement(tx, change, [tenantId, instances, beforeMs]));
  return found.length === BATCH;
}
