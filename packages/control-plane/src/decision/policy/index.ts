// What other folders use of the policy engine.

export { DENYING_FINDINGS } from "./builtin-rules.js";
export {
  checkPolicySource,
  checkPolicySourceInSlices,
  contradictionFaults,
  type PolicyCheck,
  type PolicyCheckInput,
} from "./check-policy.js";
export { createPolicyEngine, createPolicyEngineInSlices, type PolicyEngineInput } from "./create-engine.js";
export type { PolicyEngine, PolicyEvaluation, PolicyInputs, PolicyRequest } from "./engine.js";
export { runInSlices, type Steps } from "./in-slices.js";
export type { PolicyFault, PolicyRule } from "./policy-rule.js";
export type { PolicyTool } from "./rule-fit.js";
