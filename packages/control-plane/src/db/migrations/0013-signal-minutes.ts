// Findings counted by the minute: what a busy hour costs a reader grows with who had them, not with how often. The table of single
// findings stays for replicas of the version before, which go on beside the one that migrates; nothing else reads it any more.

import { isolate } from "./0003-guards.js";
import type { Migration } from "./migration.js";

export const signalMinutes: Migration = {
  name: "0013-signal-minutes",
  statements: (dialect) => [
    `create table signal_minutes (
      tenant_id text not null, minute bigint not null, finding text not null, agent_id text not null,
      shape_hash text not null, events bigint not null,
      primary key (tenant_id, minute, finding, agent_id, shape_hash))${dialect === "sqlite" ? " without rowid" : ""}`,
    "create index signal_minutes_finding on signal_minutes (finding, minute)",
    // The table's owner, who migrates, sees every tenant's rows only then.
    ...(dialect === "postgres" ? ["alter table signal_events no force row level security"] : []),
    `insert into signal_minutes (tenant_id, minute, finding, agent_id, shape_hash, events)
      select tenant_id, created_at / 60000, finding, agent_id, shape_hash, count(*) from signal_events
      group by tenant_id, created_at / 60000, finding, agent_id, shape_hash`,
    ...(dialect === "postgres" ? ["alter table signal_events force row level security"] : []),
    ...(dialect === "postgres" ? isolate("signal_minutes", "tenant_id") : []),
  ],
};
