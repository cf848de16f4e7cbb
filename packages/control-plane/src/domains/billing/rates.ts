// A tenant's rate table: its own, or the built-in one. Tables are never changed; a new one is another revision, named by
// its contents, and the earlier ones stay, since rows in the chain name them.

import { type DataOf, type InputOf, Refusal } from "@portcullis/contract";
import {
  canonicalize,
  checkRateTable,
  formatInstant,
  formatUsd,
  MoneyError,
  parseUsd,
  type RateTable,
  sha256Hex,
} from "@portcullis/core";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantDb, TenantTx } from "../../db/tx.js";
import { DEFAULT_RATES } from "../../decision/facts/default-rates.js";

type RatesView = DataOf<"billing.getRates">;
type RatesInput = InputOf<"billing.setRates">["body"];
type Rate = RatesInput["default"];

export async function readRates({ query, tenantId }: TenantDb): Promise<RatesView> {
  const row = await query
    .selectFrom("rate_tables")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("is_active", "=", 1)
    .executeTakeFirst();
  if (!row) return { ...copyOf(DEFAULT_RATES), updated_at: null };
  return { ...copyOf(JSON.parse(row.rates) as RateTable), updated_at: formatInstant(row.created_at) };
}

/** Makes a table the active one. Refuses rates that could not price a call. */
export async function replaceRates(tx: TenantTx, input: RatesInput): Promise<RatesView> {
  const table = tableOf(input);
  await bumpStateVersion(tx);
  await tx.query.updateTable("rate_tables").set({ is_active: 0 }).where("tenant_id", "=", tx.tenantId).execute();
  const values = { rates: JSON.stringify(table), is_active: 1, created_at: tx.nowMs } as const;
  await tx.query
    .insertInto("rate_tables")
    .values({ tenant_id: tx.tenantId, revision: table.revision, ...values })
    .onConflict((conflict) => conflict.columns(["tenant_id", "revision"]).doUpdateSet(values))
    .execute();
  return { ...copyOf(table), updated_at: formatInstant(tx.nowMs) };
}

function tableOf({ default: fallback, rates }: RatesInput): RateTable {
  const table = {
    default: rateOf(fallback),
    rates: Object.fromEntries(Object.entries(rates).map(([model, rate]) => [model, rateOf(rate)])),
  };
  const revision = `rates-${sha256Hex(canonicalize(table)).slice(0, 16)}`;
  try {
    checkRateTable({ revision, ...table });
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new Refusal("validation_failed", {
      details: [{ type: "invalid_rate", loc: ["body", "rates"], msg: error.message, input: null }],
    });
  }
  return { revision, ...table };
}

function rateOf({ prompt_usd_per_million, completion_usd_per_million, call_usd }: Rate): RateTable["default"] {
  return {
    prompt_usd_per_million: decimal(prompt_usd_per_million),
    completion_usd_per_million: decimal(completion_usd_per_million),
    ...(call_usd === undefined ? {} : { call_usd: decimal(call_usd) }),
  };
}

/** The one text of an amount, however it was sent. */
function decimal(amountUsd: string | number): string {
  try {
    return formatUsd(parseUsd(amountUsd));
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new Refusal("validation_failed", {
      details: [{ type: "invalid_rate", loc: ["body"], msg: error.message, input: amountUsd }],
    });
  }
}

function copyOf({ revision, default: fallback, rates }: RateTable): Omit<RatesView, "updated_at"> {
  return { revision, default: { ...fallback }, rates: { ...rates } };
}
