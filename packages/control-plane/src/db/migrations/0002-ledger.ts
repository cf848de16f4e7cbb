// The tables of calls, chain and money. Each key and index leads with the tenant; the few that do not serve workers that
// ask for the tenants that have work. What is written once for each row of the chain is keyed by the row's place in it, so
// that it lands beside what was written before and dirties few pages.

import type { Migration } from "./migration.js";

export const createLedgerTables: Migration = {
  name: "0002-ledger",
  statements: (dialect) => {
    const keyed = dialect === "sqlite" ? " without rowid" : "";
    return [
      `create table request_counters (
        tenant_id text not null, period text not null, requests bigint not null, primary key (tenant_id, period))${keyed}`,
      `create table rate_buckets (
        tenant_id text not null, scope text not null, tokens double precision not null, updated_at bigint not null,
        primary key (tenant_id, scope))${keyed}`,
      `create table cost_counters (
        tenant_id text not null, scope text not null, day text not null, spent_nano bigint not null,
        reserved_nano bigint not null, warned_at bigint, blocked_at bigint, primary key (tenant_id, scope, day))${keyed}`,
      `create table cost_minutes (
        tenant_id text not null, agent_id text not null, minute bigint not null, amount_nano bigint not null,
        primary key (tenant_id, agent_id, minute))${keyed}`,
      `create table cost_highs (
        tenant_id text not null, agent_id text not null, tool_name text not null, day text not null,
        high_nano bigint not null, primary key (tenant_id, agent_id, tool_name, day))${keyed}`,
      `create table requests (
        tenant_id text not null, request_id text not null, audit_id text not null, status text not null,
        instance text not null, agent_id text not null, tool_name text not null, permit_id text, answer text,
        decided text, idempotency_key text, counter_day text not null, minute bigint not null,
        reservation_nano bigint not null, price_nano bigint, rate_revision text not null, created_at bigint not null,
        close_at bigint, closed_at bigint, primary key (tenant_id, request_id))`,
      "create index requests_answers on requests (tenant_id, created_at) where status = 'refused' and answer is not null",
      "create index requests_open on requests (tenant_id, close_at) where status = 'open'",
      "create index requests_unknown on requests (tenant_id, closed_at) where status = 'unknown'",
      `create table decision_inputs (
        tenant_id text not null, created_at bigint not null, request_id text not null, inputs text not null,
        primary key (tenant_id, created_at, request_id))${keyed}`,
      `create table idempotency_keys (
        tenant_id text not null, agent_id text not null, key text not null, body_hash text not null,
        request_id text not null, status text not null, answer_status bigint, answer_body text, expires_at bigint,
        primary key (tenant_id, agent_id, key))${keyed}`,
      "create index idempotency_keys_expiry on idempotency_keys (tenant_id, expires_at) where expires_at is not null",
      "create index idempotency_keys_request on idempotency_keys (tenant_id, request_id)",
      `create table chain_heads (
        tenant_id text primary key references tenants (id), seq bigint not null, event_hash text, at bigint not null,
        halted text, key_fingerprint text)${keyed}`,
      `create table audit_logs (
        tenant_id text not null, seq bigint not null, id text not null, request_id text not null, agent_id text,
        action text not null, decision text not null, outcome text not null, tool_name text, rule_id text,
        score double precision not null, findings text not null, billable bigint not null, amount_nano bigint not null,
        content text not null, content_hash text not null, event_hash text not null, prev_hash text,
        signature text not null, key_fingerprint text not null, created_at bigint not null, stages text, edge text,
        primary key (tenant_id, seq))`,
      "create unique index audit_logs_id on audit_logs (tenant_id, id)",
      "create unique index audit_logs_prev_hash on audit_logs (tenant_id, prev_hash)",
      "create index audit_logs_action on audit_logs (tenant_id, action, seq)",
      "create index audit_logs_request on audit_logs (tenant_id, request_id)",
      // Instants go up with the places, so that one in many is enough to find where an instant is.
      "create index audit_logs_created on audit_logs (tenant_id, created_at) where seq % 64 = 0",
      "create index audit_logs_agent on audit_logs (tenant_id, agent_id, seq) where agent_id is not null",
      `create table pending_usage_events (
        tenant_id text not null, audit_id text not null, seq bigint not null, agent_id text not null,
        tool_name text not null, model_name text, prompt_tokens bigint not null, completion_tokens bigint not null,
        amount_nano bigint not null, rate_revision text not null, attempts bigint not null, leased_until bigint not null,
        last_error text, created_at bigint not null, primary key (tenant_id, seq))${keyed}`,
      `create table usage_records (
        tenant_id text not null, audit_id text not null, seq bigint not null, agent_id text not null,
        tool_name text not null, model_name text, prompt_tokens bigint not null, completion_tokens bigint not null,
        amount_nano bigint not null, rate_revision text not null, created_at bigint not null,
        primary key (tenant_id, seq))${keyed}`,
      `create table pending_billing_events (
        tenant_id text not null, id text not null, audit_id text not null, event text not null,
        amount_nano bigint not null, error_reason text not null, retry_count bigint not null, failed_at bigint not null,
        primary key (tenant_id, id))${keyed}`,
      "create unique index pending_billing_events_audit on pending_billing_events (tenant_id, audit_id)",
      `create table usage_days (
        tenant_id text not null, day text not null, agent_id text not null, tool_name text not null,
        calls bigint not null, amount_nano bigint not null, primary key (tenant_id, day, agent_id, tool_name))${keyed}`,
      `create table behavior_profiles (
        tenant_id text not null, agent_id text not null, profile text not null, updated_at bigint not null,
        primary key (tenant_id, agent_id))${keyed}`,
      `create table signal_events (
        tenant_id text not null, seq bigint not null, agent_id text not null, finding text not null,
        shape_hash text not null, created_at bigint not null, primary key (tenant_id, seq, finding, shape_hash))${keyed}`,
      "create index signal_events_time on signal_events (tenant_id, created_at)",
      "create index signal_events_finding on signal_events (finding, created_at)",
      `create table worker_cursors (
        tenant_id text not null, worker text not null, seq bigint not null, primary key (tenant_id, worker))${keyed}`,
    ];
  },
};
