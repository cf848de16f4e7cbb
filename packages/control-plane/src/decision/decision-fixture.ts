// For tests: a tenant with an agent, its token and tools on a real database, and decision services over it. Not part of the
// program.

import { randomUUID } from "node:crypto";
import type { DecideCall, ExecutionRecord, Permit } from "@portcullis/contract";
import { formatInstant, newId, sha256Hex } from "@portcullis/core";
import type { AgentTable, TenantTable, TokenTable, ToolTable } from "../db/schema.js";
import { bumpStateVersion } from "../db/state.js";
import { type LedgerFixture, openLedgerFixture } from "../ledger/ledger-fixture.js";
import { TenantFactsCache } from "./facts/tenant-facts.js";
import { DecisionService } from "./service.js";

export const DECISION_CONFIG = { decisionTimeoutMs: 30_000, closeAfterMs: 300_000, minAgentsForCorrelation: 2 };

export interface DecisionFixture extends LedgerFixture {
  /** A service with caches of its own, as another replica has them. */
  openService(config?: Partial<typeof DECISION_CONFIG>): DecisionService;
  createWorld(changes?: WorldChanges): Promise<World>;
}

export interface WorldChanges {
  readonly tenant?: Partial<TenantTable>;
  readonly agent?: Partial<AgentTable>;
  readonly tools?: readonly Partial<ToolTable>[];
}

/** One tenant with one agent, which may call `search` and `pay`. */
export interface World {
  readonly tenantId: string;
  readonly agentId: string;
  readonly jti: string;
  readonly instance: string;
  call(changes?: Partial<DecideCall>): DecideCall;
}

export async function openDecisionFixture(databaseUrl: string): Promise<DecisionFixture> {
  const ledgerFixture = await openLedgerFixture(databaseUrl);
  const { store, ledger } = ledgerFixture;
  return {
    ...ledgerFixture,
    openService: (config = {}) =>
      new DecisionService({
        store,
        ledger,
        facts: new TenantFactsCache({ store }),
        config: { ...DECISION_CONFIG, ...config },
      }),
    createWorld: (changes) => createWorld(ledgerFixture, changes),
  };
}

async function createWorld(fixture: LedgerFixture, changes: WorldChanges = {}): Promise<World> {
  const tenantId = await fixture.createTenant();
  const agentId = changes.agent?.id ?? randomUUID();
  const jti = randomUUID();
  await fixture.store.platform("tenants", async (db) => {
    const settings = { requests_per_second: 100_000, burst: 200_000 };
    await db.query
      .updateTable("tenants")
      .set({ tier: "enterprise", settings: JSON.stringify(settings), ...changes.tenant })
      .where("id", "=", tenantId)
      .execute();
  });
  await fixture.store.write(tenantId, async (tx) => {
    const version = await bumpStateVersion(tx);
    const at = { created_at: tx.nowMs, updated_at: tx.nowMs, state_version: version };
    await tx.query
      .insertInto("agents")
      .values({
        tenant_id: tenantId,
        id: agentId,
        name: "billing-bot",
        status: "ACTIVE",
        risk_level: "medium",
        metadata: "{}",
        ...at,
        ...changes.agent,
      })
      .execute();
    const credential = randomUUID();
    await tx.query
      .insertInto("agent_credentials")
      .values({
        tenant_id: tenantId,
        id: credential,
        agent_id: agentId,
        secret_hash: "x",
        created_at: tx.nowMs,
        expires_at: null,
      })
      .execute();
    for (const tool of ["search", "pay"]) {
      await tx.query
        .insertInto("agent_permissions")
        .values({
          tenant_id: tenantId,
          id: randomUUID(),
          agent_id: agentId,
          tool_name: tool,
          action: "ALLOW",
          created_by: "test",
          created_at: tx.nowMs,
        })
        .execute();
    }
    for (const tool of changes.tools ?? []) {
      await tx.query
        .insertInto("tools")
        .values({
          tenant_id: tenantId,
          tool_name: "search",
          description: "",
          description_hash: sha256Hex(""),
          input_schema: null,
          price_nano: null,
          max_cost_nano: null,
          timeout_ms: 30_000,
          retry_safe: 0,
          access: "invokes",
          consent_tenants: "[]",
          is_registered: 1,
          definition_hash: null,
          definition: null,
          pending_hash: null,
          pending_definition: null,
          pending_findings: null,
          pending_at: null,
          pending_is_first: 1,
          deleted_at: null,
          ...at,
          ...tool,
        })
        .execute();
    }
    const token: TokenTable = {
      tenant_id: tenantId,
      jti,
      kind: "agent",
      subject: agentId,
      credential_id: credential,
      role: "agent",
      permissions: JSON.stringify([
        { tool_name: "search", action: "ALLOW" },
        { tool_name: "pay", action: "ALLOW" },
      ]),
      act: "[]",
      issued_at: tx.nowMs,
      expires_at: tx.nowMs + 3_600_000,
      first_used_at: null,
      first_used_address: null,
      first_used_edge: null,
      revoked_at: null,
      state_version: 0,
      signed_by: fixture.keys.tokenSecretId,
    };
    await tx.query.insertInto("tokens").values(token).execute();
  });
  return {
    tenantId,
    agentId,
    jti,
    instance: randomUUID(),
    call: (overrides = {}) => ({
      request_id: randomUUID(),
      trace_id: "0".repeat(32),
      call_id: newId(),
      received_at: formatInstant(Date.now()),
      jti,
      agent_id: agentId,
      tool_name: "search",
      payload_hash: sha256Hex("payload"),
      payload_bytes: 20,
      payload_depth: 1,
      shape_hash: sha256Hex("shape"),
      body_hash: sha256Hex("body"),
      findings: [],
      risk: 0,
      signals: {},
      arguments: {},
      policy_revision: "any",
      timeline: [],
      ...overrides,
    }),
  };
}

/** The record of a permitted call that ended well. */
export function recordOf(call: DecideCall, permit: Permit, changes: Partial<ExecutionRecord> = {}): ExecutionRecord {
  return {
    kind: "execution",
    record_id: randomUUID(),
    permit_id: permit.permit_id,
    request_id: call.request_id,
    outcome: "allowed",
    code: null,
    dispatched: true,
    tool_status: 200,
    response_hash: sha256Hex("response"),
    response_bytes: 10,
    redactions: [],
    result_findings: [],
    result_finding_details: [],
    usage: null,
    finished_at: formatInstant(Date.now()),
    timeline: [],
    ...changes,
  };
}
