// The composition root: makes everything once, wires it, listens, and closes it in the order in which it depends.

import type { StageName } from "@portcullis/contract";
import type { FinishedCall } from "@portcullis/edge";
import type { Logger } from "pino";
import type { Config } from "./config.js";
import { openStore } from "./db/open.js";
import { TenantFactsCache } from "./decision/facts/tenant-facts.js";
import { DecisionService } from "./decision/service.js";
import { openEdgeSync, SyncHub } from "./domains/edge/index.js";
import { openEventsStream } from "./domains/events/index.js";
import { ExecutionHome, executeRoutes, openHomeTools } from "./domains/execution/index.js";
import { allHandlers } from "./domains/index.js";
import { WaitingChanges } from "./domains/registry/index.js";
import { serviceRoutes, standardChecks } from "./domains/service/index.js";
import { createHttpApp } from "./http/http-app.js";
import { createLog } from "./http/log.js";
import { createMetrics, type Metrics } from "./http/metrics.js";
import { openKeyRing } from "./keys/open-key-ring.js";
import { redactionKeyOf } from "./keys/redaction-key.js";
import { ChainVerifier } from "./ledger/chain-verifier.js";
import { guardHeads } from "./ledger/guard-heads.js";
import { openLedger } from "./ledger/open-ledger.js";
import type { Services } from "./services.js";
import { EdgeSessions } from "./tokens/edge-sessions.js";
import { endOtherTokens } from "./tokens/end-other-tokens.js";
import { SessionWatch } from "./tokens/session-watch.js";
import { createTokenService } from "./tokens/token-service.js";
import { measureQueues } from "./workers/measure-queues.js";
import { profileWorker } from "./workers/profile.js";
import { ledgerWorkers, type RunningWorkers, runWorkers } from "./workers/run-workers.js";
import { watchWorkers } from "./workers/watch-workers.js";

export interface App {
  readonly services: Services;
  /** Listens and starts the workers; answers the base URL. Port 0 is any free one. */
  listen(host: string, port: number): Promise<string>;
  /** Ends streams and running calls, stops the workers, closes the database. */
  close(): Promise<void>;
}

/**
 * Opens everything that the settings name. `environment` is where a tools file's `${NAME}` are taken from. Throws an Error
 * that says what is wrong with the database, the keys or the tools file.
 */
export async function createApp(
  config: Config,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<App> {
  const log = createLog(config.logLevel);
  const metrics = createMetrics();
  const tools = openHomeTools(config.toolsFile, environment);
  const store = await openStore(config, (error) => log.warn({ err: error }, "an idle database connection failed"));
  const keys = await openKeyRing(store, config);
  const ledger = openLedger(keys);
  const verifier = new ChainVerifier({ databaseUrl: config.databaseUrl, store, keys });
  const facts = new TenantFactsCache({ store, log });
  const sessions = new SessionWatch(store, log);
  const sync = new SyncHub({
    store,
    facts,
    sessions,
    log,
    redactionKeyOf: (tenantId) => redactionKeyOf(keys, tenantId),
  });
  const decisions = new DecisionService({
    store,
    ledger,
    facts,
    config,
    log,
    onStateMoved: (tenantId) => sync.push(tenantId),
  });
  const tokens = createTokenService(store, keys, config.tokenLifetimeMs);
  const edgeSessions = new EdgeSessions(store, tokens);
  const services: Services = {
    config,
    log,
    store,
    keys,
    ledger,
    verifier,
    facts,
    decisions,
    tokens,
    edgeSessions,
    sessions,
    sync,
    waitingChanges: new WaitingChanges(),
    metrics,
  };
  const home = new ExecutionHome({ services, tools, observe: (call) => observeCall(metrics, log, call) });

  const all = [
    ...ledgerWorkers({ store, ledger, keys, log }, config),
    profileWorker(store),
    measureQueues(store, metrics),
  ];
  const { workers, check } = watchWorkers(all, metrics);
  const http = createHttpApp(services, allHandlers([...standardChecks(store, keys), check]), {
    ...serviceRoutes(),
    ...executeRoutes(home),
    "edge.sync": openEdgeSync(),
    "events.stream": openEventsStream(services),
  });
  let running: RunningWorkers | null = null;
  return {
    services,
    async listen(host, port) {
      // Before the first request: a chain that a restored backup cut short takes no row.
      await guardHeads(store, log);
      await endOtherTokens(store, keys.tokenSecretId);
      await home.forgetEarlier();
      const url = await http.listen(host, port);
      running = runWorkers(workers, log);
      return url;
    },
    async close() {
      // Side by side: requests that run end when the home aborts their calls.
      await Promise.all([http.close(), home.close(config.stopGraceMs)]);
      await sync.close();
      sessions.close();
      await running?.stop();
      await decisions.close();
      facts.close();
      await verifier.close();
      await store.close();
    },
  };
}

function observeCall(metrics: Metrics, log: Pick<Logger, "error">, call: FinishedCall): void {
  const { requestId, status, error, cause, durationMs, timeline } = call;
  if (cause !== undefined) log.error({ err: cause, request_id: requestId }, "call failed");
  metrics.observeCall(status, error, durationMs);
  for (const { stage, start_ms, end_ms } of timeline) metrics.observeStage(stage as StageName, end_ms - start_ms);
}
