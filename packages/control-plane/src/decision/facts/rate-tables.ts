// Calls are priced with the rates of their decision, which may have been replaced since. A table never changes, so that what has been
// read is kept.

import type { RateTable } from "@portcullis/core";
import type { TenantTx } from "../../db/tx.js";
import type { TenantFacts } from "../types.js";
import { DEFAULT_RATES } from "./default-rates.js";
import { rateTableOf } from "./facts-loader.js";

const MOST_KEPT = 1000;

/** The rate tables of all tenants, by revision. */
export class RateTables {
  readonly #kept = new Map<string, RateTable>();

  /** Throws when the tenant never had a table of that revision. */
  async of(tx: TenantTx, facts: TenantFacts, revision: string): Promise<RateTable> {
    if (facts.rates.revision === revision) return facts.rates;
    if (DEFAULT_RATES.revision === revision) return DEFAULT_RATES;
    const key = `${tx.tenantId} ${revision}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const row = await tx.query
      .selectFrom("rate_tables")
      .select(["revision", "rates"])
      .where("tenant_id", "=", tx.tenantId)
      .where("revision", "=", revision)
      .executeTakeFirstOrThrow();
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const table = rateTableOf(row);
    this.#kept.set(key, table);
    return table;
  }
}
