// What other domains may use of the audit domain.

export { checkReceipt } from "./check-receipt.js";
export { auditHandlers } from "./handlers.js";
export { readReceipt } from "./receipt.js";
