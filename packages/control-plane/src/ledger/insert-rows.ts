// Puts a sealed batch into the database: rows, usage events, and the chain's new head. Native per database because it is the
// hot path: PostgreSQL gets one statement for all of it, SQLite prepared single inserts.

import { CompiledQuery } from "kysely";
import { amountAsText } from "../db/number-columns.js";
import type { TenantTx } from "../db/tx.js";
import type { SealedBatch, SealedRow } from "./seal-rows.js";

const ROW_COLUMNS = [
  ["seq", "bigint"],
  ["id", "text"],
  ["request_id", "text"],
  ["agent_id", "text"],
  ["action", "text"],
  ["decision", "text"],
  ["outcome", "text"],
  ["tool_name", "text"],
  ["rule_id", "text"],
  ["score", "double precision"],
  ["findings", "text"],
  ["billable", "bigint"],
  ["amount_nano", "bigint"],
  ["content", "text"],
  ["content_hash", "text"],
  ["event_hash", "text"],
  ["prev_hash", "text"],
  ["signature", "text"],
  ["key_fingerprint", "text"],
  ["created_at", "bigint"],
  ["stages", "text"],
  ["edge", "text"],
] as const;
const USAGE_COLUMNS = [
  ["audit_id", "text"],
  ["seq", "bigint"],
  ["agent_id", "text"],
  ["tool_name", "text"],
  ["model_name", "text"],
  ["prompt_tokens", "bigint"],
  ["completion_tokens", "bigint"],
  ["amount_nano", "bigint"],
  ["rate_revision", "text"],
  ["attempts", "bigint"],
  ["leased_until", "bigint"],
  ["created_at", "bigint"],
] as const;

type Columns = readonly (readonly [name: string, type: string])[];
type Values = Readonly<Record<string, unknown>>;

/** Runs one write, or sends it for the commit to wait for. */
type RunWrite = (query: CompiledQuery) => Promise<unknown>;

/** Inserts everything and moves the head, each statement by `run`. The caller holds the head's lock. */
export async function insertRows(tx: TenantTx, batch: SealedBatch, run: RunWrite): Promise<void> {
  const parts: readonly (readonly Values[])[] = [batch.rows.map(({ row }) => row), batch.rows.flatMap(usageOf)];
  const { seq, event_hash, at, key_fingerprint } = batch.head;
  const head = [seq, event_hash, at, key_fingerprint, tx.tenantId];
  if (tx.dialect === "postgres") {
    const lists = parts.map((part) => JSON.stringify(part, amountAsText));
    await run(CompiledQuery.raw(POSTGRES_INSERT, [...head, ...lists]));
    return;
  }
  for (const [index, { insert, columns }] of SQLITE_INSERTS.entries()) {
    const rows = (parts[index] ?? []).map((values) => [tx.tenantId, ...columns.map(([name]) => values[name])]);
    if (rows.length > 0) await run(CompiledQuery.raw(insert, rows));
  }
  await run(CompiledQuery.raw(SQLITE_HEAD, head));
}

function usageOf({ draft, row }: SealedRow): Values[] {
  const { charge } = draft;
  if (!charge) return [];
  if (row.agent_id === null || row.tool_name === null) {
    throw new Error("A billable row must name its agent and its tool.");
  }
  return [
    {
      audit_id: row.id,
      seq: row.seq,
      agent_id: row.agent_id,
      tool_name: row.tool_name,
      model_name: charge.modelName,
      prompt_tokens: charge.promptTokens,
      completion_tokens: charge.completionTokens,
      amount_nano: charge.amountNano,
      rate_revision: charge.rateRevision,
      attempts: 0,
      leased_until: 0,
      created_at: row.created_at,
    },
  ];
}

const PARTS: readonly (readonly [table: string, columns: Columns])[] = [
  ["audit_logs", ROW_COLUMNS],
  ["pending_usage_events", USAGE_COLUMNS],
];

// `or fail`, because what aborts makes SQLite copy pages beforehand where a trigger looks on; it all is rolled back anyway.
const SQLITE_INSERTS = PARTS.map(([table, columns]) => {
  const names = columns.map(([name]) => name).join(", ");
  const marks = columns.map(() => "?").join(", ");
  return { columns, insert: `insert or fail into ${table} (tenant_id, ${names}) values (?, ${marks})` };
});
const SQLITE_HEAD = "update chain_heads set seq = ?, event_hash = ?, at = ?, key_fingerprint = ? where tenant_id = ?";

const POSTGRES_INSERT = `with ${PARTS.map(([table, columns], index) => {
  const names = columns.map(([name]) => name).join(", ");
  const typed = columns.map(([name, type]) => `${name} ${type}`).join(", ");
  return `part_${index} as (insert into ${table} (tenant_id, ${names})
    select $5, ${names} from json_to_recordset($${index + 6}::json) as source (${typed}))`;
}).join(", ")}
  update chain_heads set seq = $1, event_hash = $2, at = $3, key_fingerprint = $4 where tenant_id = $5`;
