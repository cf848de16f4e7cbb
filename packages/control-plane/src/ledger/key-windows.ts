// Which key may sign where in one tenant's chain: in sequence numbers, from one `key_rotated` row to the next. A published
// key that this chain never passed to may sign nothing in it.

import { keyRingOf, type KeyRing as TrustedRing } from "@portcullis/core";
import type { TenantDb } from "../db/tx.js";
import type { PublishedKey } from "../keys/key-ring.js";
import { readRotation } from "./key-rotation.js";
import { IS_NO_CALL, readRange } from "./read.js";

interface Window {
  readonly firstSeq: number;
  readonly lastSeq?: number;
}

/** The deployment's published keys, each with its window in the tenant's chain. */
export async function readKeyWindows(db: TenantDb, keys: readonly PublishedKey[]): Promise<TrustedRing> {
  const jwks = keys.map((key) => key.jwk);
  const windows: Record<string, Window> = {};
  // A key without a window of its own gets one that no row is in.
  for (const { kid } of jwks) if (kid !== undefined) windows[kid] = { firstSeq: Number.MAX_SAFE_INTEGER };
  const [first] = await readRange(db, { fromSeq: 1, toSeq: 1, limit: 1 });
  if (first) {
    let current = first.key_fingerprint;
    let firstSeq = 1;
    for (const row of await readRotations(db)) {
      const rotation = readRotation(row.content);
      if (rotation?.oldKey !== current) continue;
      windows[current] = { firstSeq, lastSeq: row.seq };
      current = rotation.newKey;
      firstSeq = row.seq + 1;
    }
    windows[current] = { firstSeq };
  }
  return keyRingOf({ keys: jwks, windows });
}

async function readRotations({ query, tenantId }: TenantDb) {
  return query
    .selectFrom("audit_logs")
    .select(["seq", "content"])
    .where("tenant_id", "=", tenantId)
    .where("action", "=", "key_rotated")
    .where(IS_NO_CALL)
    .orderBy("seq")
    .execute();
}
