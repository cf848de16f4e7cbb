/**
 * Transport over an injected fetch: retries with deadlines, server-sent events, waits that a signal ends, and why a
 * connection gave no answer. Imports nothing, keeps no state between calls, knows no operation and no credential.
 */

export * from "./connection-fault.js";
export * from "./retrying.js";
export * from "./server-sent-events.js";
export * from "./until-aborted.js";
