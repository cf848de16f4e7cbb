// What other domains use of the policy files.

export { policyHandlers } from "./handlers.js";
