// What the database itself refuses: changing history, and on PostgreSQL another tenant's rows. The code does not rely on
// either; they stand behind it.

import type { Migration } from "./migration.js";

/** Rows of these tables are written once and never again. */
const APPEND_ONLY = ["audit_logs", "usage_records", "transparency_historical_keys"] as const;

const TENANT_TABLES = [
  "tenant_states",
  "users",
  "agents",
  "agent_credentials",
  "agent_permissions",
  "tokens",
  "api_keys",
  "edge_instances",
  "tools",
  "policies",
  "autonomy_contracts",
  "contract_violations",
  "approvals",
  "signal_weights",
  "rate_tables",
  "request_counters",
  "rate_buckets",
  "cost_counters",
  "cost_minutes",
  "cost_highs",
  "requests",
  "decision_inputs",
  "idempotency_keys",
  "chain_heads",
  "audit_logs",
  "pending_usage_events",
  "usage_records",
  "pending_billing_events",
  "usage_days",
  "behavior_profiles",
  "signal_events",
  "worker_cursors",
] as const;

/** Of the deployment: only the platform role reaches them. */
const PLATFORM_TABLES = ["auth_failures", "signing_keys", "transparency_historical_keys", "secrets"] as const;

export const guardTables: Migration = {
  name: "0003-guards",
  statements: (dialect) => (dialect === "sqlite" ? guardSqlite() : guardPostgres()),
};

function guardSqlite(): string[] {
  return APPEND_ONLY.flatMap((table) =>
    (["update", "delete"] as const).map(
      (verb) => `create trigger ${table}_refuse_${verb} before ${verb} on ${table}
        begin select raise(abort, '${table} is append-only'); end`,
    ),
  );
}

function guardPostgres(): string[] {
  return [
    `create function portcullis_refuse_change() returns trigger language plpgsql as
      $$ begin raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation'; end $$`,
    ...APPEND_ONLY.flatMap((table) => [
      `create trigger ${table}_refuse_change before update or delete on ${table}
        for each row execute function portcullis_refuse_change()`,
      `create trigger ${table}_refuse_truncate before truncate on ${table}
        for each statement execute function portcullis_refuse_change()`,
    ]),
    createRole("portcullis_app"),
    createRole("portcullis_platform"),
    "grant usage on schema public to portcullis_app, portcullis_platform",
    // So that a login that only serves can see whether it fits the database.
    "grant select on schema_migrations to portcullis_app",
    ...TENANT_TABLES.flatMap((table) => isolate(table, "tenant_id")),
    ...isolate("tenants", "id"),
    ...PLATFORM_TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy platform on ${table} to portcullis_platform using (true) with check (true)`,
      grant(table, "portcullis_platform"),
    ]),
  ];
}

/**
 * Roles are the whole cluster's, so that another database's migration may be making the same one right now. A login that may
 * not make or grant them needs somebody who may to have done both before. Superusers act as any role without a grant.
 */
function createRole(role: string): string {
  return `do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then
      begin
        create role ${role} nologin nosuperuser nobypassrls;
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not (select rolsuper from pg_roles where rolname = current_user) then
      begin
        execute format('grant ${role} to %I', current_user);
      exception when insufficient_privilege or duplicate_object or unique_violation then null;
      end;
    end if;
  end $$`;
}

/** Keeps a table to the tenant that a transaction is of. */
export function isolate(table: string, column: string): string[] {
  const own = `${column} = nullif(current_setting('portcullis.tenant_id', true), '')`;
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} to portcullis_app using (${own}) with check (${own})`,
    `create policy platform on ${table} to portcullis_platform using (true) with check (true)`,
    grant(table, "portcullis_app"),
    grant(table, "portcullis_platform"),
  ];
}

function grant(table: string, role: string): string {
  const isAppendOnly = (APPEND_ONLY as readonly string[]).includes(table);
  return `grant select, insert${isAppendOnly ? "" : ", update, delete"} on ${table} to ${role}`;
}
