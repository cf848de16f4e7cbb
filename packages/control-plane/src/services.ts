// What handlers and workers share. `app.ts` makes it; nothing else does.

import type { Logger } from "pino";
import type { Config } from "./config.js";
import type { Store } from "./db/tx.js";
import type { TenantFactsCache } from "./decision/facts/tenant-facts.js";
import type { DecisionService } from "./decision/service.js";
import type { SyncHub } from "./domains/edge/sync-hub.js";
import type { WaitingChanges } from "./domains/registry/waiting-changes.js";
import type { Metrics } from "./http/metrics.js";
import type { KeyRing } from "./keys/key-ring.js";
import type { ChainVerifier } from "./ledger/chain-verifier.js";
import type { Ledger } from "./ledger/ledger.js";
import type { EdgeSessions } from "./tokens/edge-sessions.js";
import type { SessionWatch } from "./tokens/session-watch.js";
import type { TokenService } from "./tokens/token-service.js";

export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly store: Store;
  readonly keys: KeyRing;
  readonly ledger: Ledger;
  readonly verifier: ChainVerifier;
  readonly facts: TenantFactsCache;
  readonly decisions: DecisionService;
  readonly tokens: TokenService;
  readonly edgeSessions: EdgeSessions;
  readonly sessions: SessionWatch;
  readonly sync: SyncHub;
  readonly waitingChanges: WaitingChanges;
  readonly metrics: Metrics;
}
