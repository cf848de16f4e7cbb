// What other folders use of the policy engine.

export { BUILTIN_RULES, DENYING_FINDINGS } from "./builtin-rules.js";
export { checkPolicySource, type PolicyCheck, type PolicyTool } from "./check-policy.js";
export { createPolicyEngine, type PolicyEngineInput } from "./create-engine.js";
export type { PolicyEngine, PolicyEvaluation, PolicyInputs, PolicyRequest } from "./engine.js";
export type { PolicyFault, PolicyRule } from "./policy-rule.js";
