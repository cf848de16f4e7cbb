// What other domains use of the risk settings.

export { riskHandlers } from "./handlers.js";
