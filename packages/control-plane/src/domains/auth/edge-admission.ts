// Admission of a token at an edge: verified, first use recorded, grants and agent facts returned. It answers for every role
// and scope, since the edge refuses those itself and records that it did; the decision is `decide`'s alone.

import { type AdmitData, type InputOf, Refusal } from "@portcullis/contract";
import { formatInstant, sha256Hex } from "@portcullis/core";
import { readState } from "../../db/state.js";
import type { Services } from "../../services.js";
import { subjectOf, type VerifiedToken } from "../../tokens/token-service.js";
import { grantsOf, recordFirstUse } from "../../tokens/token-store.js";
import { readAgentFacts } from "../agents/index.js";

/** The edge that asks. The control plane's own edge asks through the same door. */
export interface AdmittingEdge {
  readonly tenantId: string;
  readonly instance: string;
}

/** Refuses `invalid_token`, `tenant_mismatch`, `agent_not_found`. */
export async function admitToken(
  services: Services,
  edge: AdmittingEdge,
  request: InputOf<"edge.admit">["body"],
): Promise<AdmitData> {
  const verified = await services.tokens.verify(request.token);
  const { claims, row, hops } = verified;
  if (claims.role === "edge") throw new Refusal("invalid_token");
  if (verified.tenantId !== edge.tenantId || request.tenant_id !== edge.tenantId) {
    throw new Refusal("tenant_mismatch");
  }
  await noteFirstUse(services, edge, verified, request.address);
  const agentId = claims.role === "agent" ? claims.agent_id : request.agent_id;
  return services.store.read(edge.tenantId, async (db) => {
    const { state_version } = await readState(db);
    const agent = agentId === undefined ? null : await readAgentFacts(db, agentId);
    if (agentId !== undefined && agent === null) throw new Refusal("agent_not_found");
    return {
      state_version,
      token_hash: sha256Hex(request.token),
      jti: claims.jti,
      expires_at: formatInstant(Math.min(row.expires_at, claims.exp * 1000)),
      role: claims.role,
      subject: subjectOf(claims),
      permissions: claims.role === "agent" ? grantsOf(row) : null,
      scopes: row.kind === "api_key" ? (JSON.parse(row.permissions) as string[]) : null,
      act: hops.map(({ sub, jti }) => ({ sub, jti })),
      agent,
    };
  });
}

/** First use is recorded once. Use at another edge is a finding of each call there, which `decide` raises. */
async function noteFirstUse(
  { store }: Services,
  { tenantId, instance }: AdmittingEdge,
  { row }: VerifiedToken,
  address: string,
): Promise<void> {
  if (row.first_used_at !== null) return;
  await store.write(tenantId, (tx) => recordFirstUse(tx, row.jti, { address, edge: instance }));
}
