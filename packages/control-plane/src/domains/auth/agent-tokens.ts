// Agents' tokens: signing in with a secret, delegation, and the renewal of any token. A delegated token never holds a grant
// that one of its hops lacks, and never ends later than one, after renewal too.

import { type Grant, Refusal } from "@portcullis/contract";
import type { TenantDb } from "../../db/tx.js";
import type { CallContext, Principal } from "../../http/handler.js";
import type { Hop, IssuedToken, VerifiedToken } from "../../tokens/token-service.js";
import { findTokens, grantsOf, isAlive, type TokenRow } from "../../tokens/token-store.js";
import { findAgent, findGrants } from "../agents/index.js";
import { checkPassword } from "./passwords.js";
import { findCredentials, findUser } from "./store.js";

/** Longest chain of delegations; contracts set lower ones. */
const MAX_HOPS = 16;

interface AgentSignIn {
  readonly agent_id: string;
  readonly secret: string;
  readonly subject_token?: string | undefined;
}

/** Signs an agent in. Refuses `invalid_credentials`, `agent_quarantined`, `invalid_token` (of the subject token). */
export async function issueAgentToken(context: CallContext, signIn: AgentSignIn): Promise<IssuedToken> {
  const { store, tokens } = context.services;
  const credentialId = await findCredential(context, signIn);
  const delegation = signIn.subject_token === undefined ? null : await readDelegation(context, signIn.subject_token);
  return store.write(context.tenantId, async (tx) => {
    const agent = await findAgent(tx, signIn.agent_id);
    const current = await findCredentials(tx, signIn.agent_id, tx.nowMs);
    if (agent === undefined || !current.some(({ id }) => id === credentialId)) throw new Refusal("invalid_credentials");
    if (agent.status === "QUARANTINED") throw new Refusal("agent_quarantined");
    const own = await findGrants(tx, agent.id);
    const grants = (delegation?.hopGrants ?? []).reduce(intersectGrants, own);
    const hops = delegation?.hops ?? [];
    return tokens.issueAgent(tx, { id: agent.id, credentialId, grants, hops, endsByMs: delegation?.endsByMs ?? null });
  });
}

/**
 * A new token for the caller: of a user with the role that it has now, of an API key with the key's scopes, of an agent
 * with the grants that it has now and its delegation hops leave.
 */
export async function refreshToken(
  context: CallContext,
  me: Extract<Principal, { kind: "user" | "agent" }>,
): Promise<IssuedToken> {
  const { store, tokens } = context.services;
  return store.write(me.tenantId, async (tx) => {
    const [row] = await findTokens(tx, [me.jti]);
    if (row === undefined || !isAlive(row, tx.nowMs)) throw new Refusal("invalid_token");
    if (row.kind === "agent" && row.credential_id !== null) {
      if (row.agent_status === "QUARANTINED") throw new Refusal("agent_quarantined");
      const { hopGrants, endsByMs, hops } = await hopsOfRow(tx, row, tx.nowMs);
      const grants = hopGrants.reduce(intersectGrants, await findGrants(tx, row.subject));
      return tokens.issueAgent(tx, { id: row.subject, credentialId: row.credential_id, grants, hops, endsByMs });
    }
    const user = await findUser(tx, row.subject);
    if (user === undefined) throw new Refusal("invalid_token");
    const scopes = row.kind === "api_key" ? (JSON.parse(row.permissions) as string[]) : null;
    const apiKey = scopes === null || row.credential_id === null ? undefined : { id: row.credential_id, scopes };
    return tokens.issueUser(tx, user, apiKey);
  });
}

const BY_STRICTNESS = ["DENY", "ESCALATE", "ALLOW"] as const;

/** What both sides allow: a tool that one side lacks is left out, and the stricter action stands. */
function intersectGrants(left: readonly Grant[], right: readonly Grant[]): Grant[] {
  const [ours, theirs] = [actionsByTool(left), actionsByTool(right)];
  const result: Grant[] = [];
  for (const tool_name of new Set([...ours.keys(), ...theirs.keys()])) {
    const sides = [ours.get(tool_name), theirs.get(tool_name)];
    const action = BY_STRICTNESS.find((each) => sides.some((side) => side?.has(each)));
    const isOfBoth = sides.every((side) => side !== undefined);
    if (action === "DENY" || (action !== undefined && isOfBoth)) result.push({ tool_name, action });
  }
  return result;
}

function actionsByTool(grants: readonly Grant[]): ReadonlyMap<string, ReadonlySet<Grant["action"]>> {
  const found = new Map<string, Set<Grant["action"]>>();
  for (const { tool_name, action } of grants) {
    const actions = found.get(tool_name);
    if (actions === undefined) found.set(tool_name, new Set([action]));
    else actions.add(action);
  }
  return found;
}

interface Delegation {
  readonly hops: readonly Hop[];
  readonly hopGrants: readonly (readonly Grant[])[];
  readonly endsByMs: number;
}

/** The secret's own id. The same work is done for an agent that does not exist. */
async function findCredential(context: CallContext, { agent_id, secret }: AgentSignIn): Promise<string> {
  const credentials = await context.read(async (db) => {
    const agent = await findAgent(db, agent_id);
    return agent === undefined ? [] : findCredentials(db, agent_id, Date.now());
  });
  let found: string | null = null;
  for (const { id, secret_hash } of credentials.length > 0 ? credentials : [{ id: "", secret_hash: null }]) {
    if (await checkPassword(secret, secret_hash)) {
      found = id;
      break;
    }
  }
  if (found === null) throw new Refusal("invalid_credentials");
  return found;
}

/** The chain that a delegating agent's token continues: that agent first, then its own hops. */
async function readDelegation(context: CallContext, subjectToken: string): Promise<Delegation> {
  const verified: VerifiedToken = await context.services.tokens.verify(subjectToken);
  const { claims, row, hops } = verified;
  if (verified.tenantId !== context.tenantId || claims.role !== "agent" || hops.length >= MAX_HOPS) {
    throw new Refusal("invalid_token");
  }
  if (row.agent_status !== "ACTIVE") throw new Refusal("invalid_token");
  return delegationOf(
    [{ sub: row.subject, jti: row.jti }, ...hops.map(({ sub, jti }) => ({ sub, jti }))],
    [row, ...hops.map((hop) => hop.row)],
  );
}

async function hopsOfRow(db: TenantDb, row: TokenRow, nowMs: number): Promise<Delegation | EmptyDelegation> {
  const hops = JSON.parse(row.act) as Hop[];
  if (hops.length === 0) return { hops, hopGrants: [], endsByMs: null };
  const rows = await findTokens(
    db,
    hops.map((hop) => hop.jti),
  );
  const alive = new Map(rows.filter((hop) => isAlive(hop, nowMs)).map((hop) => [hop.jti, hop]));
  const known = hops.map((hop) => alive.get(hop.jti)).filter((hop) => hop !== undefined);
  if (known.length < hops.length) throw new Refusal("invalid_token");
  return delegationOf(hops, known);
}
type EmptyDelegation = { readonly hops: readonly Hop[]; readonly hopGrants: readonly []; readonly endsByMs: null };

function delegationOf(hops: readonly Hop[], rows: readonly TokenRow[]): Delegation {
  return {
    hops,
    hopGrants: rows.map(grantsOf),
    endsByMs: Math.min(...rows.map((row) => row.expires_at)),
  };
}
