// What a worker is: a function without input that any replica may run at any time, as often as it likes. It looks in the
// database for what is to be done, and doing it twice changes nothing.

import { Refusal } from "@portcullis/contract";
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

/**
 * Works for one tenant after the other, and gives what was done for each. What fails for one holds up no other: it is thrown
 * when all have had their turn. A halted chain is no failure; it waits for an operator. A store that is not there fails for all.
 */
export async function forEachTenant<Tenant, Done>(
  tenants: readonly Tenant[],
  work: (tenant: Tenant) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const failures: unknown[] = [];
  for (const tenant of tenants) {
    try {
      done.push(await work(tenant));
    } catch (error) {
      if (isRefused(error, "store_unavailable")) throw error;
      if (!isRefused(error, "chain_halted")) failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `The work failed for ${failures.length} tenants.`);
  if (failures.length === 1) throw failures[0];
  return done;
}

function isRefused(error: unknown, code: Refusal["code"]): boolean {
  return error instanceof Refusal && error.code === code;
}
