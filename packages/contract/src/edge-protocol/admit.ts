// What an edge asks of a token that it does not know: whose it is, and what the agent may do.

import { z } from "zod";
import { instant, sha256Hex, uuid, uuidInput } from "../schemas/common.js";

export const grantAction = z.enum(["ALLOW", "DENY", "ESCALATE"]);
export const grant = z.object({ tool_name: z.string(), action: grantAction });
export type Grant = z.output<typeof grant>;

export const agentFacts = z.object({
  agent_id: uuid,
  name: z.string(),
  status: z.enum(["ACTIVE", "QUARANTINED", "DELETED"]),
  risk_level: z.enum(["low", "medium", "high", "critical"]),
  grants: z.array(grant),
  requests_per_second: z.number().positive().nullable(),
  burst: z.number().positive().nullable(),
});
export type AgentFacts = z.output<typeof agentFacts>;

export const admitBody = z.strictObject({
  token: z.string().max(8192),
  /** The X-Tenant-ID that came with it. */
  tenant_id: uuidInput,
  /** The X-Agent-ID that came with it, for user tokens. */
  agent_id: uuidInput.optional(),
  /** Client address as the edge saw it. */
  address: z.string().max(100),
});
export const admitData = z.object({
  state_version: z.number().int(),
  token_hash: sha256Hex,
  jti: uuid,
  expires_at: instant,
  role: z.enum(["ADMIN", "SECURITY", "AUDITOR", "VIEWER", "agent"]),
  /** User id, or agent id for an agent's token. */
  subject: uuid,
  /** Tools that the token itself names; null for users, whose agent's grants hold alone. */
  permissions: z.array(grant).nullable(),
  /** Scopes of an API key's token, which cut its role; null for all others, and where the control plane judges them itself. */
  scopes: z.array(z.string()).nullable().default(null),
  /** Delegation hops, nearest first; empty without delegation. */
  act: z.array(z.object({ sub: uuid, jti: uuid })),
  /** The agent that the call is made for; null where none was named. */
  agent: agentFacts.nullable(),
});
export type AdmitData = z.output<typeof admitData>;
