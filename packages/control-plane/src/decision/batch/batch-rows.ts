// The statements of a deciding or recording transaction. Nothing here decides anything; what the rows mean is the batch's.

import type { Selectable } from "kysely";
import type { DecisionInputTable, IdempotencyKeyTable, RequestTable } from "../../db/schema.js";
import type { TenantStateRow } from "../../db/state.js";
import { insertRows, lookUp, mustHold, rowsOf, statement, updateRows } from "../../db/statements.js";
import type { HeadRow } from "../../ledger/seal-rows.js";

export type RequestRow = Selectable<RequestTable>;
export type InputsRow = Selectable<DecisionInputTable>;
export type WrittenKey = Selectable<IdempotencyKeyTable>;
/** As a batch has it: what was read is without its answer, which few questions are for and which may be large. */
export type IdempotencyRow = Omit<WrittenKey, "answer_body"> & Partial<Pick<WrittenKey, "answer_body">>;

export const LOCK = statement(
  `select s.tenant_id, s.state_version, s.kill_engaged, s.kill_engaged_at, s.kill_engaged_by, s.kill_reason, s.kill_note,
     s.kept_minute, s.kept_bytes, s.kept_bytes_before,
     h.seq, h.event_hash, h.at, h.halted, h.key_fingerprint
   from tenant_states s join chain_heads h on h.tenant_id = s.tenant_id where s.tenant_id = $1 for update of s, h`,
);
/** The tenant's state and the head of its chain. */
export type LockedRow = TenantStateRow & HeadRow;
/**
 * Fails unless state, head and the day's requests are those given, the database's clock is in the span given, and the requests and
 * audit ids given are new. Run it when the lock is had: its snapshot must be younger.
 */
export const CHECK = statement(
  `select ${mustHold(`s.state_version = $2 and h.seq = $3 and h.event_hash is not distinct from $4 and h.halted is null
     and coalesce((select requests from request_counters where tenant_id = $1 and period = $5), 0) = $6
     and extract(epoch from clock_timestamp()) * 1000 between $7 and $8
     and not exists (select from ${lookUp("requests", "request_id", 9)} as r)
     and not exists (select from ${lookUp("audit_logs", "id", 10)} as a)`)}
   from tenant_states s join chain_heads h on h.tenant_id = s.tenant_id where s.tenant_id = $1`,
);
export const REQUESTS = statement(`select * from ${lookUp("requests", "request_id", 2)} as r`);
/**
 * Dollars, requests, buckets and claimed audit ids: of the day, scopes, periods and ids given, and the dollars that the
 * stored ones of the given requests count against.
 */
export const STATE = statement(
  `select 'cost' as kind, scope as name, day, 0 as requests, cast(0 as double precision) as tokens, 0 as touched_at,
     spent_nano, reserved_nano, warned_at, blocked_at
   from ${rowsOf("cost_counters", "scope", 3)} as c where day = $2
   union all select 'cost', c.scope, c.day, 0, 0, 0, c.spent_nano, c.reserved_nano, c.warned_at, c.blocked_at
   from (select distinct agent_id, counter_day from ${lookUp("requests", "request_id", 6)} as known) as r
     cross join cost_counters c
   where c.tenant_id = $1 and c.day = r.counter_day and c.scope in (r.agent_id, 'tenant')
   union all select 'counter', period, '', requests, 0, 0, 0, 0, null, null
   from ${rowsOf("request_counters", "period", 4)} as p
   union all select 'bucket', scope, '', 0, tokens, updated_at, 0, 0, null, null
   from ${rowsOf("rate_buckets", "scope", 3)} as b
   union all select 'row', id, '', 0, 0, 0, 0, 0, null, null
   from ${lookUp("audit_logs", "id", 5)} as a`,
);
export interface StateRow {
  readonly kind: "cost" | "counter" | "bucket" | "row";
  /** Scope, period or audit id. */
  readonly name: string;
  readonly day: string;
  readonly requests: number;
  readonly tokens: number;
  readonly touched_at: number;
  readonly spent_nano: bigint;
  readonly reserved_nano: bigint;
  readonly warned_at: number | null;
  readonly blocked_at: number | null;
}

const KEY_COLUMNS = "tenant_id, agent_id, key, body_hash, request_id, status, answer_status, answer_code, expires_at";
/** The keys given, and those that the given requests have claimed, without their answers. */
export const KEYS = statement(
  `select ${KEY_COLUMNS} from idempotency_keys where tenant_id = $1 and agent_id in $list2 and key in $list3
   union all select ${KEY_COLUMNS} from ${lookUp("idempotency_keys", "request_id", 4)} as k`,
);
export const SUCCESSORS = statement(
  "select instance, successor from edge_instances where tenant_id = $1 and successor in $list2",
);
export const OPEN_UNBOUNDED = statement(
  "select count(*) as open from requests where tenant_id = $1 and status = 'open' and decided like '%\"unbounded\":true%'",
);
export const DELETE_KEYS = statement(
  `delete from idempotency_keys where (tenant_id, agent_id, key) in
   (select tenant_id, agent_id, key from ${lookUp("idempotency_keys", "request_id", 2)} as k)`,
);

export const writeCounters = insertRows(
  "request_counters",
  ["tenant_id", "period", "requests"],
  "on conflict (tenant_id, period) do update set requests = request_counters.requests + excluded.requests",
);
export const writeBuckets = insertRows(
  "rate_buckets",
  ["tenant_id", "scope", "tokens", "updated_at"],
  "on conflict (tenant_id, scope) do update set tokens = excluded.tokens, updated_at = excluded.updated_at",
);
export const writeCosts = insertRows(
  "cost_counters",
  ["tenant_id", "scope", "day", "spent_nano", "reserved_nano", "warned_at", "blocked_at"],
  `on conflict (tenant_id, scope, day) do update set spent_nano = cost_counters.spent_nano + excluded.spent_nano,
   reserved_nano = cost_counters.reserved_nano + excluded.reserved_nano,
   warned_at = coalesce(cost_counters.warned_at, excluded.warned_at),
   blocked_at = coalesce(cost_counters.blocked_at, excluded.blocked_at)`,
);
export const writeMinutes = insertRows(
  "cost_minutes",
  ["tenant_id", "agent_id", "minute", "amount_nano"],
  "on conflict (tenant_id, agent_id, minute) do update set amount_nano = cost_minutes.amount_nano + excluded.amount_nano",
);
export const writeHighs = insertRows(
  "cost_highs",
  ["tenant_id", "agent_id", "tool_name", "day", "high_nano"],
  `on conflict (tenant_id, agent_id, tool_name, day) do update set high_nano =
   case when excluded.high_nano > cost_highs.high_nano then excluded.high_nano else cost_highs.high_nano end`,
);
export const insertRequests = insertRows("requests", [
  "tenant_id",
  "request_id",
  "audit_id",
  "status",
  "instance",
  "agent_id",
  "tool_name",
  "permit_id",
  "answer",
  "decided",
  "idempotency_key",
  "counter_day",
  "minute",
  "reservation_nano",
  "price_nano",
  "rate_revision",
  "created_at",
  "close_at",
  "closed_at",
]);
export const insertInputs = insertRows("decision_inputs", ["tenant_id", "created_at", "request_id", "inputs"]);
export const closeRequests = updateRows(
  "requests",
  ["tenant_id", "request_id"],
  ["status", "reservation_nano", "answer", "decided", "closed_at"],
);
export const writeKeys = insertRows(
  "idempotency_keys",
  [
    "tenant_id",
    "agent_id",
    "key",
    "body_hash",
    "request_id",
    "status",
    "answer_status",
    "answer_code",
    "answer_body",
    "expires_at",
  ],
  `on conflict (tenant_id, agent_id, key) do update set body_hash = excluded.body_hash, request_id = excluded.request_id,
   status = excluded.status, answer_status = excluded.answer_status, answer_code = excluded.answer_code,
   answer_body = excluded.answer_body, expires_at = excluded.expires_at`,
);
export const insertViolations = insertRows("contract_violations", [
  "tenant_id",
  "id",
  "contract_id",
  "contract_name",
  "agent_id",
  "reason",
  "audit_id",
  "detected_at",
]);
