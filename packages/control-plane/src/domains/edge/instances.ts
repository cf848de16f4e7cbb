// Edge instances on record: which of them follow a stream, on any replica, and which state they have applied.

import { insertRows, runStatement, statement } from "../../db/statements.js";
import type { PlatformDb, TenantDb, TenantTx } from "../../db/tx.js";

const ACKNOWLEDGE = statement(
  `update edge_instances set acknowledged_version = case when acknowledged_version > $3 then acknowledged_version else $3 end,
   last_seen_at = $4 where tenant_id = $1 and instance = $2`,
);
// The first two conditions are for the key; the last tells an instance from another tenant's of the same id.
const TOUCH = statement(
  `update edge_instances set last_seen_at = $2 where instance in $list1 and tenant_id in $list3
   and tenant_id || ' ' || instance in $list4`,
);
const CONNECTED = statement(
  `select instance, acknowledged_version from edge_instances
   where tenant_id = $1 and connected_at is not null and last_seen_at > $2 order by instance`,
);
const VERSIONS = statement("select tenant_id, state_version from tenant_states where tenant_id in $list1");
const CONNECT = insertRows(
  "edge_instances",
  ["tenant_id", "instance", "api_key_id", "home", "version", "connected_at", "last_seen_at", "acknowledged_version"],
  // Later than the connection that it takes the place of, whichever replica has noted that one in the same millisecond.
  `on conflict (tenant_id, instance) do update set last_seen_at = excluded.last_seen_at, connected_at =
   case when edge_instances.connected_at >= excluded.connected_at then edge_instances.connected_at + 1
   else excluded.connected_at end`,
);
const CONNECTED_AT = statement("select connected_at from edge_instances where tenant_id = $1 and instance = $2");
const DISCONNECT = statement(
  "update edge_instances set connected_at = null where tenant_id = $1 and instance = $2 and connected_at = $3",
);
const DISCONNECT_HOME = statement(
  "update edge_instances set connected_at = null where home = $1 and connected_at is not null",
);

/**
 * Notes that an instance follows its tenant's stream; gives the instant by which this connection is known, no other one's. What
 * the instance has acknowledged before still holds: it forgets no state.
 */
export async function connectInstance(
  tx: TenantTx,
  instance: string,
  home: string,
  connectedAt = tx.nowMs,
): Promise<number> {
  await CONNECT.run(tx, [
    {
      tenant_id: tx.tenantId,
      instance,
      api_key_id: "",
      home,
      version: "",
      connected_at: connectedAt,
      last_seen_at: tx.nowMs,
      acknowledged_version: 0,
    },
  ]);
  const [row] = await runStatement<{ connected_at: number }>(tx, CONNECTED_AT, [tx.tenantId, instance]);
  if (row === undefined) throw new Error("An instance that was just noted is not there.");
  return row.connected_at;
}

/** Ends what {@link connectInstance} noted, unless the instance has connected again since, at whatever replica. */
export async function disconnectInstance(tx: TenantTx, instance: string, connectedAt: number): Promise<void> {
  await runStatement(tx, DISCONNECT, [tx.tenantId, instance, connectedAt]);
}

/** Takes every instance of one home for ended. */
export async function disconnectHome(db: PlatformDb, home: string): Promise<void> {
  await runStatement(db, DISCONNECT_HOME, [home]);
}

export async function acknowledgeVersion(tx: TenantTx, instance: string, stateVersion: number): Promise<void> {
  await runStatement(tx, ACKNOWLEDGE, [tx.tenantId, instance, stateVersion, tx.nowMs]);
}

/** Keeps the instances of this process's streams among the living. */
export async function touchInstances(
  db: PlatformDb,
  instances: readonly { readonly tenantId: string; readonly instance: string }[],
): Promise<void> {
  if (instances.length === 0) return;
  const ids = instances.map(({ instance }) => instance);
  const tenantIds = [...new Set(instances.map(({ tenantId }) => tenantId))];
  const pairs = instances.map(({ tenantId, instance }) => `${tenantId} ${instance}`);
  await runStatement(db, TOUCH, [ids, db.nowMs, tenantIds, pairs]);
}

/** Connected instances with what they have applied; those silent since `seenAfterMs` refuse calls by themselves. */
export async function findConnected(
  db: TenantDb,
  seenAfterMs: number,
): Promise<readonly { readonly instance: string; readonly acknowledged_version: number }[]> {
  return runStatement(db, CONNECTED, [db.tenantId, seenAfterMs]);
}

/** The state versions of tenants, in one query. */
export async function readVersions(db: PlatformDb, tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await runStatement<{ tenant_id: string; state_version: number }>(db, VERSIONS, [tenantIds]);
  return new Map(rows.map((row) => [row.tenant_id, row.state_version]));
}
