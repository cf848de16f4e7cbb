// Whether a token is used at another edge than its first. Edges are told apart by who they are, not by their processes: a
// sidecar that was started again carries its predecessor's buffer on and is the same edge, and so are the control plane's own.

import { runStatement, statement } from "../../db/statements.js";
import type { Store, TenantDb } from "../../db/tx.js";

/** Both instances, and everything that carried them on. */
const LINES = statement(
  `with recursive line (origin, instance, home, successor) as (
     select instance, instance, home, successor from edge_instances where tenant_id = $1 and instance in $list2
     union
     select l.origin, e.instance, e.home, e.successor from edge_instances e join line l on e.instance = l.successor
     where e.tenant_id = $1)
   select origin, instance, home from line`,
);
const OWN_HOME = "control-plane";
const MAX_PAIRS_KEPT = 20_000;

export class TokenReuse {
  readonly #store: Store;
  /** What was found of two instances; it stays true of them, for an instance names its predecessors before it asks. */
  readonly #known = new Map<string, boolean>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Whether `instance` is another edge than the one where a token was used first; false for tokens not used before. */
  async isElsewhere(tenantId: string, firstEdge: string | null, instance: string): Promise<boolean> {
    if (firstEdge === null || firstEdge === instance) return false;
    const key = `${tenantId} ${firstEdge} ${instance}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const isElsewhere = !(await this.#store.read(tenantId, (db) => isOneEdge(db, firstEdge, instance)));
    if (this.#known.size >= MAX_PAIRS_KEPT) this.#known.clear();
    this.#known.set(key, isElsewhere);
    return isElsewhere;
  }
}

async function isOneEdge(db: TenantDb, one: string, other: string): Promise<boolean> {
  const rows = await runStatement<{ origin: string; instance: string; home: string }>(db, LINES, [
    db.tenantId,
    [one, other],
  ]);
  const lineOf = (origin: string) => rows.filter((row) => row.origin === origin);
  const isOwn = (origin: string) => lineOf(origin).some((row) => row.instance === origin && row.home === OWN_HOME);
  if (isOwn(one) && isOwn(other)) return true;
  const line = new Set(lineOf(one).map((row) => row.instance));
  return lineOf(other).some((row) => line.has(row.instance));
}
