// What other domains may use of agents.

export { agentsHandlers } from "./handlers.js";
export { findAgent, findGrants, insertAgent, insertGrant, readAgentFacts } from "./store.js";
