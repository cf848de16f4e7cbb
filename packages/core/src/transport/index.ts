/**
 * Transport over an injected fetch: retries with deadlines, server-sent events, waits that a signal ends, and what went wrong
 * with TLS. Imports nothing, keeps no state between calls, knows no operation and no credential.
 */
export * from "./retrying.js";
export * from "./server-sent-events.js";
export * from "./tls-fault.js";
export * from "./until-aborted.js";
