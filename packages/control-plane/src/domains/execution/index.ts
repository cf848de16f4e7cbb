// What the composition root uses of the control plane's own /execute.

export { executeRoutes } from "./execute-route.js";
export { ExecutionHome } from "./execution-home.js";
export { openHomeTools } from "./home-tools.js";
