// What MCP servers say of their tools: the definition that is approved, and one that waits for approval.

import type { Migration } from "./migration.js";

export const addToolDefinitions: Migration = {
  name: "0004-tool-definitions",
  statements: () => [
    "alter table tools add column is_registered bigint not null default 1",
    "alter table tools add column definition_hash text",
    "alter table tools add column definition text",
    "alter table tools add column pending_hash text",
    "alter table tools add column pending_definition text",
    "alter table tools add column pending_findings text",
    "alter table tools add column pending_at bigint",
    "create index tools_pending on tools (tenant_id, tool_name) where pending_hash is not null",
  ],
};
