// A row of the chain as readers of the event stream get it.

import { formatInstant } from "@portcullis/core";
import type { SharedEvent } from "../../http/event-stream.js";
import type { EventRow } from "./store.js";

export interface ChainEvent extends SharedEvent {
  readonly seq: number;
  readonly agentId: string | null;
  readonly isCall: boolean;
}

export function chainEventOf(row: EventRow): ChainEvent {
  const isCall = row.action === "execute";
  return {
    seq: row.seq,
    agentId: row.agent_id,
    isCall,
    id: String(row.seq),
    event: isCall ? "decision" : row.action,
    data: {
      audit_id: row.id,
      agent_id: row.agent_id,
      tool_name: row.tool_name,
      action: row.action,
      decision: row.decision,
      outcome: row.outcome,
      findings: JSON.parse(row.findings) as string[],
      score: row.score,
      at: formatInstant(row.created_at),
    },
  };
}
