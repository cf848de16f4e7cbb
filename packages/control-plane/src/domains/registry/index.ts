export { registryHandlers } from "./handlers.js";
