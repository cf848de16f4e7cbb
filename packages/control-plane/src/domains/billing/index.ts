// What other domains may use of the billing domain.

export { billingHandlers } from "./handlers.js";
