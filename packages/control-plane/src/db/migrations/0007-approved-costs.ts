// The cost that an escalated call declared, which its approval covers.

import type { Migration } from "./migration.js";

export const addApprovedCosts: Migration = {
  name: "0007-approved-costs",
  // Approvals of before, which last some minutes, cover calls that declare nothing: nobody saw another cost.
  statements: () => ["alter table approvals add column declared_cost_nano bigint"],
};
