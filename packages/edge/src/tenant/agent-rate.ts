// The rate at which one agent may call: its own where its metadata sets one, else its tenant's.

import type { AgentFacts } from "@portcullis/contract";

export interface Rate {
  /** Requests. */
  readonly perSecond: number;
  /** How many requests may come at once. */
  readonly burst: number;
}

/** What an agent does not set is its tenant's; but the burst of a rate of its own is twice that rate. */
export function rateOfAgent(agent: Pick<AgentFacts, "requests_per_second" | "burst">, tenant: Rate): Rate {
  const { requests_per_second: own, burst } = agent;
  return { perSecond: own ?? tenant.perSecond, burst: burst ?? (own === null ? tenant.burst : 2 * own) };
}
