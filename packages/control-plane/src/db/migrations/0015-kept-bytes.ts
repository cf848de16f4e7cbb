// How much of answers a tenant keeps for repeats, by the minute.

import type { Migration } from "./migration.js";

export const keptBytes: Migration = {
  name: "0015-kept-bytes",
  statements: () => [
    "alter table tenant_states add column kept_minute bigint not null default 0",
    "alter table tenant_states add column kept_bytes bigint not null default 0",
    "alter table tenant_states add column kept_bytes_before bigint not null default 0",
  ],
};
