// The first tables of the deployment: tenants and who may act for them, agents, tools, rules, approvals. The tables of
// calls, chain and money are 0002. Portable types: text, bigint, double precision (score-like numbers only).

import type { Migration } from "./migration.js";

export const createIdentityTables: Migration = {
  name: "0001-tables",
  statements: (dialect) => {
    // Rows that are found by their key only need no second tree on SQLite.
    const keyed = dialect === "sqlite" ? " without rowid" : "";
    return [
      `create table tenants (
        id text primary key, name text not null, tier text not null, settings text not null,
        daily_cost_cap_nano bigint, monthly_request_cap bigint,
        behavior_cross_tenant_enabled bigint not null, created_at bigint not null)${keyed}`,
      `create table tenant_states (
        tenant_id text primary key references tenants (id), state_version bigint not null, kill_engaged bigint not null,
        kill_engaged_at bigint, kill_engaged_by text, kill_reason text, kill_note text)${keyed}`,
      `create table users (
        tenant_id text not null references tenants (id), id text not null, email text not null, password_hash text not null,
        role text not null, org_id text, is_active bigint not null, is_platform_admin bigint not null,
        created_at bigint not null, primary key (tenant_id, id))${keyed}`,
      // E-mail is unique over the deployment, so that signing in needs no other name.
      "create unique index users_email on users (email)",
      `create table agents (
        tenant_id text not null references tenants (id), id text not null, name text not null, status text not null,
        risk_level text not null, metadata text not null, state_version bigint not null, created_at bigint not null,
        updated_at bigint not null, primary key (tenant_id, id))${keyed}`,
      "create index agents_created on agents (tenant_id, created_at, id)",
      `create table agent_credentials (
        tenant_id text not null, id text not null, agent_id text not null, secret_hash text not null,
        created_at bigint not null, expires_at bigint, primary key (tenant_id, id),
        foreign key (tenant_id, agent_id) references agents (tenant_id, id))${keyed}`,
      "create index agent_credentials_agent on agent_credentials (tenant_id, agent_id)",
      `create table agent_permissions (
        tenant_id text not null, id text not null, agent_id text not null, tool_name text not null, action text not null,
        created_by text not null, created_at bigint not null, primary key (tenant_id, id),
        foreign key (tenant_id, agent_id) references agents (tenant_id, id))${keyed}`,
      `create unique index agent_permissions_grant
        on agent_permissions (tenant_id, agent_id, tool_name, action)`,
      `create table tokens (
        tenant_id text not null, jti text not null, kind text not null, subject text not null, credential_id text,
        role text not null, permissions text not null, act text not null, issued_at bigint not null,
        expires_at bigint not null, first_used_at bigint, first_used_address text, first_used_edge text,
        revoked_at bigint, state_version bigint not null, primary key (tenant_id, jti))${keyed}`,
      "create index tokens_subject on tokens (tenant_id, subject, expires_at)",
      "create index tokens_credential on tokens (tenant_id, credential_id) where credential_id is not null",
      "create index tokens_expiry on tokens (tenant_id, expires_at)",
      `create table api_keys (
        tenant_id text not null, id text not null, name text not null, key_hash text not null, prefix text not null,
        scopes text not null, created_by text not null, created_at bigint not null, revoked_at bigint,
        primary key (tenant_id, id))${keyed}`,
      "create index api_keys_prefix on api_keys (prefix)",
      `create table edge_instances (
        tenant_id text not null, instance text not null, api_key_id text not null, home text not null,
        version text not null, successor text, connected_at bigint, last_seen_at bigint not null,
        acknowledged_version bigint not null, primary key (tenant_id, instance))${keyed}`,
      `create table auth_failures (
        address text primary key, window_started_at bigint not null, failures bigint not null)${keyed}`,
      `create table tools (
        tenant_id text not null, tool_name text not null, description text not null, description_hash text not null,
        input_schema text, price_nano bigint, max_cost_nano bigint, timeout_ms bigint not null, retry_safe bigint not null,
        access text not null, consent_tenants text not null, state_version bigint not null, created_at bigint not null,
        updated_at bigint not null, deleted_at bigint, primary key (tenant_id, tool_name))${keyed}`,
      `create table policies (
        tenant_id text not null, name text not null, revision text not null, source text not null, compiled text not null,
        is_active bigint not null, uploaded_by text not null, uploaded_at bigint not null,
        primary key (tenant_id, name, revision))${keyed}`,
      "create index policies_active on policies (tenant_id, name) where is_active = 1",
      "create index policies_uploaded on policies (tenant_id, uploaded_at)",
      `create table autonomy_contracts (
        tenant_id text not null, id text not null, name text not null, agent_scope text not null,
        delegation_max_depth bigint, cost_cap_nano bigint, cost_cap_window_seconds bigint, time_window text,
        cross_tenant_rules text not null, on_violation text not null, is_active bigint not null,
        created_at bigint not null, updated_at bigint not null, primary key (tenant_id, id))${keyed}`,
      `create table contract_violations (
        tenant_id text not null, id text not null, contract_id text not null, contract_name text not null,
        agent_id text not null, reason text not null, audit_id text not null, detected_at bigint not null,
        primary key (tenant_id, id))${keyed}`,
      "create index contract_violations_time on contract_violations (tenant_id, detected_at)",
      `create table approvals (
        tenant_id text not null, key text not null, status text not null, agent_id text not null, tool_name text not null,
        target_tenant_id text, call_hash text not null, policy_revision text not null, reason text not null,
        audit_id text not null, created_at bigint not null, expires_at bigint not null, decided_by text,
        decided_at bigint, decision_reason text, used_audit_id text, primary key (tenant_id, key))${keyed}`,
      "create index approvals_status on approvals (tenant_id, status, created_at)",
      "create index approvals_call on approvals (tenant_id, agent_id, call_hash)",
      `create table signal_weights (
        tenant_id text primary key, inference double precision not null, policy double precision not null,
        behavior double precision not null, updated_at bigint not null)${keyed}`,
      `create table rate_tables (
        tenant_id text not null, revision text not null, rates text not null, is_active bigint not null,
        created_at bigint not null, primary key (tenant_id, revision))${keyed}`,
      `create table signing_keys (
        fingerprint text primary key, purpose text not null, public_jwk text not null, private_sealed text not null,
        created_at bigint not null, retired_at bigint)${keyed}`,
      // Two replicas that start on an empty database both try; one makes the key.
      "create unique index signing_keys_current on signing_keys (purpose) where retired_at is null",
      `create table transparency_historical_keys (
        fingerprint text primary key, public_jwk text not null, retired_at bigint not null)${keyed}`,
      `create table secrets (name text primary key, sealed text not null, created_at bigint not null)${keyed}`,
    ];
  },
};
