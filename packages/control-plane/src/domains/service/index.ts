export { serviceHandlers, serviceRoutes } from "./handlers.js";
export { type HealthCheck, standardChecks } from "./health-checks.js";
