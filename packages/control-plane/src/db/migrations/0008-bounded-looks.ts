// Indexes by which what is alive is found without walking what has ended: approvals whose time is over, overrides by when they
// were given, instances of an edge that was started again.

import type { Migration } from "./migration.js";

export const boundedLooks: Migration = {
  name: "0008-bounded-looks",
  statements: () => [
    "create index approvals_unused on approvals (tenant_id, created_at, key) where status in ('pending', 'approved')",
    "create index approvals_given on approvals (tenant_id, decided_at, key) where status in ('approved', 'used')",
    "create index edge_instances_successor on edge_instances (tenant_id, successor) where successor is not null",
    "create index edge_instances_connected on edge_instances (tenant_id, instance) where connected_at is not null",
  ],
};
