// What other domains use of past decisions.

export { decisionHandlers } from "./handlers.js";
