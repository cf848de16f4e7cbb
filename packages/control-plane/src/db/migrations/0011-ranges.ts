// Indexes by which users and API keys are listed, newest first, and agents and tools are found that have changed since a state.

import type { Migration } from "./migration.js";

export const ranges: Migration = {
  name: "0011-ranges",
  statements: () => [
    "create index users_created on users (tenant_id, created_at, id)",
    "create index api_keys_created on api_keys (tenant_id, created_at, id)",
    "create index agents_changed on agents (tenant_id, state_version)",
    "create index tools_changed on tools (tenant_id, state_version)",
  ],
};
