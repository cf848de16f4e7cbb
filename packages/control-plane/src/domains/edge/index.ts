// What other domains use of the edges' side: the hub that keeps them informed.

export { edgeHandlers } from "./handlers.js";
export { SyncHub } from "./sync-hub.js";
export { openEdgeSync } from "./sync-route.js";
