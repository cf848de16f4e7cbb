// Who calls, after stage 1: the token's facts and the agent that the call is made for.
import type { AdmitData, AgentFacts } from "@portcullis/contract";

export interface Caller {
  readonly jti: string;
  readonly role: AdmitData["role"];
  readonly subject: string;
  /** What the token itself permits; null for users, whose agent's grants hold alone. */
  readonly permissions: AdmitData["permissions"];
  readonly agentId: string;
  readonly agent: AgentFacts;
}
