// Edges known by their folders, forgotten when nobody has seen them for long; names found without reading all that there are.

import type { Migration } from "./migration.js";

export const keptEdges: Migration = {
  name: "0009-kept-edges",
  statements: () => [
    "alter table edge_instances add column folder_hash text",
    "create index edge_instances_seen on edge_instances (tenant_id, last_seen_at) where connected_at is null",
    // With the status in it: SQLite takes no other index of an expression where rows lie in the order of their key.
    "create index agents_name on agents (tenant_id, lower(name), status)",
    "create index autonomy_contracts_name on autonomy_contracts (tenant_id, name)",
  ],
};
