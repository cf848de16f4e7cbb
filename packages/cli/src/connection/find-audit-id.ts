// An audit row that was named by what people have at hand (its number in `audit tail`, the request id of an answer or of a log,
// the audit id), as its audit id.

import { auditIdOf, isRequestId, isUuid } from "@portcullis/core";
import type { Portcullis } from "@portcullis/sdk";
import { CliError, usageError } from "../exit-codes.js";
import { printable } from "../output/style.js";

/** Parameters of paths that name a row. */
const ROW_PARAMS: ReadonlySet<string> = new Set(["audit_id", "execution_id"]);
export const ROW_WORDS = "audit id, request id, or the row's number (seq) as `audit tail` shows it";

const NUMBER = /^[1-9]\d{0,14}$/;
const WHERE_IDS_ARE = "`portcullis audit tail` shows numbers and audit ids; answers carry X-Request-ID.";

/** Whether a parameter may be given in one of these ways. */
export function isRowParam(param: string): boolean {
  return ROW_PARAMS.has(param);
}

/** Throws a usage error for what can be no such id, and an error that says where ids are when there is no such row. */
export async function findAuditId(client: Portcullis, given: string): Promise<string> {
  if (!isRequestId(given)) throw usageError(`${printable(given)} names no audit row.`, `Give its ${ROW_WORDS}.`);
  const query = NUMBER.test(given) ? { seq: Number(given) } : { request_id: given };
  const { items: rows } = await client.audit.search({ ...query, limit: 20 });
  const [row, ...others] = rows;
  if (row === undefined) {
    // Of a call whose row is on its way only the service knows.
    if (isUuid(given)) return given;
    throw new CliError(`No audit row of this tenant is named by ${printable(given)}.`, { hint: WHERE_IDS_ARE });
  }
  // A request has several rows where an operator's action is more than one, or a late end settled a call.
  const own = rows.find(({ id, tenant_id }) => id === auditIdOf(tenant_id, given));
  if (own !== undefined || others.length === 0) return (own ?? row).id;
  const ids = rows.map(({ id, action }) => `${id} (${action})`).join(", ");
  throw usageError(`The request ${given} has ${rows.length} rows.`, `Give the audit id of one: ${ids}.`);
}
