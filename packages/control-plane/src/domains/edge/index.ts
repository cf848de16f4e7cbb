// What other domains use of the edges' side: the hub that keeps them informed.

export { edgeHandlers } from "./handlers.js";
export type { SyncListener } from "./sync-channel.js";
export { type Follower, type Subscription, SyncHub, type SyncHubOptions } from "./sync-hub.js";
export { openEdgeSync } from "./sync-route.js";
