// What other domains may use of API keys.

export { apiKeysHandlers, edgeSessionHandlers } from "./handlers.js";
export { insertApiKey, newApiKey } from "./store.js";
