// The contract: every operation, shape, role, error and event of Portcullis, as data.

export * from "./edge-protocol/index.js";
export * from "./errors.js";
export * from "./expected-errors.js";
export * from "./findings.js";
export * from "./openapi.js";
export * from "./operation.js";
export * from "./operations/index.js";
export * from "./refusal-data.js";
export * from "./roles.js";
export * from "./schemas/common.js";
export * from "./schemas/execution.js";
export * from "./schemas/tuning.js";
export * from "./settings.js";
export * from "./tags.js";
export * from "./tools-file.js";
export * from "./tools-file-callable.js";
export * from "./tools-file-environment.js";
export * from "./validation.js";
