// Whether questions of an edge must wait for the records that came with them. They need not where no answer can depend on a
// record: then the caller has its answer sooner, and the records are stored while its tool runs. Pure.

import type { DecideAnswer, DecideCall, EdgeRecord } from "@portcullis/contract";
import type { TenantFacts } from "./types.js";

/**
 * True unless answers are the same whether the records are stored before them or after. A record ends a call: it turns a
 * reservation into what the call cost, ends its idempotency key, may give its approval back, and takes its request id. Limits of
 * dollars are looked at for the tenant as a whole, so that it does not matter whose calls the records end.
 */
export function mustStoreFirst(
  facts: Pick<TenantFacts, "settings" | "agents" | "contracts" | "policy">,
  calls: readonly DecideCall[],
  records: readonly EdgeRecord[],
): boolean {
  if (records.length === 0) return false;
  if (calls.some(({ idempotency_key, approval_key }) => (idempotency_key ?? approval_key) !== undefined)) return true;
  const ended = new Set(records.map((record) => record.request_id));
  return calls.some((call) => ended.has(call.request_id)) || limitsDollars(facts);
}

/** The request ids of the calls that may run. */
export function permittedOf(calls: readonly DecideCall[], answers: readonly DecideAnswer[]): string[] {
  return calls.flatMap(({ request_id }, index) => (answers[index]?.verdict === "permit" ? [request_id] : []));
}

/** Whether the records end all of these calls: an edge that was permitted no others runs nothing now. */
export function endAll(records: readonly EdgeRecord[], requestIds: readonly string[]): boolean {
  return requestIds.every((requestId) => records.some((record) => record.request_id === requestId));
}

/** By facts, which are immutable and serve many calls. */
const known = new WeakMap<object, boolean>();

function limitsDollars(facts: Parameters<typeof mustStoreFirst>[0]): boolean {
  const before = known.get(facts);
  if (before !== undefined) return before;
  const { settings, agents, contracts, policy } = facts;
  const limits =
    settings.dailyCostCapNano !== null ||
    [...agents.values()].some((agent) => agent.dailyCostCapNano !== null) ||
    contracts.some((contract) => contract.costCapNano !== null) ||
    policy.readsSpending;
  known.set(facts, limits);
  return limits;
}
