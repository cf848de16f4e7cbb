// What other domains may use of the receipts domain.

export { receiptsHandlers } from "./handlers.js";
