// Contexts of operations without a server: for tests of handlers.

import { randomUUID } from "node:crypto";
import { type OperationId, operations } from "@portcullis/contract";
import { readConfig } from "../config.js";
import { TenantFactsCache } from "../decision/facts/tenant-facts.js";
import { DecisionService } from "../decision/service.js";
import { ChainVerifier } from "../ledger/chain-verifier.js";
import type { LedgerFixture } from "../ledger/ledger-fixture.js";
import type { Services } from "../services.js";
import { makeContext } from "./call-context.js";
import type { CallContext } from "./handler.js";

/** A call of an operation by an administrator of the tenant. */
export function administratorContext(
  { store, keys, ledger }: LedgerFixture,
  databaseUrl: string,
  tenantId: string,
  id: OperationId,
): CallContext {
  const verifier = new ChainVerifier({ databaseUrl, store, keys });
  const decisions = new DecisionService({
    store,
    ledger,
    facts: new TenantFactsCache({ store }),
    config: readConfig({}),
  });
  const requestId = randomUUID();
  const subject = randomUUID();
  return makeContext(
    { store, keys, ledger, verifier, decisions } as Services,
    { ...operations[id], id },
    {
      tenantId,
      requestId,
      traceId: "0".repeat(32),
      address: "127.0.0.1",
      setHeader: () => {},
      principal: {
        kind: "user",
        tenantId,
        subject,
        role: "ADMIN",
        jti: randomUUID(),
        hopJtis: [],
        expiresAtMs: 0,
        isPlatformAdmin: false,
        permissions: ["*"],
        scopes: null,
        token: "",
      },
    },
  );
}
