// What other folders use of the policy engine.

export { DENYING_FINDINGS } from "./builtin-rules.js";
export { checkPolicySource, checkPolicySourceInSlices, contradictionFaults } from "./check-policy.js";
export { createPolicyEngine, createPolicyEngineInSlices } from "./create-engine.js";
export type { PolicyEngine, PolicyRequest } from "./engine.js";
export { runInSlices, type Steps } from "./in-slices.js";
export type { PolicyRule } from "./policy-rule.js";
export type { PolicyTool } from "./rule-fit.js";
