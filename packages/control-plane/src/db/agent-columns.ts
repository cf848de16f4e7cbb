// The columns of agents that the program reads. PostgreSQL has one more, by which names are found (migrations/0012-folded-names.ts).

import type { AgentTable } from "./schema.js";

export const AGENT_COLUMNS = [
  "tenant_id",
  "id",
  "name",
  "status",
  "risk_level",
  "metadata",
  "state_version",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof AgentTable)[];
