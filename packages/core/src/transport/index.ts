/**
 * Transport over an injected fetch: retries with deadlines, and server-sent events. Imports nothing, keeps no state between
 * calls, knows no operation and no credential.
 */
export * from "./retrying.js";
export * from "./server-sent-events.js";
