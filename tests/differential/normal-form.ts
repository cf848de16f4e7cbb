// What two homes must agree on: answers and rows with ids, times, hashes and places in the chain put aside.

import { parseUsd } from "@portcullis/core";
import type { AuditRow } from "@portcullis/testkit";
import type { Answered, Home } from "./home.js";

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const HASH = /\b[0-9a-f]{64}\b/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const LOOPBACK_PORT = /127\.0\.0\.1:\d+/g;
/** Of a row's content: where and when it stands, and who says so. `payload_hash` and its like stay. */
const PUT_ASIDE = new Set([
  "seq",
  "at",
  "received_at",
  "finished_at",
  "trace_id",
  "instance",
  "state_version",
  "timeline",
]);
const KEPT_HASHES = new Set(["payload_hash", "shape_hash"]);

/** The answer as every home must give it. What credentials to send is for each door to say. */
export function normalAnswer(answer: Answered, { names }: Home): unknown {
  const body = normalise(answer.body, names) as { readonly meta?: { readonly code?: string; readonly hint?: string } };
  const normal = body.meta?.code === "invalid_token" ? { ...body, meta: { ...body.meta, hint: "<hint>" } } : body;
  return { status: answer.status, waits: answer.retryAfter !== null, body: normal };
}

/** The content of a row as every home must write it. */
function normalRow(row: AuditRow, { names }: Home): Record<string, unknown> {
  const content = normalise(JSON.parse(row.content), names) as Record<string, unknown>;
  const { spent_usd: spent, reserved_usd: reserved, ...rest } = content;
  // What is spent and what is reserved of it depends on which records have come; together they do not.
  if (typeof spent !== "string" || typeof reserved !== "string") return content;
  return { ...rest, committed_nano: String(parseUsd(spent) + parseUsd(reserved)) };
}

/** Rows by the call that they are about. Refusals of the edge within one second may share a row: they are counted. */
export function normalRows(rows: readonly AuditRow[], home: Home, requestIds: ReadonlySet<string>) {
  const byCall: Record<string, unknown[]> = {};
  const refusals: Record<string, number> = {};
  for (const row of rows) {
    if (!requestIds.has(row.request_id)) continue;
    const content = normalRow(row, home);
    const statement = content.edge_statement as { count?: number } | undefined;
    if (statement?.count === undefined) {
      byCall[row.request_id] = [...(byCall[row.request_id] ?? []), content];
      continue;
    }
    const { code, agent_id, actor, role, tool, decision, outcome, action } = content;
    const key = JSON.stringify({ action, code, agent_id, actor, role, tool, decision, outcome });
    refusals[key] = (refusals[key] ?? 0) + statement.count;
  }
  return { byCall, refusals };
}

function normalise(value: unknown, names: ReadonlyMap<string, string>, member = ""): unknown {
  if (typeof value === "string") return normaliseText(value, names, member);
  if (Array.isArray(value)) return value.map((item) => normalise(item, names));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !PUT_ASIDE.has(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, normalise(item, names, name)]));
}

function normaliseText(text: string, names: ReadonlyMap<string, string>, member: string): string {
  const plain = text
    .replace(ID, (id) => names.get(id) ?? "<id>")
    .replace(INSTANT, "<time>")
    .replace(LOOPBACK_PORT, "127.0.0.1:<port>");
  return KEPT_HASHES.has(member) ? plain : plain.replace(HASH, "<hash>");
}
