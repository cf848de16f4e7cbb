export { reportDefinitions } from "./definition-reports.js";
export { registryHandlers } from "./handlers.js";
export { WaitingChanges } from "./waiting-changes.js";
