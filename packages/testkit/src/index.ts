/** Real databases, servers, processes and folders for the project's own tests. Private: imported by tests alone. */
export { type AuditRow, readChain, rehashChain } from "./chain-reading.js";
export {
  type Answer,
  type CallOptions,
  type Credentials,
  callOperation,
  callPath,
  type EnvelopeOperationId,
  fillPath,
  NOBODY,
  requireContract,
} from "./contract-call.js";
export { findViolationsAtRest, findViolationsNow } from "./crash-invariants.js";
export { type Attempt, type CrashLoad, startCrashLoad } from "./crash-load.js";
export { type CrashOptions, type CrashReport, runCrashRounds, VICTIMS, type Victim } from "./crash-rounds.js";
export { restAfterCrash, startCrashStack, summarise, waitUntilServing } from "./crash-stack.js";
export { createDatabase, DATABASE_KINDS, type DatabaseKind, type OwnedDatabase } from "./databases.js";
export { anyDecideCall } from "./decide-call.js";
export { waitFor } from "./event-wait.js";
export {
  approvalKeyOf,
  auditRowOf,
  ERRORS_FOR_LOAD,
  type Executed,
  type ExecuteOptions,
  execute,
  isRefusedForLoad,
  repeatWhileBusy,
} from "./execute-call.js";
export { claimsOf, forgeToken, headerOf } from "./forged-token.js";
export { findFreePort } from "./free-port.js";
export { type HeldCall, startHeldCall } from "./held-call.js";
export { HOSTILE_BODIES, HOSTILE_VALUES, type HostileBody } from "./hostile-bodies.js";
export { type RawAnswer, sendRequest } from "./http-exchange.js";
export { isAlive } from "./is-alive.js";
export { type ManagedProcess, startProcess } from "./managed-process.js";
export { type CountAndSum, type MoneyBalance, readMoneyBalance } from "./money-balance.js";
export {
  anyAddress,
  type ListedOperation,
  openEdgeSession,
  type Probe,
  probe,
  rightfulCaller,
} from "./operation-callers.js";
export { type BodyOperationId, sampleBodies, sampleBody, unknownParams } from "./operation-samples.js";
export { dropGuards, type OwnerConnection, openOwnerConnection } from "./owner-connection.js";
export { startPostgres } from "./postgres-server.js";
export type { PostgresServer } from "./postgres-settings.js";
export { findPostgresUrl, POSTGRES_URL_VARIABLE } from "./postgres-url.js";
export { type ProgramResult, runProgram } from "./run-program.js";
export { type SeededRandom, seededRandom } from "./seeded-random.js";
export { type EventStreamReader, openEventStream, type ReceivedEvent } from "./server-sent-events.js";
export { SILENCE, SLOW_REQUESTS, type SlowClient, startSlowClient } from "./slow-client.js";
export { HOMES, type HomeName, type Stack, type StackOptions, startStack, TOOL_KEY } from "./stack.js";
export { startTcpProxy, type TcpProxy } from "./tcp-proxy.js";
export { makeTempFolder, type TempFolder } from "./temp-folder.js";
export { bearer, type GrantAction, type TestAgent, type TestTenant, type TestUser } from "./test-tenant.js";
export { EMAIL_TEXT, PNG_BYTES, startToolServer, type ToolRun, type ToolServer } from "./tools.js";
export { eachDatabase, type TestDatabase, useDatabase } from "./use-database.js";
export { useStack } from "./use-stack.js";
