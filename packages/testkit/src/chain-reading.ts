/**
 * Reads a whole chain through the API and hashes it again with nothing but core: an opinion of its own beside the
 * product's verification.
 */
import type { DataOf } from "@portcullis/contract";
import { type ChainViolation, verifyRows } from "@portcullis/core";
import type { Stack } from "./stack.js";
import type { TestTenant } from "./test-tenant.js";

export type AuditRow = DataOf<"audit.list">["items"][number];

/** Every row of the tenant, oldest first, over all pages. */
export async function readChain(stack: Stack, tenant: TestTenant = stack.tenant): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: DataOf<"audit.list"> } = await stack.call("audit.list", {
      as: tenant.users.AUDITOR,
      query: { limit: 500, ...(cursor === null ? {} : { cursor }) },
    });
    rows.push(...page.data.items);
    cursor = page.data.next_cursor;
  } while (cursor !== null);
  return rows.reverse();
}

/**
 * What a second reading of the rows finds wrong with them: content and event hashes, links, signatures by the published
 * keys, sequence numbers without gap. Empty for a chain that is whole.
 */
export async function rehashChain(stack: Stack, rows: readonly AuditRow[]): Promise<readonly ChainViolation[]> {
  const { data } = await stack.call("transparency.keys");
  const chain = rows.map((row) => ({
    seq: Number(row.seq),
    content: row.content,
    contentHash: row.content_hash,
    prevHash: row.prev_hash,
    eventHash: row.event_hash,
    signature: row.signature,
    keyFingerprint: row.key_fingerprint,
  }));
  return verifyRows(chain, data.keys).violations;
}
