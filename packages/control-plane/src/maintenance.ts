// What operators do to a deployment from outside of it, beside a running process or without one: rotate the row key, let a
// halted chain go on, replay a dead letter. Each opens the database for itself.

import { newId } from "@portcullis/core";
import type { Config } from "./config.js";
import { openStore } from "./db/open.js";
import type { Store } from "./db/tx.js";
import { openKeyRing } from "./keys/open-key-ring.js";
import { rotateRowKey } from "./keys/rotate-row-key.js";
import { restoreChain } from "./ledger/guard-heads.js";
import { replayDeadLetter } from "./workers/usage-dead-letter.js";

/** Retires the row key and makes the next one. Running processes take it up within seconds. */
export async function rotateKeys(config: Config): Promise<{ readonly retired: string; readonly current: string }> {
  return withStore(config, (store) => rotateRowKey(store, config));
}

export interface ChainConfirmation {
  readonly tenantId: string;
  /** Who confirms, in words; it stands in the chain. */
  readonly actor: string;
  readonly reason: string;
}

/** Lets a halted chain go on after its newest row. Throws when the reason is missing or there is no such tenant. */
export async function confirmChain(
  config: Config,
  { tenantId, actor, reason }: ChainConfirmation,
): Promise<{ readonly seq: number; readonly audit_id: string }> {
  if (!tenantId || !actor?.trim() || !reason?.trim()) {
    throw new Error("Give tenantId, actor and reason: they are kept in the audit trail.");
  }
  return withStore(config, async (store) => {
    await requireTenant(store, tenantId);
    const keys = await openKeyRing(store, config);
    const row = await restoreChain(store, keys, tenantId, { requestId: newId(), actor, role: "operator", reason });
    return { seq: row.seq, audit_id: row.auditId };
  });
}

export interface DeadLetterName {
  readonly tenantId: string;
  readonly auditId: string;
}

/** Puts a dead letter of the money ledger back into its outbox. Answers whether there was one. */
export async function replayUsage(
  config: Config,
  { tenantId, auditId }: DeadLetterName,
): Promise<{ readonly replayed: boolean }> {
  return withStore(config, async (store) => {
    await requireTenant(store, tenantId);
    return { replayed: await replayDeadLetter(store, tenantId, auditId) };
  });
}

/** A job for a tenant that is not there would do nothing and look done. */
async function requireTenant(store: Store, tenantId: string): Promise<void> {
  const row = await store.read(tenantId, ({ query }) =>
    query.selectFrom("tenants").select("id").where("id", "=", tenantId).executeTakeFirst(),
  );
  if (row === undefined) throw new Error(`There is no tenant ${tenantId} in this database.`);
}

async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
