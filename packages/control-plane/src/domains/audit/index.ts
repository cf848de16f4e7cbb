// What other domains may use of the audit domain.

export { auditHandlers } from "./handlers.js";
export { readReceipt } from "./receipt.js";
