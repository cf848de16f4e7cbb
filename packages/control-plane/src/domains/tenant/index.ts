export { tenantHandlers } from "./handlers.js";
