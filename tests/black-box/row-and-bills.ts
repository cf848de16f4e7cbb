// What became of a call, read where it ends: its audit row and its bills.

import { auditRowOf, openOwnerConnection, type Stack, waitFor } from "@portcullis/testkit";

/** Waits until the call has its row and, as one that ran, a bill. */
export async function rowAndBillsOf(stack: Stack, requestId: string) {
  const row = await auditRowOf(stack, requestId);
  const owner = await openOwnerConnection(stack.databaseUrl);
  try {
    const sql = `select 1 from usage_records where audit_id = '${row.id}'`;
    const bills = await waitFor(async () => (await owner.all(sql)).length, { what: `the bill of ${requestId}` });
    return { row, bills };
  } finally {
    await owner.close();
  }
}
