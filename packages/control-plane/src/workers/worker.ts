// What a worker is: a function without input that any replica may run at any time, as often as it likes. It looks in the
// database for what is to be done, and doing it twice changes nothing.

import type { Logger } from "pino";
import type { PlatformDb, Store } from "../db/tx.js";
import type { KeyRing } from "../keys/key-ring.js";
import type { Ledger } from "../ledger/ledger.js";

export interface WorkerContext {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly keys: KeyRing;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
}

export interface Worker {
  readonly name: string;
  readonly everyMs: number;
  /** One look. Answers whether there may be more to do right now. */
  run(): Promise<boolean>;
}

/** The tenants that a query finds work for. */
export async function tenantsWithWork(
  store: Store,
  find: (db: PlatformDb) => Promise<readonly { readonly tenant_id: string }[]>,
): Promise<string[]> {
  const rows = await store.platform("tenants with work for workers", find);
  return rows.map((row) => row.tenant_id);
}
