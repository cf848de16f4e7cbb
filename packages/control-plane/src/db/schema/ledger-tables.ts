// Tables of calls, chain and money.

import type { ColumnType } from "kysely";
import type { Flag, Json } from "./column-types.js";

/** Requests of a tenant by day (`2026-01-31`) and month (`2026-01`). */
export interface RequestCounterTable {
  tenant_id: string;
  period: string;
  requests: number;
}

/** Token buckets; scope is `tenant` or an agent id. */
export interface RateBucketTable {
  tenant_id: string;
  scope: string;
  tokens: number;
  updated_at: number;
}

/** Dollars by day; scope is `tenant` or an agent id. */
export interface CostCounterTable {
  tenant_id: string;
  scope: string;
  day: string;
  spent_nano: bigint;
  reserved_nano: bigint;
  warned_at: number | null;
  blocked_at: number | null;
}

/** Dollars of an agent by minute, spent or reserved, for the windows of contracts. */
export interface CostMinuteTable {
  tenant_id: string;
  agent_id: string;
  minute: number;
  amount_nano: bigint;
}

/** Highest cost of an agent's calls of a tool on a day, for reservations. */
export interface CostHighTable {
  tenant_id: string;
  agent_id: string;
  tool_name: string;
  day: string;
  high_nano: bigint;
}

/** Every request id ever decided. While `status` is `open` it is the begin record of a permitted call. */
export interface RequestTable {
  tenant_id: string;
  request_id: string;
  audit_id: string;
  status: "refused" | "open" | "closed" | "unknown";
  instance: string;
  agent_id: string;
  tool_name: string;
  permit_id: string | null;
  /** The hash of what was asked, and of a refused call what `decide` answered; emptied at the end, or after ten minutes. */
  answer: Json | null;
  /** The decided part of the row's content, until a record ends the call; kept where the centre released its permit. */
  decided: Json | null;
  idempotency_key: string | null;
  counter_day: string;
  minute: number;
  reservation_nano: bigint;
  price_nano: bigint | null;
  rate_revision: string;
  created_at: number;
  /** When a worker closes it as `unknown`. */
  close_at: number | null;
  closed_at: number | null;
}

/** What simulations replay of decided calls; kept as long as the tenant says. */
export interface DecisionInputTable {
  tenant_id: string;
  created_at: number;
  request_id: string;
  inputs: Json;
}

export interface IdempotencyKeyTable {
  tenant_id: string;
  agent_id: string;
  key: string;
  body_hash: string;
  request_id: string;
  status: "running" | "finished" | "unknown";
  answer_status: number | null;
  /** The envelope, as its caller got it. */
  answer_body: Json | null;
  /** Of a refusal; null on 200, and where a replica of before kept the answer. */
  answer_code: ColumnType<string | null, string | null | undefined, string | null>;
  /** Null while it runs. */
  expires_at: number | null;
}

export interface ChainHeadTable {
  tenant_id: string;
  seq: number;
  event_hash: string | null;
  at: number;
  /** Why appending stopped; null while it goes on. */
  halted: string | null;
  /** The key that signs the next row; null before the first one. */
  key_fingerprint: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface AuditLogTable {
  tenant_id: string;
  seq: number;
  id: string;
  request_id: string;
  agent_id: string | null;
  action: string;
  decision: "allow" | "deny" | "escalate";
  outcome: string;
  tool_name: string | null;
  rule_id: string | null;
  score: number;
  findings: Json;
  billable: Flag;
  amount_nano: bigint;
  /** The hashed bytes. */
  content: string;
  content_hash: string;
  event_hash: string;
  prev_hash: string | null;
  signature: string;
  key_fingerprint: string;
  created_at: number;
  /** The stages of a call, a list `[stage, start_ms, end_ms, decision]` each; no part of the hashed content. */
  stages: Json | null;
  /** The typed edge of a call for the identity graph, `GraphEdge` of the ledger; no part of the hashed content. */
  edge: Json | null;
}

export interface PendingUsageEventTable {
  tenant_id: string;
  audit_id: string;
  seq: number;
  agent_id: string;
  tool_name: string;
  model_name: string | null;
  prompt_tokens: number;
  completion_tokens: number;
  amount_nano: bigint;
  rate_revision: string;
  attempts: number;
  leased_until: number;
  last_error: string | null;
  created_at: number;
}

export interface UsageRecordTable {
  tenant_id: string;
  audit_id: string;
  /** The place of its row in the chain. */
  seq: number;
  agent_id: string;
  tool_name: string;
  model_name: string | null;
  prompt_tokens: number;
  completion_tokens: number;
  amount_nano: bigint;
  rate_revision: string;
  created_at: number;
}

/** Dead letters. */
export interface PendingBillingEventTable {
  tenant_id: string;
  id: string;
  audit_id: string;
  event: Json;
  amount_nano: bigint;
  error_reason: string;
  retry_count: number;
  failed_at: number;
}

/** Recorded usage by day, agent and tool, so that summaries do not read history. */
export interface UsageDayTable {
  tenant_id: string;
  day: string;
  agent_id: string;
  tool_name: string;
  calls: number;
  amount_nano: bigint;
}

export interface BehaviorProfileTable {
  tenant_id: string;
  agent_id: string;
  profile: Json;
  updated_at: number;
}

/** How many calls of the last day had a finding, by minute, agent and shape; the source of cross-agent signals. */
export interface SignalMinuteTable {
  tenant_id: string;
  minute: number;
  finding: string;
  agent_id: string;
  shape_hash: string;
  events: number;
}

/** How far a worker has read a tenant's chain. */
export interface WorkerCursorTable {
  tenant_id: string;
  worker: string;
  seq: number;
}
