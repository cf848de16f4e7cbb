// For tests: a store with tenants, keys and a ledger, and drafts to append. Not part of the program.

import { randomBytes, randomUUID } from "node:crypto";
import { auditIdOf, encodeBase64 } from "@portcullis/core";
import { openStore } from "../db/open.js";
import type { Store } from "../db/tx.js";
import type { KeyRing } from "../keys/key-ring.js";
import { type KeySettings, openKeyRing } from "../keys/open-key-ring.js";
import { createChainHead } from "./append.js";
import type { Ledger } from "./ledger.js";
import { openLedger } from "./open-ledger.js";
import type { AppendedRow, RowDraft } from "./row-draft.js";

export interface LedgerFixture {
  readonly store: Store;
  readonly keys: KeyRing;
  readonly keySettings: KeySettings;
  readonly ledger: Ledger;
  createTenant(): Promise<string>;
  append(tenantId: string, drafts: readonly RowDraft[]): Promise<readonly AppendedRow[]>;
}

export async function openLedgerFixture(databaseUrl: string): Promise<LedgerFixture> {
  const store = await openStore({ databaseUrl, poolSize: 5, migrate: true });
  const keySettings: KeySettings = {
    masterKey: encodeBase64(randomBytes(32)),
    masterKeyPrevious: undefined,
    // Not looked at while the master key is given.
    dataDir: "",
    jwtSecret: undefined,
    internalSecret: undefined,
    internalSecretPrevious: undefined,
  };
  const keys = await openKeyRing(store, keySettings);
  const ledger = openLedger(keys);
  return {
    store,
    keys,
    keySettings,
    ledger,
    createTenant: () => createTenant(store),
    append: (tenantId, drafts) => store.write(tenantId, (tx) => ledger.append(tx, drafts)),
  };
}

export async function createTenant(store: Store): Promise<string> {
  const id = randomUUID();
  await store.platform("tenants", async (db) => {
    await db.query
      .insertInto("tenants")
      .values({
        id,
        name: "test",
        tier: "pro",
        settings: "{}",
        daily_cost_cap_nano: null,
        monthly_request_cap: null,
        behavior_cross_tenant_enabled: 0,
        created_at: db.nowMs,
      })
      .execute();
    await db.query
      .insertInto("tenant_states")
      .values({
        tenant_id: id,
        state_version: 1,
        kill_engaged: 0,
        kill_engaged_at: null,
        kill_engaged_by: null,
        kill_reason: null,
        kill_note: null,
      })
      .execute();
    await createChainHead(db, id);
  });
  return id;
}

/** A permitted call that ended well; `amountNano` makes it billable. */
export function callDraft(tenantId: string, amountNano?: bigint, changes: Partial<RowDraft> = {}): RowDraft {
  const requestId = randomUUID();
  const agentId = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
  return {
    auditId: auditIdOf(tenantId, requestId),
    requestId,
    action: "execute",
    agentId,
    actor: `agent:${agentId}`,
    role: "agent",
    decision: "allow",
    outcome: "allowed",
    toolName: "search",
    ruleId: null,
    score: 0.125,
    findings: ["encoded_payload"],
    fields: {
      request_hash: "ab".repeat(32),
      response_hash: "cd".repeat(32),
      policy_revision: "r1",
      signals: { inference: 0.1, policy: 0, behavior: 0.2 },
      redactions: [{ kind: "email", count: 2 }],
    },
    stages: [["auth", 0, 1, "ok"]],
    edge: { resource: null, type: "invokes", outcome: "allow", risk_score: 0.125, delegators: [] },
    ...(amountNano === undefined
      ? {}
      : {
          charge: {
            amountNano,
            rateRevision: "rates-1",
            modelName: "model",
            promptTokens: 10,
            completionTokens: 20,
          },
        }),
    ...changes,
  };
}
