// Whether a definition that waits was the first of its tool that was seen, so that nothing but the scan holds it.

import type { Migration } from "./migration.js";

export const addFirstDefinitions: Migration = {
  name: "0005-first-definitions",
  // What waits already counts as the first: hardly any tool has had two definitions that the scan held.
  statements: () => ["alter table tools add column pending_is_first bigint not null default 1"],
};
