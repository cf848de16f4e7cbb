// What other domains use of autonomy contracts.

export { autonomyHandlers } from "./handlers.js";
