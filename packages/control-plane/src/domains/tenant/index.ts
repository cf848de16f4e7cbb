export { tenantHandlers } from "./handlers.js";
export { requireUsableScan } from "./usable-settings.js";
