// What other domains may use of the catalogue of tools.

export { registryHandlers } from "./handlers.js";
export { registerTool, type ToolInput } from "./register.js";
